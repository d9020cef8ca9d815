// Elements, tables and figures. Text is always text: nothing here is parsed as HTML.

/** Makes an element; names of properties that begin with "on" are listeners. */
export function el(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), value);
    } else if (value === true) {
      element.setAttribute(key, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * Makes a table. A narrow screen shows its rows as cards, so that the roles of its parts are said.
 * A column has a title, and whether it is of numbers or wide.
 */
export function table(caption, columns) {
  const body = el("tbody", { role: "rowgroup" });
  const heads = columns.map((column) =>
    el("th", { scope: "col", role: "columnheader", class: column.number ? "number" : null }, column.title),
  );
  const element = el(
    "table",
    { role: "table" },
    el("caption", {}, caption),
    el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, heads)),
    body,
  );
  return { element, body, columns };
}

/** Makes a row; the first cell is its head. A cell is text, an element, or a list of these. */
export function row(of, cells) {
  return el("tr", { role: "row" }, cells.map((cell, i) => rowCell(of.columns[i], cell, i === 0)));
}

function rowCell(column, content, isHead) {
  const classes = [column.number ? "number" : "", column.wide ? "wide" : ""].join(" ").trim() || null;
  return isHead
    ? el("th", { scope: "row", role: "rowheader" }, content)
    : el("td", { role: "cell", class: classes, "data-label": column.title }, el("div", {}, content));
}

/** Says something to people who see the page, and to those who hear it. */
export function say(text) {
  const status = document.getElementById("status");
  status.textContent = text;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => (status.textContent = ""), 8000);
}

/** Asks a question that is answered by yes or no. */
export function ask(text) {
  const dialog = document.getElementById("question");
  document.getElementById("question-text").textContent = text;
  return new Promise((resolve) => {
    const form = dialog.querySelector("form");
    const end = (answer) => {
      form.onsubmit = null;
      dialog.oncancel = null;
      dialog.close();
      resolve(answer);
    };
    form.onsubmit = (event) => {
      event.preventDefault();
      end(true);
    };
    document.getElementById("question-no").onclick = () => end(false);
    dialog.oncancel = () => end(false);
    dialog.showModal();
  });
}

/** The local part of a name as {namespace}local. */
export function local(name) {
  return name.slice(name.indexOf("}") + 1);
}

/**
 * A name: its local part, with its namespace and something further behind; or the name that a description has for it,
 * with the local part behind where it is another one.
 */
export function named(name, further = "", described = null) {
  const shown = described || local(name);
  const other = shown === local(name) ? "" : local(name);
  const behind = [other, name.slice(1, Math.max(1, name.indexOf("}"))), further].filter((part) => part).join(" · ");
  return [shown || "(no operation)", el("span", { class: "faint" }, behind)];
}

const WHOLE = new Intl.NumberFormat("en");

export function count(number) {
  return WHOLE.format(number);
}

export function percent(share) {
  return (100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0) + " %";
}

export function bytes(number) {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = number;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return value.toFixed(unit > 0 && value < 10 ? 1 : 0) + " " + units[unit];
}

/** A time given in milliseconds. */
export function time(millis) {
  if (millis === 0) {
    return "–";
  }
  if (millis < 1) {
    return Math.max(1, Math.round(millis * 1000)) + " µs";
  }
  if (millis < 1000) {
    return millis.toFixed(millis < 10 ? 1 : 0) + " ms";
  }
  const seconds = millis / 1000;
  if (seconds < 120) {
    return seconds.toFixed(seconds < 10 ? 1 : 0) + " s";
  }
  return seconds < 7200 ? Math.round(seconds / 60) + " min" : (seconds / 3600).toFixed(1) + " h";
}
