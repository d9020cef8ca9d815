package io.castile.template.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Neighbouring items of an array or a list: their bytes, their part of the field table, and their
 * values.
 *
 * <p>Item {@code i} has a place from {@code offsets[i]} on and, behind it, the markup {@code next};
 * where the item is padded outside, the end tag with which that begins stands directly behind the
 * item, as in {@link Chunk}. Behind the last item of all nothing stands ({@link #tail}); it is
 * never padded outside.
 *
 * <p>Invariant: {@code offsets[count]} is where the next item would begin, so that the width of a
 * place is the distance of two offsets less {@code next}.
 */
final class ItemChunk {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final short[] NO_PADS = {};
  private static final byte[] NO_BYTES = {};

  /** An item without a greatest width is taken to be about as long until one is known. */
  private static final int LIKELY_WIDTH = 56;

  private static final int LIKELY_NUMBER = 8;

  private final ItemLayout layout;
  private final int nextLength;

  @Nullable Object owner;
  byte[] bytes;
  int used;
  int count;
  int[] offsets;

  /** Spaces of each place; empty while there are none. */
  private short[] pads = NO_PADS;

  Object values;
  boolean tail;

  /**
   * @param expected how many items there will be, here or in the chunks behind; only tells what
   *     room there is to begin with
   */
  ItemChunk(ItemLayout layout, @Nullable Object owner, int expected) {
    this.layout = layout;
    this.nextLength = layout.next.length;
    this.owner = owner;
    int capacity = layout.options.chunkBytes();
    boolean bounded = layout.type.isBounded();
    int widest = bounded ? layout.type.maxWidth : LIKELY_WIDTH;
    int least = bounded ? LIKELY_NUMBER : LIKELY_WIDTH;
    long wanted = (long) expected * (widest + nextLength);
    this.bytes = new byte[(int) Math.min(capacity, wanted) + layout.slack];
    int items = Math.min(expected, capacity / (nextLength + least) + 1);
    this.offsets = new int[items + 1];
    this.values = layout.type.newValues(items);
  }

  private ItemChunk(ItemChunk other, @Nullable Object owner, ItemLayout layout, Object values) {
    this.layout = layout;
    this.nextLength = other.nextLength;
    this.owner = owner;
    this.bytes = other.bytes.clone();
    this.used = other.used;
    this.count = other.count;
    this.offsets = other.offsets.clone();
    this.pads = other.pads.length == 0 ? NO_PADS : other.pads.clone();
    this.values = values;
    this.tail = other.tail;
  }

  ItemChunk copy(@Nullable Object newOwner) {
    Object copies = layout.type.newValues(capacity());
    layout.type.move(values, 0, copies, 0, count);
    return new ItemChunk(this, newOwner, layout, copies);
  }

  /** A copy in another layout, whose items are the same bytes; their values are not known. */
  ItemChunk adopt(@Nullable Object newOwner, ItemLayout other) {
    return new ItemChunk(this, newOwner, other, other.type.unknownValues(capacity()));
  }

  void clear() {
    used = 0;
    count = 0;
    offsets[0] = 0;
    tail = false;
  }

  private int capacity() {
    return offsets.length - 1;
  }

  /** One part in so many of an array may be unused in a chunk that is complete. */
  private static final int SLACK_SHARE = 8;

  /**
   * Lets go of room that is not needed, now that the chunk is complete; it grows again when
   * something in it does.
   */
  void trim() {
    if (bytes.length - used > used / SLACK_SHARE) {
      bytes = Arrays.copyOf(bytes, used);
    }
    if (capacity() - count > count / SLACK_SHARE) {
      resizeTable(count);
    }
  }

  long footprint() {
    return bytes.length
        + Integer.BYTES * (long) offsets.length
        + Short.BYTES * (long) pads.length
        + (long) capacity() * layout.type.bytesPerItem();
  }

  // ---- places ----

  /** Where the place of an item ends. */
  int end(int item) {
    return offsets[item + 1] - nextLength;
  }

  int width(int item) {
    return offsets[item + 1] - nextLength - offsets[item];
  }

  private int pad(int item) {
    return pads.length == 0 ? 0 : pads[item];
  }

  private void setPad(int item, int pad) {
    if (pads.length == 0) {
      if (pad == 0) {
        return;
      }
      pads = new short[capacity()];
    }
    pads[item] = (short) pad;
  }

  private boolean isLast(int item) {
    return tail && item == count - 1;
  }

  // ---- appending; only to a chunk without tail ----

  private void growTable(int items) {
    resizeTable(Math.max(items, 2 * capacity()));
  }

  private void resizeTable(int items) {
    offsets = Arrays.copyOf(offsets, items + 1);
    pads = pads.length == 0 ? NO_PADS : Arrays.copyOf(pads, items);
    Object more = layout.type.newValues(items);
    layout.type.move(values, 0, more, 0, count);
    values = more;
  }

  private void room(int more) {
    if (bytes.length - used < more) {
      bytes = Arrays.copyOf(bytes, Math.max(used + more, 2 * bytes.length));
    }
  }

  /**
   * Appends an item of the application's array.
   *
   * @param known the width that its place had; 0 for none
   * @param image is written to where items have no greatest width
   */
  void append(Object array, int index, int known, ItemImage image) {
    int i = count;
    if (i == capacity()) {
      growTable(i + 1);
    }
    int at = used;
    int length;
    int width;
    if (layout.type.isBounded()) {
      room(layout.slack);
      length = layout.type.write(array, index, bytes, at);
      width = layout.width(length, known);
    } else {
      length = layout.type.write(array, index, image);
      width = layout.width(length, known);
      room(width + nextLength);
      System.arraycopy(image.bytes, 0, bytes, at, length);
    }
    layout.complete(bytes, at, length, width);
    layout.type.copy(array, index, values, i);
    setPad(i, width - length);
    used = at + width + nextLength;
    offsets[i + 1] = used;
    count = i + 1;
  }

  /** Appends items of another chunk, each of which has its markup behind it. */
  void appendRun(ItemChunk from, int first, int end) {
    if (first == end) {
      return;
    }
    int items = end - first;
    int start = from.offsets[first];
    int length = from.offsets[end] - start;
    room(length + layout.slack);
    System.arraycopy(from.bytes, start, bytes, used, length);
    if (count + items > capacity()) {
      growTable(count + items);
    }
    int distance = used - start;
    for (int i = 1; i <= items; i++) {
      offsets[count + i] = from.offsets[first + i] + distance;
    }
    appendPads(from, first, items);
    layout.type.move(from.values, first, values, count, items);
    count += items;
    used += length;
  }

  private void appendPads(ItemChunk from, int first, int items) {
    if (from.pads.length > 0) {
      if (pads.length == 0) {
        pads = new short[capacity()];
      }
      System.arraycopy(from.pads, first, pads, count, items);
    } else if (pads.length > 0) {
      Arrays.fill(pads, count, count + items, (short) 0);
    }
  }

  // ---- the end of the array ----

  /** Takes away what stands behind the last item. */
  void cutTail() {
    int last = count - 1;
    if (layout.isOutside() && pad(last) > 0) {
      offsets[count] -= pad(last);
      setPad(last, 0);
    }
    used = end(last);
    tail = true;
  }

  /** Puts back what stands behind the last item if more follow. */
  void joinTail() {
    room(layout.slack);
    System.arraycopy(layout.next, 0, bytes, used, nextLength);
    used += nextLength;
    tail = false;
  }

  // ---- changing in place ----

  /** Whether the bytes of an item, its spaces aside, are these. */
  boolean has(int item, byte[] text, int length) {
    int at = offsets[item];
    return length == width(item) - pad(item)
        && Arrays.equals(bytes, at, at + length, text, 0, length);
  }

  /**
   * Writes an item anew where its place is wide enough; false, and nothing is written, if it is
   * not.
   *
   * @param image holds the item; is written to
   */
  boolean overwriteFitting(int item, ItemImage image, int length) {
    int width = width(item);
    if (length > width
        || (length < width && (!layout.mayPad() || width - length > layout.maxPad))
        || isLast(item)) {
      return false;
    }
    int at = offsets[item];
    if (layout.type.isBounded()) {
      layout.complete(image.bytes, 0, length, width);
      copy(image.bytes, bytes, at, width + nextLength);
    } else {
      System.arraycopy(image.bytes, 0, bytes, at, length);
      layout.complete(bytes, at, length, width);
    }
    setPad(item, width - length);
    return true;
  }

  /** Copies {@code length} bytes, by eight as long as there are as many: most items are short. */
  private static void copy(byte[] from, byte[] to, int at, int length) {
    if (length < Long.BYTES) {
      System.arraycopy(from, 0, to, at, length);
      return;
    }
    int last = length - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      LONG.set(to, at + i, (long) LONG.get(from, i));
    }
    LONG.set(to, at + last, (long) LONG.get(from, last));
  }

  /**
   * Writes an item anew in its place, which is made wider or narrower if need be; false if there is
   * no room.
   *
   * @param mayShift whether what follows may be moved
   */
  boolean overwrite(int item, byte[] text, int length, boolean mayShift, UpdateResult update) {
    int more = length - width(item);
    boolean pads = more < 0 && layout.mayPad() && -more <= layout.maxPad;
    if (more != 0 && !(pads && !(layout.isOutside() && isLast(item)))) {
      if (more > 0 && steal(item, more)) {
        update.stolen++;
      } else if (mayShift && shift(item, more)) {
        update.shifted++;
      } else {
        return false;
      }
    }
    int at = offsets[item];
    int width = width(item);
    System.arraycopy(text, 0, bytes, at, length);
    if (length < width || pad(item) > 0) {
      layout.pad(bytes, at, length, width);
    }
    setPad(item, width - length);
    return true;
  }

  // ---- many items that do not fit ----

  /** New texts of some items of a chunk, ascending, one behind the other. */
  static final class NewItems {
    private static final int FEW = 16;

    private int[] items = new int[FEW];
    private int[] ends = new int[FEW]; // of the texts
    private byte[] texts = NO_BYTES;
    private int count;

    /** An array that is not in use: that which a chunk had before its last replacement. */
    private byte[] free = NO_BYTES;

    int count() {
      return count;
    }

    /** The index in the chunk. */
    int item(int n) {
      return items[n];
    }

    private int start(int n) {
      return n == 0 ? 0 : ends[n - 1];
    }

    private int length(int n) {
      return ends[n] - start(n);
    }

    void add(int item, byte[] text, int length) {
      if (count == items.length) {
        items = Arrays.copyOf(items, 2 * count);
        ends = Arrays.copyOf(ends, 2 * count);
      }
      int start = start(count);
      if (texts.length - start < length) {
        texts = Arrays.copyOf(texts, Math.max(start + length, 2 * texts.length));
      }
      System.arraycopy(text, 0, texts, start, length);
      items[count] = item;
      ends[count++] = start + length;
    }

    /** Copies the values of the items, of which the first of the chunk is at {@code base}. */
    void copyValues(ItemType type, Object array, int base, Object values) {
      for (int n = 0; n < count; n++) {
        type.copy(array, base + items[n], values, items[n]);
      }
    }

    void clear() {
      count = 0;
    }

    /** Lets go of room that is not needed while places suffice. */
    void trim() {
      if (texts.length > 0) {
        items = new int[FEW];
        ends = new int[FEW];
        texts = NO_BYTES;
        free = NO_BYTES;
      }
    }

    long footprint() {
      return texts.length + free.length + 2L * Integer.BYTES * items.length;
    }
  }

  /** The bytes that there will be in use with new items; there is no tail. */
  int sizeWith(NewItems news) {
    int size = used;
    for (int n = 0; n < news.count; n++) {
      int old = width(news.items[n]);
      size += layout.width(news.length(n), old) - old;
    }
    return size;
  }

  /**
   * Puts new items in the place of others, in places as wide as they need; there is no tail.
   *
   * @param newSize what {@link #sizeWith} has given
   */
  void replace(NewItems news, int newSize) {
    int room = newSize + layout.slack;
    int free = news.free.length;
    boolean fits = free >= room && free <= room + room / SLACK_SHARE;
    byte[] to = fits ? news.free : new byte[room + room / SLACK_SHARE / 2];
    int from = 0; // Of the old bytes those before it are copied, with
    int item = 0; // the items before this one, which is moved by
    int shift = 0;
    for (int n = 0; n < news.count; n++) {
      int changed = news.items[n];
      int end = offsets[changed + 1];
      int width = width(changed);
      move(from, offsets[changed], to, shift);
      moveOffsets(item, changed + 1, shift);
      int at = offsets[changed];
      int length = news.length(n);
      int newWidth = layout.width(length, width);
      System.arraycopy(news.texts, news.start(n), to, at, length);
      layout.complete(to, at, length, newWidth);
      setPad(changed, newWidth - length);
      shift += newWidth - width;
      from = end;
      item = changed + 1;
    }
    move(from, used, to, shift);
    moveOffsets(item, count + 1, shift);
    used += shift;
    news.free = bytes;
    bytes = to;
  }

  private void move(int start, int end, byte[] to, int shift) {
    System.arraycopy(bytes, start, to, start + shift, end - start);
  }

  private void moveOffsets(int from, int end, int shift) {
    for (int i = from; i < end; i++) {
      offsets[i] += shift;
    }
  }

  // ---- making room ----

  private boolean shift(int item, int by) {
    if (used + by > bytes.length) {
      int capacity = layout.options.chunkBytes() + layout.slack;
      if (used + by > capacity) {
        return false;
      }
      bytes = Arrays.copyOf(bytes, Math.min(capacity, used + by + used / SLACK_SHARE));
    }
    int from = end(item);
    System.arraycopy(bytes, from, bytes, from + by, used - from);
    for (int i = item + 1; i <= count; i++) {
      offsets[i] += by;
    }
    used += by;
    restoreNext(item);
    return true;
  }

  private boolean steal(int item, int by) {
    int neighbour = item + 1;
    if (neighbour >= count || pad(neighbour) < by) {
      return false;
    }
    int from = end(item);
    int length = width(neighbour) - pad(neighbour);
    int end = offsets[neighbour] + length + (layout.isOutside() ? layout.endTag : 0);
    System.arraycopy(bytes, from, bytes, from + by, end - from);
    offsets[neighbour] += by;
    setPad(neighbour, pad(neighbour) - by);
    restoreNext(item);
    return true;
  }

  /** After what follows has been moved: its beginning may have stood before its own place. */
  private void restoreNext(int item) {
    setPad(item, 0);
    if (!isLast(item)) {
      System.arraycopy(layout.next, 0, bytes, end(item), nextLength);
    }
  }
}
