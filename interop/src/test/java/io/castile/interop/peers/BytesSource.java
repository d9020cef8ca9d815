package io.castile.interop.peers;

import jakarta.activation.DataSource;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;

/** Bytes of which nobody is told how many there are. */
record BytesSource(byte[] bytes, String contentType) implements DataSource {
  @Override
  public InputStream getInputStream() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public OutputStream getOutputStream() {
    throw new UnsupportedOperationException("read only");
  }

  @Override
  public String getContentType() {
    return contentType;
  }

  @Override
  public String getName() {
    return "source";
  }
}
