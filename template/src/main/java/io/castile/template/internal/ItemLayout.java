package io.castile.template.internal;

import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.entry.MarkupBytes;
import io.castile.xml.datatype.XsdNumberWriter;
import java.util.Arrays;

/** How the items of one array or list stand in the message. Immutable. */
final class ItemLayout {
  /** The spaces by which a few numbers vary. */
  private static final int MAX_SPACES = 24;

  final ItemType type;
  final byte[] next;
  final int endTag; // of next
  final Stuffing asked;
  final Stuffing stuffing; // what there can be of it
  final TemplateOptions options;

  /**
   * The bytes after a bounded item: the end tag if spaces stand outside, and as many spaces as
   * there can be.
   */
  private final byte[] spaces;

  /**
   * The most spaces of a place. Where texts are among what an item is made of, one that has become
   * shorter is not to leave all its room behind.
   */
  final int maxPad;

  /** Bytes that appending one bounded item may write beyond those in use; the size of an image. */
  final int slack;

  ItemLayout(ItemType type, byte[] next, Stuffing stuffing, TemplateOptions options) {
    this.type = type;
    this.next = next;
    this.endTag = options.padding() == Padding.OUTSIDE ? MarkupBytes.endTagLength(next) : 0;
    this.asked = stuffing;
    this.stuffing = isOutside(options) && endTag == 0 ? Stuffing.NONE : stuffing;
    this.options = options;
    this.spaces = Arrays.copyOf(next, endTag + type.maxWidth);
    Arrays.fill(spaces, endTag, spaces.length, (byte) ' ');
    this.maxPad = type.isBounded() ? type.maxWidth : MAX_SPACES;
    this.slack =
        type.isBounded() ? XsdNumberWriter.ROOM + type.maxWidth + 2 * next.length : next.length;
  }

  /** The same for items of another type. */
  ItemLayout with(ItemType other) {
    return new ItemLayout(other, next, asked, options);
  }

  private static boolean isOutside(TemplateOptions options) {
    return options.padding() == Padding.OUTSIDE;
  }

  boolean isOutside() {
    return isOutside(options);
  }

  boolean mayPad() {
    return stuffing != Stuffing.NONE;
  }

  /**
   * The bytes to which a chunk is filled.
   *
   * @param fresh whether its items were not there before
   */
  int limit(boolean fresh) {
    return (fresh ? options.chunkBytes() : options.splitBytes()) - options.reserveBytes();
  }

  /** The width of a place for an item of that length which had {@code known} before. */
  int width(int length, int known) {
    return switch (stuffing) {
      case NONE -> length;
      case ADAPTIVE -> Math.min(Math.max(length, known), length + maxPad);
      case MAXIMUM -> Math.max(length, type.maxWidth);
    };
  }

  /**
   * Completes the image of an item and the markup behind it, of which the item itself is there.
   * What it copies for a bounded one has the same length each time, whatever the item: that is
   * faster than what is needed.
   */
  void complete(byte[] b, int at, int length, int width) {
    if (width == length) {
      System.arraycopy(next, 0, b, at + length, next.length);
      return;
    }
    if (type.isBounded()) {
      System.arraycopy(spaces, 0, b, at + length, spaces.length);
    } else {
      pad(b, at, length, width);
    }
    System.arraycopy(next, endTag, b, at + width + endTag, next.length - endTag);
  }

  /** Puts the markup behind each of {@code places} places of the greatest width. */
  void putTags(byte[] b, int places) {
    for (int i = 0, at = type.maxWidth; i < places; i++, at += type.maxWidth + next.length) {
      System.arraycopy(next, 0, b, at, next.length);
    }
  }

  /** Puts spaces behind an item in its place, and before them the end tag if they stand outside. */
  void pad(byte[] b, int at, int length, int width) {
    if (type.isBounded()) {
      System.arraycopy(spaces, 0, b, at + length, endTag + width - length);
    } else {
      System.arraycopy(next, 0, b, at + length, endTag);
      Arrays.fill(b, at + length + endTag, at + width + endTag, (byte) ' ');
    }
  }
}
