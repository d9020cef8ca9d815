// Asks the lab for the batches of all steps, and prints what it has read; the form is BatchText's.
// Arguments: the URL of the service, the number of steps.
'use strict';

const soap = require('soap');

function double(value) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString('hex');
}

function single(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatBE(value);
  return bytes.toString('hex');
}

function text(value) {
  return 'x' + Buffer.from(value, 'utf8').toString('hex');
}

// Attributes come as text, whatever their type; underscores show their spaces.
function attribute(value) {
  return value.replaceAll(' ', '_');
}

function mio(value) {
  return [attribute(value.attributes.number), value.x, value.y, double(value.value)].join('/');
}

function line(name, values, form) {
  const items = (values ?? []).map((value) => (value == null ? 'nil' : form(value)));
  console.log([name, ...items].join(' '));
}

async function main(url, steps) {
  const client = await soap.createClientAsync(url + '?wsdl', {
    handleNilAsNull: true,
    preserveWhitespace: true,
  });
  for (let step = 0; step < steps; step++) {
    const [response] = await client.nextAsync({ step });
    const batch = response.return;
    line('number', [batch.attributes.number], attribute);
    line('doubles', batch.doubles, double);
    line('ints', batch.ints, String);
    line('level', [batch.level], String);
    line('floats', batch.floats, single);
    line('longs', batch.longs, String);
    line('mios', batch.mios, mio);
    line('names', batch.names, text);
    line('flags', batch.flags, String);
    line('gaps', batch.gaps, String);
    line('ratio', [batch.ratio], double);
    line('remark', [batch.remark], text);
  }
}

main(process.argv[2], Number(process.argv[3])).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
