package io.castile.papers;

import io.castile.delta.DifferentialOptions;
import io.castile.delta.format.BoundedOutput;
import io.castile.delta.format.Delta;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.TextOutput;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One end of a link as mSOAP has it (Bodorik, Qaiser and Jutla: Differential Caches for Web
 * Services in Mobile Environments), to be measured beside {@link Delta}: it encodes the messages it
 * sends, or decodes those it gets, each against the one before. For one thread.
 *
 * <pre>
 *   1 byte    2, the version, in the upper half; in the lower the form: 0 for a message without
 *             codes, 1 with its tags told, 2 whole, 3 an update
 *   4 bytes   the CRC-32C of the message's length (4 bytes) and the message, which the paper has
 *             not: it guards against damage and another base, not against malice
 *   the rest  the message
 * </pre>
 *
 * <pre>{@code
 * PaperLink server = PaperLink.of(PaperLink.Updates.ELEMENTS, true);
 * PaperLink client = PaperLink.of(PaperLink.Updates.ELEMENTS, true);
 * byte[] message = client.decode(server.encode(reply), MAX_BYTES);
 * }</pre>
 */
public final class PaperLink {
  /** What is sent of a list that has changed. */
  public enum Updates {
    /** All of it. */
    NONE,
    /** The elements that have, as in the paper. */
    ELEMENTS,
    /** The leaves that have, with their tags. */
    LEAVES
  }

  private static final int VERSION = 2;
  private static final int RAW = 0;
  private static final int FIRST = 1;
  private static final int WHOLE = 2;
  static final int UPDATE = 3;
  private static final int HEAD_BYTES = 1 + Integer.BYTES;

  private final Updates updates;
  private final boolean encoded;

  /** The share of elements above which a message is sent whole (§III.A.3). */
  private final double maxChanged;

  private byte @Nullable [] last; // the cached reply; null if there is none
  private @Nullable PaperLists lists; // of that; null if not known
  private PaperEncoding encoding = new PaperEncoding();
  private boolean isEncodingKnown;

  private PaperLink(Updates updates, boolean encoded, double maxChanged) {
    this.updates = Objects.requireNonNull(updates, "updates");
    this.encoded = encoded;
    this.maxChanged = maxChanged;
  }

  /**
   * Returns an end that knows no message.
   *
   * @param encoded whether codes stand for tags
   */
  public static PaperLink of(Updates updates, boolean encoded) {
    return of(updates, encoded, DifferentialOptions.DEFAULT_MAX_CHANGED_ELEMENTS);
  }

  /**
   * Returns an end that knows no message.
   *
   * @param encoded whether codes stand for tags
   * @param maxChanged the share of elements above which a message is sent whole (§III.A.3); only
   *     the end that encodes needs it
   */
  public static PaperLink of(Updates updates, boolean encoded, double maxChanged) {
    return new PaperLink(updates, encoded, maxChanged);
  }

  /**
   * Returns what is sent for the next message.
   *
   * @param message any bytes, which must not be changed from here on
   */
  public byte[] encode(byte[] message) {
    TextOutput out = newBody();
    PaperLists found = updates == Updates.NONE ? null : PaperLists.of(message);
    int form = write(message, found, out);
    last = message;
    lists = found;
    return body(form, message, out);
  }

  /** What a body is written to. */
  static TextOutput newBody() {
    TextOutput out = new TextOutput();
    out.size = HEAD_BYTES;
    return out;
  }

  /** The body of a message, with its head. */
  static byte[] body(int form, byte[] message, TextOutput out) {
    byte[] body = Arrays.copyOf(out.bytes, out.size);
    body[0] = (byte) (VERSION << 4 | form);
    int crc = crc(message);
    for (int i = 0; i < Integer.BYTES; i++) {
      body[1 + i] = (byte) (crc >>> 24 - 8 * i);
    }
    return body;
  }

  /** The body of a message that is sent as it is. */
  static byte[] wholeBody(byte[] message) {
    TextOutput out = newBody();
    out.append(message, 0, message.length);
    return body(RAW, message, out);
  }

