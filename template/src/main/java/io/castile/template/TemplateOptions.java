package io.castile.template;

import java.util.Objects;

/**
 * How templates are laid out. Immutable.
 *
 * @param chunkBytes the size of a new chunk, at least 16
 * @param splitBytes a chunk that would grow beyond this is split; at least {@code chunkBytes}
 * @param reserveBytes how much of a new chunk is left free for what will grow in it; less than
 *     {@code chunkBytes}
 * @param stuffing how much room values get
 * @param padding where stuffing stands
 */
public record TemplateOptions(
    int chunkBytes, int splitBytes, int reserveBytes, Stuffing stuffing, Padding padding) {
  /** What measurement chose; see docs/templates.md. */
  public static final TemplateOptions DEFAULT =
      new TemplateOptions(32 << 10, 64 << 10, 1 << 10, Stuffing.ADAPTIVE, Padding.OUTSIDE);

  public TemplateOptions {
    Objects.requireNonNull(stuffing, "stuffing");
    Objects.requireNonNull(padding, "padding");
    if (chunkBytes < 16) {
      throw new IllegalArgumentException("chunkBytes < 16: " + chunkBytes);
    }
    if (splitBytes < chunkBytes) {
      throw new IllegalArgumentException("splitBytes < chunkBytes: " + splitBytes);
    }
    if (reserveBytes < 0 || reserveBytes >= chunkBytes) {
      throw new IllegalArgumentException(
          "reserveBytes not in 0.." + chunkBytes + ": " + reserveBytes);
    }
  }

  /** These options with another stuffing. */
  public TemplateOptions withStuffing(Stuffing other, Padding where) {
    return new TemplateOptions(chunkBytes, splitBytes, reserveBytes, other, where);
  }

  /** These options with other sizes of chunks. */
  public TemplateOptions withChunks(int first, int split, int reserve) {
    return new TemplateOptions(first, split, reserve, stuffing, padding);
  }
}
