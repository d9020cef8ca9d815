// What recorded calls say for a policy.

import { call } from "./api.js";
import { bytes, count, el, local, named, percent, row, say, table, time } from "./dom.js";
import { draftAll, draftRule } from "./policy.js";

const VERDICTS = {
  cache: "Cache it",
  invalidates: "Have it drop answers",
  look: "Have a look",
  unknown: "Not known yet",
  not: "Do not cache it",
};

const reads = new Set(); // operations that only read, as the operator says

export function show(main) {
  const advice = table("Advice by the calls that were recorded; nothing is enabled by itself", [
    { title: "Operation" },
    { title: "Advice" },
    { title: "Calls", number: true },
    { title: "Repeats", number: true },
    { title: "Reasons", wide: true },
    { title: "Would save", number: true },
    { title: "Actions" },
  ]);
  const all = el("button", { class: "main", disabled: true }, "Put all into the draft");
  const empty = el("p", {}, "The calls are looked at…");
  const again = el("button", { onclick: load }, "Look again");
  const passing = el("ul", { "aria-label": "Operations that the policy caches, whose calls pass" });
  main.append(el("h1", {}, "Advice"), el("div", { class: "row" }, all, again), empty, passing, advice.element);

  /** Calls of a cached operation that go past the cache, and the line that would change it. */
  function passes(operation, why) {
    return el(
      "li",
      {},
      local(operation) + " is cached, and " + count(why.calls) + " calls passed by " + why.because,
      why.remedy ? [": add ", el("code", {}, why.remedy), " to its rule"] : "",
    );
  }

  function go(text) {
    location.hash = "#policy";
    say(text);
  }

  function adviceRow(each) {
    const expected = each.expectation;
    return row(advice, [
      [
        ...named(each.operation, each.endpoint, each.name),
        each.signature ? el("code", {}, each.signature) : null,
        each.documentation ? el("span", { class: "faint" }, each.documentation) : null,
      ],
      el("strong", { class: each.verdict === "cache" ? "good" : null }, VERDICTS[each.verdict]),
      count(each.totals.calls),
      percent(each.repeats),
      el("ul", {}, each.reasons.map((reason) => el("li", {}, reason))),
      expected ? [time(expected.savedMillis) + " per call", el("br"), bytes(expected.savedBytesPerDay) + " a day"] : "–",
      actions(each),
    ]);
  }

  function actions(each) {
    const all = [];
    if (each.rule) {
      all.push(
        el(
          "button",
          { "aria-label": "Put the rule of " + each.operation + " into the draft", onclick: () => put(each) },
          "Put into the draft",
        ),
      );
    }
    if (!each.knownToRead && !reads.has(each.operation)) {
      all.push(
        " ",
        el(
          "button",
          {
            "aria-label": "Say that " + each.operation + " only reads",
            onclick: () => {
              reads.add(each.operation);
              load();
            },
          },
          "It only reads",
        ),
      );
    }
    return all.length ? all : "–";
  }

  async function put(each) {
    try {
      await draftRule(each.rule);
      go("The rule is in the draft, which does not hold yet");
    } catch (problem) {
      say(problem.message);
    }
  }

  async function load() {
    again.disabled = true;
    try {
      const known = [...reads].map((name) => "reads=" + encodeURIComponent(name)).join("&");
      const answer = await call("GET", "/api/advice" + (known ? "?" + known : ""));
      empty.textContent = answer.operations.length
        ? ""
        : "No calls have been recorded yet. Calls are recorded while they pass the gateway.";
      passing.replaceChildren(...answer.passing.flatMap((each) => each.passing.map((why) => passes(each.operation, why))));
      passing.hidden = answer.passing.length === 0;
      advice.body.replaceChildren(...answer.operations.map(adviceRow));
      all.disabled = !answer.operations.some((each) => each.verdict === "cache" || each.verdict === "invalidates");
      all.onclick = () => {
        draftAll(answer.yaml);
        go("The advice is the draft, which does not hold yet");
      };
    } catch (refusal) {
      empty.textContent = refusal.message;
    } finally {
      again.disabled = false;
    }
  }

  load();
  return () => {};
}
