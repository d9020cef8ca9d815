package io.castile.soap;

import io.castile.xml.Payload;
import java.io.BufferedOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.function.BiConsumer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;

/** An exchange of the embedded server. */
final class JettyExchange implements HttpExchange {
  /** An answer that is made while it is sent leaves in pieces of this size. */
  private static final int PIECE_BYTES = 32 << 10;

  private final Request request;
  private final Response response;

  JettyExchange(Request request, Response response) {
    this.request = request;
    this.response = response;
  }

  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public String mountPath() {
    return "";
  }

  @Override
  public String path() {
    return Request.getPathInContext(request);
  }

  @Override
  public String query() {
    return request.getHttpURI().getQuery();
  }

  @Override
  public String origin() {
    return request.getHttpURI().getScheme()
        + "://"
        + Request.getServerName(request)
        + ":"
        + Request.getServerPort(request);
  }

  @Override
  public String header(String name) {
    return request.getHeaders().get(name);
  }

  @Override
  public void headers(BiConsumer<String, String> fields) {
    for (HttpField field : request.getHeaders()) {
      fields.accept(field.getName(), field.getValue() == null ? "" : field.getValue());
    }
  }

  @Override
  public long contentLength() {
    return request.getLength();
  }

  @Override
  public InputStream content() {
    return new WholeContent(Content.Source.asInputStream(request));
  }

  /** Who has shown the certificate, where one is asked for. */
  @Override
  public Principal principal() {
    if (!request.isSecure()) {
      return null;
    }
    Object tls = request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE);
    X509Certificate[] chain =
        tls instanceof EndPoint.SslSessionData data ? data.peerCertificates() : null;
    return chain == null || chain.length == 0 ? null : chain[0].getSubjectX500Principal();
  }

  @Override
  public boolean isInRole(String role) {
    return false;
  }

  @Override
  public Map<String, Object> properties() {
    return Map.of();
  }

  @Override
  public void status(int status) {
    response.setStatus(status);
  }

  @Override
  public void header(String name, String value) {
    response.getHeaders().put(name, value);
  }

  @Override
  public void endConnection() {
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
  }

  /** Sends the pieces as they are; without a length Jetty makes chunks of what it is given. */
  @Override
  public void send(Payload content) throws IOException {
    if (content.size() != Payload.UNKNOWN_SIZE) {
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, content.size());
    }
    ByteBuffer[] pieces = content.pieces();
    if (pieces == null || pieces.length == 0) {
      OutputStream out =
          new BufferedOutputStream(Content.Sink.asOutputStream(response), PIECE_BYTES);
      content.writeTo(out);
      out.close(); // which says that this was all; so not where the content fails
      return;
    }
    for (int i = 0; i < pieces.length; i++) {
      write(pieces[i], i == pieces.length - 1);
    }
  }

  private void write(ByteBuffer piece, boolean last) throws IOException {
    try (Blocker.Callback written = Blocker.callback()) {
      response.write(last, piece, written);
      written.block();
    }
  }

  /** Content that fails where it was cut, whatever Jetty takes it for. */
  private final class WholeContent extends FilterInputStream {
    WholeContent(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      return checked(in.read());
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return checked(in.read(bytes, offset, length));
    }

    private int checked(int read) throws IOException {
      if (read < 0 && CutContent.isCut(request)) {
        throw new EofException("the connection ended within the chunks");
      }
      return read;
    }
  }
}
