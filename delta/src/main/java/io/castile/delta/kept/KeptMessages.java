package io.castile.delta.kept;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Messages that are kept to be bases, in bounds of bytes and time. The least recently used messages
 * go first, and before them those that no peer holds any more, as far as is known: holders of a
 * message are counted when it is given out, and when a holder names it to get another one. The
 * count may be wrong, as clients vanish and answers are lost, so a few of the messages without
 * holders are kept, too: those that were left last, as a client that lost the answer will name what
 * it left. A peer that names a message holds it, whatever the count.
 *
 * <p>A message weighs what it takes with the tables that have been made of it; where these are made
 * while it is kept, it is weighed again. Tables may be many times as large as the message, which a
 * peer may have chosen arbitrarily.
 *
 * <p>A cache that admits what has been asked for often would refuse what is new, which is here what
 * will be asked for next. Thread-safe.
 */
public final class KeptMessages<K, V extends Kept> {
  /** The bytes that the entry, its key and the objects around arrays take beside a message. */
  private static final int ENTRY_BYTES = 512;

  /**
   * The most messages that are kept although no peer is known to hold them; {@code LEFT_SHARE}
   * limits their bytes.
   */
  static final int MAX_LEFT = 64;

  /**
   * More are kept that were left a moment ago, and more bytes of them, while there is room: a
   * client that got one of them damaged asks for it again, while others that share its messages go
   * on. The share is theirs where messages that are held take all the room.
   */
  static final Duration MOMENT = Duration.ofSeconds(5);

  private static final int LEFT_SHARE = 8;

  /** A message under a key. Guarded by the instances. */
  private final class Entry {
    final K key;
    final V message;
    final Runnable watcher = this::weighAgain;
    @Nullable Segment segment; // null where it is not kept
    long weight;
    int holders;
    long lastUsed;

    Entry(K key, V message) {
      this.key = key;
      this.message = message;
    }

    private void weighAgain() {
      synchronized (KeptMessages.this) {
        if (segment != null) {
          segment.put(this);
          trim(clock.getAsLong());
        }
      }
    }
  }

  /** Entries in the order in which they were last used, and what they weigh. */
  private final class Segment {
    final LinkedHashMap<K, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    long weight;

    /** Keeps an entry, or weighs it again. What outweighs the bound goes, and not all others. */
    void put(Entry entry) {
      if (entry.segment == null) {
        // Before it is weighed, so that no table is missed that is made meanwhile.
        entry.message.watch(entry.watcher);
        entry.segment = this;
        entries.put(entry.key, entry);
      }
      weight -= entry.weight;
      entry.weight = entry.message.weight() + ENTRY_BYTES;
      weight += entry.weight;
      if (entry.weight > maxBytes) {
        remove(entry.key);
      }
    }

    @Nullable Entry remove(K key) {
      Entry removed = entries.remove(key);
      if (removed != null) {
        dropped(removed);
      }
      return removed;
    }

    /** The entry that was used first; there must be one. */
    Entry eldest() {
      return entries.values().iterator().next();
    }

    void removeEldest() {
      Iterator<Entry> eldest = entries.values().iterator();
      Entry removed = eldest.next();
      eldest.remove();
      dropped(removed);
    }

    private void dropped(Entry removed) {
      weight -= removed.weight;
      removed.weight = 0;
      removed.segment = null;
      removed.message.unwatch(removed.watcher);
    }

    /** Whether the eldest was last used before a time. */
    boolean isIdleSince(long time) {
      return !entries.isEmpty() && eldest().lastUsed - time < 0;
    }
  }

  private final long maxBytes;
  private final int maxMessageBytes;
  private final long maxIdleNanos;
  private final LongSupplier clock;

  // A message is in one of both. Guarded by this.
  private final Segment held = new Segment();
  private final Segment left = new Segment();

  /**
   * @param maxBytes of all messages together
   * @param maxMessageBytes of one; a larger one is not kept
   * @param maxIdle for how long a message is kept that is not asked for
   */
  public KeptMessages(long maxBytes, int maxMessageBytes, Duration maxIdle) {
    this(maxBytes, maxMessageBytes, maxIdle, System::nanoTime);
  }

  /**
   * @param clock in nanoseconds, from anywhere on
   */
  KeptMessages(long maxBytes, int maxMessageBytes, Duration maxIdle, LongSupplier clock) {
    this.maxBytes = maxBytes;
    this.maxMessageBytes = maxMessageBytes;
    Duration most = Duration.ofNanos(Long.MAX_VALUE); // as good as for ever
    this.maxIdleNanos = maxIdle.compareTo(most) > 0 ? Long.MAX_VALUE : maxIdle.toNanos();
    this.clock = clock;
  }

  /** Returns the message, or null. A peer that names a message holds it. */
  public synchronized @Nullable V get(K key) {
    trim(clock.getAsLong());
    Entry entry = used(key);
    if (entry == null) {
      return null;
    }
    if (entry.segment == left) {
      left.remove(key);
      entry.holders = 1;
      held.put(entry);
    }
    return entry.message;
  }

  /** The entry, which has now been used last: in its segment, too. */
  private @Nullable Entry used(K key) {
    Entry entry = held.entries.get(key);
    entry = entry == null ? left.entries.get(key) : entry;
    if (entry != null) {
      entry.lastUsed = clock.getAsLong();
    }
    return entry;
  }

  /** Keeps a message, which a peer holds now, unless it is too large. */
  public synchronized void put(K key, V message) {
    if (message.size() > maxMessageBytes) {
      return;
    }
    Entry known = held.remove(key);
    known = known == null ? left.remove(key) : known;
    Entry entry = known != null && known.message == message ? known : new Entry(key, message);
    entry.holders = known == null ? 1 : known.holders + 1;
    entry.lastUsed = clock.getAsLong();
    held.put(entry);
    trim(entry.lastUsed);
  }

  /** Notes that a peer that held a message holds another one instead. */
  public synchronized void leave(K key) {
    Entry entry = used(key);
    if (entry != null && entry.segment == held && --entry.holders <= 0) {
      held.remove(key);
      left.put(entry);
    }
  }

  /** Drops a message, null for none, if it is still the one under this key. */
  public synchronized void remove(K key, @Nullable V message) {
    Entry entry = used(key);
    if (entry != null && entry.message == message) {
      Objects.requireNonNull(entry.segment).remove(key);
    }
  }

  /** Returns the weight of all messages that are kept, in bytes; at most the bound. */
  public synchronized long keptBytes() {
    trim(clock.getAsLong());
    return held.weight + left.weight;
  }

  private void trim(long now) {
    long oldest = now - maxIdleNanos;
    while (left.isIdleSince(oldest)
        || (left.entries.size() > MAX_LEFT || left.weight > maxBytes / LEFT_SHARE)
            && left.isIdleSince(now - MOMENT.toNanos())) {
      left.removeEldest();
    }
    while (held.isIdleSince(oldest) || held.weight + left.weight > maxBytes) {
      (held.isIdleSince(oldest) || !isLeftNext() ? held : left).removeEldest();
    }
  }

  /**
   * Whether a message without holders goes next where there is no room. Those beyond their share of
   * the room go first; then the message that was used least recently, with holders or without.
   */
  private boolean isLeftNext() {
    if (left.entries.isEmpty() || held.entries.isEmpty()) {
      return held.entries.isEmpty();
    }
    return left.weight > maxBytes / LEFT_SHARE
        || left.eldest().lastUsed - held.eldest().lastUsed <= 0;
  }
}
