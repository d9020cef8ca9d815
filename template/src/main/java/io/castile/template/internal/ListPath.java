package io.castile.template.internal;

import io.castile.template.entry.EntryKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The lists that are being written, innermost last, and the guess whether items came or went.
 *
 * <p>A new item is first written over the old one in its place, as if it had been edited. Only at
 * the end of an item in which something has changed the question is what it is: equal to an old
 * item that stands further on, then those up to that have gone; equal to an old one that was
 * written over shortly before, then as many items have come as lie between, and what follows fits
 * again behind so many. Items are equal if the fingerprints of their values are. That of the new
 * one is not computed from what was written, which is not known as long as it matches, but from the
 * old one and the changes.
 *
 * <p>Where a chunk ends within an item, the rest of the item stands for it.
 */
final class ListPath {
  /** Items that lie further on are looked at so far, or as many as the list has become shorter. */
  private static final int REACH = 4;

  /** So many items at once may have come, or as many as the list has become longer. */
  private static final int MAX_COME = 16;

  /**
   * An item of which fewer than one in so many values have changed was edited. The items of a list
   * that is as long as before are most likely where they were: more must have changed there.
   */
  private static final int EDITED = 8;

  private static final int EDITED_IN_PLACE = 2;

  /**
   * So many changed items of a list are looked into in vain, besides those that have come; of those
   * after them only {@link #SOME} of {@link #EVERY}. Fewer where the list is as long as before.
   */
  private static final int PATIENCE = 64;

  private static final int PATIENCE_IN_PLACE = 12;

  private static final int EVERY = 64;
  private static final int SOME = 4;

  private final List<OpenList> lists = new ArrayList<>(); // kept, to be used again
  private int count;

  @SuppressWarnings("NullAway.Init") // null where there is none, when nothing asks for it
  private OpenList inner;

  /** Nesting at which what is written is an item of the innermost list; -1 if there is no list. */
  int depth;

  /** The same if something has changed in the present item of a list that was there; else -1. */
  int changedDepth;

  /** Whether it is to be known what has changed in the present item, and not only that. */
  boolean isWatched;

  private final OverwrittenItems overwritten = new OverwrittenItems();
  private long lastRun;

  void clear() {
    count = 0;
    top();
  }

  @SuppressWarnings("NullAway") // as said of inner
  private void top() {
    inner = count == 0 ? null : lists.get(count - 1);
    depth = count == 0 ? -1 : inner.depth;
    changedDepth = count == 0 || inner.isNew || inner.changes == 0 ? -1 : depth;
    isWatched = count > 0 && inner.isWatched;
  }

  void enter(int nesting, int growth, boolean isNew) {
    if (count == lists.size()) {
      lists.add(new OpenList());
    }
    lists.get(count++).begin(nesting, growth, isNew);
    top();
  }

  void leave() {
    OpenList left = inner;
    count--;
    if (count > 0 && (left.allChanges | left.changes) != 0) {
      lists.get(count - 1).add(left);
    }
    top();
  }

  /** The memory that this takes. */
  long footprint() {
    return overwritten.footprint();
  }

  // ---- what has changed ----

  boolean isOpen() {
    return count > 0;
  }

  /**
   * A value was written over another, in its place or, where there is more to move, not. The
   * fingerprints may be anything unless the item {@link #isWatched}.
   */
  void changed(long from, long to, boolean inPlace) {
    if (inPlace) {
      inner.inPlace += to - from;
    } else {
      inner.elsewhere += to - from;
    }
    changed();
  }

  /** Values have come, or gone where {@code fingerprint} is negative. */
  void cameOrWent(long fingerprint) {
    inner.elsewhere += fingerprint;
    changed();
  }

  private void changed() {
    inner.changes++;
    if (!inner.isNew) {
      changedDepth = depth;
    }
  }

  /** The item that comes stands where no other one stood. */
  void isApart() {
    inner.isApart = true;
  }

  /** The cursor leaves a chunk with so many entries. */
  void endChunk(int entries) {
    for (int i = 0; i < count; i++) {
      lists.get(i).endChunk(entries);
    }
  }

  // ---- what it means ----

  /**
   * Ends an item in which something has changed.
   *
   * @param chunk in which it ends
   * @param end the entry behind it, where the cursor is
   * @param ahead stands there
   * @return how many items have come that are not written yet; negative if so many have gone up to
   *     where {@code ahead} stands now; 0 if it is not known
   */
  int endItem(Chunk chunk, int end, Lookahead ahead) {
    OpenList list = inner;
    boolean watched = list.isWatched;
    list.fruitless++;
    watch(isWorthALook(list));
    if (!watched) {
      drop();
      return 0;
    }
    int start = list.isApart ? -1 : startOfItem(chunk, end);
    long before = -list.inPlace;
    long after = list.elsewhere;
    int changes = list.changes;
    drop();
    if (start < 0) {
      return 0;
    }
    int nth = continueRun(list, chunk, start, end);
    int edited = list.growth == 0 ? EDITED_IN_PLACE : EDITED;
    if (changes * edited < values(chunk, start, end)) {
      return 0;
    }
    long sum = Fingerprint.of(chunk, start, end);
    before += sum;
    after += sum;
    if (before == after) {
      return 0;
    }
    int come = nth - overwritten.recall(list.runId, after, nth);
    if (come > 0 && come <= Math.max(MAX_COME, list.growth)) {
      list.growth -= come;
      found(list);
      return come;
    }
    overwritten.remember(list.runId, before, nth);
    int went = find(after, ahead, reach(list));
    if (went > 0) {
      list.growth += went;
      found(list);
      return -went;
    }
    return 0;
  }

