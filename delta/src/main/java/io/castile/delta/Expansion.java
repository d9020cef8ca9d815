package io.castile.delta;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * How much may come out of a content that has come, through all of its codings: in proportion to
 * what has come, whatever the bound of messages is. Such a bound is for messages that are worth
 * their memory; a content of a few bytes is not.
 *
 * @param maxBytes that may come out of any coding
 */
record Expansion(long maxBytes) {
  /** What XML of one row again and again comes to, and more; gzip cannot do better. */
  private static final long RATIO = 1_000;

  /** So much may come out of anything. */
  private static final long FREE_BYTES = 1 << 20;

  /**
   * The expansion of a content.
   *
   * @param contentBytes as they have come
   * @param dictionary what it was made with; null for none
   * @param maxBytes the bound of messages
   */
  static Expansion of(int contentBytes, Instance dictionary, long maxBytes) {
    long known = contentBytes + (dictionary == null ? 0L : dictionary.bytes().length);
    return new Expansion(Math.min(maxBytes, FREE_BYTES + RATIO * known));
  }

  /** The bound for an array. */
  int arrayBytes() {
    return (int) Math.min(Integer.MAX_VALUE - 8, maxBytes);
  }

  /** A stream that fails where more comes out of it. */
  InputStream bounded(InputStream in) {
    return new Bounded(in, maxBytes);
  }

  private static final class Bounded extends FilterInputStream {
    private final long maxBytes;
    private long count;

    Bounded(InputStream in, long maxBytes) {
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
        throw new DeltaException("expected a message of at most " + maxBytes + " bytes");
      }
      return read;
    }
  }
}
