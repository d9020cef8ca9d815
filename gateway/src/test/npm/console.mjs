// Drives the console as a person does: node console.mjs ADDRESS TOKEN TOKEN-THAT-READS [FOLDER-OF-SCREENSHOTS].
// Each line of output is a check that held; the first that does not hold ends with exit code 1.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const [address, token, reader, folder] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const problems = [];

function check(holds, text) {
  if (!holds) {
    throw new Error("does not hold: " + text);
  }
  console.log("ok " + text);
}

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

async function open(scheme, width, height, prepare = async () => {}) {
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on("pageerror", (error) => problems.push("" + error));
  page.on("console", (message) => {
    const isRefusal = /status of (401|412|422)/.test(message.text());
    const isOfPlainHttp = /Cross-Origin-Opener-Policy header has been ignored/.test(message.text()); // off loopback
    if (message.type() === "error" && !isRefusal && !isOfPlainHttp) {
      problems.push(message.text());
    }
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith("data:")) {
      problems.push("a request of " + request.url());
    }
  });
  await prepare(page);
  await page.goto(address + "/console/");
  await page.getByLabel("The token of this gateway").waitFor();
  return page;
}

async function enter(page, own = token) {
  await page.getByLabel("The token of this gateway").fill(own);
  await page.keyboard.press("Enter");
  await page.getByRole("rowheader", { name: "getRatings" }).waitFor();
}

