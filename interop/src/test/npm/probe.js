// Calls the probe as a file says, and prints what comes back; the forms are ProgramCaller's.
// Arguments: the URL of the service, the style, the version of SOAP, the file.
'use strict';

const fs = require('fs');
const soap = require('soap');

const text = {
  read: (word) => Buffer.from(word.slice(1), 'hex').toString('utf8'),
  form: (value) => 'x' + Buffer.from(value, 'utf8').toString('hex'),
};
const number = { read: Number, form: String };
const double = {
  read: (word) => Buffer.from(word, 'hex').readDoubleBE(),
  form: (value) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return bytes.toString('hex');
  },
};

function list(type) {
  return { ...type, isList: true };
}

const FIELDS = {
  name: text,
  text,
  note: text,
  amount: number,
  count: number,
  day: {
    read: (word) => word,
    form: (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  },
  moment: {
    read: (word) => new Date(Number(word)).toISOString(),
    form: (value) => String(new Date(value).getTime()),
  },
  colour: text,
  colours: list(text),
  values: list(double),
  words: list(text),
  gaps: list(number),
  picture: {
    read: (word) => Buffer.from(word.slice(1), 'hex').toString('base64'),
    form: (value) => 'x' + Buffer.from(value, 'base64').toString('hex'),
  },
};

// What is nil is left out, unless it has to be there.
function parse(lines) {
  const sheet = {};
  for (const line of lines) {
    const [field, ...words] = line.split(' ');
    const { read, isList } = FIELDS[field];
    const values = words.map((word) => (word === 'nil' ? null : read(word)));
    if (isList) {
      if (values.length > 0) {
        sheet[field] = values;
      }
    } else if (values[0] !== null || field === 'note') {
      sheet[field] = values[0];
    }
  }
  return sheet;
}

function sheetLines(sheet) {
  return Object.entries(FIELDS).map(([field, { form, isList }]) => {
    const values = isList ? (sheet[field] ?? []) : [sheet[field]];
    return [field, ...values.map((value) => (value == null ? 'nil' : form(value)))].join(' ');
  });
}

class Probe {
  constructor(client, style, version) {
    this.client = client;
    this.style = style;
    this.version = version;
    this.namespace = 'urn:castile:probe:' + style.toLowerCase();
  }

  async invoke(operation, sheet) {
    const call = this.client[operation + 'Async'];
    return call.call(this.client, this.style === 'BARE' ? sheet : { sheet });
  }

  sheet(response) {
    return this.style === 'BARE' ? response : response.return;
  }

  async echo(sheet) {
    const [response] = await this.invoke('echo', sheet);
    return sheetLines(this.sheet(response));
  }

  async tell(sheet) {
    await this.invoke('tell', sheet);
    return ['told'];
  }

  // The fault of a call.
  async fault(operation, sheet) {
    try {
      await this.invoke(operation, sheet);
    } catch (error) {
      if (error.root) {
        return error.root.Envelope.Body.Fault;
      }
      throw error;
    }
    throw new Error('no fault of ' + operation);
  }

  reason(fault) {
    const reason = this.version === '1.1' ? fault.faultstring : fault.Reason.Text;
    return text.form(reason.$value ?? reason);
  }

  async fail(sheet) {
    const fault = await this.fault('fail', sheet);
    const code = this.version === '1.1' ? fault.faultcode : fault.Code.Value;
    return [`failed ${(code.$value ?? code).split(':').pop()} ${this.reason(fault)}`];
  }

  async refuse(sheet) {
    const fault = await this.fault('refuse', sheet);
    const { refused } = this.version === '1.1' ? fault.detail : fault.Detail;
    const texts = [refused.why, ...[refused.similar].flat()].map(text.form);
    return ['refused ' + this.reason(fault), ['detail', refused.number, ...texts].join(' ')];
  }

  async stamp(sheet) {
    this.client.addSoapHeader({ caller: sheet.text }, '', 'h', this.namespace);
    this.client.addSoapHeader({ ticket: sheet.note }, '', 'h', this.namespace);
    try {
      const [response, , header] = await this.invoke('stamp', sheet);
      return ['ticket ' + text.form(header.ticket), ...sheetLines(this.sheet(response))];
    } finally {
      this.client.clearSoapHeaders();
    }
  }
}

async function main(url, style, version, questions) {
  const client = await soap.createClientAsync(url + '?wsdl', {
    forceSoap12Headers: version === '1.2',
    handleNilAsNull: true,
    preserveWhitespace: true,
  });
  const probe = new Probe(client, style, version);
  for (const block of fs.readFileSync(questions, 'ascii').trim().split('\n\n')) {
    const [operation, ...lines] = block.split('\n');
    let answer;
    try {
      answer = await probe[operation](parse(lines));
    } catch (error) {
      answer = ['error ' + String(error.stack).replaceAll('\n', ' ')];
    }
    console.log(answer.join('\n') + '\n');
  }
}

main(...process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
