package io.castile.xml.internal;

import io.castile.xml.XmlLimitException;
import io.castile.xml.XmlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;

/**
 * A document that is read while it arrives: of all its bytes only those are held that an {@link
 * XmlReader} has not passed yet, and of these about as many as come at once.
 *
 * <p>The start of the document is held until {@link #release}, so that a reader may begin on it
 * anew. Owned by one thread; the stream is neither closed nor read beyond the document's end.
 *
 * <p>Invariant: {@code bytes} from 0 to {@code count} are those that have arrived and are held; the
 * reader's array is {@code bytes}, and its end {@code count}.
 */
public final class XmlWindow {
  private static final int DEFAULT_BYTES = 64 << 10;

  /** A longer array, in which a beginning came or a long text stood, is not kept for the rest. */
  private static final int LARGE_BYTES = 16 * DEFAULT_BYTES;

  /** The least that is read before the encoding is looked for. */
  private static final int FIRST_BYTES = 1024;

  private final InputStream in;
  private byte[] bytes;
  private int count;
  private long arrived;
  private boolean ended;
  private boolean released;
  private boolean passed;

  /** A document of which nothing has been read. */
  public XmlWindow(InputStream in) {
    this(in, new byte[DEFAULT_BYTES], 0);
  }

  /**
   * A document of which the beginning has been read.
   *
   * @param begun holds the beginning; this window's own from now on, not empty
   * @param count how many bytes of it there are
   */
  public XmlWindow(InputStream in, byte[] begun, int count) {
    this.in = Objects.requireNonNull(in, "in");
    Objects.checkFromToIndex(0, count, begun.length);
    if (begun.length == 0) {
      throw new IllegalArgumentException("expected the beginning of a document, found no bytes");
    }
    this.bytes = begun;
    this.count = count;
    this.arrived = count;
  }

  /** Releases the content that readers pass from now on: none of them can begin anew then. */
  public void release() {
    released = true;
  }

  /** Returns the array that holds that which has arrived; another one after more has. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns how many bytes of the array have arrived and are held. */
  public int count() {
    return count;
  }

  /** Whether all of the document has arrived. */
  public boolean hasEnded() {
    return ended;
  }

  /**
   * Sees to it that there is a beginning to look at.
   *
   * @throws IllegalStateException if the beginning has been let go
   */
  public void begin(int maxBytes) {
    if (passed) {
      throw new IllegalStateException(
          "Cannot read from the beginning, because it has been released. Read it before"
              + " release().");
    }
    while (count < FIRST_BYTES && !ended) {
      read(maxBytes);
    }
  }

  /** Reads to the end of the document, of which all is held. */
  public void readAll(int maxBytes) {
    while (!ended) {
      read(maxBytes);
    }
  }

  /**
   * Reads on, until there is more than {@code least} behind {@code pos}, or the end.
   *
   * @param keep index of the first byte that is needed still
   * @return how many bytes have been let go: by so many all indexes are less
   */
  public int readOn(int keep, int pos, int least, int maxBytes) {
    int gone = 0;
    if (released && keep > 0 && (bytes.length - count < bytes.length / 4 || keep == count)) {
      boolean isRoomy = bytes.length > LARGE_BYTES && count - keep < DEFAULT_BYTES / 2;
      byte[] target = isRoomy ? new byte[DEFAULT_BYTES] : bytes;
      System.arraycopy(bytes, keep, target, 0, count - keep);
      bytes = target;
      count -= keep;
      gone = keep;
      passed = true;
    }
    int from = pos - gone;
    do {
      read(maxBytes);
    } while (!ended && count - from <= least);
    return gone;
  }

  private void read(int maxBytes) {
    if (count == bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * count));
    }
    int read;
    try {
      read = in.read(bytes, count, bytes.length - count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (read < 0) {
      ended = true;
      return;
    }
    count += read;
    arrived += read;
    if (arrived > maxBytes) {
      throw tooLarge(maxBytes);
    }
  }

  /** Returns the error of a document that is too large. */
  public static XmlLimitException tooLarge(int maxBytes) {
    return new XmlLimitException("the document exceeds the limit maxBytes = " + maxBytes, "", 0);
  }
}
