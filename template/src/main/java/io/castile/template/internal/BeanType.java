package io.castile.template.internal;

import io.castile.template.tracked.Tracked;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.RowCodec;
import java.util.List;

/** The beans of a list, as a codec writes them. */
abstract class BeanType extends ItemType {
  final RowCodec codec;

  /** The class that the codec is for; beans may be of subclasses. */
  final Class<?> type;

  BeanType(RowCodec codec, Class<?> type) {
    super(UNBOUNDED);
    this.codec = codec;
    this.type = type;
  }

  /** The type of beans that tell their changes, or of those that have to be compared. */
  static BeanType of(RowCodec codec, Class<?> type) {
    return Tracked.class.isAssignableFrom(type)
        ? new TrackedType(codec, type)
        : new RowType(codec, type);
  }

  @Override
  final boolean takes(ItemType other) {
    return other instanceof BeanType beans && beans.codec == codec;
  }

  @Override
  final boolean isLike(ItemType other) {
    return other instanceof BeanType beans && (beans.type == type || isOfAnotherService(beans));
  }

  /** Whether the beans are of the class that another service has for the same type. */
  private boolean isOfAnotherService(BeanType beans) {
    return beans.getClass() == getClass()
        && beans.type.getSimpleName().equals(type.getSimpleName());
  }

  @Override
  final boolean isAligned() {
    return true;
  }

  @Override
  final int length(Object array) {
    return ((Rows) array).size();
  }

  @Override
  final boolean isSame(Object array, int index, Object values, int at) {
    return nextChange(array, index - at, values, at, at + 1) != at;
  }

  @Override
  final int write(Object array, int index, ItemImage image) {
    Rows rows = (Rows) array;
    XmlWriter writer = rows.writer();
    TemplateCursor.restart(writer);
    codec.writeRow(rows.items().get(index), writer, rows.context());
    image.bytes = writer.buffer();
    return writer.size();
  }

  /**
   * Beans that tell their changes: the only column is the stamp that each had when it was written.
   * A bean with another stamp is written again, and compared by its text.
   */
  private static final class TrackedType extends BeanType {
    TrackedType(RowCodec codec, Class<?> type) {
      super(codec, type);
    }

    @Override
    Object newValues(int items) {
      return new long[items];
    }

    @Override
    Object unknownValues(int items) {
      return new long[items]; // no stamp is 0
    }

    @Override
    void move(Object from, int first, Object to, int at, int items) {
      System.arraycopy(from, first, to, at, items);
    }

    @Override
    int bytesPerItem() {
      return Long.BYTES;
    }

    @Override
    int nextChange(Object array, int distance, Object values, int from, int end) {
      List<?> items = ((Rows) array).items();
      long[] stamps = (long[]) values;
      for (int i = from; i < end; i++) {
        if (!(items.get(i + distance) instanceof Tracked item) || item.modified() != stamps[i]) {
          return i;
        }
      }
      return end;
    }

    @Override
    void copy(Object array, int index, Object values, int at) {
      ((long[]) values)[at] = ((Tracked) ((Rows) array).items().get(index)).modified();
    }
  }
}
