"""Calls the probe as a file says, and prints what comes back; the forms are ProgramCaller's.

Arguments: the URL of the service, the style, the version of SOAP, the file.
"""

import datetime
import decimal
import struct
import sys

import zeep

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
MILLISECOND = datetime.timedelta(milliseconds=1)


def text(word):
    return bytes.fromhex(word[1:]).decode("utf-8")


def hexadecimal(value):
    return "x" + value.encode("utf-8").hex()


def decimal_text(value):
    digits = format(value, "f")
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


# For each field how it is read and how it is printed; lists have a third member.
FIELDS = {
    "name": (text, hexadecimal),
    "text": (text, hexadecimal),
    "note": (text, hexadecimal),
    "amount": (decimal.Decimal, decimal_text),
    "count": (int, str),
    "day": (datetime.date.fromisoformat, str),
    "moment": (
        lambda word: EPOCH + int(word) * MILLISECOND,
        lambda value: str((value - EPOCH) // MILLISECOND),
    ),
    "colour": (text, hexadecimal),
    "colours": (text, hexadecimal, list),
    "values": (
        lambda word: struct.unpack(">d", bytes.fromhex(word))[0],
        lambda value: struct.pack(">d", value).hex(),
        list,
    ),
    "words": (text, hexadecimal, list),
    "gaps": (int, str, list),
    "picture": (lambda word: bytes.fromhex(word[1:]), lambda value: "x" + value.hex()),
}


def parse(lines):
    sheet = {}
    for line in lines:
        field, *words = line.split(" ")
        read, _, *is_list = FIELDS[field]
        if is_list:
            # An item that is None would be left out.
            sheet[field] = [zeep.xsd.Nil if word == "nil" else read(word) for word in words]
        else:
            sheet[field] = None if words[0] == "nil" else read(words[0])
    return sheet


def print_sheet(sheet):
    for field, (_, form, *is_list) in FIELDS.items():
        value = sheet[field]
        values = value if is_list else [value]
        print(" ".join([field] + ["nil" if one is None else form(one) for one in values]))


class Probe:
    def __init__(self, url, style):
        self.client = zeep.Client(url + "?wsdl")
        self.style = style

    def invoke(self, operation, sheet, **options):
        arguments = sheet if self.style == "BARE" else {"sheet": sheet}
        return self.client.service[operation](**arguments, **options)

    def echo(self, sheet):
        print_sheet(self.invoke("echo", sheet))

    def tell(self, sheet):
        self.invoke("tell", sheet)
        print("told")

    def fail(self, sheet):
        try:
            self.invoke("fail", sheet)
        except zeep.exceptions.Fault as fault:
            print("failed", fault.code.split(":")[-1], hexadecimal(fault.message))

    def refuse(self, sheet):
        try:
            self.invoke("refuse", sheet)
        except zeep.exceptions.Fault as fault:
            print("refused", hexadecimal(fault.message))
            detail = self.client.wsdl.types.deserialize(fault.detail[0])
            print("detail", detail.number, *map(hexadecimal, [detail.why, *detail.similar]))

    def stamp(self, sheet):
        blocks = {"caller": sheet["text"], "ticket": sheet["note"]}
        answer = self.invoke("stamp", sheet, _soapheaders=blocks)
        print("ticket", hexadecimal(answer.header.ticket))
        print_sheet(answer.body if self.style == "BARE" else answer.body["return"])


url, style, _, questions = sys.argv[1:]
probe = Probe(url, style)
with open(questions, encoding="ascii") as file:
    blocks = file.read().strip().split("\n\n")
for block in blocks:
    operation, *lines = block.split("\n")
    try:
        getattr(probe, operation)(parse(lines))
    except Exception as error:
        print("error", repr(error))
    print()
