"""Asks the lab for the batches of all steps, and prints what it has read; the form is BatchText's.

Arguments: the URL of the service, the number of steps.
"""

import struct
import sys

import zeep


def double(value):
    return struct.pack(">d", value).hex()


def single(value):
    return struct.pack(">f", value).hex()


def text(value):
    return "x" + value.encode("utf-8").hex()


def boolean(value):
    return "true" if value else "false"


def mio(value):
    return f"{value.number}/{value.x}/{value.y}/{double(value.value)}"


def line(name, values, form):
    print(" ".join([name] + ["nil" if value is None else form(value) for value in values]))


url, steps = sys.argv[1:]
client = zeep.Client(url + "?wsdl")
for step in range(int(steps)):
    batch = client.service.next(step)
    line("number", [batch.number], str)
    line("doubles", batch.doubles, double)
    line("ints", batch.ints, str)
    line("level", [batch.level], str)
    line("floats", batch.floats, single)
    line("longs", batch.longs, str)
    line("mios", batch.mios, mio)
    line("names", batch.names, text)
    line("flags", batch.flags, boolean)
    line("gaps", batch.gaps, str)
    line("ratio", [batch.ratio], double)
    line("remark", [batch.remark], text)
