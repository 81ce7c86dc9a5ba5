// A map of a network: channels coloured by what is chosen, their numbers and the pairs that load them (figures/channel_map.py has it all).
"use strict";
page.kinds.network = (figure, data) => new page.Network(figure, data).root;

page.Network = class {
  // What a channel has in a run: [value, half width]; `what`: on its button, `unit`: of the colours.
  static QUANTITIES = {
    exact: { what: "exact load", unit: "packets/cycle if every node sends one packet a cycle", of: (map, run, c) => [map.exact[c], null] },
    measured: { what: "measured load", unit: "flits/cycle", of: (map, run, c) => run.flits[c] },
    difference: { what: "difference", unit: "flits/cycle, measured minus expected", of: (map, run, c) => [run.flits[c][0] - run.load * map.exact[c], run.flits[c][1]] },
    waiting: { what: "waiting headers", unit: "headers that wait for a virtual channel", of: (map, run, c) => run.header_blocked[c] },
    blocked: { what: "blocked flits", unit: "share of cycles in which flits wait for buffers", of: (map, run, c) => run.flit_blocked[c] },
  };

  constructor(figure, data) {
    const value = text => text.split("/").reduce((number, part, index) => index ? number / part : Number(part), 0);
    Object.assign(this, { figure, data, now: { map: 0, run: 0, quantity: "exact" }, at: null, view: [...data.box] });
    this.maps = data.maps.map(map => ({ ...map, texts: map.exact.map(index => data.exact[index]), exact: map.exact.map(index => value(data.exact[index])) }));
    this.bar = page.make("div", { class: "scale" });
    this.said = page.make("div", { class: "pairs", "aria-live": "polite" });
    this.plot = page.make("div", { class: "plot", tabindex: 0, role: "application", "aria-roledescription": "network map", "aria-label":
      `${data.title}. Left and right: channels; up and down: by load; Enter: the pairs that load one; plus, minus: zoom; 0: all.`, "aria-describedby": `${figure.id}-desc` });
    this.drawn();
    this.tip = page.tip(this.plot);
    this.root = page.make("div", { class: "network" }, ...this.tools(), this.bar, this.plot, this.said);
    this.plot.addEventListener("keydown", event => this.key(event));
    this.plot.addEventListener("blur", () => this.point(null));
    this.choose({});
  }

  drawn() {
    const { nodes, shapes, numbered } = this.data;
    this.svg = d3.select(this.plot).append("svg").attr("role", "img").attr("aria-label", this.data.title).style("max-width", `${120 * this.data.box[2]}px`);
    this.paths = this.svg.append("g").attr("class", "channels").selectAll("path").data(shapes).enter().append("path").attr("d", shape => shape);
    const all = this.svg.append("g").selectAll("g").data(nodes).enter().append("g").attr("class", "node").attr("transform", ([x, y]) => `translate(${x},${y})`);
    this.nodes = all.append("circle").attr("r", numbered ? 0.15 : 0.09);
    if (numbered) all.append("text").attr("y", 0.045).text((_, number) => number);
    const centre = part => (part.match(/-?[\d.]+/g) || []).map(Number).reduce((sum, number, index, own) => (sum[index % 2] += 2 * number / own.length, sum), [0, 0]);
    this.places = shapes.flatMap((shape, channel) => shape.split("Z").filter(part => part).map(part => ({ channel, at: centre(part) })));
    this.near = d3.quadtree(this.places, place => place.at[0], place => place.at[1]);
    const channel = () => {
      const path = this.paths.nodes().indexOf(d3.event.target), found = path < 0 && this.near.find(...d3.mouse(this.svg.node()), 0.6);
      return path >= 0 ? path : found ? found.channel : null;
    };
    this.svg.on("mousemove", () => this.point(channel())).on("mouseleave", () => this.point(null)).on("click", () => this.pairs(channel()));
  }

  tools() {
    const select = (name, options) => {
      const made = page.make("select", { "aria-label": name }, ...options.map((text, value) => page.make("option", { value }, text)));
      made.addEventListener("change", () => this.choose({ [name]: Number(made.value) }));
      return made;
    };
    const runs = this.maps[0].runs, names = Object.keys(page.Network.QUANTITIES).filter(name => name === "exact" || runs.length);
    this.buttons = names.map(name => page.button(page.Network.QUANTITIES[name].what, () => this.choose({ quantity: name }), { class: "mode", "data-quantity": name }));
    const chosen = [...(this.maps.length > 1 ? [select("map", this.maps.map(map => map.label))] : []), ...(runs.length ? [select("run", runs.map(run => run.label + (run.saturated ? " (saturated)" : "")))] : [])];
    this.runs = chosen.find(made => made.getAttribute("aria-label") === "run");
    return [page.make("div", { class: "tools", role: "group", "aria-label": "what is shown" }, ...chosen, ...this.buttons),
      page.make("div", { class: "tools", role: "group", "aria-label": "zoom" }, page.button("+", () => this.zoom(1.5), { "aria-label": "zoom in" }),
        page.button("−", () => this.zoom(1 / 1.5), { "aria-label": "zoom out" }), page.button("all", () => this.zoom(0)))];
  }

  get map() { return this.maps[this.now.map]; }
  get run() { return this.map.runs[this.now.run]; }

  // [value, half width] of a channel; null where there is none: a saturated run has no numbers.
  value(channel, quantity = this.now.quantity) {
    return quantity === "exact" || (this.run && !this.run.saturated) ? page.Network.QUANTITIES[quantity].of(this.map, this.run, channel) : null;
  }

  choose(change) {
    Object.assign(this.now, change);
    if ("map" in change && this.runs) this.map.runs.forEach((run, index) => { this.runs.options[index].textContent = run.label + (run.saturated ? " (saturated)" : ""); });
    this.buttons.forEach(button => button.setAttribute("aria-pressed", button.dataset.quantity === this.now.quantity));
    const values = this.data.shapes.map((_, channel) => (this.value(channel) || [null])[0]), most = d3.max(values, value => Math.abs(value)) || 0;
    const away = this.now.quantity === "difference", low = away ? -most : 0;
    const colour = away ? value => d3.interpolateRdBu(0.5 - value / (2 * most || 1)) : value => d3.interpolateViridis(value / (most || 1));
    this.paths.attr("fill", (_, channel) => values[channel] === null || (!away && values[channel] === 0) ? "var(--line)" : colour(values[channel]))
      .attr("data-value", (_, channel) => values[channel]);
    const stops = d3.range(0, 1.01, 0.1).map(share => colour(low + share * (most - low)));
    const saturated = this.now.quantity !== "exact" && this.run.saturated;
    this.bar.replaceChildren(...(saturated ? ["This run is saturated: what its channels carry depends on how long it ran, so no number is shown."] : [this.digits(low),
      page.make("span", { class: "ramp", style: `background: linear-gradient(to right, ${stops})` }), `${this.digits(most)} ${page.Network.QUANTITIES[this.now.quantity].unit}`]));
    this.zoom(1);
    this.pairs(null);
  }

  digits(value) { return value === null ? "–" : String(Number(value.toPrecision(4))); }

  name(channel) {
    const [from, to, dimension, sign] = this.data.channels[channel];
    return `${from} → ${to}${dimension < 0 ? "" : ` (dimension ${dimension}${sign > 0 ? " +" : sign < 0 ? " −" : ""})`}`;
  }

  text(channel) {
    const lines = [this.name(channel), `exact load ${this.map.texts[channel]}${/\//.test(this.map.texts[channel]) ? ` = ${this.digits(this.map.exact[channel])}` : ""}`];
    if (this.run) lines.push(`at ${this.run.label}: ${this.run.saturated ? "saturated, no measured load" : `expected ${this.digits(this.run.load * this.map.exact[channel])} flits/cycle`}`);
    for (const name of Object.keys(page.Network.QUANTITIES).slice(1)) {
      const found = this.value(channel, name);
      if (found) lines.push(`${page.Network.QUANTITIES[name].what} ${this.digits(found[0])}${found[1] === null ? "" : ` ± ${this.digits(found[1])}`}`);
    }
    return lines.join("\n");
  }

  // Shows what a channel has, or nothing; `aloud`: screen readers say it.
  point(channel, aloud) {
    this.at = channel;
    this.paths.classed("at", (_, index) => index === channel);
    if (channel === null) return this.tip.hide();
    const own = this.places.find(place => place.channel === channel).at, box = this.svg.node().getBoundingClientRect(), share = box.width / this.view[2];
    this.tip.show(this.text(channel), (own[0] - this.view[0]) * share, (own[1] - this.view[1]) * share, aloud);
  }

  // The pairs that load a channel, below the map and marked in it; none.
  pairs(channel) {
    const own = channel === null ? [] : this.map.pairs[channel] || [], ends = [0, 1].map(index => new Set(own.map(pair => pair[index])));
    this.nodes.classed("source", (_, node) => ends[0].has(node)).classed("destination", (_, node) => ends[1].has(node));
    this.paths.classed("chosen", (_, index) => index === channel);
    this.said.replaceChildren();
    if (channel === null) return;
    const count = own.reduce((sum, pair) => sum + pair[3], 0), rows = own.map(([from, to, load, many]) =>
      page.make("li", {}, `${from === null ? `${many} other pairs` : `${from} → ${to}`}: ${this.data.exact[load]}`));
    const about = own.length ? `${count} pair${count > 1 ? "s" : ""}:` : this.map.exact[channel] ? "pairs were not kept." : "no pair.";
    this.said.append(page.make("p", {}, `${this.name(channel)}, exact load ${this.map.texts[channel]}, from ${about}`), page.make("ol", {}, ...rows));
  }

  key(event) {
    const count = this.data.shapes.length, order = d3.range(count).sort((a, b) => (this.value(b) || [0])[0] - (this.value(a) || [0])[0] || a - b);
    const step = by => this.point(this.at === null ? 0 : (this.at + by + count) % count, true);
    const rank = by => this.point(order[this.at === null ? 0 : (order.indexOf(this.at) + by + count) % count], true);
    const found = { ArrowRight: () => step(1), ArrowLeft: () => step(-1), ArrowDown: () => rank(1), ArrowUp: () => rank(-1), Enter: () => this.pairs(this.at),
      Escape: () => this.pairs(null), "+": () => this.zoom(1.5), "=": () => this.zoom(1.5), "-": () => this.zoom(1 / 1.5), 0: () => this.zoom(0) }[event.key];
    if (!found || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    found();
  }

  // Around the channel that is shown, or the middle; 0: all of it.
  zoom(by) {
    const [left, top, wide, high] = by ? this.view : this.data.box, share = by || 1;
    const [x, y] = this.at === null ? [left + wide / 2, top + high / 2] : this.places.find(place => place.channel === this.at).at;
    this.view = share === 1 ? [left, top, wide, high] : [x - wide / share / 2, y - high / share / 2, wide / share, high / share];
    this.svg.attr("viewBox", this.view.join(" "));
  }
};
