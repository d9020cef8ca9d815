package io.castile.papers;

import io.castile.delta.format.BoundedOutput;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.RandomLongs;
import io.castile.delta.format.TextOutput;
import java.util.Arrays;

/**
 * The encoding of mSOAP (§III.B): a table of tags and their codes, which the first message tells by
 * a code next to each tag that is new; in later messages codes stand for tags. A tag is all from
 * {@code <} to {@code >}, attributes with it, but no declaration, comment or instruction. Not
 * thread-safe.
 */
final class PaperEncoding {
  /** Longer tags get no code. */
  static final int MAX_TAG_BYTES = 512;

  private static final int SLOTS = 1024; // more than twice PaperCodes.MAX_TAGS

  /** Odd and secret, so that no sender can choose tags that make the search for them long. */
  private static final long MULTIPLIER = RandomLongs.next() | 1;

  /** What a tag takes beside its bytes. */
  private static final int TAG_BYTES = 24;

  private final byte[][] tags = new byte[PaperCodes.MAX_TAGS][];
  private int count;
  private int tagBytes;

  /** The tags by their hash, open addressing: a tag's number plus 1; 0 for none. */
  private final short[] slots = new short[SLOTS];

  /** Returns how many bytes this takes. */
  int bytes() {
    return tagBytes + tags.length * Integer.BYTES + slots.length * Short.BYTES;
  }

  /**
   * Writes a first message, and learns its tags.
   *
   * @return false if it has bytes that are codes: then nothing is to be made of it
   */
  boolean writeFirst(byte[] message, TextOutput out) {
    return write(message, 0, message.length, out, true);
  }

  /**
   * Writes a part of a message with codes for the tags that have some.
   *
   * @return false if it has bytes that are codes: then nothing is to be made of it
   */
  boolean write(byte[] source, int start, int end, TextOutput out) {
    return write(source, start, end, out, false);
  }

  private boolean write(byte[] source, int start, int end, TextOutput out, boolean learns) {
    int copied = start; // All before it is written.
    int pos = start;
    while (pos < end) {
      byte c = source[pos];
      if (PaperCodes.kind(c) != PaperCodes.Kind.TEXT) {
        return false;
      }
      int tagEnd = c == '<' ? tagEnd(source, pos, end) : -1;
      if (tagEnd < 0) {
        pos++;
        continue;
      }
      int tag = find(source, pos, tagEnd);
      if (tag >= 0 && !learns) {
        out.append(source, copied, pos);
        writeCode(tag, out);
        copied = tagEnd;
      } else if (tag < 0 && learns && count < PaperCodes.MAX_TAGS) {
        out.append(source, copied, tagEnd);
        writeCode(count, out);
        add(Arrays.copyOfRange(source, pos, tagEnd));
        copied = tagEnd;
      }
      pos = tagEnd;
    }
    out.append(source, copied, end);
    return true;
  }

  /** Where the tag ends that starts at {@code start}; -1 if none does, or it has codes in it. */
  private static int tagEnd(byte[] source, int start, int end) {
    int last = Math.min(end, start + MAX_TAG_BYTES);
    if (last - start < 3 || source[start + 1] == '!' || source[start + 1] == '?') {
      return -1;
    }
    for (int pos = start + 1; pos < last; pos++) {
      byte c = source[pos];
      if (c == '>') {
        return pos > start + 1 ? pos + 1 : -1;
      }
      if (c == '<' || PaperCodes.kind(c) != PaperCodes.Kind.TEXT) {
        return -1;
      }
    }
    return -1;
  }

  private static void writeCode(int tag, TextOutput out) {
    out.ensure(2);
    if (tag < PaperCodes.SHORT_TAGS) {
      out.bytes[out.size++] = PaperCodes.shortCode(tag);
    } else {
      out.bytes[out.size++] = PaperCodes.LONG_TAG;
      out.bytes[out.size++] = (byte) (tag - PaperCodes.SHORT_TAGS);
    }
  }

