// Calls the laboratory by a client that is generated from its document of OpenAPI, and prints what came.
// Usage: node generated.js ADDRESS STEP
import createClient from "openapi-fetch";
import type { paths } from "./types.js";

declare const process: { argv: string[] };

const [address, step] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: address });

const next = await client.POST("/LabService/next", { body: { step: Number(step) } });
const batch = next.data?.return;
if (batch === undefined || batch === null) {
  throw new Error(JSON.stringify(next.error));
}
const echoed = await client.POST("/LabService/echo", { body: { batch } });

// @ts-expect-error an argument that the operation does not have
const wrong = await client.POST("/LabService/next", { body: { steps: 1 } });

console.log(JSON.stringify({ next: next.data, echoed: echoed.data, wrong: wrong.error }));
