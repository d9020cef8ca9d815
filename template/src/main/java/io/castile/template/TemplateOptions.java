package io.castile.template;

import java.util.Objects;

/**
 * The layout of templates. Immutable.
 *
 * <pre>{@code
 * TemplateOptions options = TemplateOptions.builder().stuffing(Stuffing.NONE).build();
 * }</pre>
 */
public final class TemplateOptions {
  /** The default of {@link Builder#chunkBytes}: 32 KiB. */
  public static final int DEFAULT_CHUNK_BYTES = 32 << 10;

  /** The default of {@link Builder#splitBytes}: 64 KiB. */
  public static final int DEFAULT_SPLIT_BYTES = 64 << 10;

  /** The default of {@link Builder#reserveBytes}: 1 KiB. */
  public static final int DEFAULT_RESERVE_BYTES = 1 << 10;

  /** The default of {@link Builder#stuffing}. */
  public static final Stuffing DEFAULT_STUFFING = Stuffing.ADAPTIVE;

  /** The default of {@link Builder#padding}. */
  public static final Padding DEFAULT_PADDING = Padding.OUTSIDE;

  /** The default of {@link Builder#maxArrayItems}: 2<sup>20</sup> items. */
  public static final int DEFAULT_MAX_ARRAY_ITEMS = 1 << 20;

  /** The default of {@link Builder#abandons}: {@value}. */
  public static final boolean DEFAULT_ABANDONS = true;

  /** The default of {@link Builder#acrossServices}: {@value}. */
  public static final boolean DEFAULT_ACROSS_SERVICES = false;

  /** The defaults, as measurement chose them; see docs/internals/templates.md. */
  public static final TemplateOptions DEFAULT = builder().build();

  private final int chunkBytes;
  private final int splitBytes;
  private final int reserveBytes;
  private final Stuffing stuffing;
  private final Padding padding;
  private final int maxArrayItems;
  private final boolean abandons;
  private final boolean acrossServices;

  private TemplateOptions(Builder builder) {
    this.chunkBytes = builder.chunkBytes;
    this.splitBytes = builder.splitBytes;
    this.reserveBytes = builder.reserveBytes;
    this.stuffing = builder.stuffing;
    this.padding = builder.padding;
    this.maxArrayItems = builder.maxArrayItems;
    this.abandons = builder.abandons;
    this.acrossServices = builder.acrossServices;
    if (splitBytes < chunkBytes) {
      throw new IllegalArgumentException("splitBytes < chunkBytes: " + splitBytes);
    }
    if (reserveBytes >= chunkBytes) {
      throw new IllegalArgumentException(
          "reserveBytes not in 0.." + chunkBytes + ": " + reserveBytes);
    }
  }

  /** Begins options, at first {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins options, at first these. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.chunkBytes = chunkBytes;
    builder.splitBytes = splitBytes;
    builder.reserveBytes = reserveBytes;
    builder.stuffing = stuffing;
    builder.padding = padding;
    builder.maxArrayItems = maxArrayItems;
    builder.abandons = abandons;
    builder.acrossServices = acrossServices;
    return builder;
  }

  /** Returns the size of a new chunk, in bytes. */
  public int chunkBytes() {
    return chunkBytes;
  }

  /** Returns the size beyond which a chunk is split, in bytes. */
  public int splitBytes() {
    return splitBytes;
  }

  /** Returns how many bytes of a new chunk are left free. */
  public int reserveBytes() {
    return reserveBytes;
  }

  /** Returns how much room values get. */
  public Stuffing stuffing() {
    return stuffing;
  }

  /** Returns where stuffing stands. */
  public Padding padding() {
    return padding;
  }

  /** Returns the most items of an array or list in a message that is kept. */
  public int maxArrayItems() {
    return maxArrayItems;
  }

  /** Whether an update that is as dear as writing the message is given up. */
  public boolean abandons() {
    return abandons;
  }

  /** Whether services whose messages have the same names and types share templates. */
  public boolean acrossServices() {
    return acrossServices;
  }

