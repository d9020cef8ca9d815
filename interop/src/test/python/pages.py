"""Has the service give back bytes of several lengths, in parts, and prints what has come.

Prints for each the length and the SHA-256. Arguments: the URL of the service, the lengths.
"""

import hashlib
import sys

import requests
import zeep

url, *lengths = sys.argv[1:]
session = requests.Session()
session.headers["Accept"] = "text/xml, multipart/related"
client = zeep.Client(url + "?wsdl", transport=zeep.Transport(session=session))
for length in map(int, lengths):
    sent = bytes(i * 31 % 251 for i in range(length))
    assert client.service.bytes(sent) == sent
    pages = client.service.pages([sent, sent + b"\r\n--"])
    assert pages == [sent, sent + b"\r\n--"], pages
    print(length, hashlib.sha256(pages[0]).hexdigest())
