package io.castile.template;

import io.castile.template.key.MessageShape;
import io.castile.template.key.TemplateKey;
import io.castile.template.read.ReadTemplates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
public final class Templates {
  private static final Templates OFF = new Templates(new Builder().maxTemplates(0));

  /** Only this part of a bound is left when it was exceeded, so that it is not at every call. */
  private static final double KEPT_SHARE = 7 / 8.0;

  private final Limits limits;
  private final TemplateOptions layout;
  private final Map<String, TemplateOptions> layouts;
  private final LongSupplier clock;
  private final ConcurrentHashMap<TemplateKey, KeyTemplates> sites = new ConcurrentHashMap<>();
  private final AtomicInteger templates = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong evicted = new AtomicLong();
  private final AtomicBoolean trimming = new AtomicBoolean();

  /** Whether a template was wanted when there were as many as there may be. */
  private volatile boolean full;

  private final CostTrial.Warmth warmth = new CostTrial.Warmth();
  private final IdleSweep idleSweep;
  private final ReadTemplates reading;

  private Templates(Builder builder) {
    this.limits = builder.limits();
    this.layout = builder.layout;
    this.layouts = Map.copyOf(builder.layouts);
    this.clock = builder.clock;
    this.idleSweep = new IdleSweep(this, builder.idleTimeout);
    this.reading = new ReadTemplates(limits.maxTemplates, builder.maxReadBytes, clock, idleSweep);
  }

  /**
   * @param maxTemplates of all keys, and the number of keys; 0 for none at all
   * @param maxBytes of all templates
   * @param maxTemplateBytes of one template
   * @param maxPerKey templates of one key
   * @param maxShapes shapes of one key
   * @param always whether templates are used without finding out whether they pay
   */
  record Limits(
      int maxTemplates,
      long maxBytes,
      long maxTemplateBytes,
      int maxPerKey,
      int maxShapes,
      boolean always) {}

  /** The store of this process, which clients and servers use unless they are given another one. */
  public static Templates shared() {
    return Shared.STORE;
  }

  private static final class SystemClock implements LongSupplier {
    @Override
    public long getAsLong() {
      return System.nanoTime();
    }
  }

  /** Made when it is first asked for. */
  private static final class Shared {
    static final Templates STORE = builder().build();
  }

  /** A store that keeps nothing and lends nothing. */
  public static Templates off() {
    return OFF;
  }

  /** What is kept for reading by difference. */
  public ReadTemplates reading() {
    return reading;
  }

  /** Begins a store. */
  public static Builder builder() {
    return new Builder();
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
   * As above. A message with an array or a list of numbers that is longer than {@link
   * TemplateOptions#maxArrayItems} is sent by {@link Overlay} at once. Messages of one structure
   * that come in turn get templates of their own, by their likeness.
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
      KeyTemplates site = sites.get(key);
      if (site == null) {
        site = add(key);
      }
      synchronized (site) {
        if (!site.isRemoved()) {
          return site.lease(message, longArray);
        }
      }
    }
  }

