package io.castile.template.read;

import io.castile.template.Templates;
import io.castile.template.key.Direction;
import io.castile.template.key.internal.TemplateKey;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the values that were read of the last messages, by operation and direction, and lends them
 * to one reader at a time; the part of {@link Templates} for reading.
 *
 * <p>A key has a few templates, for messages that come in turn or at once; the one that begins most
 * like the new message is lent. Where all are lent, the message is to be read plainly, and so are
 * the first message of a key, for there may be no other, and messages that are too small to gain
 * anything. Bounded in keys, templates of a key, and bytes: what was used longest ago goes first,
 * and what was not used for a while goes anyway.
 *
 * <p>What is remembered goes with its key, at the latest: it refers to codecs and values, and these
 * to class loaders.
 *
 * <p>Thread-safe. The templates of a key are guarded by its row; one that is lent belongs to its
 * borrower.
 */
public final class ReadTemplates {
  /** Templates of one key. */
  static final int MAX_TEMPLATES = 4;

  /** Smaller messages are read about as fast as it is found out that they are known. */
  static final int MIN_MESSAGE_BYTES = 1024;

  /** Only this part of a bound is left when it was exceeded, so that it is not at every message. */
  private static final double KEPT_SHARE = 7 / 8.0;

  /** The part of a bound that one template may hold. */
  private static final double ONE_SHARE = 3 / 4.0;

  private static final ReadStatistics ONE_PLAIN = new ReadStatistics(0, 0, 0, 1, 0, 0);

  private final int maxKeys;
  private final long maxBytes;
  private final LongSupplier clock;
  private final Runnable sweepLater;

  /** Not what keeps them: that is the key of each, and nothing here keeps a key. */
  private final Set<RowRef> rows = ConcurrentHashMap.newKeySet();

  private final ReferenceQueue<Row> gone = new ReferenceQueue<>();

  /** Held by all templates, as of when they were last given back. */
  private final AtomicLong bytes = new AtomicLong();

  private final AtomicBoolean trimming = new AtomicBoolean();

  /**
   * @param maxKeys keys for which something is kept; 0 for none
   * @param maxBytes of all templates; 0 to keep none. One may hold three quarters of it
   * @param clock in nanoseconds, from anywhere on
   * @param sweepLater has {@link #sweep} called some time later
   */
  public ReadTemplates(int maxKeys, long maxBytes, LongSupplier clock, Runnable sweepLater) {
    this.maxKeys = maxKeys;
    this.maxBytes = maxBytes;
    this.clock = clock;
    this.sweepLater = sweepLater;
  }

  /** The templates of one key. */
  private static final class Row {
    private final ReadTemplates store;
    private final RowRef self;
    private final Direction direction;
    private final String operation;
    private final ReadOptions options;

    /** Held by the templates of this row. */
    private final AtomicLong bytes = new AtomicLong();

    // All guarded by this.
    private final List<ReadTemplate> idle = new ArrayList<>();
    private int lent;
    private boolean used;
    private boolean removed;
    private long lastUsed;
    private ReadStatistics past = ReadStatistics.NONE; // of templates that are gone

    Row(ReadTemplates store, TemplateKey key, boolean shared) {
      this.store = store;
      this.self = new RowRef(this, store.gone);
      this.direction = key.direction();
      this.operation = key.operation();
      this.options = ReadOptions.DEFAULT.withShared(shared);
    }
  }

  private static final class RowRef extends WeakReference<Row> {
    private final AtomicLong bytes;

    RowRef(Row row, ReferenceQueue<Row> queue) {
      super(row, queue);
      this.bytes = row.bytes;
    }
  }

  // ---- lending ----

  /**
   * Lends a template.
   *
   * @param key stands for the operation, the direction, and the codecs that read its messages. What
   *     is kept under it is kept for as long as this object is: an equal one is another
   * @param shared whether the values are read-only, so that they may be given out again and again;
   *     always the same for a key
   * @param message the message to be read; not kept
   * @return to be given back by {@link #give}; null if the message is to be read plainly
   */
  public @Nullable ReadTemplate take(TemplateKey key, boolean shared, byte[] message) {
    if (message.length < MIN_MESSAGE_BYTES
        || maxKeys == 0
        || ReadTemplate.leastFootprint(message.length) > mostOfOne()) {
      return null;
    }
    while (true) {
      Row row = row(key);
      if (row == null) {
        row = add(key, shared);
      }
      synchronized (row) {
        if (!row.removed) {
          return take(row, message);
        }
      }
      key.held = null;
    }
  }

