package io.castile.delta;

import io.castile.delta.format.DeltaException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Content that is made of data in the format deflate (RFC 1951), while it arrives: what stands
 * around the data is that of a subclass. All content is read, to its end; what is cut short or goes
 * on behind its end fails. For one thread.
 */
abstract class InflatedContent extends InputStream {
  private static final int PIECE_BYTES = 16 << 10;

  private final String coding;
  private final InputStream in;

  @SuppressWarnings("NullAway.Init") // null before the first data, when only close looks at it
  private Inflater inflater;

  /** The bytes that have arrived and are not used yet, from {@code position} to {@code limit}. */
  private final byte[] piece = new byte[PIECE_BYTES];

  private int position;
  private int limit;

  /** The number of bytes that have arrived before {@code piece}. */
  private long before;

  private boolean inData;
  private boolean ended;

  /**
   * @param coding its name, for errors
   * @param in closed with this stream
   */
  InflatedContent(String coding, InputStream in) {
    this.coding = coding;
    this.in = in;
  }

  /**
   * Reads what stands before data.
   *
   * @return what the data is to be read with, which is ended with this stream; null if the content
   *     ends here
   */
  abstract @Nullable Inflater begin() throws IOException;

  /** Takes what has come out of the data. */
  abstract void made(byte[] bytes, int offset, int length);

  /**
   * Reads what stands behind data.
   *
   * @param size of what came out of the data
   */
  abstract void end(long size) throws IOException;

  @Override
  public final int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public final int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    while (inData || beginNext()) {
      int count = inflate(bytes, offset, length);
      if (count > 0) {
        made(bytes, offset, count);
        return count;
      }
      if (inflater.finished()) {
        position = limit - inflater.getRemaining();
        end(inflater.getBytesWritten());
        inData = false;
      } else if (inflater.needsDictionary()) {
        throw expected("data without a dictionary, found one", null);
      } else {
        position = limit; // the inflater has taken it
        if (!fill()) {
          throw expected("more data, found the end at byte " + offset(), null);
        }
        inflater.setInput(piece, position, limit - position);
      }
    }
    return -1;
  }

  private boolean beginNext() throws IOException {
    Inflater next = ended ? null : begin();
    if (next == null) {
      ended = true;
      return false;
    }
    inflater = next;
    inflater.setInput(piece, position, limit - position);
    inData = true;
    return true;
  }

  private int inflate(byte[] bytes, int offset, int length) throws DeltaException {
    try {
      return inflater.inflate(bytes, offset, length);
    } catch (DataFormatException e) {
      long at = before + limit - inflater.getRemaining();
      throw expected("data in the format deflate, found other at about byte " + at, e);
    }
  }

  /** Returns the next byte outside data; -1 at the end. */
  final int next() throws IOException {
    return position < limit || fill() ? piece[position++] & 0xFF : -1;
  }

  /** Has the byte that {@link #next} returned last be returned again. */
  final void unread() {
    position--;
  }

  /** Like {@link #next}, of something that must not end here. */
  final int required(String what) throws IOException {
    int next = next();
    if (next < 0) {
      throw expected(what + ", found the end at byte " + offset(), null);
    }
    return next;
  }

  /** The number of bytes that have been used. */
  final long offset() {
    return before + position;
  }

  final DeltaException expected(String what, @Nullable Exception cause) {
    return new DeltaException("expected " + coding + ": " + what, cause);
  }

  private boolean fill() throws IOException {
    int count = in.read(piece, 0, piece.length);
    if (count <= 0) {
      return false;
    }
    before += limit;
    position = 0;
    limit = count;
    return true;
  }

  @Override
  public final void close() throws IOException {
    if (inflater != null) {
      inflater.end();
    }
    in.close();
  }
}
