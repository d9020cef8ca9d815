"""A service of spyne that sends its values back, as it has read them. Prints its port, and ends when its input does."""
import logging
import sys
import threading
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from spyne import (
    Application,
    Array,
    Boolean,
    ByteArray,
    ComplexModel,
    Date,
    DateTime,
    Decimal,
    Double,
    Fault,
    Integer,
    ServiceBase,
    Unicode,
    rpc,
)
from spyne.protocol.soap import Soap11
from spyne.server.wsgi import WsgiApplication

logging.disable(logging.CRITICAL)


class Item(ComplexModel):
    name = Unicode
    count = Integer
    price = Decimal
    weight = Double
    isSold = Boolean
    day = Date
    seen = DateTime
    picture = ByteArray
    tags = Array(Unicode)


class Stock(ServiceBase):
    @rpc(Array(Item), _returns=Array(Item))
    def echo(ctx, items):
        return items

    @rpc(Unicode, _returns=Unicode)
    def find(ctx, name):
        if not name:
            raise Fault("Client.Name", "there is no name")
        return name + " is here"


class Quiet(WSGIRequestHandler):
    def log_message(self, format, *args):
        pass


class Threads(ThreadingMixIn, WSGIServer):
    daemon_threads = True


application = Application([Stock], "urn:stock", in_protocol=Soap11(), out_protocol=Soap11())
server = make_server("localhost", 0, WsgiApplication(application), Threads, Quiet)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
