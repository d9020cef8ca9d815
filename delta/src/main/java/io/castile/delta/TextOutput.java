package io.castile.delta;

import java.util.Arrays;

/** Texts one after the other. Not thread-safe. */
final class TextOutput {
  byte[] bytes = new byte[256];
  int size;

  void append(byte[] source, int start, int end) {
    ensure(end - start);
    System.arraycopy(source, start, bytes, size, end - start);
    size += end - start;
  }

  /** Makes room for {@code count} more bytes. */
  void ensure(int count) {
    if (bytes.length - size < count) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, count), bytes.length << 1));
    }
  }
}
