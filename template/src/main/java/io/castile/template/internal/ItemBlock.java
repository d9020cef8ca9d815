package io.castile.template.internal;

import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.tracked.Tracked;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A long array or list in a message: chunks of its own, between the markup before the first item
 * and that behind the last. A shadow copy of the values, in columns, tells what has changed.
 */
final class ItemBlock {
  private @Nullable Object owner;
  private final ItemLayout layout;
  private final ItemType type;
  private final List<ItemChunk> chunks = new ArrayList<>();
  private final ItemImage image;
  private int count;
  private @Nullable ItemChunk spare;

  /** The list of the last items, if it is tracked, and its stamp then; else null and 0. */
  private @Nullable WeakReference<Tracked> list;

  private long stamp;

  /** The chunk that was found last by {@link #seek}, and the index of its first item. */
  private int seekChunk;

  private int seekBase;

  /** Whether the present update lays chunks out anew. */
  private boolean laysOut;

  /** Which items the present update has found to differ; null while they are to be compared. */
  private ItemAlignment.@Nullable Edits found;

  /** Items of one chunk whose new texts do not fit into their places. Empty between updates. */
  private final ItemChunk.NewItems newItems = new ItemChunk.NewItems();

  ItemBlock(Object owner, ItemType type, byte[] next, Stuffing stuffing, TemplateOptions options) {
    this(owner, new ItemLayout(type, next, stuffing, options));
  }

  private ItemBlock(Object owner, ItemLayout layout) {
    this.owner = owner;
    this.layout = layout;
    this.type = layout.type;
    this.image = new ItemImage(layout.slack);
  }

  /** A copy for another owner, which shares the chunks until they change. */
  ItemBlock copy(Object newOwner) {
    ItemBlock copy = new ItemBlock(newOwner, layout);
    copy.chunks.addAll(chunks);
    copy.count = count;
    copy.list = list;
    copy.stamp = stamp;
    return copy;
  }

  /**
   * A copy for another owner and for items that another codec writes. What it writes is compared
   * with the text at the next update; values are not known until then.
   */
  ItemBlock adopt(Object newOwner, ItemType otherType) {
    ItemBlock copy = new ItemBlock(newOwner, layout.with(otherType));
    chunks.forEach(chunk -> copy.chunks.add(chunk.adopt(newOwner, copy.layout)));
    copy.count = count;
    return copy;
  }

  /** Leaves all chunks without an owner, so that code that changes one makes a copy. */
  void disown() {
    owner = null;
    chunks.forEach(chunk -> chunk.owner = null);
  }

  /** Whether the items are those of a list that says that it is as it was. */
  boolean isCurrent(Tracked list) {
    return list.modified() == stamp;
  }

  /**
   * Returns the changes that a list reports since the last update; nothing is known of another
   * list.
   */
  ChangedItems changes(Tracked list) {
    if (this.list == null || this.list.get() != list) {
      return ChangedItems.ANY;
    }
    long since = stamp;
    return list.changedItems(list, since, 0) == Tracked.EVERYTHING
        ? ChangedItems.ANY
        : from -> list.changedItems(list, since, from);
  }

  /** The items are those of that list since it had a stamp; null for a list that has none. */
  void setList(@Nullable Tracked newList, long newStamp) {
    if (newList == null) {
      list = null;
    } else if (list == null || list.get() != newList) {
      list = new WeakReference<>(newList);
    }
    stamp = newStamp;
  }

  @Nullable Object owner() {
    return owner;
  }

  ItemType type() {
    return type;
  }

  int count() {
    return count;
  }

  List<ItemChunk> chunks() {
    return chunks;
  }

  /** Whether this is a block of such items, perhaps of those of another codec. */
  boolean holds(ItemType ofType, byte[] next, Stuffing stuffing) {
    return type.isLike(ofType)
        && layout.asked == stuffing
        && (layout.next == next || Arrays.equals(layout.next, next));
  }

