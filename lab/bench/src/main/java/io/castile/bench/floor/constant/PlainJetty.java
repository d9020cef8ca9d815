package io.castile.bench.floor.constant;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** Jetty as it comes, with a handler that may block. */
final class PlainJetty {
  private PlainJetty() {}

  static int start() throws Exception {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setSendDateHeader(false);
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost(ConstantServer.HOST.getHostAddress());
    server.addConnector(connector);
    server.setHandler(new Answering());
    server.start();
    return connector.getLocalPort();
  }

  private static final class Answering extends Handler.Abstract {
    private final byte[] answer = ConstantServer.answer();

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      try (InputStream content = Content.Source.asInputStream(request)) {
        content.transferTo(OutputStream.nullOutputStream());
      }
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, ConstantServer.CONTENT_TYPE);
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.length);
      response.write(true, ByteBuffer.wrap(answer), callback);
      return true;
    }
  }
}
