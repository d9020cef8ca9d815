package io.castile.template;

import io.castile.template.internal.Template;
import java.util.Objects;

/**
 * The layout of templates. Immutable.
 *
 * @param chunkBytes the size of a new chunk, at least 16
 * @param splitBytes a chunk that would grow beyond this is split; at least {@code chunkBytes}
 * @param reserveBytes how much of a new chunk is left free for what will grow in it; less than
 *     {@code chunkBytes}
 * @param stuffing how much room values get
 * @param padding where stuffing stands
 * @param maxArrayItems a message with a longer array of numbers, or a longer list of what is kept
 *     as rows, is not kept but overlaid: {@link Template#update} throws a {@link
 *     LongArrayException}; positive
 * @param abandons whether an update in which nearly every value outgrows its place is given up, and
 *     the rest of the message written plainly; else it is always finished
 * @param acrossServices whether operations of one name share templates though they are of different
 *     services, where their messages have the same names and types (section 6 of the paper); else
 *     each method has its own
 */
public record TemplateOptions(
    int chunkBytes,
    int splitBytes,
    int reserveBytes,
    Stuffing stuffing,
    Padding padding,
    int maxArrayItems,
    boolean abandons,
    boolean acrossServices) {
  /** The layout that measurement chose; see docs/internals/templates.md. */
  public static final TemplateOptions DEFAULT =
      new TemplateOptions(
          32 << 10, 64 << 10, 1 << 10, Stuffing.ADAPTIVE, Padding.OUTSIDE, 1 << 20, true, false);

  public TemplateOptions {
    Objects.requireNonNull(stuffing, "stuffing");
    Objects.requireNonNull(padding, "padding");
    if (chunkBytes < 16) {
      throw new IllegalArgumentException("chunkBytes < 16: " + chunkBytes);
    }
    if (maxArrayItems <= 0) {
      throw new IllegalArgumentException("maxArrayItems <= 0: " + maxArrayItems);
    }
    if (splitBytes < chunkBytes) {
      throw new IllegalArgumentException("splitBytes < chunkBytes: " + splitBytes);
    }
    if (reserveBytes < 0 || reserveBytes >= chunkBytes) {
      throw new IllegalArgumentException(
          "reserveBytes not in 0.." + chunkBytes + ": " + reserveBytes);
    }
  }

  /** Options by which each method has its own templates. */
  public TemplateOptions(
      int chunkBytes,
      int splitBytes,
      int reserveBytes,
      Stuffing stuffing,
      Padding padding,
      int maxArrayItems,
      boolean abandons) {
    this(
        chunkBytes,
        splitBytes,
        reserveBytes,
        stuffing,
        padding,
        maxArrayItems,
        abandons,
        DEFAULT.acrossServices);
  }

  /** Returns these options with another stuffing. */
  public TemplateOptions withStuffing(Stuffing other, Padding where) {
    return new TemplateOptions(
        chunkBytes,
        splitBytes,
        reserveBytes,
        other,
        where,
        maxArrayItems,
        abandons,
        acrossServices);
  }

  /** Returns these options with another greatest length of arrays. */
  public TemplateOptions withMaxArrayItems(int items) {
    return new TemplateOptions(
        chunkBytes, splitBytes, reserveBytes, stuffing, padding, items, abandons, acrossServices);
  }

  /** Returns these options with other sizes of chunks. */
  public TemplateOptions withChunks(int first, int split, int reserve) {
    return new TemplateOptions(
        first, split, reserve, stuffing, padding, maxArrayItems, abandons, acrossServices);
  }

  /** Returns these options with updates that are abandoned where that pays, or never. */
  public TemplateOptions withAbandoning(boolean whetherToAbandon) {
    return new TemplateOptions(
        chunkBytes,
        splitBytes,
        reserveBytes,
        stuffing,
        padding,
        maxArrayItems,
        whetherToAbandon,
        acrossServices);
  }

  /** These options, but services whose messages are alike share templates, or do not. */
  public TemplateOptions withAcrossServices(boolean enabled) {
    return new TemplateOptions(
        chunkBytes, splitBytes, reserveBytes, stuffing, padding, maxArrayItems, abandons, enabled);
  }
}
