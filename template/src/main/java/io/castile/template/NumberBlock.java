package io.castile.template;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A long array of numbers in a message: chunks of its own, between the markup before the first item
 * and that behind the last. A shadow copy of the array tells what has changed.
 */
final class NumberBlock {
  private @Nullable Object owner;
  private final NumberLayout layout;
  private final NumberType type;
  private final List<NumberChunk> chunks = new ArrayList<>();
  private final byte[] image;
  private int count;
  private @Nullable NumberChunk spare;

  /** Whether the present update lays chunks out anew. */
  private boolean laysOut;

  NumberBlock(
      Object owner, NumberType type, byte[] next, Stuffing stuffing, TemplateOptions options) {
    this(owner, new NumberLayout(type, next, stuffing, options));
  }

  private NumberBlock(Object owner, NumberLayout layout) {
    this.owner = owner;
    this.layout = layout;
    this.type = layout.type;
    this.image = new byte[layout.slack];
  }

  /** A copy for another owner, which shares the chunks until they change. */
  NumberBlock copy(Object newOwner) {
    NumberBlock copy = new NumberBlock(newOwner, layout);
    copy.chunks.addAll(chunks);
    copy.count = count;
    return copy;
  }

  /** Leaves all chunks without an owner: whoever changes one makes a copy. */
  void disown() {
    owner = null;
    chunks.forEach(chunk -> chunk.owner = null);
  }

  @Nullable Object owner() {
    return owner;
  }

  int count() {
    return count;
  }

  List<NumberChunk> chunks() {
    return chunks;
  }

  /** Whether this is a block of such items. */
  boolean holds(NumberType ofType, byte[] next, Stuffing stuffing) {
    return type == ofType && layout.next == next && layout.asked == stuffing;
  }

  long footprint() {
    long sum = spare == null ? 0 : spare.footprint();
    for (int c = 0; c < chunks.size(); c++) {
      sum += chunks.get(c).footprint();
    }
    return sum;
  }

  /** The bytes of all items and of what stands between them. */
  long size() {
    long sum = 0;
    for (int c = 0; c < chunks.size(); c++) {
      sum += chunks.get(c).used;
    }
    return sum;
  }

  /**
   * Makes this block the given array.
   *
   * @param range the items that may differ, as {@link Tracked#changedItems} gives them; counts only
   *     if the length is as before
   * @return whether sizes have changed
   */
  boolean update(Object array, long range, UpdateResult update) {
    laysOut = false;
    boolean resized = tryUpdate(array, range, update);
    if (!laysOut) {
      spare = null; // sizes have settled
    }
    return resized;
  }

  private boolean tryUpdate(Object array, long range, UpdateResult update) {
    int length = type.length(array);
    if (count == 0) {
      splice(array, 0, 0, length);
      update.inserted += length;
      return true;
    }
    if (length == count) {
      int first = Math.min((int) (range >>> 32), length);
      int end = (int) Math.min(range & Integer.MAX_VALUE, length);
      return overwrite(array, first, end, update);
    }
    int common = Math.min(length, count);
    int prefix = prefix(array, common);
    int suffix = suffix(array, length, common - prefix);
    int replaced = common - prefix - suffix;
    overwrite(array, prefix, prefix + replaced, update);
    int removed = count - common;
    int inserted = length - common;
    splice(array, prefix + replaced, removed, inserted);
    update.removed += removed;
    update.inserted += inserted;
    return true;
  }

  /** How many items at the beginning, at most {@code max}, are as before. */
  private int prefix(Object array, int max) {
    int base = 0;
    for (NumberChunk chunk : chunks) {
      int end = Math.min(chunk.count, max - base);
      int change = type.nextChange(array, base, chunk.values, 0, end);
      if (change < end || base + end == max) {
        return base + change;
      }
      base += end;
    }
    return max;
  }

  /** How many items at the end, at most {@code max}, are as before. */
  private int suffix(Object array, int length, int max) {
    int same = 0;
    for (int c = chunks.size() - 1; c >= 0; c--) {
      NumberChunk chunk = chunks.get(c);
      for (int i = chunk.count - 1; i >= 0; i--) {
        if (same == max || !type.isSame(array, length - 1 - same, chunk.values, i)) {
          return same;
        }
        same++;
      }
    }
    return same;
  }

