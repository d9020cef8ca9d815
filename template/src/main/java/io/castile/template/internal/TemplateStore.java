package io.castile.template.internal;

import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.TemplateStatistics;
import io.castile.template.Templates;
import io.castile.template.key.internal.MessageShape;
import io.castile.template.key.internal.TemplateKey;
import io.castile.template.read.ReadTemplates;
import io.castile.xml.internal.HiddenPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps templates, and lends each to one message at a time: by operation, direction and shape.
 *
 * <p>Bounded in number and bytes; what was used longest ago goes first, and what was not used for a
 * while goes anyway. Whether a template pays is found by trying ({@link CostTrial}); where it does
 * not, no template is kept. One store may serve any number of clients and servers of a process.
 *
 * <p>What is kept to read messages by their difference to the one before is beside it, with bounds
 * of its own ({@link #reading}).
 *
 * <p>Thread-safe. A key's templates are guarded by its {@link KeyTemplates}, and no lock is held
 * while a message is written or sent. One thread at a time makes room ({@link #trim}); the others
 * go on.
 */
public final class TemplateStore {
  /** Reads the store of the templates that applications name. */
  public static final HiddenPart<Templates, TemplateStore> PART = new HiddenPart<>();

  /** Only this part of a bound is left when it was exceeded, so that it is not at every call. */
  private static final double KEPT_SHARE = 7 / 8.0;

  private final Limits limits;
  private final TemplateOptions layout;
  private final Map<String, TemplateOptions> layouts;
  private final LongSupplier clock;
  private final ConcurrentHashMap<TemplateKey, KeyTemplates> templatesByKey =
      new ConcurrentHashMap<>();
  private final AtomicInteger templates = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong evicted = new AtomicLong();
  private final AtomicBoolean trimming = new AtomicBoolean();

  /** Whether a template was wanted when there were as many as there may be. */
  private volatile boolean full;

  private final CostTrial.Warmth warmth = new CostTrial.Warmth();
  private final IdleSweep idleSweep;
  private final ReadTemplates reading;

  /**
   * Makes a store.
   *
   * @param layout how templates are laid out
   * @param layouts the same by operation, in place of {@code layout}
   * @param maxReadBytes of messages and values that are kept for reading
   * @param idleTimeout after which a template without use is given up
   * @param clock in nanoseconds
   */
  public TemplateStore(
      Limits limits,
      TemplateOptions layout,
      Map<String, TemplateOptions> layouts,
      long maxReadBytes,
      Duration idleTimeout,
      LongSupplier clock) {
    this.limits = limits;
    this.layout = layout;
    this.layouts = Map.copyOf(layouts);
    this.clock = clock;
    this.idleSweep = new IdleSweep(this, idleTimeout);
    this.reading = new ReadTemplates(limits.maxTemplates, maxReadBytes, clock, idleSweep);
  }

  /** Returns the store of templates. */
  public static TemplateStore of(Templates templates) {
    return PART.of(templates);
  }

  /**
   * @param maxTemplates of all keys, and the number of keys; 0 for none at all
   * @param maxBytes of all templates
   * @param maxTemplateBytes of one template
   * @param maxPerKey templates of one key
   * @param maxShapes shapes of one key
   * @param always whether templates are used without finding out whether they pay
   */
  public record Limits(
      int maxTemplates,
      long maxBytes,
      long maxTemplateBytes,
      int maxPerKey,
      int maxShapes,
      boolean always) {}

  /** What is kept for reading by difference. */
  public ReadTemplates reading() {
    return reading;
  }

  // ---- leases ----

  /**
   * Asks for a template.
   *
   * @param key which messages may be written over one another
   * @param shape tells messages of different structure apart, cheaply; equal for similar ones
   * @return to be closed when the message has been sent; null if it is to be written plainly
   */
  public @Nullable Lease lease(TemplateKey key, long shape) {
    return lease(key, new MessageShape(shape, 0, 0));
  }

  /**
   * Asks for a template for a message of a shape. A message with an array or a list of numbers that
   * is longer than {@link TemplateOptions#maxArrayItems} is sent by {@link Overlay} at once.
   * Messages of one structure that come in turn get templates of their own, by their likeness.
   */
  public @Nullable Lease lease(TemplateKey key, MessageShape message) {
    if (limits.maxTemplates == 0) {
      return null;
    }
    Lease lease = find(key, message, message.longestArray() > layout(key).maxArrayItems());
    if (lease == null) {
      trim();
    }
    return lease;
  }

  private @Nullable Lease find(TemplateKey key, MessageShape message, boolean longArray) {
    while (true) {
      KeyTemplates keyTemplates = templatesByKey.get(key);
      if (keyTemplates == null) {
        keyTemplates = add(key);
      }
      synchronized (keyTemplates) {
        if (!keyTemplates.isRemoved()) {
          return keyTemplates.lease(message, longArray);
        }
      }
    }
  }

  private KeyTemplates add(TemplateKey key) {
    if (templatesByKey.size() >= limits.maxTemplates) {
      trimSites();
    }
    KeyTemplates added = new KeyTemplates(key, this);
    KeyTemplates earlier = templatesByKey.putIfAbsent(key, added);
    idleSweep
        .schedule(); // after the templates of the key are there: a sweep that ends now sees it and
    // goes on
    return earlier == null ? added : earlier;
  }

  long nanos() {
    return clock.getAsLong();
  }

  Limits limits() {
    return limits;
  }

  CostTrial.Warmth warmth() {
    return warmth;
  }

  /**
   * Whether operations of that name share templates among services ({@link
   * TemplateOptions#acrossServices}).
   */
  public boolean areAcrossServices(String operation) {
    return layouts.getOrDefault(operation, layout).acrossServices();
  }

  TemplateOptions layout(TemplateKey key) {
    TemplateOptions options = layouts.getOrDefault(key.operation(), layout);
    return key.isStuffed()
        ? options
        : options.toBuilder().stuffing(Stuffing.NONE).padding(options.padding()).build();
  }

  // ---- bounds ----

  /** Whether there is room for another template; where there is none it will be made. */
  boolean mayAddTemplate() {
    boolean room = templates.get() < limits.maxTemplates;
    if (!room) {
      full = true;
    }
    return room;
  }

  void added() {
    templates.incrementAndGet();
  }

  void grown(long more) {
    bytes.addAndGet(more);
  }

  void evicted(int count) {
    evicted.addAndGet(count);
  }

  void dropped(long counted) {
    templates.decrementAndGet();
    bytes.addAndGet(-counted);
  }

  /** Lets go of what was used longest ago, if there is too much. To be called without a lock. */
  void trim() {
    if ((full || bytes.get() > limits.maxBytes) && trimming.compareAndSet(false, true)) {
      try {
        full = false;
        trimTemplates();
      } finally {
        trimming.set(false);
      }
    }
  }

  private void trimTemplates() {
    List<Long> times = new ArrayList<>();
    for (KeyTemplates keyTemplates : templatesByKey.values()) {
      synchronized (keyTemplates) {
        keyTemplates.addTimes(times);
      }
    }
    long now = nanos();
    Collections.sort(times, Comparator.comparingLong(time -> time - now));
    int step = Math.max(1, times.size() / 8);
    for (int i = step; i < times.size() + step && isOverKept(); i += step) {
      dropIdleSince(i < times.size() ? times.get(i) : now + 1);
    }
  }

  private boolean isOverKept() {
    return templates.get() > keptTemplates() || bytes.get() > limits.maxBytes * KEPT_SHARE;
  }

  private int keptTemplates() {
    return Math.min(limits.maxTemplates - 1, (int) (limits.maxTemplates * KEPT_SHARE));
  }

  private void dropIdleSince(long time) {
    for (KeyTemplates keyTemplates : templatesByKey.values()) {
      synchronized (keyTemplates) {
        evicted(keyTemplates.dropIdleSince(time));
      }
    }
  }

  private void trimSites() {
    List<Map.Entry<TemplateKey, KeyTemplates>> byUse = new ArrayList<>(templatesByKey.entrySet());
    Map<KeyTemplates, Long> times = new HashMap<>();
    for (Map.Entry<TemplateKey, KeyTemplates> entry : byUse) {
      synchronized (entry.getValue()) {
        times.put(entry.getValue(), entry.getValue().lastUsed());
      }
    }
    long now = nanos();
    byUse.sort(Comparator.comparingLong(entry -> times.getOrDefault(entry.getValue(), now) - now));
    int surplus = byUse.size() - keptTemplates();
    for (int i = 0; i < surplus; i++) {
      remove(byUse.get(i).getKey(), byUse.get(i).getValue());
    }
  }

  private void remove(TemplateKey key, KeyTemplates keyTemplates) {
    synchronized (keyTemplates) {
      if (keyTemplates.remove()) {
        templatesByKey.remove(key, keyTemplates);
      }
    }
  }

  /**
   * Lets go of all templates that are not in use, and of what is known of when they pay; of the
   * messages that are read nothing is lost.
   */
  public void clear() {
    templatesByKey.forEach(this::remove);
  }

  /** Lets go of what was not used for the time of idleness. */
  public void sweep() {
    reading.sweep(idleSweep.idleNanos());
    long time = nanos() - idleSweep.idleNanos();
    dropIdleSince(time);
    templatesByKey.forEach(
        (key, keyTemplates) -> {
          boolean idle;
          synchronized (keyTemplates) {
            idle = keyTemplates.lastUsed() - time < 0;
          }
          if (idle) {
            remove(key, keyTemplates);
          }
        });
  }

  boolean isEmpty() {
    return templatesByKey.isEmpty() && reading.isEmpty();
  }

  /** What has become of the messages so far. */
  public TemplateStatistics statistics() {
    List<TemplateStatistics.Row> rows = new ArrayList<>();
    for (KeyTemplates keyTemplates : templatesByKey.values()) {
      synchronized (keyTemplates) {
        rows.add(keyTemplates.row());
      }
    }
    rows.sort(
        Comparator.comparing(TemplateStatistics.Row::direction)
            .thenComparing(TemplateStatistics.Row::operation));
    return new TemplateStatistics(templates.get(), bytes.get(), evicted.get(), rows);
  }

  @Override
  public String toString() {
    return limits.maxTemplates == 0
        ? "templates off"
        : templates + " templates of " + templatesByKey.size() + " operations, " + bytes + " bytes";
  }
}
