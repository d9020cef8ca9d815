package io.castile.delta;

import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Instance;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How much may come out of a content, through all of its codings: in proportion to what has come,
 * whatever the bound of messages is. Such a bound is for messages that are worth their memory; a
 * content of a few bytes is not. What was decoded early of a content that goes on is in proportion
 * to the whole: then more of it is waited for. For one thread.
 */
final class Expansion {
  /** The expansion of XML with one row again and again, and more; gzip cannot do better. */
  private static final long RATIO = 1_000;

  /** So much may come out of anything. */
  private static final long FREE_BYTES = 1 << 20;

  private final Arrived content;
  private final long freeBytes;

  /**
   * @param content as it arrives; not closed
   * @param dictionary what it was made with; null for none
   */
  Expansion(InputStream content, @Nullable Instance dictionary) {
    this.content = new Arrived(content);
    this.freeBytes = FREE_BYTES + (dictionary == null ? 0L : RATIO * dictionary.bytes().length);
  }

  /** The content. */
  InputStream content() {
    return content;
  }

  /**
   * A stream that fails where more comes out of it.
   *
   * @param decoded out of the content, or of what came out of it
   * @param maxBytes of it
   */
  InputStream bounded(InputStream decoded, long maxBytes) {
    return new Bounded(decoded, maxBytes);
  }

  private final class Bounded extends FilterInputStream {
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
        throw DeltaException.tooLarge(maxBytes);
      }
      if (count > freeBytes + RATIO * content.count()
          && !content.reaches((count - freeBytes + RATIO - 1) / RATIO)) {
        throw DeltaException.tooLarge(freeBytes + RATIO * content.count());
      }
      return read;
    }
  }

  /** Counts what has arrived, and may let more arrive than has been asked for. */
  private static final class Arrived extends FilterInputStream {
    private static final int PIECE_BYTES = 8 << 10;

    private long count;

    /** The bytes that have arrived and not been read, from {@code position} to {@code limit}. */
    private byte[] ahead = {};

    private int position;
    private int limit;

    Arrived(InputStream in) {
      super(in);
    }

    /** The number of bytes that have arrived. */
    long count() {
      return count;
    }

    /** Whether so many bytes arrive, in all; waits for them. */
    boolean reaches(long bytes) throws IOException {
      while (count < bytes) {
        if (position > 0) {
          System.arraycopy(ahead, position, ahead, 0, limit - position);
          limit -= position;
          position = 0;
        }
        if (limit == ahead.length) {
          ahead = Arrays.copyOf(ahead, Math.max(PIECE_BYTES, 2 * limit));
        }
        int read = in.read(ahead, limit, ahead.length - limit);
        if (read <= 0) {
          return false;
        }
        limit += read;
        count += read;
      }
      return true;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (position < limit) {
        int taken = Math.min(length, limit - position);
        System.arraycopy(ahead, position, bytes, offset, taken);
        position += taken;
        return taken;
      }
      int read = in.read(bytes, offset, length);
      count += Math.max(0, read);
      return read;
    }

    @Override
    public void close() {
      // The caller that passed the stream goes on reading it.
    }
  }
}
