// A map of a network: channels coloured by what is chosen, their numbers and the pairs that load them (figures/channel_map.py has it all).
page.kinds.network = (figure, data) => new page.Network(figure, data).root;

page.Network = class {
  // What a channel has in a run: [value, half width]; `what`: on its button, `unit`: of the colours.
  static QUANTITIES = {
    exact: { what: "exact load", unit: "packets/cycle if every node sends one packet a cycle", of: (map, run, c) => [map.exact[c], null] },
    measured: { what: "measured load", unit: "flits/cycle", of: (map, run, c) => run.flits[c] },
    difference: { what: "difference", unit: "flits/cycle, measured minus expected", of: (map, run, c) => [run.flits[c][0] - run.load * map.exact[c], run.flits[c][1]] },
    waiting: { what: "waiting head flits", unit: "head flits that wait for a virtual channel", of: (map, run, c) => run.head_blocked[c] },
    blocked: { what: "blocked flits", unit: "share of cycles in which flits wait for buffers", of: (map, run, c) => run.flit_blocked[c] },
    energy: { what: "energy", unit: "pJ/cycle", of: (map, run, c) => run.energy[c] }, // of runs that kept it
  };

  constructor(figure, data) {
    const value = text => text.split("/").reduce((number, part, index) => index ? number / part : Number(part), 0);
    Object.assign(this, { figure, data, now: { map: 0, run: 0, quantity: "exact" }, at: null, chosen: null, view: data.box });
    this.maps = data.maps.map(map => ({ ...map, texts: map.exact.map(index => data.exact[index]), exact: map.exact.map(index => value(data.exact[index])) }));
    [this.bar, this.said] = [page.make("div", { class: "scale" }), page.make("div", { class: "pairs", "aria-live": "polite" })];
    this.plot = page.make("div", { class: "plot", tabindex: 0, role: "application", "aria-roledescription": "network map", "aria-label":
      `${data.title}. Left and right: channels; up and down: by load; Enter: the pairs that load one; plus, minus: zoom; 0: all.`, "aria-describedby": `${figure.id}-desc` });
    this.drawn();
    this.root = page.make("div", { class: "network" }, ...this.tools(), this.bar, this.plot, this.said);
    d3.select(this.plot).on("keydown", () => this.key(d3.event)).on("blur", () => this.point(null));
    this.choose({});
  }

  drawn() {
    const { nodes, shapes, numbered } = this.data;
    this.tip = page.tip(this.plot);
    this.svg = d3.select(this.plot).append("svg").attr("role", "img").attr("aria-label", this.data.title)
      .attr("viewBox", this.view.join(" ")).style("max-width", `${120 * this.view[2]}px`);
    this.paths = this.svg.append("g").attr("class", "channels").selectAll("path").data(shapes).enter().append("path").attr("d", shape => shape);
    const all = this.svg.append("g").selectAll("g").data(nodes).enter().append("g").attr("class", "node").attr("transform", ([x, y]) => `translate(${x},${y})`);
    this.nodes = all.append("circle").attr("r", numbered ? 0.15 : 0.09);
    if (numbered) all.append("text").attr("y", 0.045).text((_, number) => number);
    const centre = part => (part.match(/-?[\d.]+/g) || []).map(Number).reduce((sum, number, index, own) => (sum[index % 2] += 2 * number / own.length, sum), [0, 0]);
    this.places = shapes.flatMap((shape, channel) => shape.split("Z").filter(part => part).map(part => ({ channel, at: centre(part) })));
    this.near = d3.quadtree(this.places, place => place.at[0], place => place.at[1]);
    const near = () => this.near.find(...d3.mouse(this.svg.node()), 0.6) || { channel: null };
    const channel = () => [this.paths.nodes().indexOf(d3.event.target), near().channel].find(number => number !== -1);
    this.svg.on("mousemove", () => this.point(channel())).on("mouseleave", () => this.point(null)).on("click", () => this.pairs(channel()));
  }

  tools() {
    const quantities = page.Network.QUANTITIES, measured = this.maps.some(map => map.runs.length);
    const costed = this.maps.some(map => map.runs.some(run => run.energy)), there = name => name === "exact" || (name === "energy" ? costed : measured);
    this.buttons = Object.keys(quantities).filter(there).map(name =>
      page.button(quantities[name].what, () => this.choose({ quantity: name }), { class: "mode", "data-quantity": name }));
    this.selects = ["map", "run"].map(name => d3.create("select").attr("aria-label", name)
      .on("change", () => this.choose({ [name]: Number(d3.event.target.value) })).node());
    const zoom = [["+", 1.5, "zoom in"], ["−", 1 / 1.5, "zoom out"], ["all", 0, "all of the map"]];
    return [["what is shown", [...this.selects, ...this.buttons]], ["zoom", zoom.map(([text, by, label]) => page.button(text, () => this.zoom(by), { "aria-label": label }))]]
      .map(([label, own]) => page.make("div", { class: "tools", role: "group", "aria-label": label }, ...own));
  }

  get map() { return this.maps[this.now.map]; }
  digits(value) { return String(Number(value.toPrecision(4))); }
  centre(channel) { return this.places.find(place => place.channel === channel).at; }
  get run() { return this.map.runs[this.now.run] || { label: "no run", saturated: true }; }

  // [value, half width] of a channel; null where there is none: a saturated run has no numbers.
  value(channel, quantity = this.now.quantity) {
    if (quantity !== "exact" && (this.run.saturated || (quantity === "energy" && !this.run.energy))) return null;
    return page.Network.QUANTITIES[quantity].of(this.map, this.run, channel);
  }

  choose(change) {
    Object.assign(this.now, change);
    this.now.run = Math.max(0, Math.min(this.now.run, this.map.runs.length - 1));
    const texts = [this.maps.map(map => map.label), this.map.runs.map(run => `${run.label}${run.saturated ? " (saturated)" : ""}`)];
    this.selects.forEach((made, index) => {
      made.replaceChildren(...texts[index].map((text, value) => page.make("option", { value }, text)));
      Object.assign(made, { hidden: !texts[index][0], value: [this.now.map, this.now.run][index] });
    });
    this.buttons.forEach(button => button.setAttribute("aria-pressed", button.dataset.quantity === this.now.quantity));
    const values = this.data.shapes.map((_, channel) => (this.value(channel) || [null])[0]), most = d3.max(values, value => Math.abs(value)) || 0;
    const away = this.now.quantity === "difference", low = away ? -most : 0, colour = away ? value => d3.interpolateRdBu(0.5 - value / (2 * most || 1)) : value => d3.interpolateViridis(value / (most || 1));
    this.paths.attr("fill", (_, channel) => values[channel] === null || (!away && values[channel] === 0) ? "var(--line)" : colour(values[channel]))
      .attr("data-value", (_, channel) => values[channel]);
    const ramp = `background: linear-gradient(to right, ${d3.range(0, 1.01, 0.1).map(share => colour(low + share * (most - low)))})`;
    this.bar.replaceChildren(...(this.value(0) ? [this.digits(low), page.make("span", { class: "ramp", style: ramp }),
      `${this.digits(most)} ${page.Network.QUANTITIES[this.now.quantity].unit}`] : [this.map.runs.length ? "This run is saturated: what its channels carry depends on how long it ran, so no number is shown." : "There is no such run."]));
    this.pairs(null);
  }

  text(channel) {
    const text = this.map.texts[channel], exact = this.map.exact[channel], run = this.run;
    const lines = [this.data.channels[channel], `exact load ${text}${text.includes("/") ? ` = ${this.digits(exact)}` : ""}`,
      `at ${run.label}: ${run.saturated ? "saturated, no measured load" : `expected ${this.digits(run.load * exact)} flits/cycle`}`].slice(0, this.map.runs.length ? 3 : 2);
    for (const [name, { what }] of run.saturated ? [] : Object.entries(page.Network.QUANTITIES).slice(1)) {
      if (this.value(channel, name) === null) continue;
      const [value, half] = this.value(channel, name);
      lines.push(`${what} ${this.digits(value)}${half === null ? "" : ` ± ${this.digits(half)}`}`);
    }
    return lines.join("\n");
  }

  // Shows what a channel has, or nothing; `aloud`: screen readers say it.
  point(channel, aloud) {
    this.at = channel;
    this.paths.classed("at", (_, index) => index === channel);
    if (channel === null) return this.tip.hide();
    const [x, y] = this.centre(channel), to = this.svg.node().getScreenCTM(), plot = this.plot.getBoundingClientRect();
    this.tip.show(this.text(channel), x * to.a + to.e - plot.left, y * to.d + to.f - plot.top, aloud);
  }

  // The pairs that load a channel, below the map and marked in it; none.
  pairs(channel) {
    const own = channel === null ? [] : this.map.pairs[channel] || [], ends = [0, 1].map(index => new Set(own.map(pair => pair[index])));
    this.nodes.classed("source", (_, node) => ends[0].has(node)).classed("destination", (_, node) => ends[1].has(node));
    this.paths.classed("chosen", (_, index) => index === channel);
    this.chosen = channel;
    if (channel === null) return this.said.replaceChildren();
    const count = d3.sum(own, pair => pair[3]), about = own.length ? `${count} pair${count > 1 ? "s" : ""}:` : this.map.exact[channel] ? "pairs were not kept." : "no pair.";
    const rows = own.map(([from, to, load, many]) => page.make("li", {}, `${from === null ? `${many} other pairs` : `${from} → ${to}`}: ${this.data.exact[load]}`));
    this.said.replaceChildren(page.make("p", {}, `${this.data.channels[channel]}, exact load ${this.map.texts[channel]}, from ${about}`), page.make("ol", {}, ...rows));
  }

  key(event) {
    const count = this.data.shapes.length, order = d3.range(count).sort((a, b) => (this.value(b) || [0])[0] - (this.value(a) || [0])[0] || a - b);
    const step = (by, own) => this.point(own[this.at === null ? 0 : (own.indexOf(this.at) + by + count) % count], true), all = d3.range(count);
    const found = { ArrowRight: () => step(1, all), ArrowLeft: () => step(-1, all), ArrowDown: () => step(1, order), ArrowUp: () => step(-1, order), Enter: () => this.pairs(this.at),
      Escape: () => this.pairs(null), "+": () => this.zoom(1.5), "=": () => this.zoom(1.5), "-": () => this.zoom(1 / 1.5), 0: () => this.zoom(0) }[event.key];
    if (!found || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    found();
  }

  // Around the channel that is shown or chosen, or the middle; 0: all of it.
  zoom(by) {
    const [left, top, wide, high] = this.view, on = this.at === null ? this.chosen : this.at;
    const [x, y] = on === null ? [left + wide / 2, top + high / 2] : this.centre(on);
    this.view = by ? [x - wide / by / 2, y - high / by / 2, wide / by, high / by] : this.data.box;
    this.svg.attr("viewBox", this.view.join(" "));
  }
};
