package io.castile.template.internal;

import io.castile.template.TemplateStatistics;
import io.castile.template.TemplateStatistics.PlainReason;
import io.castile.template.internal.CostTrial.Turn;
import io.castile.template.key.internal.MessageShape;
import io.castile.template.key.internal.TemplateKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The templates of one key, by shape.
 *
 * <p>Every method is called with this object's lock held, which is never held while a message is
 * written or sent.
 */
final class KeyTemplates {
  /** Messages that are overlaid before a template is tried again. */
  private static final int OVERLAYS = 64;

  /**
   * A message that comes in turn with others takes the place of none that was used in so many
   * calls: where more come in turn than there is room for, each would take that of the next.
   */
  private static final int IN_TURN = 64;

  private final TemplateKey key;
  private final TemplateStore store;
  private final List<ShapeTemplates> shapes = new ArrayList<>(1);
  private final Counts counts = new Counts();

  /** Templates of all shapes, idle or leased. */
  private int templates;

  /** Templates and writers that are leased. */
  private int leases;

  /** Messages that were asked for. */
  private long calls;

  /** When something was last leased or given back, by the store's clock. */
  private long lastUsed;

  private boolean removed;

  public KeyTemplates(TemplateKey key, TemplateStore store) {
    this.key = key;
    this.store = store;
    this.lastUsed = store.nanos();
  }

  /** Whether the store has let go of this: nothing is leased or kept any more. */
  public boolean isRemoved() {
    return removed;
  }

  public long lastUsed() {
    return lastUsed;
  }

  // ---- leases ----

  /**
   * A lease for a message, or null if it is to be written plainly.
   *
   * @param longArray whether the message has an array or a list of numbers that is too long to keep
   */
  public @Nullable Lease lease(MessageShape message, boolean longArray) {
    ShapeTemplates shapeTemplates = shapeTemplates(message);
    if (shapeTemplates == null) {
      counts.busy++;
      return null;
    }
    shapeTemplates.lastUsed = ++calls;
    if (longArray || shapeTemplates.overlays > 0) {
      shapeTemplates.overlays = Math.max(0, shapeTemplates.overlays - 1);
      leases++;
      lastUsed = store.nanos();
      return Lease.overlay(store, this, shapeTemplates, store.layout(key));
    }
    Turn turn = shapeTemplates.trial.next();
    if (turn == Turn.PLAIN) {
      counts.plain(shapeTemplates.trial.reason());
      return null;
    }
    long start = store.nanos();
    lastUsed = start;
    if (turn == Turn.TIMED_PLAIN) {
      leases++;
      return Lease.plain(store, this, shapeTemplates, shapeTemplates.takePlainWriter());
    }
    TemplateEntry entry = take(shapeTemplates);
    if (entry == null) {
      counts.busy++;
      return null;
    }
    leases++;
    shapeTemplates.leased++;
    return Lease.template(
        store, this, shapeTemplates, entry, store.layout(key), turn == Turn.TIMED_TEMPLATE, start);
  }

  /**
   * The templates of a message's shape: of its own where messages of its structure come in turn,
   * and it has come before; null if there are too many and all are leased.
   */
  private @Nullable ShapeTemplates shapeTemplates(MessageShape message) {
    ShapeTemplates general = null;
    for (int i = 0; i < shapes.size(); i++) {
      ShapeTemplates shapeTemplates = shapes.get(i);
      if (shapeTemplates.structure == message.structure()) {
        if (shapeTemplates.likeness == 0) {
          general = shapeTemplates;
        } else if (shapeTemplates.likeness == message.likeness()) {
          return shapeTemplates;
        }
      }
    }
    if (general == null) {
      general = add(message.structure(), 0, 0);
    }
    if (general != null && message.likeness() != 0 && general.comesAgain(message.likeness())) {
      ShapeTemplates own = add(message.structure(), message.likeness(), IN_TURN);
      return own == null ? general : own;
    }
    return general;
  }

