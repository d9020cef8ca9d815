package io.castile.bench.data;

import io.castile.bench.harness.Call;
import io.castile.soap.Headers;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpTransport;
import io.castile.soap.http.Transport;
import io.castile.xml.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/**
 * What is left of a call if nothing is written or read: a small request, and the same body as its
 * answer each time, over loopback by our transport and the HTTP server that ours stands on.
 */
public final class FixedAnswer implements Call {
  private static final byte[] REQUEST = " ".repeat(250).getBytes(StandardCharsets.US_ASCII);

  private final Server server = new Server();
  private final Transport transport = new HttpTransport(HttpOptions.DEFAULT);
  private final Transport.Outgoing request;
  private long bytes; // kept, so that nothing of the work can be left out

  public FixedAnswer(byte[] body) throws Exception {
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    connector.setAcceptedTcpNoDelay(true);
    server.addConnector(connector);
    server.setHandler(new Answering(body));
    server.start();
    this.request =
        new Transport.Outgoing(
            "http://127.0.0.1:" + connector.getLocalPort() + "/",
            Headers.of("Content-Type", "text/xml; charset=utf-8"),
            Payload.of(REQUEST, REQUEST.length));
    run();
    if (bytes != body.length) {
      throw new IllegalStateException("expected " + body.length + " bytes, found " + bytes);
    }
  }

  /** The answer to whatever is asked: a SOAP message. */
  public static FixedAnswer of(String message) throws Exception {
    return new FixedAnswer(message.getBytes(StandardCharsets.UTF_8));
  }

  /** Where it is. */
  public String url() {
    return request.endpoint();
  }

  @Override
  public void run() throws Exception {
    bytes += transport.send(request).body().length;
  }

  @Override
  public void close() throws Exception {
    transport.close();
    server.stop();
  }

  @Override
  public String toString() {
    return bytes + " bytes";
  }

  private static final class Answering extends Handler.Abstract {
    private final byte[] body;

    Answering(byte[] body) {
      this.body = body;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      Content.Source.asByteBuffer(request);
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/xml; charset=utf-8");
      response.write(true, ByteBuffer.wrap(body), callback);
      return true;
    }
  }
}
