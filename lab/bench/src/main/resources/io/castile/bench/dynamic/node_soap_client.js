// Calls by node-soap, for the suite "dynamic" of the benchmarks.
//
// Arguments: the folder of node-soap; "calls" and the URL of a portal: says its answers, then plays
// the rounds that it hears. Or "first", a WSDL and the address to call: says one answer.
'use strict';

const readline = require('readline');
const soap = require(process.argv[2]);

// It goes straight to this machine, whatever the environment says of proxies.
for (const name of Object.keys(process.env)) {
  if (name.toLowerCase().endsWith('_proxy')) {
    delete process.env[name];
  }
}

// A connection that is kept, as the other clients do.
const keeping = {forever: true};

async function calls(url) {
  const client = await soap.createClientAsync(url + '?wsdl');
  const search = {
    key: '0000-portal-demo', q: 'soap caching', start: 0, maxResults: 10, filter: false,
    restrict: '', safeSearch: false, lr: '', ie: 'latin1', oe: 'latin1',
  };
  const operations = {
    SIMPLE: () => client.getSimpleAsync({}, keeping),
    SEARCH: () => client.doGoogleSearchAsync(search, keeping),
    RATINGS: () => client.getStockRatingsAsync({}, keeping),
  };
  const [simple] = await operations.SIMPLE();
  const [found] = await operations.SEARCH();
  const [ratings] = await operations.RATINGS();
  const hits = found.return.resultElements.map((hit) => hit.title + '|' + hit.snippet);
  const rated = ratings.return.map((each) => each.symbol + '|' + Number(each.price).toFixed(2));
  console.log('facts ' + simple.return);
  console.log('facts ' + [found.return.estimatedTotalResultsCount, ...hits].join('|'));
  console.log('facts ' + rated.join('|'));
  console.log('ready');
  for await (const line of readline.createInterface({input: process.stdin})) {
    const [name, , millis] = line.split(' ');
    await play(operations[name], Number(millis));
  }
}

async function play(call, millis) {
  const times = [];
  const start = process.hrtime.bigint();
  const over = start + BigInt(millis) * 1000000n;
  let before = start;
  while (before < over) {
    await call();
    const after = process.hrtime.bigint();
    times.push(Number(after - before));
    before = after;
  }
  const count = times.length;
  times.sort((a, b) => a - b);
  console.log('result', count * 1e9 / Number(before - start), times[count >> 1] / 1e3,
      times[Math.floor(count * 0.99)] / 1e3, 'NaN', count);
}

async function first(wsdl, address) {
  const client = await soap.createClientAsync(wsdl, {}, address);
  const [answer] = await client.getServerTimeAsync({});
  console.log('answer ' + answer.getServerTimeResult.status.attributes.isSuccess);
  process.exit(0);
}

({calls, first})[process.argv[3]](...process.argv.slice(4)).catch((error) => {
  console.error(error);
  process.exit(1);
});
