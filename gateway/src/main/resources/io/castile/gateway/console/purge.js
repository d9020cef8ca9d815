// Purging by what entries have in common.

import { call } from "./api.js";
import { ask, count, el } from "./dom.js";

const FIELDS = [
  ["operation", "Operation, as get* or {urn:stocks}*"],
  ["service", "Service, as *Stocks"],
  ["path", "Path, as /stocks?*"],
  ["tag", "Tag, whole, as nasdaq"],
];

/** Makes the form, folded; it asks what is left once entries have gone. */
export function form(remaining) {
  const fields = FIELDS.map(([name, label]) => ({ name, label, input: el("input", { id: "purge-" + name, autocomplete: "off", spellcheck: "false" }) }));
  const soft = el("input", { id: "purge-soft", type: "checkbox" });
  const result = el("p", { id: "purge-result", role: "status" });
  return el(
    "details",
    { class: "needs-purge" },
    el("summary", { id: "purge-title" }, "Purge by pattern or tag, or softly"),
    el(
      "form",
      { "aria-labelledby": "purge-title", onsubmit: submitted },
      el("p", { class: "faint" }, "Entries are purged that have all that is filled in. * stands for any characters, ? for one."),
      el("div", { class: "row" }, fields.map(({ label, input }) => el("div", {}, el("label", { for: input.id }, label), input))),
      el("label", { class: "choice" }, soft, " Softly: they become stale, and the policy says whether they are still given"),
      el("div", { class: "row" }, el("button", { class: "main" }, "Purge these")),
      result,
    ),
  );

  /** What is filled in, as the API takes it. */
  function what() {
    const filled = fields.map(({ name, input }) => [name, input.value.trim()]).filter(([, text]) => text);
    return Object.fromEntries(filled);
  }

  async function submitted(event) {
    event.preventDefault();
    const asked = what();
    const words = Object.entries(asked).map(([name, text]) => name + " " + text);
    if (!words.length) {
      result.textContent = "Fill in one of the fields, or more.";
      fields[0].input.focus();
      return;
    }
    const isSoft = soft.checked;
    if (!(await ask((isSoft ? "Make all entries stale with " : "Drop all entries with ") + words.join(", ") + "?"))) {
      return;
    }
    try {
      const answer = await call("POST", "/api/purge", isSoft ? { ...asked, soft: true } : asked);
      const number = isSoft ? answer.stale : answer.dropped;
      const left = await remaining();
      result.textContent =
        count(number) + (number === 1 ? " entry was " : " entries were ") + (isSoft ? "made stale" : "purged") + (left ? "; " + left : "");
    } catch (refusal) {
      result.textContent = refusal.message;
    }
  }
}
