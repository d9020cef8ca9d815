"""Calls the rpc/encoded service of SOAPBuilders' operations by zeep, and prints what comes back.

Arguments: the service's URL, a file with the schema of SOAP encoding, which zeep would fetch.
"""
import sys

import zeep
from zeep.transports import Transport

ENCODING = "http://schemas.xmlsoap.org/soap/encoding/"


class LocalTransport(Transport):
    """Has the schema of SOAP encoding without a network."""

    def load(self, url):
        if url == ENCODING:
            with open(sys.argv[2], "rb") as schema:
                return schema.read()
        return super().load(url)


client = zeep.Client(sys.argv[1] + "?wsdl", transport=LocalTransport())
types = client.type_factory("http://soapinterop.org/xsd")
service = client.service
print("string", service.echoString("a < b & c"))
print("integer", service.echoInteger(-7))
struct = service.echoStruct(types.SOAPStruct(varString="x", varInt=3, varFloat=1.5))
print("struct", struct.varString, struct.varInt, struct.varFloat)
print("strings", *service.echoStringArray({"_value_1": ["a", "b"]}))
tree = service.echoNode(types.Node(data=1, left=types.Node(data=2)))
print("tree", tree.data, tree.left.data, tree.right)
