package io.castile.template.internal;

import io.castile.template.tracked.Tracked;
import io.castile.xml.internal.RowCodec;
import java.util.List;

/**
 * Beans that tell their changes: the only column is the stamp that each had when it was written. A
 * bean with another stamp is written again, and compared by its text.
 */
final class TrackedType extends BeanType {
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
