package io.castile.soap.multipart;

import io.castile.xml.Attachment;
import io.castile.xml.internal.BytesAttachment;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Between parts of messages and the data handlers that applications have in their place. */
public final class AttachmentData implements Attachment {
  private final DataHandler data;
  private final String contentType;

  /**
   * A part that is read from a data handler when it is sent or looked at.
   *
   * @param contentType null for that of the handler
   */
  public AttachmentData(DataHandler data, @Nullable String contentType) {
    this.data = data;
    String type = contentType == null ? data.getContentType() : contentType;
    this.contentType = type == null ? BytesAttachment.UNKNOWN_TYPE : type;
  }

  /** Returns the parts for data handlers, by the same Content-IDs without brackets. */
  public static Map<String, Attachment> parts(Map<?, ?> handlers) {
    Map<String, Attachment> parts = new LinkedHashMap<>();
    handlers.forEach(
        (id, handler) -> {
          if (!(id instanceof String name && handler instanceof DataHandler data)) {
            throw new IllegalArgumentException(
                "expected data handlers by content identifiers, found " + handler + " for " + id);
          }
          parts.put(MultipartContent.contentId(name), new AttachmentData(data, null));
        });
    return parts;
  }

  /** Returns the data handlers for parts, by the same Content-IDs. */
  public static Map<String, DataHandler> handlers(Map<String, Attachment> parts) {
    Map<String, DataHandler> handlers = new LinkedHashMap<>();
    parts.forEach((id, part) -> handlers.put(id, handler(part)));
    return handlers;
  }

  /**
   * Returns the same parts for a caller that keeps them beyond the exchange with which they came.
   */
  public static Map<String, Attachment> retained(Map<String, Attachment> parts) {
    Map<String, Attachment> retained = new LinkedHashMap<>();
    parts.forEach((id, part) -> retained.put(id, part.retained()));
    return retained;
  }

  /**
   * Keeps data that came with a call beyond it: for a service, whose data in files ends with the
   * call otherwise. The file is then closed with the {@link DataSource}, which is {@link
   * java.io.Closeable}. Data in memory stays as it is, and so does any other.
   *
   * @return the same
   */
  public static DataHandler keep(DataHandler data) {
    if (data.getDataSource() instanceof StoredPart stored) {
      stored.keep();
    }
    return data;
  }

  public static DataHandler handler(Attachment part) {
    if (part instanceof AttachmentData known) {
      return known.data;
    }
    return new DataHandler(part instanceof DataSource stored ? stored : new PartSource(part));
  }

  @Override
  public String contentType() {
    return contentType;
  }

  @Override
  public long size() {
    return data.getDataSource() instanceof Attachment known ? known.size() : UNKNOWN_SIZE;
  }

  /** A part that came and has gone through handlers as it was is that part still. */
  @Override
  public Attachment retained() {
    return data.getDataSource() instanceof StoredPart stored
            && stored.contentType().equals(contentType)
        ? stored.retained()
        : this;
  }

  @Override
  public InputStream open() throws IOException {
    return data.getInputStream();
  }

  /** The content of a part, which cannot be written to. */
  private record PartSource(Attachment part) implements DataSource {
    @Override
    public InputStream getInputStream() throws IOException {
      return part.open();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      throw new IOException("Cannot write to a received part.");
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