  // ---- items that change ----

  /** Writes those of the items {@code from} to {@code end} that have changed. */
  private boolean overwrite(Object array, int from, int end, UpdateResult update) {
    boolean resized = false;
    int base = 0;
    for (int c = 0; c < chunks.size() && base < end; c++) {
      NumberChunk chunk = chunks.get(c);
      int items = chunk.count;
      int stop = Math.min(items, end - base);
      int change = from - base >= stop ? stop : Math.max(0, from - base);
      change = type.nextChange(array, base, chunk.values, change, stop);
      if (change < stop) {
        int before = chunks.size();
        resized |= overwriteChunk(c, array, base, change, stop, update);
        c += chunks.size() - before;
      } else {
        update.outgrowth.breakRun();
      }
      base += items;
    }
    return resized;
  }

  /** Times that the rest of a chunk is moved before it is laid out anew instead. */
  private static final int MAX_SHIFTS = 4;

  private boolean overwriteChunk(
      int c, Object array, int base, int first, int stop, UpdateResult update) {
    NumberChunk chunk = own(c);
    int shifts = update.shifted;
    int moves = update.shifted + update.stolen;
    int i = first;
    while (i < stop) {
      int length = type.write(array, base + i, image, 0);
      boolean mayShift = update.shifted - shifts < MAX_SHIFTS;
      if (!chunk.overwriteFitting(i, image, length)
          && !chunk.overwrite(i, image, length, mayShift, update)) {
        layOut(c, array, base, i, stop, update);
        return true;
      }
      type.copy(array, base + i, chunk.values, i);
      update.written++;
      i = type.nextChange(array, base, chunk.values, i + 1, stop);
    }
    update.outgrowth.breakRun();
    return moves != update.shifted + update.stolen;
  }

  private NumberChunk own(int c) {
    NumberChunk chunk = chunks.get(c);
    if (chunk.owner != owner) {
      chunk = chunk.copy(owner);
      chunks.set(c, chunk);
    }
    return chunk;
  }

  /** Lays a chunk out anew, with those of its items {@code from} to {@code stop} that changed. */
  private void layOut(int c, Object array, int base, int from, int stop, UpdateResult update) {
    ResizeMonitor outgrowth = update.outgrowth;
    NumberChunk old = chunks.get(c);
    boolean tail = old.tail;
    if (tail) {
      old.joinTail();
    }
    Targets targets = new Targets(c, false, old.count);
    targets.copy(old, 0, from);
    int i = from;
    int looked = from;
    while (i < stop) {
      targets.append(array, base + i, old.widths[i]);
      update.written++;
      outgrowth.moved();
      if (outgrowth.isDue()) {
        outgrowth.passed(i + 1 - looked, old.end(i) - old.offsets[looked]);
        looked = i + 1;
        if (outgrowth.isEvident() && isOutgrown(c, array, base, i + 1, outgrowth)) {
          outgrowth.abandon();
        }
      }
      int change = type.nextChange(array, base, old.values, i + 1, stop);
      targets.copy(old, i + 1, change);
      i = change;
    }
    if (looked < stop) {
      outgrowth.passed(stop - looked, old.end(stop - 1) - old.offsets[looked]);
    }
    targets.copy(old, stop, old.count);
    update.rebuilt += targets.replace(1);
    if (tail) {
      chunks.get(chunks.size() - 1).cutTail();
    }
  }

  /** Items that are looked at to see whether an array has changed all over. */
  private static final int SAMPLES = 64;