  /** Builds options. Not thread-safe. */
  public static final class Builder {
    private int chunkBytes = DEFAULT_CHUNK_BYTES;
    private int splitBytes = DEFAULT_SPLIT_BYTES;
    private int reserveBytes = DEFAULT_RESERVE_BYTES;
    private Stuffing stuffing = DEFAULT_STUFFING;
    private Padding padding = DEFAULT_PADDING;
    private int maxArrayItems = DEFAULT_MAX_ARRAY_ITEMS;
    private boolean abandons = DEFAULT_ABANDONS;
    private boolean acrossServices = DEFAULT_ACROSS_SERVICES;

    private Builder() {}

    /**
     * Sets the size of a new chunk; {@link #DEFAULT_CHUNK_BYTES} by default.
     *
     * @param bytes at least 16
     */
    public Builder chunkBytes(int bytes) {
      if (bytes < 16) {
        throw new IllegalArgumentException("chunkBytes < 16: " + bytes);
      }
      this.chunkBytes = bytes;
      return this;
    }

    /**
     * Sets the size beyond which a chunk is split; {@link #DEFAULT_SPLIT_BYTES} by default.
     *
     * @param bytes at least {@link #chunkBytes}
     */
    public Builder splitBytes(int bytes) {
      this.splitBytes = bytes;
      return this;
    }

    /**
     * Sets how much of a new chunk is left free for values that grow; {@link
     * #DEFAULT_RESERVE_BYTES} by default.
     *
     * @param bytes from 0, less than {@link #chunkBytes}
     */
    public Builder reserveBytes(int bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("reserveBytes < 0: " + bytes);
      }
      this.reserveBytes = bytes;
      return this;
    }

    /** Sets how much room values get; {@link #DEFAULT_STUFFING} by default. */
    public Builder stuffing(Stuffing stuffing) {
      this.stuffing = Objects.requireNonNull(stuffing, "stuffing");
      return this;
    }

    /** Sets where stuffing stands; {@link #DEFAULT_PADDING} by default. */
    public Builder padding(Padding padding) {
      this.padding = Objects.requireNonNull(padding, "padding");
      return this;
    }

    /**
     * Sets the most items of an array of numbers, or of a list that is kept as rows: a message with
     * a longer one is not kept but overlaid, as differential serialization of the paper overlays
     * chunks. {@link #DEFAULT_MAX_ARRAY_ITEMS} by default.
     *
     * @param items positive
     */
    public Builder maxArrayItems(int items) {
      if (items <= 0) {
        throw new IllegalArgumentException("maxArrayItems <= 0: " + items);
      }
      this.maxArrayItems = items;
      return this;
    }

    /**
     * Sets whether an update in which nearly every value outgrows its place is given up, and the
     * rest of the message written plainly; {@link #DEFAULT_ABANDONS} by default. False finishes
     * each update.
     */
    public Builder abandons(boolean enabled) {
      this.abandons = enabled;
      return this;
    }

    /**
     * Sets whether operations of one name share templates although they are of different services,
     * where their messages have the same names and types (bSOAP, section 6); {@link
     * #DEFAULT_ACROSS_SERVICES} by default, by which each method has its own.
     */
    public Builder acrossServices(boolean enabled) {
      this.acrossServices = enabled;
      return this;
    }

    /**
     * Returns the options.
     *
     * @throws IllegalArgumentException if the sizes of chunks contradict each other
     */
    public TemplateOptions build() {
      return new TemplateOptions(this);
    }
  }

  /**
   * The room that a value of bounded width gets, filled up with white space (the paper's section
   * 3.2). Strings, dates, decimals and everything else without a greatest width is never stuffed.
   */
  public enum Stuffing {
    /**
     * No room: the message has the bytes of a fresh one. A value that changes its size moves the
     * rest.
     */
    NONE,
    /** The width that the value once needed: a message that never changes is never stuffed. */
    ADAPTIVE,
    /** The greatest width of the type, from the first message on: nothing is ever moved. */
    MAXIMUM
  }

  /** The place of the white space of {@link Stuffing}. */
  public enum Padding {
    /**
     * White space after the end tag, as in the paper: nothing is ever added to the content of an
     * element.
     */
    OUTSIDE,
    /**
     * White space after the value, where its type collapses white space (XML Schema part 2, section
     * 4.3.6), as all stuffed types do: no tag ever moves.
     */
    INSIDE
  }
}
