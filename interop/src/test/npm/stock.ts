// Calls the stock by a client that is generated from its document of OpenAPI, and prints what came.
// Usage: node stock.js ADDRESS NAME
import createClient from "openapi-fetch";
import type { paths } from "./types.js";

declare const process: { argv: string[] };

const [address, name] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: address });

const items = { Item: [{ name, count: 1, isSold: true, tags: { string: ["a", "b"] } }] };
const echoed = await client.POST("/Stock/echo", { body: { items } });
const item = echoed.data?.echoResult?.Item?.[0];
if (item === undefined || item === null) {
  throw new Error(JSON.stringify(echoed.error));
}
const fault = await client.POST("/Stock/find", { body: { name: "" } });

console.log(JSON.stringify({ name: item.name, tags: item.tags?.string, fault: fault.error }));