  // ---- reading ----

  /** Reads a first message, from {@code start} to the end, and learns its tags. */
  void readFirst(byte[] body, int start, BoundedOutput out) throws DeltaException {
    int pos = start;
    while (pos < body.length) {
      int code = textEnd(body, pos);
      out.append(body, pos, code);
      if (code == body.length) {
        return;
      }
      int tag = tag(body, code);
      if (tag != count) {
        throw new DeltaException("expected the code of tag " + count + ", found another one");
      }
      add(lastTag(out));
      pos = code + codeBytes(body, code);
    }
  }

  /** The tag with which the message ends so far. */
  private static byte[] lastTag(BoundedOutput out) throws DeltaException {
    byte[] bytes = out.bytes();
    int end = out.size();
    int start = end - 1;
    while (start >= 0 && end - start <= MAX_TAG_BYTES && bytes[start] != '<') {
      start--;
    }
    if (start < 0 || tagEnd(bytes, start, end) != end) {
      throw new DeltaException("expected a tag before its code");
    }
    return Arrays.copyOfRange(bytes, start, end);
  }

  /**
   * Reads text with codes for tags.
   *
   * @return where it ends: before a code of another kind, or at the end
   */
  int read(byte[] body, int start, BoundedOutput out) throws DeltaException {
    int pos = start;
    while (true) {
      int code = textEnd(body, pos);
      out.append(body, pos, code);
      if (code == body.length || PaperCodes.kind(body[code]) == PaperCodes.Kind.UPDATE) {
        return code;
      }
      int tag = tag(body, code);
      if (tag >= count) {
        throw new DeltaException("expected the code of one of " + count + " tags, found " + tag);
      }
      out.append(tags[tag], 0, tags[tag].length);
      pos = code + codeBytes(body, code);
    }
  }

  private static int textEnd(byte[] body, int start) {
    int pos = start;
    while (pos < body.length && PaperCodes.kind(body[pos]) == PaperCodes.Kind.TEXT) {
      pos++;
    }
    return pos;
  }

  private static int tag(byte[] body, int pos) throws DeltaException {
    if (PaperCodes.kind(body[pos]) != PaperCodes.Kind.TAG) {
      throw new DeltaException("expected the code of a tag, found " + body[pos]);
    }
    if (body[pos] != PaperCodes.LONG_TAG) {
      return PaperCodes.shortTag(body[pos]);
    }
    if (pos + 1 == body.length) {
      throw new DeltaException("expected one more byte of a tag's code, found the end");
    }
    return PaperCodes.SHORT_TAGS + (body[pos + 1] & 0xff);
  }

  private static int codeBytes(byte[] body, int pos) {
    return body[pos] == PaperCodes.LONG_TAG ? 2 : 1;
  }

  // ---- the table ----

  private int find(byte[] source, int start, int end) {
    int slot = slot(source, start, end);
    return slots[slot] - 1;
  }

  private void add(byte[] tag) {
    tags[count++] = tag;
    tagBytes += tag.length + TAG_BYTES;
    int slot = slot(tag, 0, tag.length);
    if (slots[slot] == 0) { // A peer may tell a tag twice, which is of no use and does no harm.
      slots[slot] = (short) count;
    }
  }

  /** The slot of a tag, or the one where it would be. At least half of all slots are free. */
  private int slot(byte[] source, int start, int end) {
    long hash = end - start;
    for (int i = start; i < end; i++) {
      hash = (hash + source[i]) * MULTIPLIER;
      hash ^= hash >>> 32;
    }
    int slot = (int) hash & SLOTS - 1;
    while (slots[slot] != 0 && !isTag(tags[slots[slot] - 1], source, start, end)) {
      slot = slot + 1 & SLOTS - 1;
    }
    return slot;
  }

  private static boolean isTag(byte[] tag, byte[] source, int start, int end) {
    return Arrays.equals(tag, 0, tag.length, source, start, end);
  }
}
