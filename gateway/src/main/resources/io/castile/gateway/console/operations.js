// What happens: operations, live, and the origins.

import uPlot from "./uplot.js";
import { call } from "./api.js";
import { bytes, count, el, named, percent, row, table, time } from "./dom.js";

const PAUSE = 2000;
const SLOTS = 360; // of ten seconds, an hour
const LEAST_SHOWN = 30;
const COLUMNS = [
  { title: "Operation" },
  { title: "Last hour" },
  { title: "Requests", number: true },
  { title: "Hit ratio", number: true },
  { title: "p50 with cache", number: true },
  { title: "p50 without", number: true },
  { title: "p99 with cache", number: true },
  { title: "p99 without", number: true },
  { title: "Bytes saved", number: true },
  { title: "Origin time saved", number: true },
  { title: "Failed", number: true },
];

export function show(main) {
  const figures = el("dl", { class: "cards" });
  const chart = el("div", { class: "chart" });
  const operations = table("Operations since the gateway was started; times without cache are of requests that asked the origin", COLUMNS);
  const noHits = table("Why requests were no hits since the gateway was started, and the line that changes it in the rule of the operation", [
    { title: "Operation" },
    { title: "Requests", number: true },
    { title: "What happened" },
    { title: "Because of", wide: true },
    { title: "Words for the policy", wide: true },
  ]);
  const origins = table("Origins by route", [
    { title: "Origin" },
    { title: "Health" },
    { title: "Answers", number: true },
    { title: "Failures", number: true },
    { title: "Connections", number: true },
  ]);
  main.append(
    el("h1", {}, "Operations"),
    figures,
    el(
      "p",
      { class: "legend" },
      "Requests in ten seconds: ",
      el("span", { class: "all" }, "all"),
      el("span", { class: "cached" }, "answered by the cache"),
    ),
    chart,
    operations.element,
    el("h2", {}, "No hits"),
    noHits.element,
    el("h2", {}, "Origins"),
    origins.element,
  );
  const charts = new Map(); // by row
  let timer = 0;
  let ended = false;

  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const redraw = () => {
    charts.forEach((each) => each.plot.destroy());
    charts.clear();
    operations.body.replaceChildren();
  };
  scheme.addEventListener("change", redraw);

  const poll = async () => {
    try {
      const [state, health] = await Promise.all([call("GET", "/api/operations"), call("GET", "/api/origins")]);
      if (!ended) {
        update(state, health);
      }
    } catch {
      document.getElementById("health").textContent = "The gateway does not answer";
    }
    if (!ended) {
      timer = setTimeout(poll, PAUSE);
    }
  };

  let first = 0; // the first ten seconds that are shown

  function update(state, health) {
    const busy = series(state.operations, "recentRequests").findIndex((value) => value > 0);
    first = busy < 0 ? SLOTS - LEAST_SHOWN : Math.max(0, Math.min(busy - 1, SLOTS - LEAST_SHOWN));
    totals(state.operations);
    overall(state.operations);
    const known = new Set();
    for (const each of state.operations) {
      known.add(key(each));
      operationRow(each);
    }
    noHits.body.replaceChildren(...state.operations.flatMap((each) => each.noHits.map((why) => noHitRow(each, why))));
    origins.body.replaceChildren(
      ...health.routes.flatMap((route) =>
        [...route.origins, ...route.canary].map((origin, i) =>
          row(origins, [
            named(origin.uri, i < route.origins.length ? route.route : route.route + " (canary)"),
            origin.in ? el("span", { class: "good" }, "in") : el("span", { class: "bad" }, origin.check === "down" ? "left out: health check" : "left out"),
            count(origin.answers),
            count(origin.failures),
            count(origin.connections),
          ]),
        ),
      ),
    );
    document.getElementById("health").textContent =
      (health.ready ? "Ready" : "Not ready") + " · " + count(health.requests) + " under way, " + count(health.connections) + " connected";
  }

  function noHitRow(each, why) {
    return row(noHits, [
      named(each.operation, each.route, each.name),
      count(why.requests),
      why.passed ? "passed by the cache" : "the answer was not kept",
      why.found + " (" + why.reason + ")",
      why.remedy ? el("code", {}, why.remedy) : "–",
    ]);
  }

  function totals(all) {
    const sum = (name) => all.reduce((total, each) => total + each[name], 0);
    const requests = sum("requests");
    const cached = sum("hits") + sum("stale");
    const cards = [
      ["Requests", count(requests)],
      ["Answered by the cache", requests ? percent(cached / requests) : "–"],
      ["Origin time saved", time(sum("savedOriginMillis"))],
      ["Bytes saved", bytes(sum("savedBytes"))],
      ["Failed", count(sum("failed"))],
    ];
    figures.replaceChildren(...cards.map(([title, text]) => el("div", {}, el("dt", {}, title), el("dd", {}, text))));
  }

  function key(each) {
    return each.route + " " + each.operation;
  }

  function series(all, name) {
    const sums = new Array(SLOTS).fill(0);
    all.forEach((each) => each[name].forEach((value, i) => (sums[i] += value)));
    return sums;
  }

  function overall(all) {
    const now = Math.floor(Date.now() / 1000);
    const times = Array.from({ length: SLOTS }, (_, i) => now - (SLOTS - 1 - i) * 10);
    const data = [times, series(all, "recentRequests"), series(all, "recentCached")].map((each) => each.slice(first));
    const known = charts.get("");
    if (known) {
      known.plot.setData(data);
      return;
    }
    const color = colors();
    const axis = { stroke: color.faint, grid: { stroke: color.line, width: 1 }, ticks: { stroke: color.line } };
    const plot = new uPlot(
      {
        width: Math.max(240, chart.clientWidth),
        height: 150,
        cursor: { show: false },
        legend: { show: false },
        scales: { y: { range: (_, least, most) => [0, Math.max(1, most)] } },
        axes: [
          { ...axis, incrs: [60, 300, 600, 1200], values: (_, ticks) => ticks.map(clock) },
          { ...axis, size: 60 },
        ],
        series: [
          {},
          { stroke: color.accent, width: 2, points: { show: false } },
          { stroke: color.cached, width: 2, points: { show: false } },
        ],
      },
      data,
      chart,
    );
    plot.root.setAttribute("role", "img");
    plot.root.setAttribute("aria-label", "Requests in the last hour, in steps of ten seconds");
    charts.set("", { plot });
  }

  function clock(seconds) {
    return new Date(seconds * 1000).toTimeString().slice(0, 5);
  }

  function operationRow(each) {
    const cells = [
      named(each.operation, each.route, each.name),
      null,
      count(each.requests),
      percent(each.hitRatio),
      time(each.latencyMicros.p50 / 1000),
      time(each.originLatencyMicros.p50 / 1000),
      time(each.latencyMicros.p99 / 1000),
      time(each.originLatencyMicros.p99 / 1000),
      bytes(each.savedBytes),
      time(each.savedOriginMillis),
      count(each.failed),
    ];
    const known = charts.get(key(each));
    if (known && known.name === each.name) {
      cells.forEach((cell, i) => i > 1 && (known.row.children[i].firstChild.textContent = cell));
      known.plot.setData(sparkData(each));
      known.box.setAttribute("aria-label", sparkLabel(each));
      return;
    }
    const box = el("div", { class: "spark", role: "img", "aria-label": sparkLabel(each) });
    cells[1] = box;
    const made = row(operations, cells);
    if (each.documentation) {
      made.firstChild.setAttribute("title", each.documentation);
    }
    if (known) { // which has another name since its description was read
      known.plot.destroy();
      known.row.replaceWith(made);
    } else {
      operations.body.append(made);
    }
    charts.set(key(each), { row: made, box, name: each.name, plot: spark(box, each) });
  }

  function sparkLabel(each) {
    return count(each.recentRequests.reduce((sum, value) => sum + value, 0)) + " requests in the last hour";
  }

  /** At most sixty points: more are too fine for so small a picture. */
  function sparkData(each) {
    const step = Math.ceil((SLOTS - first) / 60);
    const sums = (values) => {
      const points = [];
      for (let end = SLOTS; end > first; end -= step) {
        points.unshift(values.slice(Math.max(first, end - step), end).reduce((sum, value) => sum + value, 0));
      }
      return points;
    };
    const requests = sums(each.recentRequests);
    return [requests.map((_, i) => i), requests, sums(each.recentCached)];
  }

  function spark(box, each) {
    const color = colors();
    return new uPlot(
      {
        width: 120,
        height: 28,
        cursor: { show: false },
        legend: { show: false },
        scales: { x: { time: false }, y: { range: (_, least, most) => [0, Math.max(1, most)] } },
        axes: [{ show: false }, { show: false }],
        series: [
          {},
          { stroke: color.accent, width: 1.5, points: { show: false } },
          { stroke: color.cached, width: 1.5, points: { show: false } },
        ],
      },
      sparkData(each),
      box,
    );
  }

  function colors() {
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue("--" + name).trim();
    return { accent: color("accent"), cached: color("cached"), faint: color("faint"), line: color("line") };
  }

  const resized = () => {
    const known = charts.get("");
    if (known) {
      known.plot.setSize({ width: Math.max(240, chart.clientWidth), height: 150 });
    }
  };
  addEventListener("resize", resized);

  poll();
  return () => {
    ended = true;
    clearTimeout(timer);
    removeEventListener("resize", resized);
    scheme.removeEventListener("change", redraw);
    charts.forEach((each) => each.plot.destroy());
  };
}
