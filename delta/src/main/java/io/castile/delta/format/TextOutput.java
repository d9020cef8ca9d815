package io.castile.delta.format;

import java.util.Arrays;

/** Texts one after the other. Not thread-safe. */
public final class TextOutput {
  public byte[] bytes = new byte[256];
  public int size;

  public void append(byte[] source, int start, int end) {
    ensure(end - start);
    System.arraycopy(source, start, bytes, size, end - start);
    size += end - start;
  }

  /** Makes room for {@code count} more bytes. */
  public void ensure(int count) {
    if (bytes.length - size < count) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, count), bytes.length << 1));
    }
  }
}
