// Operations of a SOAP service by JSON, as they are written by hand with node-soap and the server
// of Node.js, for the suite "json" of the benchmarks.
//
// Arguments: the folder of node-soap, the WSDL, the address of the service, the port.
'use strict';

const http = require('http');
const [soapFolder, wsdl, address, port] = process.argv.slice(2);
const soap = require(soapFolder);

// It goes straight to this machine, whatever the environment says of proxies.
for (const name of Object.keys(process.env)) {
  if (name.toLowerCase().endsWith('_proxy')) {
    delete process.env[name];
  }
}

const keeping = {forever: true};

async function answer(client, request, response) {
  const pieces = [];
  for await (const piece of request) {
    pieces.push(piece);
  }
  const operation = request.url.split('/').pop();
  let status = 200;
  let result;
  try {
    const call = client[operation + 'Async'];
    [result] = await call.call(client, JSON.parse(Buffer.concat(pieces).toString()), keeping);
  } catch (error) {
    status = 500;
    result = {title: String(error.message)};
  }
  const text = JSON.stringify(result);
  response.writeHead(status, {
    'content-type': 'application/json', 'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

async function main() {
  const client = await soap.createClientAsync(wsdl, {}, address);
  http.createServer((request, response) => answer(client, request, response))
      .listen(Number(port), '127.0.0.1');
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
