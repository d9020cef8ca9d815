package io.castile.template;

import io.castile.template.internal.TemplateStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Templates of messages, each of which is lent to one message at a time: by operation, direction
 * and shape (differential serialization, bSOAP).
 *
 * <p>Bounded in number and bytes; what was used longest ago goes first, and what was not used for a
 * while goes anyway. Whether a template pays is found by trying; where it does not, no template is
 * kept. What is kept to read messages by their difference to the one before has bounds of its own.
 * One object may serve any number of clients and servers of a process. Thread-safe.
 */
public final class Templates {
  static {
    TemplateStore.PART.readBy(new StoreReader());
  }

  private static final Templates OFF = builder().maxTemplates(0).build();

  private final TemplateStore store;

  private Templates(Builder builder) {
    store =
        new TemplateStore(
            builder.limits(),
            builder.layout,
            builder.layouts,
            builder.maxReadBytes,
            builder.idleTimeout,
            builder.clock);
  }

  /** Returns those of this process, which clients and servers use unless they have others. */
  public static Templates shared() {
    return Shared.TEMPLATES;
  }

  /** No lambda, which the first call of a process would pay for. */
  private static final class StoreReader implements Function<Templates, TemplateStore> {
    @Override
    public TemplateStore apply(Templates templates) {
      return templates.store;
    }
  }

  private static final class SystemClock implements LongSupplier {
    @Override
    public long getAsLong() {
      return System.nanoTime();
    }
  }

  /** Made when it is first asked for. */
  private static final class Shared {
    static final Templates TEMPLATES = builder().build();
  }

  /** Returns templates that keep nothing and lend nothing. */
  public static Templates off() {
    return OFF;
  }

  /** Returns a builder. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Lets go of all templates that are not in use, and of what is known of when they pay; of the
   * messages that are read nothing is lost.
   */
  public void clear() {
    store.clear();
  }

  /** Returns what has become of the messages so far. */
  public TemplateStatistics statistics() {
    return store.statistics();
  }

  @Override
  public String toString() {
    return store.toString();
  }

  /** Builds stores. Not thread-safe. */
  public static final class Builder {
    /** The default of {@link #maxTemplates}. */
    public static final int DEFAULT_MAX_TEMPLATES = 1024;

    /**
     * The default of {@link #maxBytes} and {@link #maxReadBytes}, for a heap of 512 MiB or more.
     */
    public static final long DEFAULT_MAX_BYTES = 64L << 20;

    /** The default of {@link #maxPerKey}. */
    public static final int DEFAULT_MAX_PER_KEY = 32;

    /** The default of {@link #maxShapes}. */
    public static final int DEFAULT_MAX_SHAPES = 16;

    /** The default of {@link #idleTimeout}. */
    public static final Duration DEFAULT_IDLE_TIMEOUT = Duration.ofMinutes(10);

    private final Map<String, TemplateOptions> layouts = new HashMap<>();
    private int maxTemplates = DEFAULT_MAX_TEMPLATES;
    private long maxBytes = Math.min(DEFAULT_MAX_BYTES, Runtime.getRuntime().maxMemory() / 8);
    private long maxReadBytes = maxBytes;
    private int maxPerKey = DEFAULT_MAX_PER_KEY;
    private int maxShapes = DEFAULT_MAX_SHAPES;
    private boolean always;
    private Duration idleTimeout = DEFAULT_IDLE_TIMEOUT;
    private TemplateOptions layout = TemplateOptions.DEFAULT;
    private LongSupplier clock = new SystemClock();

    private Builder() {}

    /**
     * Sets the number of templates, and of operations for which messages are kept for reading;
     * {@value #DEFAULT_MAX_TEMPLATES} by default, 0 for none at all.
     */
    public Builder maxTemplates(int count) {
      this.maxTemplates = notNegative(count, "maxTemplates");
      return this;
    }

    /**
     * Sets the memory that templates may hold, in bytes, with their tables; {@link
     * #DEFAULT_MAX_BYTES} by default, or an eighth of a smaller heap. One template gets at most
     * three quarters of it.
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
     * values by a guess; {@link #DEFAULT_MAX_BYTES} by default, or an eighth of a smaller heap; 0
     * to read every message plainly. One message gets at most three quarters of it.
     */
    public Builder maxReadBytes(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("maxReadBytes < 0: " + bytes);
      }
      this.maxReadBytes = bytes;
      return this;
    }

    /**
     * Sets the number of templates for an operation in one direction; {@value #DEFAULT_MAX_PER_KEY}
     * by default.
     */
    public Builder maxPerKey(int count) {
      this.maxPerKey = notNegative(count, "maxPerKey");
      return this;
    }

    /**
     * Sets the number of shapes of an operation's messages that have templates of their own;
     * {@value #DEFAULT_MAX_SHAPES} by default.
     */
    public Builder maxShapes(int count) {
      this.maxShapes = notNegative(count, "maxShapes");
      return this;
    }

    /**
     * Sets the time after which an unused template is dropped; {@link #DEFAULT_IDLE_TIMEOUT} by
     * default.
     */
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
        throw new IllegalArgumentException(
            "expected the name of an operation, found an empty text");
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

    /** Sets the clock by which templates become idle and are timed, in nanoseconds. */
    public Builder clock(LongSupplier nanos) {
      this.clock = Objects.requireNonNull(nanos, "nanos");
      return this;
    }

    private TemplateStore.Limits limits() {
      return new TemplateStore.Limits(
          maxTemplates, maxBytes, maxBytes / 4 * 3, maxPerKey, maxShapes, always);
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
