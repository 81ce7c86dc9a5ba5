// What the live parts of a page share, and their start. A figure's kind is a function of page.kinds (page/__init__.py says how one is added).
"use strict";
const page = {
  kinds: {},
  // An element with attributes and children (texts or elements).
  make(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  },
  button(text, click, attributes = {}) {
    const made = page.make("button", { type: "button", ...attributes }, text);
    made.addEventListener("click", () => click(made));
    return made;
  },
  // A button that is on or off; `change(on)` is called.
  toggle(text, on, change, attributes = {}) {
    return page.button(text, made => {
      made.setAttribute("aria-pressed", made.getAttribute("aria-pressed") !== "true");
      change(made.getAttribute("aria-pressed") === "true");
    }, { "aria-pressed": on, ...attributes });
  },
  // A child of an SVG element (of d3), with attributes; null leaves one out.
  add(parent, name, attributes = {}, text = null) {
    const made = parent.append(name).text(text);
    for (const [key, value] of Object.entries(attributes)) made.attr(key, value);
    return made;
  },
  // A box of text beside a place of `host` (an element with position: relative); `aloud`: screen readers say it too.
  tip(host) {
    const box = page.make("div", { class: "tip", hidden: "" }), said = page.make("div", { class: "unseen", "aria-live": "polite" });
    host.append(box, said);
    const show = (text, x, y, aloud) => {
      [box.textContent, box.hidden, said.textContent] = [text, false, aloud ? text : ""];
      box.style.left = `${Math.max(0, Math.min(x + 12, host.clientWidth - box.offsetWidth))}px`;
      box.style.top = `${y - box.offsetHeight - 12 < 0 ? y + 14 : y - box.offsetHeight - 12}px`;
    };
    return { show, hide() { box.hidden = true; } };
  },
  // The series that are switched off, by their option values, in all figures and tables of the page; all listeners are notified.
  series: {
    off: new Map(),
    watchers: [],
    key: values => JSON.stringify(Object.entries(values).sort()),
    hidden: values => page.series.off.has(page.series.key(values)),
    set(values, on) {
      if (on || !Object.keys(values).length) page.series.off.delete(page.series.key(values));
      else page.series.off.set(page.series.key(values), values);
      page.series.watchers.forEach(watcher => watcher());
    },
  },
  // Gives the user an SVG element (of d3) as a file that needs no page around it.
  save(svg, name) {
    const colours = { "--ink": "#222", "--paper": "#fff", "--soft": "#555", "--line": "#ddd", "--black": "#000", "--strong": "#888" };
    const text = new XMLSerializer().serializeToString(svg.node()).replace(/var\((--[a-z]+)\)/g, (_, name) => colours[name]);
    const link = page.make("a", { href: URL.createObjectURL(new Blob([text], { type: "image/svg+xml" })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  },
  start() {
    for (const data of document.querySelectorAll("script[data-for]")) {
      const content = JSON.parse(data.textContent), figure = document.getElementById(data.dataset.for);
      if (!page.kinds[content.kind]) continue;
      figure.prepend(page.kinds[content.kind](figure, content));
      figure.firstChild.classList.add("live");
      figure.classList.add("live");
    }
    if (page.points) document.querySelectorAll("details.points").forEach(page.points);
  },
};
document.addEventListener("DOMContentLoaded", page.start);