  /** Returns the row under a key; null for none. */
  private @Nullable Row row(TemplateKey key) {
    return key.held instanceof Row held && held.store == this ? held : null;
  }

  private Row add(TemplateKey key, boolean shared) {
    forgetGone();
    if (rows.size() >= maxKeys) {
      trimRows();
    }
    Row row;
    synchronized (key) {
      row = row(key);
      if (row == null) {
        row = new Row(this, key, shared);
        rows.add(row.self);
        key.held = row;
      }
    }
    sweepLater.run(); // after the row is there: a sweep that ends now sees it and goes on
    return row;
  }

  /** Removes from the account what was held by rows that are no longer used. */
  private void forgetGone() {
    for (Reference<? extends Row> each = gone.poll(); each != null; each = gone.poll()) {
      RowRef ref = (RowRef) each;
      bytes.addAndGet(-ref.bytes.get());
      rows.remove(ref);
    }
  }

  private List<Row> rows() {
    forgetGone();
    List<Row> all = new ArrayList<>();
    for (RowRef ref : rows) {
      Row row = ref.get();
      if (row != null) {
        all.add(row);
      }
    }
    return all;
  }

  /** Takes a template; to be called with the row's lock held. */
  private @Nullable ReadTemplate take(Row row, byte[] message) {
    row.lastUsed = clock.getAsLong();
    ReadTemplate chosen = row.used ? choose(row, message) : null;
    row.used = true;
    if (chosen == null) {
      row.past = row.past.plus(ONE_PLAIN);
      return null;
    }
    row.idle.remove(chosen);
    row.lent++;
    chosen.home = row;
    return chosen;
  }

  /**
   * The template that promises most; null if none is to be had. That is the one that begins most
   * like the message. A message may also begin with what always changes, so one that begins unlike
   * all gets another template only where that has not helped the last time.
   */
  private @Nullable ReadTemplate choose(Row row, byte[] message) {
    ReadTemplate best = null;
    ReadTemplate empty = null;
    int bestLength = -1;
    for (int i = row.idle.size() - 1; i >= 0; i--) { // of equals the one used last
      ReadTemplate each = row.idle.get(i);
      if (each.isEmpty()) {
        empty = empty == null || empty.isPaused() ? each : empty;
      } else {
        int length = each.commonStart(message);
        if (length > bestLength) {
          best = each;
          bestLength = length;
        }
      }
    }
    int most = Math.min(message.length, ReadTemplate.MAX_STARTS);
    boolean unlike = bestLength < most / 2;
    if (best != null && !(unlike && best.refusesUnlike)) {
      best.unlike = unlike;
      return best;
    }
    if (empty != null && !empty.isPaused()) {
      return empty;
    }
    if (empty == null && row.idle.size() + row.lent < MAX_TEMPLATES) {
      return new ReadTemplate(row.options);
    }
    return empty != null ? empty : best;
  }

  /** Takes a template back, after {@link ReadTemplate#end} has been called on it. */
  public void give(ReadTemplate template) {
    Row row = (Row) Objects.requireNonNull(template.home, "a template that is not lent");
    if (template.unlike) {
      template.refusesUnlike = template.isPoor();
    }
    long grown = template.footprint() - template.heldBytes;
    synchronized (row) {
      row.lent--;
      row.lastUsed = clock.getAsLong();
      template.lastUsed = row.lastUsed;
      template.heldBytes += grown;
      count(row, grown);
      row.idle.add(template);
      if (row.removed || template.heldBytes > mostOfOne()) {
        drop(row, template);
      }
    }
    if (bytes.get() > maxBytes) {
      forgetGone();
      trim();
    }
  }

  private double mostOfOne() {
    return maxBytes * ONE_SHARE;
  }