  /** Ends an item without a look at it. */
  void drop() {
    inner.endItem();
    changedDepth = -1;
  }

  /** Notes that items of the innermost list have gone. */
  void went(int items) {
    inner.growth += items;
    drop();
    found(inner);
  }

  private void found(OpenList list) {
    list.run = 0;
    list.fruitless = 0;
    watch(true);
  }

  /** Watches the items of the innermost list from the next one on, or no longer. */
  private void watch(boolean watched) {
    inner.isWatched = watched;
    isWatched = watched;
  }

  /** The entry at which an item begins that ends here; -1 if none does. */
  private static int startOfItem(Chunk chunk, int end) {
    int nested = 0;
    for (int i = end - 1; i >= 0; i--) {
      byte kind = chunk.kinds[i];
      nested += kind == EntryKind.END ? 1 : EntryKind.isBegin(kind) ? -1 : 0;
      if (nested <= 0) {
        return kind == EntryKind.MARKUP || nested < 0 ? -1 : i;
      }
    }
    return end > 0 ? 0 : -1;
  }

  private static int values(Chunk chunk, int start, int end) {
    int values = 0;
    for (int i = start; i < end; i++) {
      values += EntryKind.isValue(chunk.kinds[i]) ? 1 : 0;
    }
    return values;
  }

  /** Which one of the changed items that follow one another directly this is. */
  private int continueRun(OpenList list, Chunk chunk, int start, int end) {
    int gap = start;
    while (gap > 0 && gap != list.lastEnd && chunk.kinds[gap - 1] == EntryKind.MARKUP) {
      gap--;
    }
    if (gap != list.lastEnd) {
      list.run = 0;
    }
    if (list.run == 0) {
      list.runId = ++lastRun;
    }
    list.lastEnd = end;
    return list.run++;
  }

  private static boolean isWorthALook(OpenList list) {
    int patience =
        list.growth == 0
            ? PATIENCE_IN_PLACE
            : PATIENCE + Math.max(0, Math.min(list.growth, OverwrittenItems.MAX));
    return list.fruitless < patience || list.fruitless % EVERY < SOME;
  }

  /** How many items ahead it is worth looking. */
  private static int reach(OpenList list) {
    return list.fruitless < 2 * REACH ? Math.max(REACH, -list.growth) : REACH;
  }

  /** How far to look for an object that knows itself. */
  int reach() {
    return isWorthALook(inner) ? reach(inner) : 0;
  }

  /** How many items ahead one with that fingerprint is; 0 if it is not in reach. */
  private static int find(long fingerprint, Lookahead ahead, int reach) {
    long sum = 0;
    int items = 0;
    Chunk chunk = ahead.chunk;
    while (items < reach && ahead.next() && ahead.level >= 0) {
      if (ahead.chunk != chunk) {
        chunk = ahead.chunk;
        sum = 0;
      }
      boolean isValue = EntryKind.isValue(ahead.kind);
      if (isValue && (ahead.level > 0 || ahead.isItem())) {
        sum += Fingerprint.of(chunk, ahead.entry);
      }
      if (ahead.level == 0 && (ahead.kind == EntryKind.END || (isValue && ahead.isItem()))) {
        items++;
        if (sum == fingerprint) {
          return items;
        }
        sum = 0;
      }
    }
    return 0;
  }

  /**
   * Old items of lists that were written over lately, by their fingerprints. A table without
   * chains: each takes the place that its fingerprint gives it from the one before.
   */
  private static final class OverwrittenItems {
    /** How many are remembered at most; a power of two. */
    static final int MAX = 256;

    /** The fingerprint of an item with that of its run, in its place. Empty until there is one. */
    private long[] keys = {};

    /** Which one of its run the item was. */
    private int[] positions = {};

    /** Remembers an item, the {@code nth} of a run of changed ones. */
    void remember(long run, long fingerprint, int nth) {
      if (keys.length == 0) {
        keys = new long[MAX];
        positions = new int[MAX];
      }
      long key = key(run, fingerprint);
      keys[place(key)] = key;
      positions[place(key)] = nth;
    }

    /** Which one of the run the item was; {@code unknown} if it is not remembered. */
    int recall(long run, long fingerprint, int unknown) {
      long key = key(run, fingerprint);
      return keys.length != 0 && keys[place(key)] == key ? positions[place(key)] : unknown;
    }

    private static long key(long run, long fingerprint) {
      return fingerprint + Fingerprint.mix(run);
    }

    private static int place(long key) {
      return (int) key & MAX - 1;
    }

    /** The memory that this takes, in bytes, roughly. */
    long footprint() {
      return keys.length == 0 ? 0 : MAX * (long) (Long.BYTES + Integer.BYTES);
    }
  }
}
