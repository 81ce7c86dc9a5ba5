// A table with a row a point: sorted by a click on a column's name, filtered by the series chosen in the figures or here, commands to copy.
"use strict";
page.points = details => {
  const table = details.querySelector("table"), body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
  const names = heads.map(head => head.textContent), texts = new Map(rows.map(row => [row, [...row.cells].map(cell => cell.textContent.trim())]));
  const said = page.make("output", {}), command = names.indexOf("command"), key = names.indexOf("key");
  const of = (row, by) => Object.fromEntries(by.map(name => [name, texts.get(row)[names.indexOf(name)]]));
  const by = JSON.parse(details.dataset.by), series = new Map(rows.map(row => [page.series.key(of(row, by)), of(row, by)]));
  const buttons = series.size < 2 || series.size > 24 || series.size === rows.length ? [] : [...series.values()].map(values =>
    page.toggle(Object.values(values).join(", "), true, on => page.series.set(values, on), { class: "series" }));
  // What is empty stands last.
  const sort = (head, number) => {
    const down = head.getAttribute("aria-sort") === "ascending", value = row => texts.get(row)[number];
    const amounts = texts => texts.map(text => text.split("/").reduce((one, other) => one / other));  // 5/18 is a number
    const order = (a, b) => { const [x, y] = amounts([a, b]); return isFinite(x) && isFinite(y) ? x - y : a < b ? -1 : a > b; };
    const compare = (a, b) => a === "" || b === "" ? (a === "") - (b === "") : order(a, b) * (down ? -1 : 1);
    heads.forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    body.append(...rows.sort((a, b) => compare(value(a), value(b))));
  };
  const filter = () => {
    const hidden = [...page.series.off.values()].map(values => Object.entries(values).filter(([name]) => names.includes(name))).filter(own => own.length);
    for (const row of rows) row.hidden = hidden.some(own => own.every(([name, value]) => texts.get(row)[names.indexOf(name)] === value));
    [...series.values()].forEach((values, number) => buttons[number] && buttons[number].setAttribute("aria-pressed", !page.series.hidden(values)));
    const left = rows.filter(row => !row.hidden).length;
    said.textContent = left < rows.length ? `${left} of ${rows.length} points` : "";
  };
  const copy = async row => {
    await navigator.clipboard.writeText(texts.get(row)[command]).catch(() => {
      const area = details.appendChild(page.make("textarea", {}, texts.get(row)[command]));
      area.select();
      document.execCommand("copy");
      area.remove();
    });
    said.textContent = `copied the command of ${texts.get(row)[key]}`;
  };
  heads.forEach((head, number) => head.replaceChildren(page.button(names[number], () => sort(head, number))));
  if (command >= 0) rows.forEach(row => row.cells[command].prepend(page.button("copy command", () => copy(row), { "aria-label": `copy command of ${texts.get(row)[key]}` })));
  details.querySelector("summary").after(page.make("div", { class: "tools" }, ...buttons, said));
  page.series.watchers.push(filter);
};
