"""Operations of a SOAP service by JSON, as they are written by hand with zeep and FastAPI, for the
suite "json" of the benchmarks.

Arguments: the WSDL, the address of the service, the port.
"""
import datetime
import sys

import fastapi
import pydantic
import requests
import uvicorn
import zeep
from zeep.helpers import serialize_object
from zeep.transports import Transport


class Line(pydantic.BaseModel):
    symbol: str
    count: int
    day: datetime.date | None = None


class Lines(pydantic.BaseModel):
    line: list[Line]


def service(wsdl, address):
    """Goes straight to this machine, whatever the environment says of proxies."""
    session = requests.Session()
    session.trust_env = False
    client = zeep.Client(wsdl, transport=Transport(session=session))
    return client.create_service(next(iter(client.wsdl.bindings)), address)


def main(wsdl, address, port):
    quotes = service(wsdl, address)
    app = fastapi.FastAPI()

    @app.post("/price")
    def price(line: Line):
        return serialize_object(quotes.price(**line.model_dump()), dict)

    @app.post("/prices")
    def prices(lines: Lines):
        return serialize_object(quotes.prices(**lines.model_dump()), dict)

    uvicorn.run(app, host="127.0.0.1", port=int(port), log_level="warning", access_log=False)


main(*sys.argv[1:])
