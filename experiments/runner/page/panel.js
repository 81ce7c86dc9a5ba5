// Axes with curves in them: drawn anew whenever their width, the series shown, a scale or the part shown changes.
"use strict";
page.Panel = class {
  static MARKERS = { o: "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z", s: "M-.9-.9H.9V.9H-.9Z", "^": "M0-1.1L1.1 1H-1.1Z", v: "M0 1.1L1.1-1H-1.1Z", "<": "M-1.1 0L1-1.1V1.1Z",
    ">": "M1.1 0L-1-1.1V1.1Z", D: "M0-1.25L1.25 0L0 1.25L-1.25 0Z", P: "M-.4-1.1H.4V-.4H1.1V.4H.4V1.1H-.4V.4H-1.1V-.4H-.4Z",
    X: "M-1-.5L-.5-1L0-.5L.5-1L1-.5L.5 0L1 .5L.5 1L0 .5L-.5 1L-1 .5L-.5 0Z", h: "M0-1.1L.95-.55V.55L0 1.1L-.95 .55V-.55Z",
    p: "M0-1.1L1.05-.34L.65 .89H-.65L-1.05-.34Z", x: "M-1-1L1 1M-1 1L1-1", "+": "M-1.2 0H1.2M0-1.2V1.2", _: "M-1 0H1" };
  static DASHES = { solid: null, dashed: "5 3", dotted: "1.5 2.5", none: "0 99" };
  static colour = name => ({ "#000000": "var(--black)", "#555555": "var(--soft)" }[name] || name);
  static digits = (value, count = 6) => String(Number(value.toPrecision(count)));
  // Of a curve, for its button.
  static sample(curve) {
    const svg = d3.create("svg").attr("width", 28).attr("height", 14).attr("aria-hidden", "true");
    page.Panel.stroke(svg, curve, "M1 7H27");
    page.Panel.mark(svg, curve, 14, 7, curve.look.includes("hollow"));
    return svg.node();
  }
  static stroke(g, curve, d) {
    const pale = curve.look.includes("pale");
    page.add(g, "path", { class: "line", d, fill: "none", stroke: page.Panel.colour(curve.colour), "stroke-dasharray": page.Panel.DASHES[curve.line],
      "stroke-width": pale ? 5 : curve.look.includes("thin") ? 0.9 : 1.7, opacity: pale ? 0.35 : null });
  }
  static mark(g, curve, x, y, hollow, marker = curve.marker) {
    const colour = page.Panel.colour(curve.colour), size = curve.look.includes("thin") ? 2.4 : 3.8;
    if (marker) page.add(g, "path", { class: "mark", d: page.Panel.MARKERS[marker], transform: `translate(${x},${y}) scale(${size})`,
      fill: hollow ? "var(--paper)" : colour, stroke: colour, "stroke-width": 1.2 / size });
  }
  constructor(chart, data, id) {
    Object.assign(this, { chart, data, id, printed: { x: data.x.log, y: data.y.log }, part: {}, spots: [], at: null });
    this.title = [data.title, data.y.label].filter(text => text).join(data.title.endsWith(")") ? " " : ": ");
    const name = `${this.title || "values"} against ${data.x.label || "x"}`;
    this.log = this.printed;
    this.plot = page.make("div", { class: "plot", tabindex: 0, role: "application", "aria-roledescription": "chart", "aria-describedby": `${chart.figure.id}-desc`,
      "aria-label": `${name}. Arrow keys: points and series; plus and minus: zoom; 0: all.` });
    this.svg = d3.select(this.plot).append("svg").attr("role", "img").attr("aria-label", name).attr("font-size", 11);
    this.tip = page.tip(this.plot);
    this.scales = ["x", "y"].map(axis => page.toggle(`log ${axis}`, this.log[axis], on => this.rescale({ ...this.log, [axis]: on }),
      { class: "mode", ...data[axis].names && data[axis].names.length && { hidden: "" } }));
    this.root = page.make("div", { class: "panel" }, page.make("div", { class: "tools", role: "group", "aria-label": `axes ${data.title}`.trim() }, ...this.scales,
      page.button("+", () => this.zoom(1.5), { "aria-label": "zoom in" }), page.button("−", () => this.zoom(1 / 1.5), { "aria-label": "zoom out" }),
      page.button("reset", () => this.rescale(this.printed))), this.plot);
    this.svg.on("mousemove", () => this.point(this.nearest(d3.mouse(this.svg.node())), false)).on("mouseleave", () => this.point(null));
    this.plot.addEventListener("keydown", event => this.key(event));
    this.plot.addEventListener("blur", () => this.point(null));
    new ResizeObserver(() => this.plot.clientWidth !== this.width && this.draw()).observe(this.plot);
  }
  // All of the curves, on these scales.
  rescale(log) {
    Object.assign(this, { log, part: {} });
    this.scales.forEach((button, number) => button.setAttribute("aria-pressed", log["xy"[number]]));
    this.draw();
  }
  // The limits are those of the printed figure, and of what is switched on besides; where its scale is another, those of the numbers.
  scale(axis, range) {
    const log = this.log[axis], of = curves => curves.flatMap(curve => curve.spots.map(spot => spot["xy".indexOf(axis)])).filter(value => value !== null && (!log || value > 0));
    const [low, high] = d3.extent(of(this.data.curves)), same = log === this.data[axis].log || low === undefined;
    const limits = same ? this.data[axis].limits : log ? [low / 1.35, high * 1.35] : [Math.min(0, 1.06 * low), 1.06 * high];
    const more = axis === "y" ? of(this.data.curves.filter(curve => curve.off && this.chart.shown(curve))) : [];
    const wide = [d3.min([limits[0], ...more.map(value => log ? value / 1.1 : value)]), d3.max([limits[1], ...more.map(value => 1.1 * value)])];
    return (log ? d3.scaleLog() : d3.scaleLinear()).domain(this.part[axis] || wide).range(range);
  }
  draw() {
    this.width = this.plot.clientWidth;
    if (!this.width) return;
    const left = 54, top = 22, right = this.width - 12, high = Math.round(Math.min(360, Math.max(230, 0.68 * this.width))), bottom = high - 38;
    this.box = { left, right, top, bottom };
    this.svg.attr("width", this.width).attr("height", high).selectAll("*").remove();
    this.x = this.scale("x", [left, right]);
    this.y = this.scale("y", [bottom, top]);
    const names = this.data.x.names, marks = d3.axisBottom(this.x), every = Math.ceil(names.length * 55 / (right - left));
    if (names.length) marks.tickValues(d3.range(0, names.length, every)).tickFormat(place => names[place].length > 12 ? `${names[place].slice(0, 11)}…` : names[place]);
    this.axis("x", marks, bottom - top, (right - left) / 65, `translate(0,${bottom})`, `M${left} 0H${right}`);
    this.axis("y", d3.axisLeft(this.y), right - left, (bottom - top) / 38, `translate(${left},0)`, `M0 ${top}V${bottom}`);
    page.add(this.svg, "text", { x: (left + right) / 2, y: bottom + 33, "text-anchor": "middle", fill: "var(--ink)" }, this.data.x.label);
    page.add(this.svg, "text", { x: 4, y: 13, fill: "var(--ink)" }, this.title);
    page.add(page.add(this.svg, "clipPath", { id: `${this.id}-clip` }), "rect", { x: left, y: top - 5, width: right - left + 5, height: bottom - top + 10 });
    const inside = page.add(this.svg, "g", { "clip-path": `url(#${this.id}-clip)` });
    this.spots = [];
    const lines = this.data.lines.filter(line => this.chart.lineShown(line)), shown = this.data.curves.filter(curve => this.chart.shown(curve));
    lines.forEach(line => this.line(inside, line));
    const tops = shown.filter(curve => curve.look.includes("top") && curve.spots.some(spot => spot[4] === "saturated"));
    shown.forEach(curve => this.curve(page.add(inside, "g", { class: "curve" }), curve, top + 7 + 10 * tops.indexOf(curve)));
    this.name(page.add(this.svg, "g", { class: "names" }), lines.filter(line => !["tick", "triangle"].includes(line.end)));
    const brush = d3.brush().extent([[left, top], [right, bottom]]).touchable(false).on("end", () => d3.event.selection && this.show(d3.event.selection));
    page.add(this.svg, "g", { class: "brush" }).call(brush);
    this.point((this.at && this.at.curve && this.seen().find(spot => spot.curve === this.at.curve && spot.spot === this.at.spot)) || null);
  }
  axis(name, made, size, count, transform, d) {
    made.ticks(count).tickSize(-size).tickPadding(5);
    if (this.log[name]) {
      const [low, high] = this[name].domain(), steps = high / low > 500 ? [1] : high / low > 12 ? [1, 2, 5] : d3.range(1, 10);
      const every = Math.ceil(Math.log10(high / low) / count), power = value => Math.round(Math.log10(value / Number(value.toExponential()[0])));
      made.tickFormat(value => !steps.includes(Number(value.toExponential()[0])) || power(value) % every ? "" : value < 1e5 && value > 1e-4 ? value : value.toExponential().replace("+", ""));
    }
    const g = page.add(this.svg, "g", { class: `axis ${name}`, transform, "font-size": 11 }).call(made);
    g.selectAll("line").attr("stroke", "var(--line)");
    g.selectAll("text").attr("fill", "var(--ink)");
    g.select(".domain").attr("d", d).attr("stroke", "var(--strong)");
  }
  line(g, line) {
    const { left, right, top, bottom } = this.box, upright = line.axis === "x", at = this[line.axis](line.at), fill = page.Panel.colour(line.colour);
    if (!isFinite(at) || (line.end === "arrow" && at > right)) return;
    page.add(g, "path", { class: "reference", d: upright ? `M${at} ${top}V${bottom}` : `M${left} ${at}H${line.end ? left + 14 : right}`, stroke: fill,
      "stroke-width": line.end === "tick" ? 2.5 : 1.1, "stroke-dasharray": page.Panel.DASHES[line.line] });
    if (line.end === "triangle") page.add(g, "path", { d: `M${at} ${bottom - 7}l4 7h-8Z`, fill });
    this.spots.push({ x: upright ? at : line.end ? left + 7 : right, y: upright ? bottom - 3 : at, line });
  }
  // What each line is, along it, or at the right edge of one beyond; where a text would lie on another or on a mark it is the value alone, or nothing.
  name(g, lines) {
    const { left, right, top, bottom } = this.box, taken = this.spots.filter(spot => spot.curve).map(({ x, y }) => [x - 5, y - 5, x + 5, y + 5]);
    const free = ([x0, y0, x1, y1]) => x0 >= left && x1 <= right && y0 >= top && y1 <= bottom && taken.every(([a, b, c, d]) => x1 <= a || c <= x0 || y1 <= b || d <= y0);
    for (const line of [...lines].sort((a, b) => a.at - b.at)) {
      const upright = line.axis === "x", at = this[line.axis](line.at), beyond = line.end === "arrow" && at > right;
      if (!isFinite(at) || (!beyond && (upright ? at < left || at > right : at < top || at > bottom))) continue;
      const value = `${page.Panel.digits(line.at, 4)}${beyond ? " →" : ""}`, own = line.end === "arrow" ? `${line.series} ${line.label}` : line.label;
      const made = page.add(g, "text", { fill: page.Panel.colour(line.colour), "font-size": 10 });
      for (const text of [`${own} ${value}`.trim(), `${line.label} ${value}`.trim(), value]) {
        const long = made.text(text).node().getComputedTextLength(), places = [];
        for (let along = 0; along < (upright ? bottom - top : right - left); along += 6) places.push(...beyond ? [[right - 2 - long, top + along]]
          : upright ? [at + 2, at - 13].map(x => [x, top + 3 + along]) : [at - 13, at + 2].map(y => [right - 2 - long - along, y]));
        const [wide, high] = upright && !beyond ? [11, long] : [long, 11], found = places.find(([x, y]) => free([x, y, x + wide, y + high]));
        made.text(found ? text : "");
        if (!found) continue;
        taken.push([found[0], found[1], found[0] + wide, found[1] + high]);
        made.attr("transform", upright && !beyond ? `translate(${found[0] + 9},${found[1] + long}) rotate(-90)` : `translate(${found[0]},${found[1] + 9})`);
        break;
      }
    }
  }
  curve(g, curve, top) {
    const { x, y } = this, has = name => curve.look.includes(name), placed = spot => spot[1] !== null && isFinite(x(spot[0])) && isFinite(y(spot[1]));
    const line = d3.line().x(spot => x(spot[0])).y(spot => y(spot[1])).defined(spot => placed(spot) && (spot[4] === "" || has("through")));
    if (has("steps")) line.curve(d3.curveStepAfter);
    if (has("steps-before")) line.curve(d3.curveStepBefore);
    if (curve.line !== "none") page.Panel.stroke(g, curve, line(curve.spots));
    for (const spot of curve.spots) {
      const saturated = spot[4] === "saturated", above = saturated && spot[1] === null && has("top"), hole = spot[4] === "no result";
      const [across, up] = [x(spot[0]), above ? top : hole ? this.box.bottom - 4 : placed(spot) ? y(spot[1]) : NaN];
      if (!isFinite(across) || !isFinite(up)) continue;
      const d = `M${across} ${y(spot[2])}V${y(spot[3])}`.replace(/NaN|-?Infinity/, this.box.bottom);
      if (spot[2] !== null) page.add(g, "path", { class: "bar", d, stroke: page.Panel.colour(curve.colour) });
      const drawn = spot[4] === "undecided" ? page.add(g, "g", { class: "undecided", opacity: 0.4 }) : g;
      page.Panel.mark(drawn, curve, across, up, saturated || has("hollow"), hole ? "x" : curve.marker);
      if (curve.marker || hole) this.spots.push({ x: across, y: up, curve, spot });
    }
  }
  // The spots in the part that is shown.
  seen() {
    const { left, right, top, bottom } = this.box;
    return this.spots.filter(spot => spot.x > left - 1 && spot.x < right + 1 && spot.y > top - 1 && spot.y < bottom + 1);
  }
  nearest([x, y]) {
    const far = spot => Math.hypot(spot.x - x, spot.y - y), near = this.seen().filter(spot => far(spot) < 30);
    return near.length ? near[d3.scan(near, (a, b) => far(a) - far(b))] : null;
  }
  // Shows what is at a spot, or nothing; `aloud`: screen readers say it.
  point(spot, aloud) {
    this.at = spot;
    this.svg.selectAll(".ring").remove();
    if (!spot) return this.tip.hide();
    page.add(this.svg, "circle", { class: "ring", cx: spot.x, cy: spot.y, r: 7, fill: "none", stroke: "var(--ink)" });
    return this.tip.show(this.text(spot), spot.x, spot.y, aloud);
  }
  text({ curve, spot, line }) {
    const named = (axis, value, name) => {
      const unit = /\(([^)]*)\)/.exec(this.data[axis].label);
      return `${name || this.data[axis].label.split(/ \(|, /)[0]}: ${page.Panel.digits(value)}${unit ? ` ${unit[1]}` : ""}`;
    };
    if (line) return `${line.series}\n${named(line.axis, line.at, line.label)}`.trim();
    const [x, y, low, high, state] = spot, between = low === null ? "" : ` (${page.Panel.digits(low)} to ${page.Panel.digits(high)})`;
    return [curve.series, this.data.x.names.length ? this.data.x.names[Math.round(x)] : named("x", x), y === null ? "" : named("y", y, curve.what) + between, state].filter(text => text).join("\n");
  }
  key(event) {
    const own = this.seen().filter(spot => spot.curve), curves = [...new Set(own.map(spot => spot.curve))], now = own.includes(this.at) ? this.at : null;
    const act = { "+": () => this.zoom(1.5), "=": () => this.zoom(1.5), "-": () => this.zoom(1 / 1.5), 0: () => this.rescale(this.printed), Escape: () => this.point(null) }[event.key];
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -own.length, End: own.length }[event.key], turn = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || !(act || (own.length && (step || turn)))) return;
    event.preventDefault();
    if (act) return act();
    const number = now ? curves.indexOf(now.curve) + (turn || 0) : 0, along = own.filter(spot => spot.curve === curves[(number + curves.length) % curves.length]);
    const at = now && turn ? d3.scan(along, (a, b) => Math.abs(a.x - now.x) - Math.abs(b.x - now.x)) : (now ? along.indexOf(now) : -1) + (step || 1);
    this.point(along[Math.max(0, Math.min(at, along.length - 1))], true);
  }
  // Around the spot that is shown, or the middle.
  zoom(by) {
    const { left, right, top, bottom } = this.box, x = this.at ? this.at.x : (left + right) / 2, y = this.at ? this.at.y : (top + bottom) / 2;
    this.show([[x - (x - left) / by, y - (y - top) / by], [x + (right - x) / by, y + (bottom - y) / by]]);
  }
  // The part between two corners, if it is more than a slip of the pointer.
  show([[left, top], [right, bottom]]) {
    if (right - left > 5 && bottom - top > 5) this.part = { x: [this.x.invert(left), this.x.invert(right)], y: [this.y.invert(bottom), this.y.invert(top)] };
    this.draw();
  }
};
