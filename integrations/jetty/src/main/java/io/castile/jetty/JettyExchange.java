package io.castile.jetty;

import io.castile.soap.server.ArrivalPace;
import io.castile.soap.server.HttpExchange;
import io.castile.xml.Payload;
import java.io.BufferedOutputStream;
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
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/** An exchange of the embedded server. */
final class JettyExchange implements HttpExchange {
  /** An answer that is made while it is sent leaves in pieces of this size. */
  private static final int PIECE_BYTES = 32 << 10;

  private final Request request;
  private final Response response;

  private final int minBytesPerSecond;
  private @Nullable JettyContent content; // null before it was asked for

  /**
   * @param minBytesPerSecond of the answer, that the client must take; 0 for no bound
   */
  JettyExchange(Request request, Response response, int minBytesPerSecond) {
    this.request = request;
    this.response = response;
    this.minBytesPerSecond = minBytesPerSecond;
  }

  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public String protocol() {
    return request.getConnectionMetaData().getHttpVersion().asString();
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
  public @Nullable String query() {
    return request.getHttpURI().getQuery();
  }

  @Override
  public String target() {
    String sent = request.getHttpURI().getPathQuery();
    return sent == null ? "" : sent;
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
  public @Nullable String header(String name) {
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
    return opened(null);
  }

  @Override
  public InputStream content(ArrivalPace pace) {
    return opened(pace);
  }

  private InputStream opened(@Nullable ArrivalPace pace) {
    content = new JettyContent(request, pace);
    return content;
  }

  /** Whether the content has been read to its end, so that nothing of this request is to come. */
  boolean hasReadAll() {
    return content != null && content.hasEnded();
  }

  /** Whether content was not waited for any longer: the connection can only end. */
  boolean hasGivenUp() {
    return content != null && content.hasGivenUp();
  }

  /** Returns the subject of the client's certificate, where one is asked for. */
  @Override
  public @Nullable Principal principal() {
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
      OutputStream out = new BufferedOutputStream(new AnswerStream(), PIECE_BYTES);
      content.writeTo(out);
      out.close(); // which says that this was all; so not where the content fails
      return;
    }
    for (int i = 0; i < pieces.length; i++) {
      write(pieces[i], i == pieces.length - 1);
    }
  }

  private void write(ByteBuffer piece, boolean last) throws IOException {
    TimedWrite.restartIdleTime(request);
    TimedWrite written = new TimedWrite(request, piece.remaining(), minBytesPerSecond);
    response.write(last, piece, written);
    written.await();
  }

  /** An answer that is made while it is sent. */
  private final class AnswerStream extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      JettyExchange.this.write(ByteBuffer.wrap(bytes, offset, length), false);
    }

    /** Says that this was all. */
    @Override
    public void close() throws IOException {
      JettyExchange.this.write(ByteBuffer.allocate(0), true);
    }
  }
}
