// What is kept: search, look, purge.

import { call } from "./api.js";
import { ask, bytes, count, el, local, named, row, say, table, time } from "./dom.js";
import { form } from "./purge.js";

export function show(main) {
  const search = el("input", { id: "search", type: "search", autocomplete: "off" });
  const found = el("p", { class: "faint", "aria-live": "polite" });
  const entries = table("Answers that are kept", [
    { title: "Operation" },
    { title: "Question", wide: true },
    { title: "Age", number: true },
    { title: "Fresh for", number: true },
    { title: "Size", number: true },
    { title: "Origin took", number: true },
    { title: "Actions" },
  ]);
  const detail = el("section", { "aria-label": "The answer", tabindex: "-1", hidden: true });
  main.append(
    el("h1", {}, "Entries"),
    el(
      "form",
      {
        class: "row",
        role: "search",
        onsubmit: (event) => {
          event.preventDefault();
          load();
        },
      },
      el("div", {}, el("label", { for: "search" }, "Operation, address, path or words of the question"), search),
      el("button", { class: "main" }, "Search"),
      el("button", { type: "button", class: "needs-purge", onclick: purgeAll }, "Purge all"),
    ),
    form(remaining),
    el("p", { class: "lacks-purge" }, "Your token may look at entries, and not purge them: it lacks the role “purge”."),
    found,
    entries.element,
    detail,
  );

  let searches = 0;

  /** Searches; returns in words how many were found, and nothing where that is not known. */
  async function load() {
    const own = ++searches;
    try {
      const answer = await call("GET", "/api/entries?limit=200&search=" + encodeURIComponent(search.value));
      if (own !== searches) {
        return; // another search has begun meanwhile
      }
      answer.entries.sort((one, other) => one.operation.localeCompare(other.operation) || one.ageSeconds - other.ageSeconds);
      const number = answer.entries.length;
      found.textContent =
        count(number) + (number === 1 ? " entry" : " entries") + (answer.more ? " or more; search for fewer" : "");
      entries.body.replaceChildren(...answer.entries.map(entryRow));
      return count(number) + (answer.more ? " or more" : "") + (number === 1 && !answer.more ? " is" : " are") + " left";
    } catch (refusal) {
      say(refusal.message);
    }
  }

  function entryRow(entry) {
    const name = local(entry.operation);
    return row(entries, [
      named(entry.operation, entry.endpoint + entry.path),
      entry.question.length > 160 ? entry.question.slice(0, 160) + "…" : entry.question,
      time(entry.ageSeconds * 1000),
      entry.freshSeconds > 0 ? time(entry.freshSeconds * 1000) : "stale",
      bytes(entry.bytes),
      time(entry.originMillis),
      [
        el("button", { "aria-label": "Look at an answer of " + name, onclick: () => look(entry.id) }, "Look"),
        " ",
        el("button", { class: "needs-purge", "aria-label": "Purge an answer of " + name, onclick: () => purge({ id: entry.id }) }, "Purge"),
        " ",
        el(
          "button",
          { class: "needs-purge", "aria-label": "Purge all answers of " + name, onclick: () => purge({ operation: entry.operation }) },
          "Purge operation",
        ),
      ],
    ]);
  }

  async function look(id) {
    try {
      const entry = await call("GET", "/api/entries/" + id);
      detail.hidden = false;
      detail.replaceChildren(
        el("h2", {}, "The answer of " + local(entry.operation)),
        el("pre", { tabindex: "0", role: "region", "aria-label": "Question" }, entry.question),
        el("pre", { tabindex: "0", role: "region", "aria-label": "Answer" }, entry.message),
      );
      detail.focus();
    } catch (refusal) {
      say(refusal.message);
    }
  }

  /** Shows all entries that a purge has left; returns in words how many. */
  function remaining() {
    search.value = "";
    detail.hidden = true;
    return load();
  }

  async function purgeAll() {
    if (await ask("Drop all answers that are kept? The next request of each question asks the origin.")) {
      purge({ all: true });
    }
  }

  async function purge(what) {
    try {
      const answer = await call("POST", "/api/purge", what);
      say(count(answer.dropped) + (answer.dropped === 1 ? " entry was purged" : " entries were purged"));
      detail.hidden = true;
    } catch (refusal) {
      say(refusal.message);
    }
    load();
  }

  load();
  return () => {};
}
