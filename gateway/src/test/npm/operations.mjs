// Tries an operation on the page of JSON as a person does, and prints the response that the page shows.
// Usage: node operations.mjs ADDRESS
import { chromium } from "playwright-core";

const [address] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(address).origin) && !request.url().startsWith("data:")) {
      complaints.push(`asked ${request.url()}`);
    }
  });
  await page.goto(address);
  const operation = page.locator(".opblock-post", { hasText: "/Questions/ask" });
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Execute" }).click();
  const shown = operation.locator(".live-responses-table");
  await shown.locator("tbody td.response-col_status").first().waitFor();
  console.log((await shown.locator("tbody td.response-col_status").first().innerText()).trim());
  console.log((await shown.locator("tbody .response-col_description pre").first().innerText()).trim());
  complaints.forEach((complaint) => console.log(`complaint: ${complaint}`));
} finally {
  await browser.close();
}
