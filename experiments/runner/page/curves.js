// A figure with curves (figures/drawing/content.py has its numbers): series on and off, an SVG to keep; its panels are in panel.js.
"use strict";
page.kinds.curves = (figure, data) => new page.Curves(figure, data).root;
page.Curves = class {
  constructor(figure, data) {
    this.figure = figure;
    this.off = new Set();  // names of series that have no option values, and "what:" and what is drawn beside a series; those at first that are not printed
    for (const one of data.panels.flatMap(panel => [...panel.curves, ...panel.lines])) if (one.off) this.off.add(`what:${one.what}`);
    this.curves = data.panels.flatMap(panel => panel.curves);
    this.panels = data.panels.map((panel, number) => new page.Panel(this, panel, `${figure.id}-${number}`));
    this.buttons = this.made();
    this.root = page.make("div", { class: "chart" }, page.make("div", { class: "tools", role: "group", "aria-label": "series" },
      ...this.buttons.map(([button]) => button), page.button("save as SVG", () => page.save(this.svg(), `${figure.id.slice(7)}.svg`))),
    page.make("div", { class: "panels" }, ...this.panels.map(panel => panel.root)));
    page.series.watchers.push(() => this.update());
  }
  // [button, whether it is on]: one per series, with its mark and line, then one per value drawn beside the main one of each series.
  made() {
    const names = [...new Set(this.curves.map(curve => curve.series))].filter(name => name);
    const beside = this.curves.filter(curve => curve.series && curve.what && (curve.look.includes("thin") || curve.look.includes("pale")));
    const series = names.length < 2 ? [] : names.map(name => {
      const own = this.curves.filter(curve => curve.series === name), apart = new Map(own.map(curve => [page.series.key(curve.values), curve]));
      const button = page.toggle(name, true, on => apart.forEach(curve => this.set(curve, on)), { class: "series" });
      button.prepend(page.Panel.sample(own[0]));
      return [button, () => own.some(curve => !this.hidden(curve))];
    });
    const lines = this.panels.flatMap(panel => panel.data.lines).filter(line => line.what);
    return [...series, ...[...new Set([...beside, ...lines].map(one => one.what))].map(what => [
      page.toggle(what, !this.off.has(`what:${what}`), on => this.set({ series: `what:${what}`, values: {} }, on), { class: "value" }), () => !this.off.has(`what:${what}`)])];
  }
  set(curve, on) {
    if (!Object.keys(curve.values).length) this.off[on ? "delete" : "add"](curve.series);
    page.series.set(curve.values, on);  // notifies all, this figure too
  }
  hidden(curve) { return this.off.has(curve.series) || (Object.keys(curve.values).length > 0 && page.series.hidden(curve.values)); }
  shown(curve) { return !this.hidden(curve) && !this.off.has(`what:${curve.what}`); }
  // Reference lines go with their series.
  lineShown(line) {
    const own = this.curves.filter(curve => curve.series === line.series);
    return !this.off.has(`what:${line.what}`) && (!line.series || !own.length || own.some(curve => !this.hidden(curve)));
  }
  update() {
    for (const [button, on] of this.buttons) button.setAttribute("aria-pressed", on());
    this.panels.forEach(panel => panel.draw());
  }
  // What is on the screen as one element: the panels below each other, then the series.
  svg() {
    const shown = this.buttons.filter(([button, on]) => on() && button.className === "series").map(([button]) => button);
    const svgs = this.panels.map(panel => panel.svg.node()), foot = d3.sum(svgs, svg => svg.height.baseVal.value);
    const root = d3.create("svg").attr("width", d3.max(svgs, svg => svg.width.baseVal.value)).attr("height", foot + 18 * shown.length + 8)
      .attr("xmlns", "http://www.w3.org/2000/svg").attr("font-family", "system-ui, sans-serif").attr("font-size", 11);
    page.add(root, "rect", { width: "100%", height: "100%", fill: "var(--paper)" });
    let top = 0;
    for (const svg of svgs) {
      d3.select(root.node().appendChild(svg.cloneNode(true))).attr("y", top).selectAll(".brush, .ring").remove();
      top += svg.height.baseVal.value;
    }
    shown.forEach((button, number) => {
      const line = page.add(root, "g", { transform: `translate(54,${foot + 18 * number})` });
      line.node().append(button.querySelector("svg").cloneNode(true));
      page.add(line, "text", { x: 34, y: 11, fill: "var(--ink)" }, button.textContent);
    });
    return root;
  }
};
