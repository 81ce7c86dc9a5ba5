// Axes with curves in them: drawn anew whenever their width, the series shown, a scale or the part shown changes.
"use strict";
page.EDGE = { left: 54, right: 12, top: 22, bottom: 38 };

page.Panel = class {
  static MARKERS = { o: "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z", s: "M-.9-.9H.9V.9H-.9Z", "^": "M0-1.1L1.1 1H-1.1Z", v: "M0 1.1L1.1-1H-1.1Z", "<": "M-1.1 0L1-1.1V1.1Z",
    ">": "M1.1 0L-1-1.1V1.1Z", D: "M0-1.25L1.25 0L0 1.25L-1.25 0Z", P: "M-.4-1.1H.4V-.4H1.1V.4H.4V1.1H-.4V.4H-1.1V-.4H-.4Z",
    X: "M-1-.5L-.5-1L0-.5L.5-1L1-.5L.5 0L1 .5L.5 1L0 .5L-.5 1L-1 .5L-.5 0Z", h: "M0-1.1L.95-.55V.55L0 1.1L-.95 .55V-.55Z",
    p: "M0-1.1L1.05-.34L.65 .89H-.65L-1.05-.34Z", x: "M-1-1L1 1M-1 1L1-1", "+": "M-1.2 0H1.2M0-1.2V1.2", _: "M-1 0H1" };
  static DASHES = { solid: null, dashed: "5 3", dotted: "1.5 2.5", none: "0 99" };
  static colour = name => ({ "#000000": "var(--black)", "#555555": "var(--soft)" }[name] || name);

  // Of a curve, for its button.
  static sample(curve) {
    const svg = d3.create("svg").attr("width", 28).attr("height", 14).attr("aria-hidden", "true");
    page.Panel.stroke(svg.append("path").attr("d", "M1 7H27"), curve);
    page.Panel.mark(svg, curve, 14, 7, curve.look.includes("hollow"));
    return svg.node();
  }

  static stroke(path, curve) {
    const pale = curve.look.includes("pale");
    return path.attr("fill", "none").attr("stroke", page.Panel.colour(curve.colour)).attr("stroke-dasharray", page.Panel.DASHES[curve.line])
      .attr("stroke-width", pale ? 5 : curve.look.includes("thin") ? 0.9 : 1.7).attr("opacity", pale ? 0.35 : null);
  }

  static mark(g, curve, x, y, hollow, marker = curve.marker) {
    const colour = page.Panel.colour(curve.colour), size = curve.look.includes("thin") ? 2.4 : 3.8;
    return marker && g.append("path").attr("class", "mark").attr("d", page.Panel.MARKERS[marker]).attr("transform", `translate(${x},${y}) scale(${size})`)
      .attr("fill", hollow ? "var(--paper)" : colour).attr("stroke", colour).attr("stroke-width", 1.2 / size);
  }

  constructor(chart, data, id) {
    Object.assign(this, { chart, data, id, log: { x: data.x.log, y: data.y.log }, part: {}, spots: [], at: null });
    const name = [data.title, `${data.y.label || "values"} against ${data.x.label || "x"}`].join(" ").trim();
    this.plot = page.make("div", { class: "plot", tabindex: 0, role: "application", "aria-roledescription": "chart", "aria-label":
      `${name}. Arrow keys: points and series; plus and minus: zoom; 0: all.`, "aria-describedby": `${chart.figure.id}-desc` });
    this.svg = d3.select(this.plot).append("svg").attr("role", "img").attr("aria-label", name).attr("font-size", 11);
    this.tip = page.tip(this.plot);
    this.root = page.make("div", { class: "panel" }, this.tools(), this.plot);
    this.svg.on("mousemove", () => this.point(this.nearest(d3.mouse(this.svg.node())), false)).on("mouseleave", () => this.point(null));
    this.plot.addEventListener("keydown", event => this.key(event));
    this.plot.addEventListener("blur", () => this.point(null));
    new ResizeObserver(() => this.plot.clientWidth !== this.width && this.draw()).observe(this.plot);
  }

  tools() {
    const scales = ["x", "y"].map(axis => page.toggle(`log ${axis}`, this.log[axis], on => {
      this.log[axis] = on;
      delete this.part[axis];
      this.draw();
    }, { class: "mode" }));
    return page.make("div", { class: "tools", role: "group", "aria-label": `axes ${this.data.title}`.trim() }, ...scales,
      page.button("+", () => this.zoom(1.5), { "aria-label": "zoom in" }), page.button("−", () => this.zoom(1 / 1.5), { "aria-label": "zoom out" }),
      page.button("reset", () => this.reset()));
  }

  reset() {
    this.part = {};
    this.log = { x: this.data.x.log, y: this.data.y.log };
    this.root.querySelectorAll(".mode").forEach((button, number) => button.setAttribute("aria-pressed", this.log["xy"[number]]));
    this.draw();
  }

  // The limits of an axis: those of the printed figure, or, where the scale is not, those of what is drawn.
  limits(axis) {
    const own = this.data[axis], place = "xy".indexOf(axis);
    if (this.log[axis] === own.log) return own.limits;
    const values = this.data.curves.flatMap(curve => curve.spots.map(spot => spot[place])).filter(value => value !== null && (!this.log[axis] || value > 0));
    const [low, high] = d3.extent(values.length ? values : [1, 10]);
    return this.log[axis] ? [low / 1.35, high * 1.35] : [Math.min(0, 1.06 * low), Math.max(1.06 * high, Number.MIN_VALUE)];
  }

  scale(axis, range) {
    return (this.log[axis] ? d3.scaleLog() : d3.scaleLinear()).domain(this.part[axis] || this.limits(axis)).range(range);
  }

  draw() {
    this.width = this.plot.clientWidth;
    if (!this.width) return;
    const { left, right, top, bottom } = page.EDGE, wide = this.width, high = Math.round(Math.min(360, Math.max(230, 0.68 * wide)));
    this.box = { left, right: wide - right, top, bottom: high - bottom };
    this.svg.attr("width", wide).attr("height", high).selectAll("*").remove();
    this.x = this.scale("x", [this.box.left, this.box.right]);
    this.y = this.scale("y", [this.box.bottom, this.box.top]);
    this.axes();
    this.svg.append("clipPath").attr("id", `${this.id}-clip`).append("rect").attr("x", left).attr("y", top - 5).attr("width", wide - left - right + 5)
      .attr("height", high - top - bottom + 10);
    const inside = this.svg.append("g").attr("clip-path", `url(#${this.id}-clip)`);
    this.spots = [];
    this.data.lines.filter((line, number) => this.chart.lineShown(line) && this.first(line, number)).forEach(line => this.line(inside, line));
    const shown = this.data.curves.filter(curve => this.chart.shown(curve));
    const tops = shown.filter(curve => curve.look.includes("top") && curve.spots.some(spot => spot[4] === "saturated"));
    shown.forEach(curve => this.curve(inside.append("g").attr("class", "curve"), curve, top + 7 + 10 * tops.indexOf(curve)));
    const brush = d3.brush().extent([[left, top], [wide - right, high - bottom]]).touchable(false).on("end", () => this.brushed(d3.event.selection));
    this.svg.append("g").attr("class", "brush").call(brush);
    this.point(null);
  }

  axes() {
    const { left, right, top, bottom } = this.box, { x, y, svg } = this;
    const draw = (axis, made, size, where) => {
      const count = (axis === "x" ? right - left : bottom - top) / (axis === "x" ? 65 : 38);
      made.ticks(count, this.log[axis] ? "~g" : null).tickSize(-size).tickPadding(5);
      const g = svg.append("g").attr("class", `axis ${axis}`).attr("transform", where).attr("font-size", 11).call(made);
      g.selectAll("line").attr("stroke", "var(--line)");
      g.selectAll("text").attr("fill", "var(--ink)");
      g.select(".domain").attr("d", axis === "x" ? `M${left} 0H${right}` : `M0 ${top}V${bottom}`).attr("stroke", "var(--strong)");
    };
    draw("x", d3.axisBottom(x), bottom - top, `translate(0,${bottom})`);
    draw("y", d3.axisLeft(y), right - left, `translate(${left},0)`);
    const label = (text, attributes) => Object.entries(attributes).reduce((own, [key, value]) => own.attr(key, value), svg.append("text")).attr("fill", "var(--ink)").text(text);
    label(this.data.x.label, { x: (left + right) / 2, y: bottom + 33, "text-anchor": "middle" });
    label([this.data.title, this.data.y.label].join(" ").trim(), { x: 4, y: 13 });
  }

  // Whether a reference line is not drawn already: several series may share it.
  first(line, number) {
    const same = other => other.axis === line.axis && other.at === line.at && other.label === line.label && other.colour === line.colour && !line.end;
    return this.data.lines.findIndex((other, at) => at === number || (same(other) && this.chart.lineShown(other))) === number;
  }

  line(g, line) {
    const { left, right, top, bottom } = this.box, at = this[line.axis](line.at), colour = page.Panel.colour(line.colour);
    if (!isFinite(at)) return;
    const path = line.axis === "x" ? `M${at} ${top}V${bottom}` : `M${left} ${at}H${line.end === "tick" ? left + 14 : right}`;
    g.append("path").attr("class", "reference").attr("d", path).attr("stroke", colour).attr("stroke-width", line.end === "tick" ? 2.5 : 1.1)
      .attr("stroke-dasharray", page.Panel.DASHES[line.line]);
    if (line.end === "triangle") g.append("path").attr("d", `M${at} ${bottom - 7}l4 7h-8Z`).attr("fill", colour);
    const where = line.axis === "x" ? [at, bottom - 3] : [line.end ? left + 7 : right, at];
    this.spots.push({ x: where[0], y: where[1], curve: { series: line.series, what: line.label }, spot: [null, null, null, null, ""], line });
    if (line.end) return;
    const text = g.append("text").attr("fill", colour).attr("font-size", 10).attr("text-anchor", "end").text(`${line.label} ${page.Panel.digits(line.at, 4)}`);
    if (line.axis === "x") text.attr("transform", `translate(${at + (at > right - 14 ? -4 : 11)},${top + 4}) rotate(-90)`);
    else text.attr("x", right).attr("y", at - 3);
  }

  curve(g, curve, top) {
    const { x, y } = this, has = name => curve.look.includes(name), placed = spot => spot[1] !== null && isFinite(x(spot[0])) && isFinite(y(spot[1]));
    const joined = spot => placed(spot) && (spot[4] === "" || has("through"));
    const line = d3.line().x(spot => x(spot[0])).y(spot => y(spot[1])).defined(joined);
    if (has("steps")) line.curve(d3.curveStepAfter);
    if (has("steps-before")) line.curve(d3.curveStepBefore);
    if (curve.line !== "none") page.Panel.stroke(g.append("path").attr("class", "line").attr("d", line(curve.spots)), curve);
    for (const spot of curve.spots) {
      const saturated = spot[4] === "saturated", above = saturated && spot[1] === null && has("top"), hole = spot[4] === "no result";
      const where = [x(spot[0]), above ? top : hole ? this.box.bottom - 4 : placed(spot) ? y(spot[1]) : NaN];
      if (!where.every(isFinite)) continue;
      if (spot[2] !== null) g.append("path").attr("class", "bar").attr("d", `M${where[0]} ${y(spot[2])}V${y(spot[3])}`.replace(/NaN|-?Infinity/, this.box.bottom))
        .attr("stroke", page.Panel.colour(curve.colour));
      page.Panel.mark(g, curve, ...where, saturated || has("hollow"), hole ? "x" : curve.marker);
      if (curve.marker || hole) this.spots.push({ x: where[0], y: where[1], curve, spot });
    }
  }

  nearest([x, y]) {
    const far = spot => Math.hypot(spot.x - x, spot.y - y), { left, right, top, bottom } = this.box;
    const near = this.spots.filter(spot => spot.x >= left - 1 && spot.x <= right + 1 && spot.y >= top - 1 && spot.y <= bottom + 1);
    const best = near[d3.scan(near, (a, b) => far(a) - far(b))];
    return best && far(best) < 30 ? best : null;
  }

  // Shows what is at a spot, or nothing; `aloud`: screen readers say it.
  point(spot, aloud) {
    this.at = spot;
    this.svg.selectAll(".ring").remove();
    if (!spot) return this.tip.hide();
    this.svg.append("circle").attr("class", "ring").attr("cx", spot.x).attr("cy", spot.y).attr("r", 7).attr("fill", "none").attr("stroke", "var(--ink)");
    this.tip.show(this.text(spot), spot.x, spot.y, aloud);
  }

  static digits = (value, count = 6) => String(Number(value.toPrecision(count)));

  text({ curve, spot: [x, y, low, high, state], line }) {
    const named = (axis, value, name) => {
      const unit = /\(([^)]*)\)/.exec(this.data[axis].label);
      return `${name || this.data[axis].label.split(/ \(|, /)[0]}: ${page.Panel.digits(value)}${unit ? ` ${unit[1]}` : ""}`;
    };
    if (line) return [line.series, named(line.axis, line.at, line.label)].filter(text => text).join("\n");
    const between = low === null ? "" : ` (${page.Panel.digits(low)} to ${page.Panel.digits(high)})`;
    return [curve.series, named("x", x), y === null ? "" : named("y", y, curve.what) + between, state].filter(text => text).join("\n");
  }

  key(event) {
    const zoom = { "+": () => this.zoom(1.5), "=": () => this.zoom(1.5), "-": () => this.zoom(1 / 1.5), 0: () => this.reset(), Escape: () => this.point(null) };
    const own = this.spots.filter(spot => !spot.line), curves = [...new Set(own.map(spot => spot.curve))];
    const now = this.at && !this.at.line ? this.at : null, number = now ? curves.indexOf(now.curve) : 0;
    const along = own.filter(spot => spot.curve === curves[number]), at = now ? along.indexOf(now) : -1;
    const beside = step => {
      const next = own.filter(spot => spot.curve === curves[(number + step + curves.length) % curves.length]);
      return now ? next[d3.scan(next, (a, b) => Math.abs(a.x - now.x) - Math.abs(b.x - now.x))] : next[0];
    };
    const move = { ArrowRight: () => along[Math.min(at + 1, along.length - 1)], ArrowLeft: () => along[Math.max(at - 1, 0)], Home: () => along[0],
      End: () => along[along.length - 1], ArrowUp: () => beside(-1), ArrowDown: () => beside(1) };
    if (event.ctrlKey || event.altKey || event.metaKey || !(zoom[event.key] || (move[event.key] && own.length))) return;
    event.preventDefault();
    if (zoom[event.key]) zoom[event.key]();
    else this.point(move[event.key](), true);
  }

  // Around the spot that is shown, or the middle.
  zoom(by) {
    const { left, right, top, bottom } = this.box, x = this.at ? this.at.x : (left + right) / 2, y = this.at ? this.at.y : (top + bottom) / 2;
    this.show([[x - (x - left) / by, y - (y - top) / by], [x + (right - x) / by, y + (bottom - y) / by]]);
  }

  brushed(selection) {
    if (selection && selection[1].every((end, axis) => end - selection[0][axis] > 5)) this.show(selection);
    else if (selection) this.draw();
  }

  show([[left, top], [right, bottom]]) {
    this.part = { x: [this.x.invert(left), this.x.invert(right)], y: [this.y.invert(bottom), this.y.invert(top)] };
    this.draw();
  }
};
