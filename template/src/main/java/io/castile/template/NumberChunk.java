package io.castile.template;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Neighbouring items of an array of numbers: their bytes, their part of the field table, and their
 * values.
 *
 * <p>Item {@code i} has a place of {@code widths[i]} bytes from {@code offsets[i]} on and, behind
 * it, the markup {@code next}; where the item is padded outside, the end tag with which that begins
 * stands directly behind the number, as in {@link Chunk}. Behind the last item of the whole array
 * nothing stands ({@link #tail}); it is never padded outside.
 */
final class NumberChunk {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final NumberLayout layout;

  @Nullable Object owner;
  byte[] bytes;
  int used;
  int count;
  int[] offsets;
  byte[] lengths;
  byte[] widths;
  Object values;
  boolean tail;

  /**
   * @param expected how many items there will be, here or in the chunks behind; only tells what
   *     room there is to begin with
   */
  NumberChunk(NumberLayout layout, @Nullable Object owner, int expected) {
    this.layout = layout;
    this.owner = owner;
    int capacity = layout.options.chunkBytes();
    long wanted = (long) expected * (layout.type.maxWidth + layout.next.length);
    this.bytes = new byte[(int) Math.min(capacity, wanted) + layout.slack];
    int items = Math.min(expected, capacity / (layout.next.length + 8) + 1);
    this.offsets = new int[items];
    this.lengths = new byte[items];
    this.widths = new byte[items];
    this.values = layout.type.newValues(items);
  }

  private NumberChunk(NumberChunk other, @Nullable Object owner) {
    this.layout = other.layout;
    this.owner = owner;
    this.bytes = other.bytes.clone();
    this.used = other.used;
    this.count = other.count;
    this.offsets = other.offsets.clone();
    this.lengths = other.lengths.clone();
    this.widths = other.widths.clone();
    this.values = layout.type.newValues(offsets.length);
    System.arraycopy(other.values, 0, values, 0, count);
    this.tail = other.tail;
  }

  NumberChunk copy(@Nullable Object newOwner) {
    return new NumberChunk(this, newOwner);
  }

  void clear() {
    used = 0;
    count = 0;
    tail = false;
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
    if (offsets.length - count > count / SLACK_SHARE) {
      resizeTable(count);
    }
  }

  long footprint() {
    return bytes.length + (long) offsets.length * (4 + 1 + 1 + layout.type.bytesPerItem());
  }

  // ---- appending; only to a chunk without tail ----

  private void growTable(int items) {
    resizeTable(Math.max(items, 2 * offsets.length));
  }

  private void resizeTable(int size) {
    offsets = Arrays.copyOf(offsets, size);
    lengths = Arrays.copyOf(lengths, size);
    widths = Arrays.copyOf(widths, size);
    Object more = layout.type.newValues(size);
    System.arraycopy(values, 0, more, 0, count);
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
   */
  void append(Object array, int index, int known) {
    int i = count;
    if (i == offsets.length) {
      growTable(i + 1);
    }
    room(layout.slack);
    int at = used;
    byte[] b = bytes;
    int end = layout.type.write(array, index, b, at);
    int length = end - at;
    int width = layout.width(length, known);
    layout.complete(b, at, length, width);
    offsets[i] = at;
    lengths[i] = (byte) length;
    widths[i] = (byte) width;
    layout.type.copy(array, index, values, i);
    used = at + width + layout.next.length;
    count = i + 1;
  }

  /** Appends items of another chunk, each of which has its markup behind it. */
  void appendRun(NumberChunk from, int first, int end) {
    if (first == end) {
      return;
    }
    int items = end - first;
    int start = from.offsets[first];
    int length = from.end(end - 1) + layout.next.length - start;
    room(length + layout.slack);
    System.arraycopy(from.bytes, start, bytes, used, length);
    if (count + items > offsets.length) {
      growTable(count + items);
    }
    int distance = used - start;
    for (int i = 0; i < items; i++) {
      offsets[count + i] = from.offsets[first + i] + distance;
    }
    System.arraycopy(from.lengths, first, lengths, count, items);
    System.arraycopy(from.widths, first, widths, count, items);
    System.arraycopy(from.values, first, values, count, items);
    count += items;
    used += length;
  }

  // ---- the end of the array ----

  /** Takes away what stands behind the last item. */
  void cutTail() {
    int last = count - 1;
    if (layout.isOutside()) {
      widths[last] = lengths[last];
    }
    used = end(last);
    tail = true;
  }

  /** Puts back what stands behind the last item if more follow. */
  void joinTail() {
    room(layout.slack);
    System.arraycopy(layout.next, 0, bytes, used, layout.next.length);
    used += layout.next.length;
    tail = false;
  }

  // ---- changing in place ----

  int end(int item) {
    return offsets[item] + widths[item];
  }

  private boolean isLast(int item) {
    return tail && item == count - 1;
  }

  /**
   * Writes an item anew where its place is wide enough; false, and nothing is written, if it is
   * not.
   *
   * @param image holds the number and has {@link NumberLayout#slack} bytes; is written to
   */
  boolean overwriteFitting(int item, byte[] image, int length) {
    int width = widths[item];
    if (length > width || (length < width && !layout.mayPad()) || isLast(item)) {
      return false;
    }
    layout.complete(image, 0, length, width);
    copy(image, bytes, offsets[item], width + layout.next.length);
    lengths[item] = (byte) length;
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
    int width = widths[item];
    int more = length - width;
    if (more != 0 && !(more < 0 && layout.mayPad() && !(layout.isOutside() && isLast(item)))) {
      if (more > 0 && steal(item, more)) {
        update.stolen++;
      } else if (mayShift && shift(item, more)) {
        update.shifted++;
      } else {
        return false;
      }
      width = widths[item];
    }
    int at = offsets[item];
    System.arraycopy(text, 0, bytes, at, length);
    if (length < width || lengths[item] < width) {
      layout.pad(bytes, at, length, width);
    }
    lengths[item] = (byte) length;
    return true;
  }

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
    for (int i = item + 1; i < count; i++) {
      offsets[i] += by;
    }
    used += by;
    widen(item, by);
    return true;
  }

  private boolean steal(int item, int by) {
    int neighbour = item + 1;
    if (neighbour >= count || widths[neighbour] - lengths[neighbour] < by) {
      return false;
    }
    int from = end(item);
    int end = offsets[neighbour] + lengths[neighbour] + (layout.isOutside() ? layout.endTag : 0);
    System.arraycopy(bytes, from, bytes, from + by, end - from);
    offsets[neighbour] += by;
    widths[neighbour] -= (byte) by;
    widen(item, by);
    return true;
  }

  /** After what follows has been moved: its beginning may have stood before its own place. */
  private void widen(int item, int by) {
    widths[item] += (byte) by;
    lengths[item] = widths[item]; // no spaces are left
    if (!isLast(item)) {
      System.arraycopy(layout.next, 0, bytes, end(item), layout.next.length);
    }
  }
}
