package io.castile.codec;

import jakarta.activation.DataSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Bytes of a message as an attachment of unknown type. */
record ByteArrayDataSource(byte[] bytes) implements DataSource {
  @Override
  public InputStream getInputStream() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    throw new IOException("what was read from a message cannot be written to");
  }

  @Override
  public String getContentType() {
    return "application/octet-stream";
  }

  @Override
  public String getName() {
    return "";
  }
}