  private int write(byte[] message, @Nullable PaperLists found, TextOutput out) {
    if (encoded && !isEncodingKnown) {
      PaperEncoding first = new PaperEncoding();
      if (first.writeFirst(message, out)) {
        encoding = first;
        isEncodingKnown = true;
        return FIRST;
      }
    } else {
      boolean leaves = updates == Updates.LEAVES;
      if (last != null
          && lists != null
          && found != null
          && new PaperUpdates(last, lists).write(message, found, leaves, maxChanged, encoding, out)
          && out.size - HEAD_BYTES < message.length) {
        return UPDATE;
      }
      out.size = HEAD_BYTES;
      if (encoding.write(message, 0, message.length, out)) {
        return WHOLE;
      }
    }
    out.size = HEAD_BYTES;
    out.append(message, 0, message.length);
    return RAW;
  }

  /**
   * Returns the message for what has come.
   *
   * @param maxBytes the size of the greatest message
   * @throws DeltaException if what has come is malformed, or damaged, or for another base, or the
   *     message is too large; this end is as it was
   */
  public byte[] decode(byte[] body, int maxBytes) throws DeltaException {
    try {
      return read(body, maxBytes);
    } catch (RuntimeException e) {
      throw DeltaException.unforeseen("message in a form of the paper", e);
    }
  }

  private byte[] read(byte[] body, int maxBytes) throws DeltaException {
    if (body.length < HEAD_BYTES) {
      throw new DeltaException("expected " + HEAD_BYTES + " bytes, found " + body.length);
    }
    if (body[0] >>> 4 != VERSION) {
      throw new DeltaException("expected version " + VERSION + ", found " + (body[0] >>> 4));
    }
    BoundedOutput out = new BoundedOutput(maxBytes);
    int form = body[0] & 0xf;
    PaperEncoding known = encoding;
    switch (form) {
      case RAW -> out.append(body, HEAD_BYTES, body.length);
      case FIRST -> {
        known = new PaperEncoding();
        known.readFirst(body, HEAD_BYTES, out);
      }
      case WHOLE -> {
        if (encoding.read(body, HEAD_BYTES, out) < body.length) {
          throw new DeltaException("expected a message without updates, found one");
        }
      }
      case UPDATE -> readUpdate(body, out);
      default -> throw new DeltaException("expected a form from 0 to 3, found " + form);
    }
    byte[] message = out.toByteArray();
    if (crc(message) != crcOf(body)) {
      throw new DeltaException("expected another CRC-32C of the message");
    }
    last = message;
    lists = null;
    encoding = known;
    return message;
  }

  private void readUpdate(byte[] body, BoundedOutput out) throws DeltaException {
    if (last == null) {
      throw new DeltaException("expected a whole message first, found an update");
    }
    if (lists == null) {
      lists = PaperLists.of(last);
    }
    new PaperUpdates(last, lists).read(body, HEAD_BYTES, encoding, out);
  }

  /** What this end holds, in bytes. */
  long weight() {
    return (last == null ? 0L : last.length)
        + (lists == null ? 0 : lists.bytes())
        + encoding.bytes();
  }

  /** Returns another end that knows the same, for the same peer. */
  PaperLink copy() {
    PaperLink copy = new PaperLink(updates, encoded, maxChanged);
    copy.last = last;
    copy.lists = lists;
    copy.encoding = encoding; // which does not change once it is made
    copy.isEncodingKnown = isEncodingKnown;
    return copy;
  }

  /** Forgets all messages: the next one is the first. Both ends must. */
  public void forget() {
    last = null;
    lists = null;
    encoding = new PaperEncoding();
    isEncodingKnown = false;
  }

  private static int crc(byte[] message) {
    CRC32C crc = new CRC32C(); // which would be 0 for no bytes at all
    crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(message.length).flip());
    crc.update(message);
    return (int) crc.getValue();
  }

  private static int crcOf(byte[] body) {
    int crc = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      crc = crc << 8 | body[1 + i] & 0xff;
    }
    return crc;
  }
}
