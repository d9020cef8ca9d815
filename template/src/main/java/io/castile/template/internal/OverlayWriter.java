package io.castile.template.internal;

import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.xml.XmlWriter;
import io.castile.xml.datatype.XsdTemporal;
import io.castile.xml.internal.RowCodec;
import io.castile.xml.internal.XmlInternals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Sends what is written as soon as there is a chunk of it. Arrays and lists of numbers are laid out
 * as places of equal width in the chunk; from the second time on, only the numbers in them are
 * written.
 */
final class OverlayWriter extends XmlWriter implements XmlInternals.RowWriter {
  /** Shorter arrays are written like everything else. */
  private static final int MIN_ITEMS = 256;

  private final TemplateOptions options;
  private final OverlayPipe pipe;
  private boolean named;
  private int mixed; // the nesting of mixed content

  OverlayWriter(TemplateOptions options, OverlayPipe pipe) {
    super(1024);
    this.options = options;
    this.pipe = pipe;
  }

  /** Passes on what is in the buffer. */
  void drain() throws IOException {
    pipe.write(buffer(), 0, size());
    discard();
  }

  private void drainIfLong() {
    if (!named && size() >= options.chunkBytes() / 4) {
      try {
        drain();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Markup comes at least as often as values: a good time to see whether there is enough. */
  @Override
  public void raw(byte[] markup) {
    super.raw(markup);
    drainIfLong();
  }

  @Override
  public void enterMixed() {
    mixed++;
  }

  @Override
  public void leaveMixed() {
    mixed--;
  }

  /** Between texts there is no white space that means nothing. */
  private Stuffing stuffing() {
    return mixed > 0 || options.stuffing() == Stuffing.NONE ? Stuffing.NONE : Stuffing.MAXIMUM;
  }

  @Override
  protected void namedElementStarts() {
    named = true; // the writer looks back at the start tags of open elements
  }

  @Override
  protected void namedElementEnds() {
    named = false;
    drainIfLong();
  }

  @Override
  public void items(int[] items, byte[] start, byte[] next, byte[] end) {
    if (named || items.length < MIN_ITEMS) {
      super.items(items, start, next, end);
      return;
    }
    overlay(NumberType.INT, items, start, next);
    text(items[items.length - 1]);
    raw(end);
  }

  @Override
  public void items(long[] items, byte[] start, byte[] next, byte[] end) {
    if (named || items.length < MIN_ITEMS) {
      super.items(items, start, next, end);
      return;
    }
    overlay(NumberType.LONG, items, start, next);
    text(items[items.length - 1]);
    raw(end);
  }

  @Override
  public void items(float[] items, byte[] start, byte[] next, byte[] end) {
    if (named || items.length < MIN_ITEMS) {
      super.items(items, start, next, end);
      return;
    }
    overlay(NumberType.FLOAT, items, start, next);
    text(items[items.length - 1]);
    raw(end);
  }

  @Override
  public void items(double[] items, byte[] start, byte[] next, byte[] end) {
    if (named || items.length < MIN_ITEMS) {
      super.items(items, start, next, end);
      return;
    }
    overlay(NumberType.DOUBLE, items, start, next);
    text(items[items.length - 1]);
    raw(end);
  }

  @Override
  public boolean items(List<?> items, byte[] start, byte[] next, byte[] end) {
    int size = items.size();
    Object first = named || size < MIN_ITEMS ? null : items.get(0);
    if (first == null) {
      return false;
    }
    BoxedType type = BoxedType.of(first.getClass());
    if (type == null || !ItemType.areAll(first.getClass(), items, 0, size)) {
      return false;
    }
    overlay(type, items, start, next);
    number(items.get(size - 1));
    raw(end);
    return true;
  }

  @Override
  public void temporal(XsdTemporal form, Object value) {
    XmlInternals.plainTemporal(this, form, value);
  }

  /** Beans that are nothing but numbers are overlaid; others are sent as they are written. */
  @Override
  public boolean rows(
      RowCodec codec, List<?> items, Object context, byte[] start, byte[] next, byte[] end) {
    int size = items.size();
    Class<?> type = named || size < MIN_ITEMS ? null : codec.rowClass();
    if (type == null || stuffing() == Stuffing.NONE || !ItemType.areAll(type, items, 0, size)) {
      return false;
    }
    RowPlaces places = RowPlaces.of(codec, items.get(0), context, fragment(), next, options);
    if (places == null || options.chunkBytes() < places.length) {
      return false;
    }
    raw(start);
    try {
      drain();
      int last = size - 1;
      int rows = options.chunkBytes() / places.length;
      for (int i = 0; i < last; i += rows) {
        pipe.next();
        writeRows(places, items, i, Math.min(rows, last - i));
      }
      pipe.next();
      codec.writeRow(items.get(last), this, context);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    raw(end);
    return true;
  }

  /** Fills the current chunk, which is empty, with {@code count} beans from {@code first} on. */
  private void writeRows(RowPlaces places, List<?> items, int first, int count) {
    OverlayPipe.Piece piece = pipe.current();
    if (piece.layout != places) {
      places.putMarkup(piece.bytes, piece.bytes.length / places.length);
      piece.layout = places;
    }
    for (int i = 0; i < count; i++) {
      places.put(items.get(first + i), piece.bytes, i * places.length);
    }
    piece.used = count * places.length;
  }

  private void number(Object number) {
    if (number instanceof Double value) {
      text(value.doubleValue());
    } else if (number instanceof Float value) {
      text(value.floatValue());
    } else if (number instanceof Long value) {
      text(value.longValue());
    } else {
      text(((Integer) number).intValue());
    }
  }

  /** Writes all items but the last, each with the markup behind it. */
  private void overlay(ItemType type, Object items, byte[] start, byte[] next) {
    raw(start);
    try {
      drain();
      ItemLayout layout = new ItemLayout(type, next, stuffing(), options);
      byte[] image = new byte[layout.slack];
      int last = type.length(items) - 1;
      if (!layout.mayPad() || options.chunkBytes() < 2 * layout.slack) {
        writeInARow(layout, items, last, image);
        return;
      }
      int place = type.maxWidth + next.length;
      int places = options.chunkBytes() / place;
      for (int i = 0; i < last; i += places) {
        pipe.next();
        writePlaces(layout, items, i, Math.min(places, last - i), image);
      }
      pipe.next();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeInARow(ItemLayout layout, Object items, int end, byte[] image)
      throws IOException {
    for (int i = 0; i < end; i++) {
      int length = layout.type.write(items, i, image, 0);
      int width = layout.width(length, 0);
      layout.complete(image, 0, length, width);
      pipe.write(image, 0, width + layout.next.length);
    }
  }

  /** Fills the current chunk, which is empty, with {@code count} items from {@code first} on. */
  private void writePlaces(ItemLayout layout, Object items, int first, int count, byte[] image) {
    OverlayPipe.Piece piece = pipe.current();
    int width = layout.type.maxWidth;
    int place = width + layout.next.length;
    if (piece.layout != layout) {
      layout.putTags(piece.bytes, piece.bytes.length / place);
      piece.layout = layout;
    }
    for (int i = 0; i < count; i++) {
      int length = layout.type.write(items, first + i, image, 0);
      layout.pad(image, 0, length, width);
      System.arraycopy(image, 0, piece.bytes, i * place, width + layout.endTag);
    }
    piece.used = count * place;
  }
}
