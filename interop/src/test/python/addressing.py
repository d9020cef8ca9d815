"""Calls the lab with message addressing properties and username tokens.

Arguments: the URL of the service, and what to send: addressing, text or digest.
"""

import sys

import zeep
import zeep.wsse.username


class Names(zeep.Plugin):
    """Keeps the names of the messages."""

    def egress(self, envelope, http_headers, operation, binding_options):
        self.sent = text(envelope, "MessageID")
        return envelope, http_headers

    def ingress(self, envelope, http_headers, operation):
        self.related = text(envelope, "RelatesTo")
        self.action = text(envelope, "Action")
        return envelope, http_headers


def text(envelope, local):
    found = envelope.find(".//{http://www.w3.org/2005/08/addressing}" + local)
    return None if found is None else found.text


url, what = sys.argv[1:]
names = Names()
if what == "addressing":
    # As the WSDL has actions, zeep uses its WsAddressingPlugin by itself.
    client = zeep.Client(url + "?wsdl", plugins=[names])
else:
    token = zeep.wsse.username.UsernameToken(
        "alice", "wonder<land>&", use_digest=what == "digest"
    )
    client = zeep.Client(url + "?wsdl", wsse=token)
print(client.service.next(1).number)
if what == "addressing":
    print(names.sent == names.related, names.action)