  /**
   * Adds templates of a shape, if need be in the place of the one that was used longest ago; null
   * if there is none that is not leased and was not used in the last {@code unused} calls.
   */
  private @Nullable ShapeTemplates add(long structure, long likeness, int unused) {
    if (shapes.size() >= store.limits().maxShapes()) {
      ShapeTemplates oldest =
          shapes.stream()
              .filter(
                  shapeTemplates ->
                      shapeTemplates.leased == 0 && shapeTemplates.lastUsed <= calls - unused)
              .min(Comparator.comparingLong(shapeTemplates -> shapeTemplates.lastUsed))
              .orElse(null);
      if (oldest == null) {
        return null;
      }
      store.evicted(dropIdle(oldest, entry -> true));
      shapes.remove(oldest);
    }
    CostTrial trial = new CostTrial(store.limits().always(), store.warmth());
    ShapeTemplates added = new ShapeTemplates(structure, likeness, trial);
    shapes.add(added);
    return added;
  }

  /**
   * A template that is idle, or the first one of its shape; null if all are leased. What was
   * missing then is made from the next one that is idle: the two share what does not change.
   */
  private @Nullable TemplateEntry take(ShapeTemplates shapeTemplates) {
    TemplateEntry entry = shapeTemplates.take();
    if (entry == null) {
      if (shapeTemplates.leased > 0 || !mayAdd()) {
        shapeTemplates.shortages++;
        return null;
      }
      return add(new Template(store.layout(key)));
    }
    if (shapeTemplates.shortages > 0 && shapeTemplates.idle.isEmpty() && mayAdd()) {
      shapeTemplates.shortages--;
      TemplateEntry fork = add(entry.template.fork());
      fork.lastMatch = entry.lastMatch;
      fork.lastUsed = entry.lastUsed;
      count(fork);
      shapeTemplates.idle.add(fork);
    }
    return entry;
  }

  private boolean mayAdd() {
    return templates < store.limits().maxPerKey() && store.mayAddTemplate();
  }

  private TemplateEntry add(Template template) {
    templates++;
    store.added();
    return new TemplateEntry(template);
  }

  private void count(TemplateEntry entry) {
    long footprint = entry.template.footprint();
    store.grown(footprint - entry.counted);
    entry.counted = footprint;
  }

  /** Takes back what was leased for a message that was not written by a template. */
  void givePlain(Lease lease) {
    leases--;
    counts.plain(PlainReason.COMPARED);
    ShapeTemplates shapeTemplates = lease.shapeTemplates();
    if (lease.elapsedNanos() >= 0) {
      shapeTemplates.trial.plain(lease.elapsedNanos());
    }
    shapeTemplates.givePlainWriter(lease.plainWriter());
    dropIfLost(shapeTemplates);
  }

  /** Takes back what was leased for a message that is not kept for the length of its arrays. */
  void giveOverlaid(ShapeTemplates shapeTemplates, @Nullable TemplateEntry unused) {
    leases--;
    counts.overlaid++;
    if (unused != null) {
      shapeTemplates.overlays = OVERLAYS;
      shapeTemplates.leased--;
      drop(unused);
    }
  }

  /** Takes back a template, to be kept unless something went wrong or it has become too large. */
  void give(Lease lease, TemplateEntry entry, long now) {
    lastUsed = now;
    leases--;
    ShapeTemplates shapeTemplates = lease.shapeTemplates();
    shapeTemplates.leased--;
    UpdateResult update = lease.update();
    if (update == null) {
      counts.failed++;
      drop(entry);
      return;
    }
    if (update.isAbandoned()) {
      counts.abandoned++;
      shapeTemplates.trial.abandoned(lease.elapsedNanos());
      drop(entry);
      dropIfLost(shapeTemplates);
      return;
    }
    store.warmth().updated();
    record(shapeTemplates, lease, update);
    entry.lastMatch = update.match();
    entry.lastUsed = now;
    count(entry);
    if (lease.isDropped()) {
      counts.dropped++;
      drop(entry);
    } else if (entry.counted > store.limits().maxTemplateBytes()) {
      drop(entry);
      shapeTemplates.trial.lose(PlainReason.TOO_LARGE);
    } else {
      shapeTemplates.idle.add(entry);
    }
    dropIfLost(shapeTemplates);
  }

