package io.castile.soap.multipart;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Content of a bounded size. For one thread. */
public final class BoundedContent extends FilterInputStream {
  private final long maxBytes;
  private long count;

  public BoundedContent(InputStream in, long maxBytes) {
    super(in);
    this.maxBytes = maxBytes;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = in.read(bytes, offset, length);
    count += Math.max(0, read);
    if (count > maxBytes) {
      throw new IOException("expected a message with parts of at most " + maxBytes + " bytes");
    }
    return read;
  }
}