  /**
   * Whether items from one of a chunk on are most of the message, and nearly all have changed; told
   * by a few of them.
   */
  private boolean isOutgrown(int c, Object array, int base, int item, ResizeMonitor outgrowth) {
    NumberChunk chunk = chunks.get(c);
    long bytes = item < chunk.count ? chunk.used - chunk.offsets[item] : 0;
    for (int i = c + 1; i < chunks.size(); i++) {
      bytes += chunks.get(i).used;
    }
    if (!outgrowth.isMost(bytes)) {
      outgrowth.breakRun();
      return false;
    }
    int first = base + item;
    int items = Math.min(count, type.length(array)) - first;
    int changed = 0;
    int start = base;
    for (int k = 0, at = c; k < SAMPLES && items > 0; k++) {
      int index = first + (int) ((long) items * k / SAMPLES);
      while (index >= start + chunks.get(at).count) {
        start += chunks.get(at++).count;
      }
      changed += type.isSame(array, index, chunks.get(at).values, index - start) ? 0 : 1;
    }
    if (SAMPLES - changed > SAMPLES / 8) {
      outgrowth.breakRun();
      return false;
    }
    return true;
  }

  // ---- items that come and go ----

  private void splice(Object array, int at, int removed, int inserted) {
    if (removed == 0 && inserted == 0) {
      return;
    }
    if (count > 0) {
      own(chunks.size() - 1).joinTail();
    }
    int c = 0;
    int base = 0;
    while (c < chunks.size() - 1 && base + chunks.get(c).count <= at) {
      base += chunks.get(c++).count;
    }
    Targets targets = new Targets(c, chunks.isEmpty(), count + inserted - removed);
    int left = removed;
    int replaced = 0;
    int local = at - base;
    if (!chunks.isEmpty()) {
      targets.copy(chunks.get(c), 0, local);
    }
    for (int i = 0; i < inserted; i++) {
      targets.append(array, at + i, 0);
    }
    while (c + replaced < chunks.size()) {
      NumberChunk chunk = chunks.get(c + replaced++);
      int gone = Math.min(left, chunk.count - local);
      targets.copy(chunk, local + gone, chunk.count);
      left -= gone;
      local = 0;
      if (left == 0) {
        break;
      }
    }
    targets.replace(replaced);
    count += inserted - removed;
    own(chunks.size() - 1).cutTail();
  }

  /** Chunks that are written in the place of others. */
  private final class Targets {
    private final List<NumberChunk> done = new ArrayList<>();
    private final int place;
    private final int limit;
    private final int items;
    private @Nullable NumberChunk open;

    /**
     * @param place the index of the first chunk that is replaced
     * @param fresh whether there was nothing before: then chunks are filled to their first size
     * @param items how many there will be, roughly
     */
    Targets(int place, boolean fresh, int items) {
      laysOut = true;
      this.place = place;
      this.items = items;
      this.limit =
          (fresh ? layout.options.chunkBytes() : layout.options.splitBytes())
              - layout.options.reserveBytes();
    }

    private NumberChunk target(int more) {
      if (open != null && open.count > 0 && open.used + more > limit) {
        close(open);
        open = null;
      }
      if (open == null) {
        open = spare != null ? spare : new NumberChunk(layout, owner, items);
        spare = null;
      }
      return open;
    }

    private void close(NumberChunk chunk) {
      chunk.trim();
      done.add(chunk);
    }

    void append(Object array, int index, int known) {
      target(layout.type.maxWidth + layout.next.length).append(array, index, known);
    }

    void copy(NumberChunk from, int first, int end) {
      int i = first;
      while (i < end) {
        int start = from.offsets[i];
        NumberChunk to = target(from.end(i) + layout.next.length - start);
        int part = i + 1;
        if (from.end(end - 1) + layout.next.length - start + to.used <= limit) {
          part = end;
        } else {
          while (part < end && from.end(part) + layout.next.length - start + to.used <= limit) {
            part++;
          }
        }
        to.appendRun(from, i, part);
        i = part;
      }
    }

    /** Puts them in the place of {@code replaced} chunks; returns how many there are. */
    int replace(int replaced) {
      if (open != null && open.count > 0) {
        close(open);
      } else {
        spare = open;
      }
      List<NumberChunk> old = chunks.subList(place, place + replaced);
      for (NumberChunk chunk : old) {
        if (spare == null && chunk.owner == owner) {
          chunk.clear();
          spare = chunk;
        }
      }
      old.clear();
      chunks.addAll(place, done);
      return done.size();
    }
  }
}
