package io.castile.axis2;

import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.kernel.MessageFormatter;
import org.apache.axis2.kernel.TransportUtils;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.axis2.util.MessageProcessorSelector;
import org.apache.axis2.wsdl.WSDLConstants;
import org.jspecify.annotations.Nullable;

/** Looks on while Axis2 sends the answer of a service. Owned by the thread of the request. */
final class SentAnswer {
  /** Fields that the container or Axis2 sets for each answer. */
  private static final Set<String> OF_MESSAGE =
      Set.of("content-type", "content-length", "transfer-encoding", "date", "server", "connection");

  private final MessageContext request;
  private final OutputStream out;
  private final CopyStream copy;
  private final Set<String> fields;

  private SentAnswer(MessageContext request, OutputStream out, long mostBytes) {
    this.request = request;
    this.out = out;
    this.copy = new CopyStream(out, mostBytes);
    this.fields = fields();
  }

  /** Begins to look on; the service is to be called afterwards. */
  static SentAnswer begin(MessageContext request, long mostBytes) {
    OutputStream out = (OutputStream) request.getProperty(MessageContext.TRANSPORT_OUT);
    SentAnswer answer = new SentAnswer(request, out, mostBytes);
    request.setProperty(MessageContext.TRANSPORT_OUT, answer.copy);
    return answer;
  }

  /** Ends it, whatever has happened. */
  void end() {
    request.setProperty(MessageContext.TRANSPORT_OUT, out);
  }

  boolean isBegun() {
    return copy.isBegun();
  }

  /** Returns what has been sent. */
  ServerAnswer.Given given() throws AxisFault {
    MessageContext response =
        request.getOperationContext().getMessageContext(WSDLConstants.MESSAGE_LABEL_OUT_VALUE);
    byte[] message = copy.bytes();
    if (response == null || message == null || message.length == 0) {
      return ServerAnswer.Given.UNKNOWN;
    }
    return new ServerAnswer.Given(message, contentType(response), refusal(response));
  }

  /** The type that Axis2 has named, which it tells only the transport. */
  private static String contentType(MessageContext response) throws AxisFault {
    OMOutputFormat format = new OMOutputFormat();
    format.setSOAP11(response.isSOAP11());
    format.setDoOptimize(response.isDoingMTOM());
    format.setDoingSWA(response.isDoingSwA());
    format.setCharSetEncoding(TransportUtils.getCharSetEncoding(response));
    MessageFormatter formatter = MessageProcessorSelector.getMessageFormatter(response);
    return formatter.getContentType(response, format, action(response));
  }

  private static @Nullable String action(MessageContext response) {
    String action = response.getSoapAction();
    return action == null || action.isEmpty() ? response.getWSAAction() : action;
  }

  /** Returns why an answer must not go to other callers that ask the same; null if it may. */
  private @Nullable String refusal(MessageContext response) {
    if (response.isDoingMTOM() || response.isDoingSwA()) {
      return "the response has attachments";
    }
    String charset = TransportUtils.getCharSetEncoding(response);
    if (charset != null && !StandardCharsets.UTF_8.name().equalsIgnoreCase(charset)) {
      return "the response is in " + charset;
    }
    Object own = response.getProperty(HTTPConstants.HTTP_HEADERS);
    boolean hasOwn =
        (own instanceof Collection<?> list && !list.isEmpty())
            || (own instanceof Map<?, ?> map && !map.isEmpty());
    if (hasOwn || !fields.containsAll(fields())) {
      return "the service has added header fields to its response";
    }
    if (request.getProperty(HTTPConstants.MC_HTTP_SERVLETRESPONSE)
            instanceof HttpServletResponse http
        && http.getStatus() != HttpServletResponse.SC_OK) {
      return "the status is " + http.getStatus();
    }
    return isCompressed(response) ? "the response is compressed" : null;
  }

  private static boolean isCompressed(MessageContext response) {
    return response.getOptions().getProperty(HTTPConstants.MC_GZIP_RESPONSE) != null;
  }

  /** The names of the fields that the answer has, as far as the transport tells. */
  private Set<String> fields() {
    Set<String> names = new HashSet<>();
    if (request.getProperty(HTTPConstants.MC_HTTP_SERVLETRESPONSE)
        instanceof HttpServletResponse http) {
      for (String name : http.getHeaderNames()) {
        names.add(name.toLowerCase(Locale.ROOT));
      }
    }
    names.removeAll(OF_MESSAGE);
    return names;
  }

  /** Passes on what is written, and keeps a copy of it up to a size. Owned by one thread. */
  private static final class CopyStream extends OutputStream {
    private final OutputStream out;
    private final long mostBytes;
    private final ByteArrayOutputStream copy = new ByteArrayOutputStream();
    private boolean isTooLarge;

    /**
     * @param mostBytes the size of the largest message that is kept
     */
    CopyStream(OutputStream out, long mostBytes) {
      this.out = out;
      this.mostBytes = mostBytes;
    }

    /** Whether anything has been written. */
    boolean isBegun() {
      return isTooLarge || copy.size() > 0;
    }

    /** Returns what has been written; null where that is more than is kept. */
    byte @Nullable [] bytes() {
      return isTooLarge ? null : copy.toByteArray();
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      if (hasRoom(1)) {
        copy.write(b);
      }
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
      if (hasRoom(length)) {
        copy.write(bytes, from, length);
      }
    }

    private boolean hasRoom(int length) {
      if (!isTooLarge && copy.size() + (long) length > mostBytes) {
        isTooLarge = true;
        copy.reset();
      }
      return !isTooLarge;
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
