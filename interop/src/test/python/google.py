"""Searches by zeep, with the description that Google published, and prints what comes back.

Arguments: the service's URL, a file with the description, one with the schema of SOAP encoding, which zeep would fetch.
"""
import sys

import zeep
from zeep.transports import Transport

ENCODING = "http://schemas.xmlsoap.org/soap/encoding/"


class LocalTransport(Transport):
    """Has the schema of SOAP encoding without a network."""

    def load(self, url):
        if url == ENCODING:
            with open(sys.argv[3], "rb") as schema:
                return schema.read()
        return super().load(url)


client = zeep.Client(sys.argv[2], transport=LocalTransport())
service = client.create_service("{urn:GoogleSearch}GoogleSearchBinding", sys.argv[1])
print("page", service.doGetCachedPage("key", "http://example.org/"))
print("spelling", service.doSpellingSuggestion("key", "a < b"))
found = service.doGoogleSearch("key", "q", 1, 10, True, "", False, "", "latin1", "latin1")
print("found", found.estimatedTotalResultsCount, found.estimateIsExact, found.searchTime)
elements = found.resultElements
print("elements", *[element.title for element in elements])
print("category", elements[0].directoryCategory.fullViewableName)
