package io.castile.bench.floor.constant;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.impl.bootstrap.HttpServer;
import org.apache.hc.core5.http.impl.bootstrap.ServerBootstrap;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.util.Timeout;

/** Apache HttpCore over blocking sockets: a thread for each connection, and HTTP/1.1 only. */
final class HttpCoreServer {
  private static final Timeout SILENCE = Timeout.ofSeconds(30);

  private HttpCoreServer() {}

  static int start() throws IOException {
    SocketConfig sockets = SocketConfig.custom().setTcpNoDelay(true).setSoTimeout(SILENCE).build();
    byte[] answer = ConstantServer.answer();
    HttpServer server =
        ServerBootstrap.bootstrap()
            .setLocalAddress(ConstantServer.HOST)
            .setListenerPort(0)
            .setSocketConfig(sockets)
            .register("*", (request, response, context) -> answer(request, response, answer))
            .create();
    server.start();
    return server.getLocalPort();
  }

  private static void answer(
      ClassicHttpRequest request, ClassicHttpResponse response, byte[] answer) throws IOException {
    try (InputStream content = request.getEntity().getContent()) {
      content.transferTo(OutputStream.nullOutputStream());
    }
    response.setEntity(new ByteArrayEntity(answer, ContentType.parse(ConstantServer.CONTENT_TYPE)));
  }
}
