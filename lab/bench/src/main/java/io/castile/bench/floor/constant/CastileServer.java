package io.castile.bench.floor.constant;

import io.castile.jetty.JettyServerProvider;
import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.server.HttpExchange;
import io.castile.xml.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The server that Castile's services stand on, without a service. */
final class CastileServer {
  private CastileServer() {}

  static int start() throws IOException {
    byte[] answer = ConstantServer.answer();
    return new JettyServerProvider()
        .start(HttpServerOptions.DEFAULT, exchange -> answer(exchange, answer))
        .port();
  }

  private static void answer(HttpExchange exchange, byte[] answer) throws IOException {
    try (InputStream content = exchange.content()) {
      content.transferTo(OutputStream.nullOutputStream());
    }
    exchange.status(200);
    exchange.header("Content-Type", ConstantServer.CONTENT_TYPE);
    exchange.send(Payload.of(answer, answer.length));
  }
}
