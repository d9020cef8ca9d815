"""Asks the lab for the batches of all steps, each with the one before as dictionary (RFC 9842).

The user is known by a cookie, so that the answer to one question may be the dictionary of the next.
Prints for each the content coding, the bytes that came and the SHA-256 of the message. What is
compressed is read by the zstandard package. Arguments: the URL of the service, the number of steps.
"""

import base64
import hashlib
import sys
import urllib.request

import zstandard

REQUEST = (
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>'
    '<l:next xmlns:l="urn:castile:lab"><step>{}</step></l:next></e:Body></e:Envelope>'
)


def message(coding, content, dictionary):
    if coding is None:
        return content
    if coding == "zstd":
        return zstandard.ZstdDecompressor().decompress(content)
    assert coding == "dcz", coding
    assert content[:8] == bytes.fromhex("5e2a4d1820000000")
    assert content[8:40] == hashlib.sha256(dictionary).digest()
    raw = zstandard.ZstdCompressionDict(dictionary, dict_type=zstandard.DICT_TYPE_RAWCONTENT)
    # With the head, which is a frame that every decoder skips.
    decoder = zstandard.ZstdDecompressor(dict_data=raw).decompressobj(read_across_frames=True)
    return decoder.decompress(content)


url, steps = sys.argv[1:]
held = None
for step in range(int(steps)):
    fields = {
        "Content-Type": "text/xml; charset=utf-8",
        "Accept-Encoding": "gzip, zstd",
        "Cookie": "user=me",
    }
    if held is not None:
        named = base64.b64encode(hashlib.sha256(held).digest()).decode()
        fields["Accept-Encoding"] += ", dcz"
        fields["Available-Dictionary"] = f":{named}:"
    request = urllib.request.Request(url, REQUEST.format(step).encode(), fields)
    with urllib.request.urlopen(request) as response:
        content = response.read()
        coding = response.headers["Content-Encoding"]
        use = response.headers["Use-As-Dictionary"]
    decoded = message(coding, content, held)
    print(coding, len(content), hashlib.sha256(decoded).hexdigest())
    if use == 'match="/lab"':
        held = decoded
