package io.castile.codec.value;

import io.castile.xml.Attachment;
import io.castile.xml.internal.BytesAttachment;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.activation.FileDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** A data handler as a part of a message. */
record AttachedHandler(DataHandler handler) implements Attachment {
  @Override
  public String contentType() {
    return Objects.requireNonNullElse(handler.getContentType(), BytesAttachment.UNKNOWN_TYPE);
  }

  @Override
  public long size() {
    DataSource source = handler.getDataSource();
    if (source instanceof ByteArrayDataSource known) {
      return known.bytes().length;
    }
    if (source instanceof Attachment known) {
      return known.size();
    }
    return source instanceof FileDataSource file && file.getFile().isFile()
        ? file.getFile().length()
        : UNKNOWN_SIZE;
  }

  @Override
  public InputStream open() throws IOException {
    return handler.getInputStream();
  }
}