async function go(page, view, heading = view) {
  await page.getByRole("link", { name: view, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
}

async function accessible(page, text) {
  await page.evaluate(axe);
  const result = await page.evaluate(() => axe.run(document));
  const found = result.violations.map(
    (each) => each.id + ": " + each.nodes.map((node) => node.target + " " + node.failureSummary).join("; "),
  );
  check(found.length === 0 && result.passes.length > 10, "axe finds nothing: " + text + " " + found.join("\n"));
}

/** The views hold together at a width: nothing is beyond the page's edge. */
async function fits(page, width, text) {
  const found = await page.evaluate(() => document.documentElement.scrollWidth);
  check(found <= width, "fits " + width + ": " + text + (found > width ? " is " + found : ""));
}

try {
  const page = await open("light", 1280, 900);

  // The token.
  await accessible(page, "token");
  await page.getByLabel("The token of this gateway").fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("That is not the token.").waitFor();
  check(true, "a wrong token is refused");
  await enter(page);
  check(true, "the right token is taken");

  // A call whose refusal comes when another one has asked for the token.
  let given;
  const isGiven = new Promise((resolve) => (given = resolve));
  const late = await open("light", 1280, 900, (tab) =>
    tab.route("**/api/origins", async (route) => {
      const response = await route.fetch();
      if (response.status() === 401) {
        await isGiven;
      }
      await route.fulfill({ response });
    }),
  );
  await late.getByLabel("The token of this gateway").fill(token);
  await late.keyboard.press("Enter");
  given();
  await late.getByRole("rowheader", { name: "getRatings" }).waitFor();
  await late.close();
  check(true, "a token is asked for once");

  // Operations, live.
  const ratings = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "getRatings" }) });
  const requests = async () => Number((await ratings.getByRole("cell").nth(1).innerText()).replace(/\D/g, ""));
  const before = await requests();
  await page.waitForTimeout(5000);
  check((await requests()) > before, "the table is live");
  check((await ratings.locator("canvas").count()) === 1, "a row has its sparkline");
  const operations = page.getByRole("table", { name: /^Operations since/ });
  const order = operations.getByRole("rowheader").filter({ hasText: "placeOrder · urn:portal" });
  await order.waitFor();
  check((await order.innerText()).startsWith("order"), "an operation has the name of its description");
  check((await order.getAttribute("title")) === "Places an order.", "and its documentation at hand");
  const quote = page.getByRole("row").filter({ hasText: "no rule that caches it (notCached)" }).filter({ hasText: "getQuote" });
  check((await quote.innerText()).includes("cache: true"), "the page says why there are no hits, and what brings them");
  check(await page.getByText(/^Ready · /).isVisible(), "the gateway's state is shown");
  check(await page.getByRole("cell", { name: "in", exact: true }).first().isVisible(), "origins have their health");

  // By keyboard.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Tab");
  check((await page.evaluate(() => document.activeElement.textContent)) === "Skip to the content", "Tab begins at the skip link");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Entries" }).waitFor();
  check((await page.evaluate(() => document.activeElement.id)) === "main", "a view that is opened has the focus");

  // Entries.
  const search = page.getByLabel("Operation, address, path");
  await search.fill("pears");
  await search.press("Enter");
  await page.getByText("1 entry", { exact: true }).waitFor();
  check((await page.getByRole("cell", { name: "<text>pears</text>" }).count()) === 1, "an entry is found by its question");
  await page.getByRole("button", { name: "Look at an answer" }).click();
  await page.getByRole("region", { name: "Answer", exact: true }).getByText("Envelope").waitFor();
  check(true, "an answer is looked at");
  await accessible(page, "an answer");
  await page.getByRole("button", { name: "Purge an answer" }).click();
  await page.getByText("1 entry was purged").waitFor();
  await page.getByText("0 entries", { exact: true }).waitFor();
  check(true, "purge works");
  await search.fill("");
  await search.press("Enter");
  await page.getByRole("button", { name: "Purge all", exact: true }).click();
  await page.getByRole("button", { name: "No", exact: true }).click();
  check(true, "purging all is asked for first");
  check(await page.getByText("tokenFile: read, purge, policy").isVisible(), "the page says what the token may do");

  // Purging by what entries have in common.
  await page.getByText("Purge by pattern or tag").click();
  const form = page.getByRole("form", { name: "Purge by pattern" });
  const result = form.getByRole("status");
  await form.getByRole("button", { name: "Purge these" }).click();
  await form.getByText("Fill in one of the fields").waitFor();
  check(true, "a purge of nothing in particular is not sent");
  await form.getByLabel("Tag, whole").fill("quince");
  await form.getByLabel("Softly").check();
  await form.getByRole("button", { name: "Purge these" }).click();
  await page.getByText("Make all entries stale with tag quince?").waitFor();
  await accessible(page, "a question");
  await page.getByRole("button", { name: "No", exact: true }).click();
  check((await result.innerText()).startsWith("Fill in"), "a purge is asked for first");
  await form.getByRole("button", { name: "Purge these" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await form.getByText(/^1 entry was made stale; [1-9]\d*( or more)? (is|are) left$/).waitFor();
  check(true, "entries with a tag are made stale");
  await form.getByLabel("Tag, whole").fill("");
  await form.getByLabel("Softly").uncheck();
  await form.getByLabel("Operation, as").fill("getCount*");
  await form.getByLabel("Path, as").fill("/fi?s");
  await search.fill("figs");
  await search.press("Enter");
  await page.getByText("1 entry", { exact: true }).waitFor();
  await form.getByRole("button", { name: "Purge these" }).click();
  await page.getByText("Drop all entries with operation getCount*, path /fi?s?").waitFor();
  await page.getByRole("button", { name: "Yes" }).click();
  await form.getByText(/^1 entry was purged; [1-9]\d*( or more)? (is|are) left$/).waitFor();
  check((await search.inputValue()) === "", "entries of patterns are purged, and what is left is shown");
  await search.fill("medlars");
  await search.press("Enter");
  await page.getByText("1 entry", { exact: true }).waitFor();
  check(true, "entries that were not meant are there");
  await form.getByLabel("Operation, as").fill("none");
  await form.getByLabel("Operation, as").press("Enter");
  await page.getByRole("button", { name: "Yes" }).click();
  await form.getByText(/^0 entries were purged; /).waitFor();
  check(true, "a purge that finds nothing says so");
  await accessible(page, "a purge");

  // A token that reads.
  const reading = await open("light", 1280, 900);
  await enter(reading, reader);
  check(await reading.getByText("ann: read", { exact: true }).isVisible(), "the page says whose the token is");
  await go(reading, "Entries");
  await reading.getByText("Your token may look at entries").waitFor();
  await reading.getByRole("button", { name: "Look at an answer" }).first().waitFor();
  check((await reading.getByRole("button", { name: "Purge" }).count()) === 0, "who only reads has no button that purges");
  check(!(await reading.getByText("Purge by pattern or tag").isVisible()), "who only reads has no form that purges");
  await accessible(reading, "entries of who reads");
  await go(reading, "Policy");
  await reading.getByText("Your token may try a policy").waitFor();
  await reading.getByRole("button", { name: "Validate and preview" }).click();
  await reading.getByRole("region", { name: "Preview" }).waitFor();
  check((await reading.getByRole("button", { name: "Apply" }).count()) === 0, "who only reads tries a policy, and does not apply it");
  await accessible(reading, "the policy of who reads");
  await reading.context().close();

  // Advice to draft.
  await go(page, "Advice");
  const advised = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "getQuote" }) });
  const put = advised.getByRole("button", { name: "into the draft" });
  for (let i = 0; i < 60 && (await put.count()) === 0; i++) {
    await page.waitForTimeout(1000); // until enough calls have been seen
    await page.getByRole("button", { name: "Look again" }).click();
    await advised.waitFor();
  }
  await put.click();
  await page.getByRole("heading", { level: 1, name: "Policy" }).waitFor();
  const policy = page.getByLabel("The cache policy, YAML");
  await page.getByText("A draft, which does not hold yet.").waitFor();
  const draft = await policy.inputValue();
  check(draft.includes("getQuote") && draft.includes("# by hand"), "advice is put into the draft");

  // Bad YAML is refused in place.
  const bad = draft + "  - operation: getQuote\n    cache: true\n    ttl: soon\n";
  await policy.fill(bad);
  await page.getByRole("button", { name: "Apply" }).click();
  const line = bad.trimEnd().split("\n").length;
  const place = page.getByRole("button", { name: "Line " + line + ", column " });
  await place.waitFor();
  check((await policy.getAttribute("aria-invalid")) === "true", "a bad policy is refused with line and column");
  await place.click();
  const selected = await page.evaluate(() => {
    const text = document.activeElement;
    return text.value.slice(text.selectionStart, text.selectionEnd);
  });
  check(selected.includes("soon"), "a press on the error goes to its place");
  await accessible(page, "an error");

  // An edit previews and applies.
  await policy.fill(draft);
  await page.getByRole("button", { name: "Validate and preview" }).click();
  const previewed = page.getByRole("region", { name: "Preview" }).getByRole("row").filter({ hasText: "getQuote" });
  await previewed.waitFor();
  check(/\d+ %/.test(await previewed.innerText()), "an edit is previewed");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("The policy holds from now on").waitFor();
  await page.getByText("This holds now.").waitFor();
  check(true, "an edit is applied");
  await page.getByRole("button", { name: "Roll back to version 1" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await page.getByText("Version 1 holds again").waitFor();
  check(!(await policy.inputValue()).includes("getQuote"), "a version is rolled back to");
  await page.getByRole("button", { name: "Show version 2" }).click();
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("The policy holds from now on").waitFor();
  check((await policy.inputValue()).includes("getQuote"), "an old version is shown and applied");

  // Each view, in both colour schemes and widths.
  for (const scheme of ["light", "dark"]) {
    for (const width of [1280, 390]) {
      const other = await open(scheme, width, 900);
      await enter(other);
      for (const view of ["Operations", "Entries", "Policy", "Advice"]) {
        await go(other, view);
        await other.getByRole("row").nth(1).waitFor();
        await other.waitForTimeout(300);
        await accessible(other, [view, scheme, width].join(" "));
        await fits(other, width, view);
      }
      if (folder && scheme === (width === 1280 ? "light" : "dark")) {
        await go(other, "Operations");
        await other.getByRole("rowheader", { name: "getRatings" }).waitFor();
        await other.waitForTimeout(500);
        await other.screenshot({ path: folder + "/console-" + width + ".png" });
      }
      await other.context().close();
    }
  }

  check(problems.length === 0, "the browser has nothing to complain of " + problems.join("\n"));
  console.log("all done");
} catch (error) {
  console.log(error.message + "\n" + problems.join("\n"));
  process.exitCode = 1;
} finally {
  await browser.close();
}
