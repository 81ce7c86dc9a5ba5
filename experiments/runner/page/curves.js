// A figure with curves (figures/content.py has its numbers): series on and off, an SVG to keep; its panels are in panel.js.
"use strict";
page.kinds.curves = (figure, data) => new page.Curves(figure, data).root;

page.Curves = class {
  constructor(figure, data) {
    this.figure = figure;
    this.off = new Set();  // of what has no option values: names of series, and which values of a series
    this.curves = data.panels.flatMap(panel => panel.curves);
    this.panels = data.panels.map((panel, number) => new page.Panel(this, panel, `${figure.id}-${number}`));
    this.legend = page.make("div", { class: "tools", role: "group", "aria-label": "series" });
    this.root = page.make("div", { class: "chart" }, this.legend, page.make("div", { class: "panels" }, ...this.panels.map(panel => panel.root)));
    this.buttons = [...this.seriesButtons(), ...this.valueButtons()];
    this.legend.append(...this.buttons.map(([button]) => button), page.button("save as SVG", () => page.save(this.svg(), `${figure.id.slice(7)}.svg`)));
    page.series.watchers.push(() => this.update());
  }

  // [button, whether it is on]: one per series, with its mark and line.
  seriesButtons() {
    const names = [...new Set(this.curves.map(curve => curve.series))].filter(name => name);
    return names.length < 2 ? [] : names.map(name => {
      const own = this.curves.filter(curve => curve.series === name);
      const button = page.toggle(name, true, on => this.set(own, on), { class: "series" });
      button.prepend(page.Panel.sample(own[0]));
      return [button, () => own.some(curve => !this.hidden(curve))];
    });
  }

  // The same for what is drawn beside the main value of each series.
  valueButtons() {
    const beside = curve => curve.series && curve.what && (curve.look.includes("thin") || curve.look.includes("pale"));
    return [...new Set(this.curves.filter(beside).map(curve => curve.what))].map(what => [page.toggle(what, true, on => {
      if (on) this.off.delete(`what:${what}`);
      else this.off.add(`what:${what}`);
      this.update();
    }, { class: "value" }), () => !this.off.has(`what:${what}`)]);
  }

  set(own, on) {
    for (const curve of own) {
      if (Object.keys(curve.values).length) page.series.set(curve.values, on);
      else if (on) this.off.delete(curve.series);
      else this.off.add(curve.series);
    }
    this.update();
  }

  // Whether its series is switched off.
  hidden(curve) {
    return this.off.has(curve.series) || (Object.keys(curve.values).length > 0 && page.series.hidden(curve.values));
  }

  shown(curve) {
    return !this.hidden(curve) && !this.off.has(`what:${curve.what}`);
  }

  // Reference lines go with their series.
  lineShown(line) {
    const own = this.curves.filter(curve => curve.series === line.series);
    return !line.series || !own.length || own.some(curve => !this.hidden(curve));
  }

  update() {
    for (const [button, on] of this.buttons) button.setAttribute("aria-pressed", on());
    this.panels.forEach(panel => panel.draw());
  }

  // What is on the screen as one document: the panels below each other, then the series.
  svg() {
    const sizes = this.panels.map(panel => [Number(panel.svg.attr("width")), Number(panel.svg.attr("height"))]);
    const shown = this.buttons.filter(([button, on]) => on() && button.className === "series").map(([button]) => button);
    const width = Math.max(...sizes.map(([wide]) => wide)), foot = sizes.reduce((sum, [, high]) => sum + high, 0);
    const root = d3.create("svg").attr("xmlns", "http://www.w3.org/2000/svg").attr("width", width).attr("height", foot + 18 * shown.length + 8)
      .attr("font-family", "system-ui, sans-serif").attr("font-size", 11);
    root.append("rect").attr("width", "100%").attr("height", "100%").attr("fill", "var(--paper)");
    let top = 0;
    this.panels.forEach((panel, number) => {
      const copy = panel.svg.node().cloneNode(true);
      d3.select(copy).attr("y", top).attr("role", null).selectAll(".brush, .ring").remove();
      root.node().append(copy);
      top += sizes[number][1];
    });
    for (const button of shown) {
      const line = root.append("g").attr("transform", `translate(${page.EDGE.left},${top})`);
      line.node().append(button.querySelector("svg").cloneNode(true));
      line.append("text").attr("x", 34).attr("y", 11).attr("fill", "var(--ink)").text(button.textContent);
      top += 18;
    }
    const colours = { "--ink": "#222", "--paper": "#fff", "--soft": "#555", "--line": "#ddd", "--black": "#000", "--strong": "#888" };
    return new XMLSerializer().serializeToString(root.node()).replace(/var\((--[a-z]+)\)/g, (_, name) => colours[name]);
  }
};
