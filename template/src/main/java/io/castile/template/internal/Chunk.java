package io.castile.template.internal;

import io.castile.template.TemplateOptions.Padding;
import io.castile.template.entry.EntryKind;
import io.castile.template.entry.MarkupBytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a message and the part of the field table that describes it, as parallel columns in
 * document order (the paper's DUT table, section 3.1).
 *
 * <p>Entry {@code i} owns the bytes from {@code offsets[i]} to where the next entry begins: its
 * width. Where a value is padded, {@code pads[i]} of these are spaces: either the rest of its own
 * bytes ({@link Padding#INSIDE}), or the end tag, which is the beginning of entry {@code i + 1},
 * stands directly behind the value and the white space behind that; then the bytes of both entries
 * together hold value, end tag, white space, rest.
 *
 * <p>Invariants: {@code kinds[count] == Kind.NONE}; a value and the markup behind it are in the
 * same chunk. A chunk is changed by its owner only; other templates that share it make a copy
 * first.
 */
final class Chunk {
  /** The chunk of a template without a message, in which there is nothing to be compared. */
  static final Chunk EMPTY = new Chunk(null, 0, 0);

  /** So many entries are copied faster one by one than column by column. */
  private static final int SHORT_RUN = 12;

  private static final int BYTES_PER_ENTRY = 1 + Integer.BYTES + 1 + Long.BYTES + 4;

  private static final byte[] NO_PADS = {};

  /** The bytes of arrays beyond their elements. */
  private static final int ARRAY_HEADERS = 5 * 16;

  /** Where nothing is known of its size, a chunk has room for so many entries. */
  private static final int FEW_ENTRIES = 16;

  /** One part in so many of an array may be unused in a chunk that is complete. */
  private static final int SLACK_SHARE = 8;

  @Nullable Object owner;
  byte[] bytes;
  int used;
  int count;
  byte[] kinds;
  int[] offsets;

  /**
   * The padding of values of bounded width, which is far below 127; empty while there are no
   * spaces.
   */
  private byte[] pads = NO_PADS;

  long[] bits;
  Object[] refs;

  /** The long array or list that stands behind all this; null for none. */
  @Nullable ItemBlock block;

  /** Spaces that the value at the end is to get once the end tag behind it comes. */
  private int padToCome;

  Chunk(@Nullable Object owner, int capacity, int entries) {
    this.owner = owner;
    this.bytes = new byte[capacity];
    this.kinds = new byte[entries + 1];
    this.offsets = new int[entries];
    this.bits = new long[entries];
    this.refs = new Object[entries + 1];
  }

  /** A copy for another owner. */
  Chunk copy(Object newOwner) {
    Chunk copy = new Chunk(newOwner, 0, 0);
    copy.bytes = bytes.clone();
    copy.used = used;
    copy.count = count;
    copy.kinds = kinds.clone();
    copy.offsets = offsets.clone();
    copy.pads = pads.length == 0 ? NO_PADS : pads.clone();
    copy.bits = bits.clone();
    copy.refs = refs.clone();
    copy.block = block;
    return copy;
  }

  /** Forgets everything but the arrays, for another use. */
  void clear() {
    Arrays.fill(refs, 0, count, null);
    used = 0;
    count = 0;
    kinds[0] = EntryKind.NONE;
    block = null;
    padToCome = 0;
  }

  /** The memory of this chunk without its block, roughly. */
  long footprint() {
    return ARRAY_HEADERS + bytes.length + (long) BYTES_PER_ENTRY * kinds.length;
  }

  /** The bytes of this chunk and of its block. */
  long size() {
    return used + (block == null ? 0 : block.size());
  }

  /** Whether an entry refers to {@code ref}. */
  boolean has(Object ref) {
    for (int i = 0; i < count; i++) {
      if (refs[i] == ref) {
        return true;
      }
    }
    return false;
  }

  /** Where the bytes of an entry begin; behind all of them for the one behind the last. */
  int start(int entry) {
    return entry < count ? offsets[entry] : used;
  }

  /** Where the bytes of an entry end. */
  int end(int entry) {
    return start(entry + 1);
  }

  /** The bytes of an entry, its spaces among them. */
  int width(int entry) {
    return start(entry + 1) - offsets[entry];
  }

  /** The spaces of an entry. */
  int pad(int entry) {
    return pads.length == 0 ? 0 : pads[entry];
  }

  private void setPad(int entry, int pad) {
    if (pads.length == 0) {
      if (pad == 0) {
        return;
      }
      pads = new byte[offsets.length];
    }
    pads[entry] = (byte) pad;
  }

  /** The bytes of an entry without its spaces. */
  int length(int entry) {
    return width(entry) - pad(entry);
  }

  /** The length of the end tag behind a value; 0 if something else stands there. */
  int endTagAfter(int entry) {
    return kinds[entry + 1] == EntryKind.MARKUP
        ? MarkupBytes.endTagLength((byte[]) refs[entry + 1])
        : 0;
  }

  // ---- appending ----

  private int newEntry(byte kind) {
    int i = count;
    if (i == offsets.length) {
      growTable(i + 1);
    }
    kinds[i] = kind;
    offsets[i] = used;
    setPad(i, 0);
    count = i + 1;
    kinds[i + 1] = EntryKind.NONE;
    return i;
  }

  private void growTable(int atLeast) {
    resizeTable(Math.max(atLeast, Math.max(FEW_ENTRIES, 2 * offsets.length)));
  }

  private void resizeTable(int entries) {
    kinds = Arrays.copyOf(kinds, entries + 1);
    offsets = Arrays.copyOf(offsets, entries);
    pads = pads.length == 0 ? NO_PADS : Arrays.copyOf(pads, entries);
    bits = Arrays.copyOf(bits, entries);
    refs = Arrays.copyOf(refs, entries + 1);
  }

  /**
   * Lets go of room that is not needed, now that the chunk is complete; it grows again when
   * something in it does.
   */
  void trim() {
    if (bytes.length - used > used / SLACK_SHARE) {
      bytes = Arrays.copyOf(bytes, used);
    }
    if (offsets.length - count > count / SLACK_SHARE) {
      resizeTable(count);
    }
  }

  /** Sees to it that so many more bytes fit. */
  void room(int more) {
    if (bytes.length - used < more) {
      bytes = Arrays.copyOf(bytes, Math.max(used + more, 2 * bytes.length));
    }
  }

  /** Appends the beginning of an object ({@code ref} is its mark) or the end of one. */
  void appendBoundary(byte kind, long bit, @Nullable Object ref) {
    padToCome = 0;
    int i = newEntry(kind);
    bits[i] = bit;
    refs[i] = ref;
  }

  void appendMarkup(byte[] markup) {
    int pad = padToCome;
    int endTag = pad == 0 ? 0 : MarkupBytes.endTagLength(markup);
    padToCome = 0;
    if (endTag == 0) {
      pad = 0;
    }
    room(pad + markup.length);
    MarkupBytes.putPadded(markup, endTag, pad, bytes, used);
    if (pad > 0) {
      setPad(count - 1, pad);
      used += pad;
    }
    int i = newEntry(EntryKind.MARKUP);
    refs[i] = markup;
    bits[i] = 0;
    used += markup.length;
  }

  /**
   * Appends a value.
   *
   * @param pad spaces to be put where {@code padding} says; outside only if an end tag follows
   */
  void appendValue(
      byte kind,
      long bit,
      @Nullable Object ref,
      byte[] text,
      int from,
      int length,
      int pad,
      Padding padding) {
    boolean inside = pad > 0 && padding == Padding.INSIDE;
    int width = inside ? length + pad : length;
    room(width);
    System.arraycopy(text, from, bytes, used, length);
    if (inside) {
      Arrays.fill(bytes, used + length, used + width, (byte) ' ');
    }
    padToCome = inside ? 0 : pad;
    int i = newEntry(kind);
    bits[i] = bit;
    refs[i] = ref;
    if (inside) {
      setPad(i, pad);
    }
    used += width;
  }

  private void copyEntry(Chunk from, int entry, int to) {
    kinds[to] = from.kinds[entry];
    setPad(to, from.pad(entry));
    bits[to] = from.bits[entry];
    refs[to] = from.refs[entry];
  }

  private void copyPads(Chunk from, int first, int to, int entries) {
    if (from.pads.length > 0) {
      if (pads.length == 0) {
        pads = new byte[offsets.length];
      }
      System.arraycopy(from.pads, first, pads, to, entries);
    } else if (pads.length > 0) {
      Arrays.fill(pads, to, to + entries, (byte) 0);
    }
  }

  /** Appends the entries {@code first} to {@code end} of another chunk with their bytes. */
  void appendRun(Chunk from, int first, int end) {
    padToCome = 0;
    int entries = end - first;
    int start = from.offsets[first];
    int length = from.end(end - 1) - start;
    room(length);
    System.arraycopy(from.bytes, start, bytes, used, length);
    if (count + entries > offsets.length) {
      growTable(count + entries);
    }
    int to = count;
    int distance = used - start;
    if (entries <= SHORT_RUN) {
      for (int i = 0; i < entries; i++) {
        copyEntry(from, first + i, to + i);
      }
    } else {
      System.arraycopy(from.kinds, first, kinds, to, entries);
      copyPads(from, first, to, entries);
      System.arraycopy(from.bits, first, bits, to, entries);
      System.arraycopy(from.refs, first, refs, to, entries);
    }
    for (int i = 0; i < entries; i++) {
      offsets[to + i] = from.offsets[first + i] + distance;
    }
    count = to + entries;
    kinds[count] = EntryKind.NONE;
    used += length;
  }

  // ---- changing in place ----

  /** Writes a value over the one at an entry, whose width is enough; pads what is left. */
  void overwrite(int entry, byte[] text, int length, Padding padding) {
    int at = offsets[entry];
    int width = width(entry);
    int pad = width - length;
    System.arraycopy(text, 0, bytes, at, length);
    if (pad > 0 || pad(entry) > 0) {
      if (padding == Padding.INSIDE) {
        Arrays.fill(bytes, at + length, at + width, (byte) ' ');
      } else {
        byte[] markup = (byte[]) refs[entry + 1];
        int endTag = MarkupBytes.endTagLength(markup);
        System.arraycopy(markup, 0, bytes, at + length, endTag);
        Arrays.fill(bytes, at + length + endTag, at + width + endTag, (byte) ' ');
      }
    }
    setPad(entry, pad);
  }

  /**
   * Makes an entry wider, or narrower where {@code by} is negative, by moving what stands behind it
   * up to and with entry {@code last}, whose end tag goes along where {@code last} is a value; the
   * caller has seen to the room. The entry's own bytes are to be written after that.
   */
  private void move(int entry, int last, int end, int by) {
    int from = end(entry);
    System.arraycopy(bytes, from, bytes, from + by, end - from);
    setPad(entry, 0);
    for (int i = entry + 1; i <= last; i++) {
      offsets[i] += by;
    }
    if (kinds[entry + 1] == EntryKind.MARKUP) { // its beginning may have stood before its own bytes
      byte[] markup = (byte[]) refs[entry + 1];
      System.arraycopy(markup, 0, bytes, offsets[entry + 1], markup.length);
    }
  }

  /**
   * Moves everything behind an entry; false if there is no room for it.
   *
   * @param capacity up to which the chunk grows for that
   */
  boolean shift(int entry, int by, int capacity) {
    if (used + by > bytes.length) {
      if (used + by > capacity) {
        return false;
      }
      bytes = Arrays.copyOf(bytes, Math.min(capacity, used + by + used / SLACK_SHARE));
    }
    move(entry, count - 1, used, by);
    used += by;
    return true;
  }

  /** How many entries a field looks ahead for a neighbour with room. */
  private static final int NEIGHBOURHOOD = 12;

  /**
   * Takes {@code by} spaces from the next value that has as many (the paper's stealing, section
   * 3.2); false if there is none near by.
   */
  boolean steal(int entry, int by, Padding padding) {
    int limit = Math.min(count, entry + NEIGHBOURHOOD);
    for (int u = entry + 1; u < limit; u++) {
      if (EntryKind.isBounded(kinds[u]) && pad(u) >= by) {
        int end = offsets[u] + length(u) + (padding == Padding.OUTSIDE ? endTagAfter(u) : 0);
        move(entry, u, end, by);
        setPad(u, pad(u) - by);
        return true;
      }
    }
    return false;
  }
}