  long footprint() {
    long sum = newItems.footprint() + (spare == null ? 0 : spare.footprint());
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
   * @param same how many items at the beginning are known to be as before
   * @param changes the items that may differ; counts only if the length is as before
   * @return whether sizes have changed
   */
  boolean update(Object array, int same, ChangedItems changes, UpdateResult update) {
    laysOut = false;
    seekFromStart();
    boolean resized;
    try {
      resized = tryUpdate(array, same, changes, update);
    } finally {
      found = null;
    }
    if (!laysOut) { // sizes have settled
      spare = null;
      newItems.trim();
    }
    return resized;
  }

  private boolean tryUpdate(Object array, int same, ChangedItems changes, UpdateResult update) {
    int length = type.length(array);
    if (count == 0) {
      splice(array, 0, 0, length);
      update.inserted += length;
      return true;
    }
    if (length == count && changes != ChangedItems.ANY) {
      return overwrite(array, changes, update);
    }
    if (length == count && !type.isAligned()) {
      return overwrite(array, same, length, update);
    }
    int common = Math.min(length, count);
    int prefix = same > 0 ? same : prefix(array, common);
    if (length == count) { // and aligned: items at the end are most quickly compared in order
      return align(array, prefix, length, count, update);
    }
    int suffix = suffix(array, length, common - prefix);
    if (type.isAligned()) {
      return align(array, prefix, length - suffix, count - suffix, update);
    }
    int replaced = common - prefix - suffix;
    overwrite(array, prefix, prefix + replaced, update);
    int removed = count - common;
    int inserted = length - common;
    splice(array, prefix + replaced, removed, inserted);
    update.removed += removed;
    update.inserted += inserted;
    return true;
  }

  /** How many items at the beginning of an array are as before. */
  int same(Object array) {
    return prefix(array, Math.min(type.length(array), count));
  }

  private int prefix(Object array, int max) {
    int base = 0;
    for (ItemChunk chunk : chunks) {
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
      ItemChunk chunk = chunks.get(c);
      for (int i = chunk.count - 1; i >= 0; i--) {
        if (same == max || !type.isSame(array, length - 1 - same, chunk.values, i)) {
          return same;
        }
        same++;
      }
    }
    return same;
  }

  /**
   * Finds out which items came, went and changed, between those at both ends that are as before.
   *
   * @param from where both begin
   * @param newEnd behind those of the array
   * @param oldEnd behind those of this block
   */
  private boolean align(Object array, int from, int newEnd, int oldEnd, UpdateResult update) {
    if (from == newEnd && from == oldEnd) {
      return false;
    }
    ItemAlignment.Edits edits = new ItemAlignment(this, array, newEnd, oldEnd).edits(from);
    if (edits.count == 0) {
      found = edits;
      return overwrite(array, from, newEnd, update);
    }
    int first = edits.at[0];
    overwrite(array, from, first, update);
    int end = rebuild(array, edits, update);
    overwrite(array, end, newEnd, update);
    return true;
  }

  /**
   * Has items come and go, and writes those that have changed between.
   *
   * @return the index behind the last of the items that came or went
   */
  private int rebuild(Object array, ItemAlignment.Edits edits, UpdateResult update) {
    own(chunks.size() - 1).joinTail();
    int c = 0;
    int base = 0;
    int old = edits.at[0]; // where the next item of the chunk is that is looked at
    while (c < chunks.size() - 1 && base + chunks.get(c).count <= old) {
      base += chunks.get(c++).count;
    }
    Targets targets = new Targets(c, false, count);
    targets.copy(chunks.get(c), 0, old - base);
    int place = c;
    int at = old;
    for (int e = 0; e < edits.count; e++) {
      while (at < edits.at[e]) { // items that stay, changed or not
        while (old == base + chunks.get(c).count) {
          base += chunks.get(c++).count;
        }
        int stay = Math.min(edits.at[e] - at, base + chunks.get(c).count - old);
        copyChanged(targets, chunks.get(c), array, at - (old - base), old - base, stay, update);
        at += stay;
        old += stay;
      }
      for (int i = 0; i < edits.inserted[e]; i++) {
        targets.append(array, at++, 0);
      }
      old += edits.removed[e];
      update.inserted += edits.inserted[e];
      update.removed += edits.removed[e];
      count += edits.inserted[e] - edits.removed[e];
      while (c < chunks.size() - 1 && old >= base + chunks.get(c).count) {
        base += chunks.get(c++).count;
      }
    }
    targets.copy(chunks.get(c), old - base, chunks.get(c).count);
    update.rebuilt += targets.replace(c + 1 - place);
    if (!chunks.isEmpty()) {
      own(chunks.size() - 1).cutTail();
    }
    update.resizes.breakRun();
    seekFromStart();
    return at;
  }

  /** Copies items {@code from} on of a chunk, but writes those anew that have changed. */
  private void copyChanged(
      Targets targets,
      ItemChunk chunk,
      Object array,
      int distance,
      int from,
      int items,
      UpdateResult update) {
    int end = from + items;
    int i = from;
    while (i < end) {
      int change = type.nextChange(array, distance, chunk.values, i, end);
      targets.copy(chunk, i, change);
      if (change < end) {
        targets.append(array, change + distance, chunk.width(change));
        update.written++;
        change++;
      }
      i = change;
    }
  }

  // ---- items that change ----

  /** Writes those of the items that may have changed that have; there are as many as before. */
  private boolean overwrite(Object array, ChangedItems changes, UpdateResult update) {
    boolean resized = false;
    int done = 0;
    for (long range = changes.next(0); range != Tracked.NOTHING; range = changes.next(done)) {
      int from = Math.max(done, (int) (range >>> 32));
      int end = (int) Math.min(range & Integer.MAX_VALUE, count);
      if (from >= end) {
        break;
      }
      if (from > done) {
        update.resizes.breakRun();
      }
      resized |= overwrite(array, from, end, update);
      done = end;
    }
    return resized;
  }

  /** Writes those of the items {@code from} to {@code end} that have changed. */
  private boolean overwrite(Object array, int from, int end, UpdateResult update) {
    boolean resized = false;
    int at = from;
    while (at < end) {
      seek(at);
      int base = seekBase;
      ItemChunk chunk = chunks.get(seekChunk);
      int stop = Math.min(chunk.count, end - base);
      int change = nextChange(array, base, chunk, at - base, stop);
      if (change < stop) {
        resized |= overwriteChunk(seekChunk, array, base, change, stop, update);
      } else {
        update.resizes.breakRun();
      }
      at = base + stop;
    }
    return resized;
  }

  /** The first item of a chunk from one on that is to be written anew, or {@code stop}. */
  private int nextChange(Object array, int base, ItemChunk chunk, int from, int stop) {
    return found == null
        ? type.nextChange(array, base, chunk.values, from, stop)
        : found.nextChanged(base + from, base + stop) - base;
  }

  /** Finds the chunk of an item; from the last one on, as items are looked for in order. */
  private void seek(int item) {
    if (item < seekBase) {
      seekFromStart();
    }
    while (item >= seekBase + chunks.get(seekChunk).count) {
      seekBase += chunks.get(seekChunk++).count;
    }
  }

  private void seekFromStart() {
    seekChunk = 0;
    seekBase = 0;
  }

  /**
   * Times that the rest of a chunk is moved before it is laid out anew instead; fewer where it has
   * few items.
   */
  private static final int MAX_SHIFTS = 4;

  private boolean overwriteChunk(
      int c, Object array, int base, int first, int stop, UpdateResult update) {
    ItemChunk chunk = own(c);
    int mayShift = Math.min(MAX_SHIFTS, chunk.count / 2);
    int shifts = update.shifted;
    int moves = update.shifted + update.stolen;
    int i = first;
    while (i < stop) {
      int length = type.write(array, base + i, image);
      if (!type.isBounded() && chunk.has(i, image.bytes, length)) {
        type.copy(array, base + i, chunk.values, i); // another value, of the same text
      } else {
        boolean shiftsOn = update.shifted - shifts < mayShift;
        if (!chunk.overwriteFitting(i, image, length)
            && !chunk.overwrite(i, image.bytes, length, shiftsOn, update)) {
          layOut(c, array, base, i, stop, update);
          return true;
        }
        type.copy(array, base + i, chunk.values, i);
        update.written++;
      }
      i = nextChange(array, base, chunk, i + 1, stop);
    }
    update.resizes.breakRun();
    return moves != update.shifted + update.stolen;
  }

  private ItemChunk own(int c) {
    ItemChunk chunk = chunks.get(c);
    if (chunk.owner != owner) {
      chunk = chunk.copy(owner);
      chunks.set(c, chunk);
    }
    return chunk;
  }

  /** Lays a chunk out anew, with those of its items {@code from} to {@code stop} that changed. */
  private void layOut(int c, Object array, int base, int from, int stop, UpdateResult update) {
    ItemChunk chunk = chunks.get(c);
    writeChanged(c, array, base, from, stop, update);
    boolean tail = chunk.tail;
    if (tail) {
      chunk.joinTail();
    }
    int size = chunk.sizeWith(newItems);
    if (size <= layout.limit(false)) {
      laysOut = true;
      chunk.replace(newItems, size);
      newItems.copyValues(type, array, base, chunk.values);
      update.rebuilt++;
    } else {
      update.rebuilt += split(c, array, base);
    }
    newItems.clear();
    if (tail) {
      chunks.get(chunks.size() - 1).cutTail();
    }
  }

  /** Writes the items of a chunk that changed to where it does not matter how long they are. */
  private void writeChanged(
      int c, Object array, int base, int from, int stop, UpdateResult update) {
    ResizeMonitor resizes = update.resizes;
    ItemChunk chunk = chunks.get(c);
    newItems.clear();
    int i = from;
    int looked = from;
    while (i < stop) {
      int length = type.write(array, base + i, image);
      newItems.add(i, image.bytes, length);
      update.written++;
      resizes.moved(type.valuesPerItem());
      if (resizes.isDue()) {
        passed(resizes, chunk, looked, i + 1);
        looked = i + 1;
        if (resizes.isEvident() && isOutgrown(c, array, base, i + 1, resizes)) {
          resizes.abandon();
        }
      }
      i = nextChange(array, base, chunk, i + 1, stop);
    }
    if (looked < stop) {
      passed(resizes, chunk, looked, stop);
    }
  }

  /** Puts several chunks in the place of one that grows too large; returns how many. */
  private int split(int c, Object array, int base) {
    ItemChunk old = chunks.get(c);
    Targets targets = new Targets(c, false, old.count);
    int done = 0;
    for (int n = 0; n < newItems.count(); n++) {
      int item = newItems.item(n);
      targets.copy(old, done, item);
      targets.append(array, base + item, old.width(item));
      done = item + 1;
    }
    targets.copy(old, done, old.count);
    return targets.replace(1);
  }

  private void passed(ResizeMonitor resizes, ItemChunk chunk, int from, int end) {
    resizes.passed((end - from) * type.valuesPerItem(), chunk.end(end - 1) - chunk.offsets[from]);
  }

  /** Items that are looked at to see whether an array has changed all over. */
  private static final int SAMPLES = 64;

  /**
   * Whether items from one of a chunk on are most of the message, and nearly all have changed; told
   * by a few of them.
   */
  private boolean isOutgrown(int c, Object array, int base, int item, ResizeMonitor resizes) {
    ItemChunk chunk = chunks.get(c);
    long bytes = item < chunk.count ? chunk.used - chunk.offsets[item] : 0;
    for (int i = c + 1; i < chunks.size(); i++) {
      bytes += chunks.get(i).used;
    }
    if (!resizes.isMost(bytes)) {
      resizes.breakRun();
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
      resizes.breakRun();
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
      ItemChunk chunk = chunks.get(c + replaced++);
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
    private final List<ItemChunk> done = new ArrayList<>();
    private final int place;
    private final int limit;
    private final int items;
    private @Nullable ItemChunk open;

    /**
     * @param place the index of the first chunk that is replaced
     * @param fresh whether there was nothing before: then chunks are filled to their first size
     * @param items how many there will be, roughly
     */
    Targets(int place, boolean fresh, int items) {
      laysOut = true;
      this.place = place;
      this.items = items;
      this.limit = layout.limit(fresh);
    }

    private ItemChunk target(int more) {
      if (open != null && open.count > 0 && open.used + more > limit) {
        close(open);
        open = null;
      }
      if (open == null) {
        open = spare != null ? spare : new ItemChunk(layout, owner, items);
        spare = null;
      }
      return open;
    }

    private void close(ItemChunk chunk) {
      chunk.trim();
      done.add(chunk);
    }

    void append(Object array, int index, int known) {
      target(layout.type.maxWidth + layout.next.length).append(array, index, known, image);
    }

    void copy(ItemChunk from, int first, int end) {
      int i = first;
      while (i < end) {
        int start = from.offsets[i];
        ItemChunk to = target(from.offsets[i + 1] - start);
        int part = i + 1;
        if (from.offsets[end] - start + to.used <= limit) {
          part = end;
        } else {
          while (part < end && from.offsets[part + 1] - start + to.used <= limit) {
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
      List<ItemChunk> old = chunks.subList(place, place + replaced);
      for (ItemChunk chunk : old) {
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
