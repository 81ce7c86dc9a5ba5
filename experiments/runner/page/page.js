// What the live parts of a page share, and their start. A figure's kind is a function of page.kinds (page/__init__.py says how one is added).
"use strict";
const page = {
  kinds: {},

  // An element with attributes and children (texts or elements).
  make(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
    made.append(...children);
    return made;
  },

  button(text, click, attributes = {}) {
    const made = page.make("button", { type: "button", ...attributes }, text);
    made.addEventListener("click", () => click(made));
    return made;
  },

  // A button that is on or off; `change(on)` is told.
  toggle(text, on, change, attributes = {}) {
    return page.button(text, made => {
      const now = made.getAttribute("aria-pressed") !== "true";
      made.setAttribute("aria-pressed", now);
      change(now, made);
    }, { "aria-pressed": on, ...attributes });
  },

  // A box of text beside a place of `host` (an element with position: relative), and for screen readers what it says.
  tip(host) {
    const box = page.make("div", { class: "tip", hidden: "" }), said = page.make("div", { class: "unseen", "aria-live": "polite" });
    host.append(box, said);
    return {
      show(text, x, y, aloud) {
        box.textContent = text;
        box.hidden = false;
        box.style.left = `${Math.max(0, Math.min(x + 12, host.clientWidth - box.offsetWidth))}px`;
        box.style.top = `${y - box.offsetHeight - 12 < 0 ? y + 14 : y - box.offsetHeight - 12}px`;
        if (aloud) said.textContent = text;
      },
      hide() { box.hidden = true; },
    };
  },

  // The series that are switched off, in all figures and tables of the page: option values -> told to all who watch.
  series: {
    off: new Map(),
    watchers: [],
    key: values => JSON.stringify(Object.entries(values).sort()),
    hidden(values) { return page.series.off.has(page.series.key(values)); },
    set(values, on) {
      if (on) page.series.off.delete(page.series.key(values));
      else page.series.off.set(page.series.key(values), values);
      page.series.watchers.forEach(watcher => watcher());
    },
  },

  // Gives an SVG document to the user as a file.
  save(svg, name) {
    const link = page.make("a", { href: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  },

  start() {
    for (const data of document.querySelectorAll("script[data-for]")) {
      const content = JSON.parse(data.textContent), figure = document.getElementById(data.dataset.for), kind = page.kinds[content.kind];
      const made = kind && kind(figure, content);
      if (!made) continue;
      made.classList.add("live");
      figure.classList.add("live");
      figure.prepend(made);
    }
    if (page.points) document.querySelectorAll("details.points").forEach(page.points);
  },
};
document.addEventListener("DOMContentLoaded", page.start);