  private KeyTemplates add(TemplateKey key) {
    if (sites.size() >= limits.maxTemplates) {
      trimSites();
    }
    KeyTemplates added = new KeyTemplates(key, this);
    KeyTemplates earlier = sites.putIfAbsent(key, added);
    idleSweep.schedule(); // after the site is there: a sweep that ends now sees it and goes on
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
    for (KeyTemplates site : sites.values()) {
      synchronized (site) {
        site.addTimes(times);
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
    for (KeyTemplates site : sites.values()) {
      synchronized (site) {
        evicted(site.dropIdleSince(time));
      }
    }
  }

  private void trimSites() {
    List<Map.Entry<TemplateKey, KeyTemplates>> byUse = new ArrayList<>(sites.entrySet());
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

  private void remove(TemplateKey key, KeyTemplates site) {
    synchronized (site) {
      if (site.remove()) {
        sites.remove(key, site);
      }
    }
  }

  /**
   * Lets go of all templates that are not in use, and of what is known of when they pay; of the
   * messages that are read nothing is lost.
   */
  public void clear() {
    sites.forEach(this::remove);
  }

  /** Lets go of what was not used for the time of idleness. */
  void sweep() {
    reading.sweep(idleSweep.idleNanos());
    long time = nanos() - idleSweep.idleNanos();
    dropIdleSince(time);
    sites.forEach(
        (key, site) -> {
          boolean idle;
          synchronized (site) {
            idle = site.lastUsed() - time < 0;
          }
          if (idle) {
            remove(key, site);
          }
        });
  }

  boolean isEmpty() {
    return sites.isEmpty() && reading.isEmpty();
  }

  /** What has become of the messages so far. */
  public TemplateStatistics statistics() {
    List<TemplateStatistics.Row> rows = new ArrayList<>();
    for (KeyTemplates site : sites.values()) {
      synchronized (site) {
        rows.add(site.row());
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
        : templates + " templates of " + sites.size() + " operations, " + bytes + " bytes";
  }

  /** Builds stores. Not thread-safe. */
  public static final class Builder {
    private static final long DEFAULT_BYTES = 64L << 20;

    private final Map<String, TemplateOptions> layouts = new HashMap<>();
    private int maxTemplates = 1024;
    private long maxBytes = Math.min(DEFAULT_BYTES, Runtime.getRuntime().maxMemory() / 8);
    private long maxReadBytes = maxBytes;
    private int maxPerKey = 32;
    private int maxShapes = 16;
    private boolean always;
    private Duration idleTimeout = Duration.ofMinutes(10);
    private TemplateOptions layout = TemplateOptions.DEFAULT;
    private LongSupplier clock = new SystemClock();

    private Builder() {}

    /**
     * Sets how many templates there may be, and for how many operations something is kept for
     * reading; 1024 by default, 0 for none at all.
     */
    public Builder maxTemplates(int count) {
      this.maxTemplates = notNegative(count, "maxTemplates");
      return this;
    }

    /**
     * Sets the memory that templates may hold, in bytes, as {@link Template#footprint} says; 64 MiB
     * by default, or an eighth of a smaller heap. One template gets at most three quarters of it.
     */
    public Builder maxBytes(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("maxBytes < 0: " + bytes);
      }
      this.maxBytes = bytes;
      return this;
    }

    /**
     * Sets the memory that may be held for reading by difference, in bytes: messages, and their
     * values by a guess; 64 MiB by default, or an eighth of a smaller heap; 0 to read every message
     * plainly. One message gets at most three quarters of it.
     */
    public Builder maxReadBytes(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("maxReadBytes < 0: " + bytes);
      }
      this.maxReadBytes = bytes;
      return this;
    }

    /** Sets how many templates an operation may have in one direction; 16 by default. */
    public Builder maxPerKey(int count) {
      this.maxPerKey = notNegative(count, "maxPerKey");
      return this;
    }

    /** Sets how many shapes of an operation's messages are told apart; 8 by default. */
    public Builder maxShapes(int count) {
      this.maxShapes = notNegative(count, "maxShapes");
      return this;
    }

    /** Sets after what time without use a template is given up; 10 minutes by default. */
    public Builder idleTimeout(Duration timeout) {
      if (Objects.requireNonNull(timeout, "idleTimeout").isNegative() || timeout.isZero()) {
        throw new IllegalArgumentException("idleTimeout <= 0: " + timeout);
      }
      this.idleTimeout = timeout;
      return this;
    }

    /** Sets how templates are laid out. */
    public Builder layout(TemplateOptions options) {
      this.layout = Objects.requireNonNull(options, "options");
      return this;
    }

    /** Sets how the templates of the operations of that name are laid out. */
    public Builder layout(String operation, TemplateOptions options) {
      if (Objects.requireNonNull(operation, "operation").isEmpty()) {
        throw new IllegalArgumentException("the name of an operation is empty");
      }
      layouts.put(operation, Objects.requireNonNull(options, "options"));
      return this;
    }

    /**
     * Sets whether templates are used from the first message on, without finding out whether they
     * pay; false by default.
     */
    public Builder always(boolean enabled) {
      this.always = enabled;
      return this;
    }

    Builder clock(LongSupplier nanos) {
      this.clock = nanos;
      return this;
    }

    private Limits limits() {
      return new Limits(maxTemplates, maxBytes, maxBytes / 4 * 3, maxPerKey, maxShapes, always);
    }

    private static int notNegative(int count, String name) {
      if (count < 0) {
        throw new IllegalArgumentException(name + " < 0: " + count);
      }
      return count;
    }

    /** Returns the store. */
    public Templates build() {
      return new Templates(this);
    }
  }
}
