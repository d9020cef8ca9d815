// The policy: read, tried, changed, rolled back.

import { call } from "./api.js";
import { ask, bytes, count, el, named, percent, row, say, table, time } from "./dom.js";

let draft = null; // what is written and not applied; null where nothing is

/** Makes the draft a whole policy. */
export function draftAll(yaml) {
  draft = yaml;
}

/**
 * Adds a rule, as the printed list item, to the draft, or to the policy that holds.
 * Throws where the draft's list is not written as lines.
 */
export async function draftRule(rule) {
  const text = draft ?? (await call("GET", "/api/policy")).policy;
  const lines = rule.replace(/^rules:\n/, "").trimEnd().split("\n");
  const own = /^ */.exec(lines[0])[0].length;
  const item = /^( *)- /m.exec(text);
  const isEmpty = /^rules: *(\[ *\])? *$/m.test(text);
  if (!item && !isEmpty) {
    throw new Error("The draft's rules are not written as lines, so that no rule can be added to them");
  }
  const indent = item ? item[1] : "  ";
  const added = lines.map((line) => (line.trim() ? indent + line.slice(own) : line)).join("\n");
  draft = text.replace(/^rules: *\[ *\] *$/m, "rules:").trimEnd() + "\n" + added + "\n";
}

export function show(main) {
  const text = el("textarea", { id: "policy", spellcheck: "false", "aria-describedby": "policy-errors", oninput: edited });
  const state = el("p", { class: "faint" });
  const errors = el("div", { id: "policy-errors", role: "alert" });
  const apply = el("button", { class: "main needs-policy", onclick: applied }, "Apply");
  const preview = el("section", { "aria-label": "Preview", hidden: true });
  const history = table("The last versions, the newest first; their number starts with the gateway", [
    { title: "Version" },
    { title: "Since" },
    { title: "By" },
    { title: "Rules", number: true },
    { title: "Actions" },
  ]);
  let tag = null; // of the version that holds
  let holds = "";
  let fleet = false; // whether an edit holds in others, too

  main.append(
    el("h1", {}, "Policy"),
    el("label", { for: "policy" }, "The cache policy, YAML"),
    text,
    state,
    el("p", { class: "lacks-policy" }, "Your token may try a policy, and not apply it: it lacks the role “policy”."),
    errors,
    el(
      "div",
      { class: "row" },
      el("button", { onclick: previewed }, "Validate and preview"),
      apply,
      el("button", { onclick: discarded }, "Discard the draft"),
    ),
    preview,
    el("h2", {}, "History"),
    history.element,
  );

  function taken(answer, keepsDraft) {
    tag = answer.tag;
    holds = answer.policy;
    fleet = answer.fleet;
    if (!keepsDraft) {
      draft = null;
    }
    text.value = draft ?? holds;
    told();
    state.dataset.file = answer.file ?? "";
    history.body.replaceChildren(
      ...answer.history.map((version) =>
        row(history, [
          String(version.number),
          new Date(version.time).toLocaleString("en-GB"),
          { start: "the start", edit: "an edit", rollback: "a rollback", file: "its file", fleet: "the fleet" }[version.change],
          count(version.rules),
          version.number === answer.number
            ? "holds now"
            : [
                el("button", { "aria-label": "Show version " + version.number, onclick: () => shown(version.number) }, "Show"),
                " ",
                el(
                  "button",
                  { class: "needs-policy", "aria-label": "Roll back to version " + version.number, onclick: () => rolledBack(version.number) },
                  "Roll back",
                ),
              ],
        ]),
      ),
    );
  }

  function told() {
    const where = fleet ? " in all gateways that share the store" : "";
    state.textContent = draft === null ? "This holds now" + where + "." : "A draft, which does not hold yet.";
  }

  function edited() {
    draft = text.value === holds ? null : text.value;
    told();
    clear();
  }

  function clear() {
    errors.replaceChildren();
    text.removeAttribute("aria-invalid");
  }

  /** Shows what is wrong; a press on an error goes to its place. */
  function wrong(refusal) {
    const all = refusal.body?.errors;
    if (!all) {
      errors.replaceChildren(el("p", { class: "problem" }, refusal.message));
      return;
    }
    text.setAttribute("aria-invalid", "true");
    errors.replaceChildren(
      el("p", { class: "problem" }, "This is no policy, and nothing was changed:"),
      el(
        "ul",
        { class: "errors" },
        all.map((error) =>
          el(
            "li",
            {},
            el(
              "button",
              { type: "button", onclick: () => goTo(error.line, error.column) },
              "Line " + error.line + ", column " + error.column,
            ),
            " ",
            el("span", { class: "problem" }, error.problem),
          ),
        ),
      ),
    );
  }

  function goTo(line, column) {
    const lines = text.value.split("\n");
    const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const inLine = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
    text.focus();
    text.setSelectionRange(before + inLine, before + (lines[line - 1] ?? "").length);
    text.scrollTop = ((line - 3) / lines.length) * text.scrollHeight;
  }

  async function previewed() {
    clear();
    try {
      const answer = await call("POST", "/api/policy/preview", { policy: text.value });
      const rows = table("What this policy would have done for the calls that were recorded in " + answer.minutes + " minutes", [
        { title: "Operation" },
        { title: "Cached for" },
        { title: "Calls", number: true },
        { title: "Hits", number: true },
        { title: "Stale", number: true },
        { title: "Origin time saved", number: true },
        { title: "Bytes saved", number: true },
        { title: "Calls that pass", wide: true },
      ]);
      rows.body.append(
        ...answer.operations.map((each) =>
          row(rows, [
            named(each.operation, each.endpoint),
            each.cached ? (each.ttl ?? "as HTTP says") : "not cached",
            count(each.calls),
            each.calls ? percent(each.hits / each.calls) : "–",
            each.hits ? percent(each.stale / each.hits) : "–",
            time(each.savedOriginMillis),
            bytes(each.savedBytes),
            each.passed ? el("ul", {}, each.passing.map(passes)) : "–",
          ]),
        ),
      );
      preview.hidden = false;
      preview.replaceChildren(
        el("h2", {}, "Preview"),
        answer.operations.length ? rows.element : el("p", {}, "The policy is good. No calls have been recorded yet."),
      );
      say("The policy is good; its preview is below");
    } catch (refusal) {
      preview.hidden = true;
      wrong(refusal);
    }
  }

  /** Calls of a cached operation that go past the cache, and the line that would change it. */
  function passes(each) {
    return el("li", {}, count(each.calls) + " by " + each.because, each.remedy ? [": add ", el("code", {}, each.remedy)] : "");
  }

  async function applied() {
    clear();
    apply.disabled = true;
    try {
      taken(await call("PUT", "/api/policy", { policy: text.value }, { "If-Match": '"' + tag + '"' }), false);
      say("The policy holds from now on");
    } catch (refusal) {
      if (refusal.status === 412) {
        taken(await call("GET", "/api/policy"), true);
      }
      wrong(refusal);
    } finally {
      apply.disabled = false;
    }
  }

  function discarded() {
    draft = null;
    text.value = holds;
    told();
    clear();
    preview.hidden = true;
  }

  async function shown(number) {
    try {
      draft = (await call("GET", "/api/policy/" + number)).policy;
      text.value = draft;
      told();
      clear();
      text.focus();
    } catch (refusal) {
      say(refusal.message);
    }
  }

  async function rolledBack(number) {
    if (!(await ask("Roll back to version " + number + "? It holds for every request that begins afterwards."))) {
      return;
    }
    try {
      taken(await call("POST", "/api/policy/rollback", { number }, { "If-Match": '"' + tag + '"' }), false);
      say("Version " + number + " holds again");
    } catch (refusal) {
      wrong(refusal);
    }
  }

  call("GET", "/api/policy")
    .then((answer) => taken(answer, true))
    .catch((refusal) => say(refusal.message));
  return () => {};
}
