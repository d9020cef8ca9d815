package io.castile.template.internal;

import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.RowCodec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How beans that are nothing but numbers stand in a chunk that is overlaid: in rows of equal
 * length, each number in a place of the greatest width of its type, the markup between them always
 * the same. Owned by one thread.
 */
final class RowPlaces {
  private final RowCodec codec;
  private final Object[] columns;
  private final ItemLayout[] layouts;

  /** The markup before the first number of a row. */
  private final byte[] head;

  /** Where the places of the numbers start in a row. */
  private final int[] starts;

  private final byte[] image;

  /** The bytes of a row and the markup behind it. */
  final int length;

  private RowPlaces(RowCodec codec, Object[] columns, byte[] head, ItemLayout[] layouts) {
    this.codec = codec;
    this.columns = columns;
    this.head = head;
    this.layouts = layouts;
    this.starts = new int[layouts.length];
    int pos = head.length;
    int slack = 0;
    for (int i = 0; i < layouts.length; i++) {
      starts[i] = pos;
      pos += layouts[i].type.maxWidth + layouts[i].next.length;
      slack = Math.max(slack, layouts[i].slack);
    }
    this.length = pos;
    this.image = new byte[slack];
  }

  /**
   * Finds the places, by writing a bean.
   *
   * @param plain writes beans of the class in the scope of the message
   * @param next the markup behind a row
   * @return null if there are none: beans of the class are not only numbers, or no spaces may stand
   *     behind one of them
   */
  static @Nullable RowPlaces of(
      RowCodec codec,
      Object bean,
      Object context,
      XmlWriter plain,
      byte[] next,
      TemplateOptions options) {
    Object[] columns = codec.newColumns(1);
    NumberType[] types = new NumberType[columns.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = NumberType.of(columns[i]);
    }
    if (!codec.isInOrder() || Arrays.asList(types).contains(null)) {
      return null;
    }
    NumberFinder finder = new NumberFinder(types.length);
    codec.writeRow(bean, finder, context);
    codec.writeRow(bean, plain, context);
    boolean isAlike =
        finder.found == types.length
            && Arrays.equals(plain.buffer(), 0, plain.size(), finder.buffer(), 0, finder.size());
    return isAlike ? of(codec, columns, types, finder, next, options) : null;
  }

  private static @Nullable RowPlaces of(
      RowCodec codec,
      Object[] columns,
      NumberType[] types,
      NumberFinder row,
      byte[] next,
      TemplateOptions options) {
    ItemLayout[] layouts = new ItemLayout[types.length];
    for (int i = 0; i < types.length; i++) {
      boolean isLast = i == types.length - 1;
      int end = isLast ? row.size() : row.starts[i + 1];
      byte[] markup = Arrays.copyOfRange(row.buffer(), row.ends[i], end);
      byte[] behind = isLast ? joined(markup, next) : markup;
      layouts[i] = new ItemLayout(types[i], behind, Stuffing.MAXIMUM, options);
      if (!layouts[i].mayPad()) {
        return null;
      }
    }
    byte[] head = Arrays.copyOf(row.buffer(), row.starts[0]);
    return new RowPlaces(codec, columns, head, layouts);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** Puts the markup of so many rows. */
  void putMarkup(byte[] b, int rows) {
    for (int row = 0, at = 0; row < rows; row++, at += length) {
      System.arraycopy(head, 0, b, at, head.length);
      for (int i = 0; i < layouts.length; i++) {
        byte[] next = layouts[i].next;
        int width = layouts[i].type.maxWidth;
        System.arraycopy(next, 0, b, at + starts[i] + width, next.length);
      }
    }
  }

  /** Puts the numbers of a bean into the row that starts at {@code at}. */
  void put(Object bean, byte[] b, int at) {
    codec.take(bean, columns, 0);
    for (int i = 0; i < layouts.length; i++) {
      ItemLayout layout = layouts[i];
      int width = layout.type.maxWidth;
      int written = layout.type.write(columns[i], 0, image, 0);
      layout.pad(image, 0, written, width);
      System.arraycopy(image, 0, b, at + starts[i], width + layout.endTag);
    }
  }

  /** Notes where numbers stand in what it writes. */
  private static final class NumberFinder extends XmlWriter {
    final int[] starts;
    final int[] ends;
    int found;

    NumberFinder(int numbers) {
      starts = new int[numbers];
      ends = new int[numbers];
    }

    @Override
    public void text(int value) {
      int start = size();
      super.text(value);
      note(start);
    }

    @Override
    public void text(long value) {
      int start = size();
      super.text(value);
      note(start);
    }

    @Override
    public void text(float value) {
      int start = size();
      super.text(value);
      note(start);
    }

    @Override
    public void text(double value) {
      int start = size();
      super.text(value);
      note(start);
    }

    private void note(int start) {
      if (found < starts.length) {
        starts[found] = start;
        ends[found] = size();
      }
      found++;
    }
  }
}
