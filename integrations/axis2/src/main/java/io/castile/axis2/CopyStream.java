package io.castile.axis2;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Passes on what is written, and keeps a copy of it up to a size. Owned by one thread. */
final class CopyStream extends OutputStream {
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