  /** Drops a template; to be called with the row's lock held. */
  private void drop(Row row, ReadTemplate idle) {
    row.idle.remove(idle);
    row.past = row.past.plus(idle.statistics());
    count(row, -idle.heldBytes);
  }

  private void count(Row row, long grown) {
    row.bytes.addAndGet(grown);
    bytes.addAndGet(grown);
  }

  // ---- bounds ----

  /** Drops what was used longest ago, until there is room again. One thread does it at a time. */
  private void trim() {
    if (!trimming.compareAndSet(false, true)) {
      return;
    }
    try {
      long now = clock.getAsLong();
      for (long idleNanos : idleTimes(now)) {
        if (bytes.get() <= maxBytes * KEPT_SHARE) {
          return;
        }
        dropIdle(now, idleNanos);
      }
    } finally {
      trimming.set(false);
    }
  }

  /** For how long each idle template has not been used; the longest time first. */
  private List<Long> idleTimes(long now) {
    List<Long> times = new ArrayList<>();
    for (Row row : rows()) {
      synchronized (row) {
        row.idle.forEach(each -> times.add(now - each.lastUsed));
      }
    }
    times.sort(Comparator.reverseOrder());
    return times;
  }

  private void dropIdle(long now, long idleNanos) {
    for (Row row : rows()) {
      synchronized (row) {
        for (ReadTemplate each : List.copyOf(row.idle)) {
          if (now - each.lastUsed >= idleNanos) {
            drop(row, each);
          }
        }
      }
    }
  }

  private void trimRows() {
    long now = clock.getAsLong();
    Map<Row, Long> times = new HashMap<>();
    for (Row row : rows()) {
      synchronized (row) {
        times.put(row, now - row.lastUsed);
      }
    }
    int kept = Math.min(maxKeys - 1, (int) (maxKeys * KEPT_SHARE));
    times.entrySet().stream()
        .sorted(Map.Entry.<Row, Long>comparingByValue().reversed())
        .limit(Math.max(0, times.size() - kept))
        .forEach(entry -> remove(entry.getKey()));
  }

  /**
   * Forgets a key, such as that of an operation that can no longer be called; a template of it that
   * is lent is dropped when it comes back.
   */
  public void remove(TemplateKey key) {
    Row row = row(key);
    if (row != null) {
      key.held = null;
      remove(row);
    }
  }

  private void remove(Row row) {
    rows.remove(row.self);
    synchronized (row) {
      row.removed = true;
      for (ReadTemplate each : List.copyOf(row.idle)) {
        drop(row, each);
      }
    }
  }

  /** Drops templates that were not used for a time. */
  public void sweep(long idleNanos) {
    long now = clock.getAsLong();
    dropIdle(now, idleNanos);
    for (Row row : rows()) {
      boolean idle;
      synchronized (row) {
        idle = row.lent == 0 && now - row.lastUsed >= idleNanos;
      }
      if (idle) {
        remove(row);
      }
    }
  }

  public boolean isEmpty() {
    forgetGone();
    return rows.isEmpty();
  }

  // ---- what it has done ----

  /** The memory that is held, in bytes; that of the values is a guess from their text. */
  public long bytes() {
    forgetGone();
    return bytes.get();
  }

  /**
   * Returns the counters for the operations of a name that are known now, without messages that are
   * being read. A snapshot.
   */
  public ReadStatistics statistics(Direction direction, String operation) {
    ReadStatistics sum = ReadStatistics.NONE;
    for (Row row : rows()) {
      if (row.direction == direction && row.operation.equals(operation)) {
        sum = sum.plus(statistics(row));
      }
    }
    return sum;
  }

  /** Returns the counters for all operations. */
  public ReadStatistics statistics() {
    return rows().stream()
        .map(ReadTemplates::statistics)
        .reduce(ReadStatistics.NONE, ReadStatistics::plus);
  }

  private static ReadStatistics statistics(Row row) {
    synchronized (row) {
      ReadStatistics sum = row.past;
      for (ReadTemplate each : row.idle) {
        sum = sum.plus(each.statistics());
      }
      return sum;
    }
  }
}
