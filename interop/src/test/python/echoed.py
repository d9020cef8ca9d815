"""A service of spyne that says how it has read a text. Prints its port, and ends when its input does."""
import logging
import sys
import threading
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from spyne import Application, ServiceBase, Unicode, rpc
from spyne.protocol.soap import Soap11
from spyne.server.wsgi import WsgiApplication

logging.disable(logging.CRITICAL)


class Echoed(ServiceBase):
    @rpc(Unicode, _returns=Unicode)
    def echo(ctx, text):
        return "echo " + (text or "")


class Quiet(WSGIRequestHandler):
    def log_message(self, format, *args):
        pass


class Threads(ThreadingMixIn, WSGIServer):
    daemon_threads = True


application = Application([Echoed], "urn:echoed", in_protocol=Soap11(), out_protocol=Soap11())
server = make_server("localhost", 0, WsgiApplication(application), Threads, Quiet)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
