package io.castile.dynamic;

import io.castile.soap.exchange.internal.ContextAttachments;
import io.castile.wsdl.model.ValueException;
import io.castile.wsdl.value.BoundParts;
import io.castile.xml.Attachment;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** The parts beside the envelopes of one call, which the description binds. */
final class CallParts {
  private final Map<String, DataHandler> sent = new LinkedHashMap<>();
  private Map<?, ?> received = Map.of();

  /**
   * @param sent by their Content-IDs
   */
  CallParts(Map<String, Attachment> sent) {
    sent.forEach((id, part) -> this.sent.put(id, new DataHandler(new Source(part))));
  }

  /** Returns the properties of the call with the parts, which no cache takes for nothing. */
  Map<String, Object> addedTo(Map<String, Object> properties) {
    Map<String, Object> all = new LinkedHashMap<>(properties);
    all.put(ContextAttachments.BOUND, true);
    all.put(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS, sent);
    return all;
  }

  /** Takes the parts that have come with the response. */
  void take(Map<String, Object> responseContext) {
    if (responseContext.get(MessageContext.INBOUND_MESSAGE_ATTACHMENTS)
        instanceof Map<?, ?> parts) {
      received = parts;
    }
  }

  /**
   * Returns the values of a response with those of its parts, which are closed then.
   *
   * @throws WebServiceException if a part is missing, or cannot be read
   */
  Map<String, Object> addedTo(Map<String, Object> body, BoundParts bound, boolean isJson) {
    Map<String, Attachment> parts = new LinkedHashMap<>();
    received.forEach((id, data) -> parts.put(String.valueOf(id), new Received((DataHandler) data)));
    try {
      return bound.isEmpty() ? body : bound.added(body, bound.found(parts), isJson);
    } catch (ValueException | IOException e) {
      throw new WebServiceException("Cannot read the response: " + e.getMessage(), e);
    } finally {
      received.values().forEach(CallParts::close);
    }
  }

  private static void close(Object data) {
    if (((DataHandler) data).getDataSource() instanceof Closeable stored) {
      try {
        stored.close();
      } catch (IOException e) {
        throw new WebServiceException("Cannot close a part: " + e.getMessage(), e);
      }
    }
  }

  /** A part that has come. */
  private record Received(DataHandler data) implements Attachment {
    @Override
    public String contentType() {
      return data.getContentType();
    }

    @Override
    public long size() {
      return UNKNOWN_SIZE;
    }

    @Override
    public InputStream open() throws IOException {
      return data.getInputStream();
    }
  }

  /** The content of a part that is sent, which cannot be written to. */
  private record Source(Attachment part) implements DataSource {
    @Override
    public InputStream getInputStream() throws IOException {
      return part.open();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      throw new IOException("Cannot write to an attachment, because it is being sent.");
    }

    @Override
    public String getContentType() {
      return part.contentType();
    }

    @Override
    public String getName() {
      return "";
    }
  }
}
