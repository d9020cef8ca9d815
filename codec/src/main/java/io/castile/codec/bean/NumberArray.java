package io.castile.codec.bean;

import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleValue;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.XmlWriter;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The tags between the items of an array or a list of numbers, which the writer takes as a whole.
 */
final class NumberArray {
  private final byte[] start;
  private final byte[] next;
  private final byte[] end;

  private NumberArray(Markup tag) {
    this.start = Markup.concat(tag.open, ValueCodec.GT);
    this.next = Markup.concat(tag.close, start);
    this.end = tag.close;
  }

  /** Null where the items are not numbers of one element name. */
  static @Nullable NumberArray of(List<ElementType> types) {
    if (types.size() != 1 || !(types.get(0).codec instanceof SimpleValue value)) {
      return null;
    }
    return switch (value.type.kind) {
      case INT, LONG, FLOAT, DOUBLE -> new NumberArray(types.get(0).tag);
      default -> null;
    };
  }

  /**
   * False, and nothing is written, if the value is not an array of a type that the writer takes.
   */
  boolean write(Object value, XmlWriter out) {
    if (value instanceof double[] items) {
      out.items(items, start, next, end);
    } else if (value instanceof int[] items) {
      out.items(items, start, next, end);
    } else if (value instanceof long[] items) {
      out.items(items, start, next, end);
    } else if (value instanceof float[] items) {
      out.items(items, start, next, end);
    } else {
      return value instanceof List<?> items
          && items instanceof RandomAccess
          && out.items(items, start, next, end);
    }
    return true;
  }
}
