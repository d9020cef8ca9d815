package io.castile.codec.value;

import io.castile.codec.BindingException;
import io.castile.xml.Attachment;
import io.castile.xml.internal.BytesAttachment;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Bytes of a message as an attachment. */
record ByteArrayDataSource(byte[] bytes, String contentType) implements DataSource {
  ByteArrayDataSource(byte[] bytes) {
    this(bytes, BytesAttachment.UNKNOWN_TYPE);
  }

  /** Returns a read-only handler of the part; what is not in memory is read where it stands. */
  static DataHandler handler(Attachment part) {
    if (part.retained() instanceof DataSource stored) {
      return new DataHandler(stored);
    }
    try {
      return new DataHandler(new ByteArrayDataSource(part.toByteArray(), part.contentType()));
    } catch (IOException e) {
      throw new BindingException("cannot read an attachment: " + e.getMessage(), e);
    }
  }

  @Override
  public InputStream getInputStream() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    throw new IOException("Cannot write to an attachment that was read from a message.");
  }

  @Override
  public String getContentType() {
    return contentType;
  }

  @Override
  public String getName() {
    return "";
  }
}
