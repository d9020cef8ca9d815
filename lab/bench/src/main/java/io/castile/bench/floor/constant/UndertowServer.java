package io.castile.bench.floor.constant;

import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** Undertow. */
final class UndertowServer {
  private UndertowServer() {}

  /**
   * @param workers whether a thread answers that may block; else the event loop does
   */
  static int start(boolean workers) {
    byte[] answer = ConstantServer.answer();
    HttpHandler handler =
        workers
            ? new Blocking(answer)
            : exchange ->
                exchange.getRequestReceiver().receiveFullBytes((e, content) -> answer(e, answer));
    Undertow server =
        Undertow.builder()
            .addHttpListener(0, ConstantServer.HOST.getHostAddress())
            .setServerOption(UndertowOptions.ALWAYS_SET_DATE, false)
            .setWorkerThreads(ConstantServer.WORKERS)
            .setHandler(handler)
            .build();
    server.start();
    return ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
  }

  private static void answer(HttpServerExchange exchange, byte[] answer) {
    exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, ConstantServer.CONTENT_TYPE);
    exchange.getResponseHeaders().put(Headers.CONTENT_LENGTH, answer.length);
    exchange.getResponseSender().send(ByteBuffer.wrap(answer));
  }

  private record Blocking(byte[] answer) implements HttpHandler {
    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
      if (exchange.isInIoThread()) {
        exchange.dispatch(this);
        return;
      }
      exchange.startBlocking();
      exchange.getInputStream().transferTo(OutputStream.nullOutputStream());
      UndertowServer.answer(exchange, answer);
    }
  }
}
