"""Polls ratings by zeep, and prints what comes back, a line for each.

Arguments: the URL of the service, how many rounds.
"""

import sys

import zeep

url, rounds = sys.argv[1:]
client = zeep.Client(url + "?wsdl")
for round in range(int(rounds)):
    for rating in client.service.ratings(round):
        print(round, rating.symbol, rating.verdict, rating.price, rating.analysts, rating.updated)
