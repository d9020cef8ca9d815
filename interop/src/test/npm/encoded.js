// Calls the rpc/encoded service of SOAPBuilders' operations by node-soap, and prints what comes
// back. Argument: the URL of the service.
'use strict';

const soap = require('soap');

// A value with an xsi:type is an object with the attribute and the value.
function value(found) {
  return found?.$value ?? found;
}

async function main(url) {
  const client = await soap.createClientAsync(url + '?wsdl');
  const [text] = await client.echoStringAsync({inputString: 'a < b & c'});
  console.log('string', value(text.return));
  const [struct] = await client.echoStructAsync({
    inputStruct: {varString: 'x', varInt: 3, varFloat: 1.5},
  });
  const {varString, varInt, varFloat} = struct.return;
  console.log('struct', value(varString), value(varInt), value(varFloat));
  const [array] = await client.echoStringArrayAsync({inputStringArray: {item: ['a', 'b']}});
  console.log('strings', ...array.return.item.map(value));
}

main(process.argv[2]).catch((error) => {
  console.error(error);
  process.exit(1);
});