  private void dropIfLost(ShapeTemplates shapeTemplates) {
    if (shapeTemplates.trial.givesUp()) {
      dropIdle(shapeTemplates, entry -> true);
    }
  }

  private void record(ShapeTemplates shapeTemplates, Lease lease, UpdateResult update) {
    counts.matches[update.match().ordinal()]++;
    if (update.match() != Match.FIRST_TIME) {
      counts.changedFields += update.written() + update.inserted() + update.removed();
    }
    counts.sentBytes += lease.messageBytes();
    counts.savedNanos += shapeTemplates.trial.savedNanos();
    if (lease.elapsedNanos() >= 0) {
      shapeTemplates.trial.updated(lease.elapsedNanos(), update.match());
    } else {
      shapeTemplates.trial.matched(update.match());
    }
  }

  // ---- removal ----

  private void drop(TemplateEntry entry) {
    templates--;
    store.dropped(entry.counted);
  }

  private int dropIdle(ShapeTemplates shapeTemplates, Predicate<TemplateEntry> which) {
    int before = shapeTemplates.idle.size();
    shapeTemplates.idle.removeIf(
        entry -> {
          boolean drop = which.test(entry);
          if (drop) {
            drop(entry);
          }
          return drop;
        });
    return before - shapeTemplates.idle.size();
  }

  /**
   * Lets go of the idle templates that were last used before {@code time}; returns their number.
   */
  public int dropIdleSince(long time) {
    int count = 0;
    for (ShapeTemplates shapeTemplates : shapes) {
      count += dropIdle(shapeTemplates, entry -> entry.lastUsed - time < 0);
    }
    return count;
  }

  /** Adds the times at which idle templates were last used. */
  public void addTimes(List<Long> times) {
    for (ShapeTemplates shapeTemplates : shapes) {
      for (TemplateEntry entry : shapeTemplates.idle) {
        times.add(entry.lastUsed);
      }
    }
  }

  /** Lets go of everything, if nothing is leased. Returns whether it did. */
  public boolean remove() {
    if (leases > 0) {
      return false;
    }
    shapes.forEach(shapeTemplates -> store.evicted(dropIdle(shapeTemplates, entry -> true)));
    shapes.clear();
    removed = true;
    return true;
  }

  // ---- statistics ----

  public TemplateStatistics.Row row() {
    long bytes = 0;
    for (ShapeTemplates shapeTemplates : shapes) {
      for (TemplateEntry entry : shapeTemplates.idle) {
        bytes += entry.counted;
      }
    }
    return new TemplateStatistics.Row(
        key.direction(),
        key.operation(),
        counts.matches[Match.CONTENT.ordinal()],
        counts.matches[Match.PERFECT_STRUCTURAL.ordinal()],
        counts.matches[Match.PARTIAL_STRUCTURAL.ordinal()],
        counts.matches[Match.FIRST_TIME.ordinal()],
        counts.plainOfAll(),
        counts.busy,
        counts.overlaid,
        counts.abandoned,
        counts.failed,
        counts.dropped,
        counts.changedFields,
        counts.sentBytes,
        counts.savedNanos,
        templates,
        bytes,
        counts.plainReasons());
  }

  /** Counts what has happened to the messages of the key. */
  private static final class Counts {
    final long[] matches = new long[Match.values().length];
    long busy;
    long overlaid;
    long abandoned;
    long failed;
    long dropped;
    long changedFields;
    long sentBytes;
    long savedNanos;
    private final long[] plain = new long[PlainReason.values().length];

    void plain(PlainReason reason) {
      plain[reason.ordinal()]++;
    }

    long plainOfAll() {
      return Arrays.stream(plain).sum();
    }

    Map<PlainReason, Long> plainReasons() {
      Map<PlainReason, Long> reasons = new EnumMap<>(PlainReason.class);
      for (PlainReason reason : PlainReason.values()) {
        if (plain[reason.ordinal()] > 0) {
          reasons.put(reason, plain[reason.ordinal()]);
        }
      }
      return reasons;
    }
  }
}
