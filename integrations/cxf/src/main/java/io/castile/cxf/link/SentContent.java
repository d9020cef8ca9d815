package io.castile.cxf.link;

import io.castile.delta.message.HeldStream;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.HTTPConduit;

/** The content of one request, which goes over the link when it is complete. */
final class SentContent extends HeldStream {
  private final ClientLink link;
  private final Message request;
  private final HTTPConduit conduit;
  private boolean isClosed;

  /**
   * @param out sends the request without the link
   */
  SentContent(
      ClientLink link, Message request, HTTPConduit conduit, OutputStream out, int mostBytes) {
    super(out, mostBytes);
    this.link = link;
    this.request = request;
    this.conduit = conduit;
  }

  @Override
  public void close() throws IOException {
    if (isClosed) {
      return;
    }
    isClosed = true;
    byte[] message = bytes();
    SoapVersion version = isPlain(request) ? MessageContents.version(request) : null;
    if (message != null && version != null) {
      link.send(request, conduit, message, version);
      return;
    }
    if (message != null) {
      pass();
    }
    below().close();
  }

  /** Whether it is a message, and not coded by others. */
  static boolean isPlain(Message request) {
    Object encoding = request.get(Message.ENCODING);
    Headers fields = Headers.ofForeign(request.get(Message.PROTOCOL_HEADERS));
    return request.getContent(Exception.class) == null
        && (encoding == null || StandardCharsets.UTF_8.name().equals(encoding))
        && !fields.has("content-encoding")
        && !fields.has("castile");
  }
}
