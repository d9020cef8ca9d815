"""Calls by zeep, for the suites "dynamic" and "differential" of the benchmarks.

Arguments: "calls" and the URL of a portal: says its answers, then plays the rounds that it hears.
Or "first", a WSDL and the address to call: says one answer.
Or "stocks" and the URL of a service of stocks: says the answers to the questions that it hears.
"""
import sys
import time

import requests
import zeep
from zeep.transports import Transport


def transport():
    """Goes straight to this machine, whatever the environment says of proxies."""
    session = requests.Session()
    session.trust_env = False
    return Transport(session=session)


def calls(url):
    service = zeep.Client(url + "?wsdl", transport=transport()).service
    operations = {
        "SIMPLE": service.getSimple,
        "SEARCH": lambda: service.doGoogleSearch(
            key="0000-portal-demo", q="soap caching", start=0, maxResults=10, filter=False,
            restrict="", safeSearch=False, lr="", ie="latin1", oe="latin1"),
        "RATINGS": service.getStockRatings,
    }
    found = operations["SEARCH"]()
    hits = (hit.title + "|" + hit.snippet for hit in found.resultElements)
    ratings = (rated.symbol + "|%.2f" % rated.price for rated in operations["RATINGS"]())
    print("facts", operations["SIMPLE"]())
    print("facts", "|".join([str(found.estimatedTotalResultsCount), *hits]))
    print("facts", "|".join(ratings))
    print("ready", flush=True)
    for line in sys.stdin:
        name, _, millis = line.split()
        play(operations[name], int(millis))


def play(call, millis):
    times = []
    start = before = time.perf_counter_ns()
    over = start + millis * 1_000_000
    while before < over:
        call()
        after = time.perf_counter_ns()
        times.append(after - before)
        before = after
    count = len(times)
    times.sort()
    print("result", count * 1e9 / (before - start), times[count // 2] / 1e3,
          times[int(count * 0.99)] / 1e3, "NaN", count, flush=True)


def first(wsdl, address):
    client = zeep.Client(wsdl, transport=transport())
    binding = next(iter(client.wsdl.bindings))
    answer = client.create_service(binding, address).getServerTime()
    print("answer", answer.body.getServerTimeResult.status.isSuccess, flush=True)


def stocks(url):
    service = zeep.Client(url + "?wsdl", transport=transport()).service
    print("ready", flush=True)
    for line in sys.stdin:
        what, _, name = line.rstrip("\n").partition(" ")
        if what == "ratings":
            lines = ["|".join([one.symbol, one.company, one.rating, repr(one.price), str(one.target),
                               str(one.analysts), one.updated])
                     for one in service.getRatings(name)]
        else:
            lines = [repr(value) for value in service.getValues(name)]
        print("\n".join([*lines, "end"]), flush=True)


sys.stdout.reconfigure(encoding="utf-8")
{"calls": calls, "first": first, "stocks": stocks}[sys.argv[1]](*sys.argv[2:])
