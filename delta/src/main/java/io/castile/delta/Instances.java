package io.castile.delta;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.function.LongSupplier;

/**
 * Messages that are kept to be bases, in bounds of bytes and time. What was used longest ago goes
 * first, and before that what nobody holds any more, as far as is known: each message is counted as
 * it is given out, and when who held it names it to get another one. Counting may go wrong, as
 * clients vanish and answers are lost, so a few of those are kept, too.
 *
 * <p>A cache that admits what has been asked for often would refuse what is new, which is here what
 * will be asked for next. Thread-safe.
 */
final class Instances<K> {
  /** What a table and the entry take beside a message, in parts of its bytes and in bytes. */
  private static final int TABLE_SHARE = 2;

  private static final int ENTRY_BYTES = 256;

  /** Messages that are kept although nobody is known to hold them, and their part of all bytes. */
  static final int MAX_LEFT = 64;

  private static final int LEFT_SHARE = 8;

  private static final class Entry {
    final Instance instance;
    final long weight;
    int holders;
    long lastUsed;

    Entry(Instance instance, long weight) {
      this.instance = instance;
      this.weight = weight;
    }
  }

  /** Entries in the order in which they were last used, and what they weigh. */
  private static final class Segment<K> {
    final LinkedHashMap<K, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    long weight;

    void put(K key, Entry entry) {
      remove(key);
      entries.put(key, entry);
      weight += entry.weight;
    }

    Entry remove(K key) {
      Entry removed = entries.remove(key);
      weight -= removed == null ? 0 : removed.weight;
      return removed;
    }

    void removeEldest() {
      Iterator<Entry> eldest = entries.values().iterator();
      weight -= eldest.next().weight;
      eldest.remove();
    }

    /** Whether the eldest was last used before a time. */
    boolean isIdleSince(long time) {
      return !entries.isEmpty() && entries.values().iterator().next().lastUsed - time < 0;
    }
  }

  private final long maxBytes;
  private final int maxMessageBytes;
  private final long maxIdleNanos;
  private final LongSupplier clock;

  // A message is in one of both. Guarded by this.
  private final Segment<K> held = new Segment<>();
  private final Segment<K> left = new Segment<>();

  Instances(DifferentialOptions options) {
    this(options, System::nanoTime);
  }

  /**
   * @param clock in nanoseconds, from anywhere on
   */
  Instances(DifferentialOptions options, LongSupplier clock) {
    this.maxBytes = options.maxBytes();
    this.maxMessageBytes = options.maxMessageBytes();
    this.maxIdleNanos = options.maxIdle().toNanos();
    this.clock = clock;
  }

  /** A guess, for the table is made later, if at all. */
  private static long weight(Instance instance) {
    long bytes = instance.bytes().length;
    return bytes + bytes / TABLE_SHARE + ENTRY_BYTES;
  }

  /** Returns the message, or null. */
  synchronized Instance get(K key) {
    long now = clock.getAsLong();
    trim(now);
    Entry entry = find(key);
    if (entry == null) {
      return null;
    }
    entry.lastUsed = now;
    return entry.instance;
  }

  private Entry find(K key) {
    Entry entry = held.entries.get(key);
    return entry == null ? left.entries.get(key) : entry;
  }

  /** Keeps a message, which somebody holds now, unless it is too large. */
  synchronized void put(K key, Instance instance) {
    if (instance.bytes().length > maxMessageBytes) {
      return;
    }
    Entry known = held.remove(key);
    known = known == null ? left.remove(key) : known;
    Entry entry =
        known != null && known.instance == instance ? known : new Entry(instance, weight(instance));
    entry.holders = known == null ? 1 : known.holders + 1;
    long now = clock.getAsLong();
    entry.lastUsed = now;
    held.put(key, entry);
    trim(now);
  }

  /** Notes that somebody who held a message holds another one instead. */
  synchronized void leave(K key) {
    Entry entry = held.entries.get(key);
    if (entry != null && --entry.holders <= 0) {
      held.remove(key);
      left.put(key, entry);
    }
  }

  /** Drops a message, if it is still the one under this key. */
  synchronized void remove(K key, Instance instance) {
    Entry entry = find(key);
    if (entry != null && entry.instance == instance) {
      held.remove(key);
      left.remove(key);
    }
  }

  /** Returns the weight of all messages that are kept, in bytes; at most the bound. */
  synchronized long keptBytes() {
    trim(clock.getAsLong());
    return held.weight + left.weight;
  }

  private void trim(long now) {
    long oldest = now - maxIdleNanos;
    while (left.isIdleSince(oldest)
        || left.entries.size() > MAX_LEFT
        || left.weight > maxBytes / LEFT_SHARE) {
      left.removeEldest();
    }
    while (held.isIdleSince(oldest) || held.weight + left.weight > maxBytes) {
      (held.isIdleSince(oldest) || left.entries.isEmpty() ? held : left).removeEldest();
    }
  }
}
