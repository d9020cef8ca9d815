package io.castile.template.key.internal;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a message, known before it is written, by which a template is chosen for it.
 *
 * @param structure tells messages of different structure apart, cheaply; equal for similar ones
 * @param likeness equal for messages that are likely to be the same or nearly so, as by the values
 *     that they begin with; 0 where that is not known
 * @param longestArray the length of the longest list or array of numbers that is known to be in it
 */
public record MessageShape(long structure, long likeness, int longestArray) {
  /**
   * Returns the shape of a message with these values: which are absent, of what class the others
   * are, how many items they have by powers of two. Looks at the values only, and not into them but
   * at the first item of a list.
   *
   * @param form tells messages of the same values in other forms apart, as by the version of SOAP
   * @param values some may be null
   * @param asked the arguments of the call, by which the message is likely to be told from others;
   *     some may be null
   */
  public static MessageShape of(int form, Object[] values, Object[] asked) {
    return of(form, values, asked, false);
  }

  /**
   * Returns the shape of values, with classes compared by name or by identity.
   *
   * @param byName whether classes of one simple name are taken for one, as those are that two
   *     services have for one type of a schema
   */
  public static MessageShape of(int form, Object[] values, Object[] asked, boolean byName) {
    long structure = form;
    for (Object value : values) {
      structure = 31 * structure + structure(value, byName);
    }
    return new MessageShape(structure, likeness(asked), longestArray(values));
  }

  private static long likeness(Object[] values) {
    long likeness = 1;
    for (Object value : values) {
      likeness = 31 * likeness + likeness(value);
    }
    return likeness;
  }

  /**
   * Returns the likeness of the first of some items, or that of a value with equality; of others
   * none.
   */
  private static int likeness(@Nullable Object value) {
    if (value instanceof List<?> items) {
      return items.isEmpty() ? 0 : items.size() + 31 * likeness(items.get(0));
    }
    return value instanceof String
            || value instanceof Number
            || value instanceof Boolean
            || value instanceof Enum<?>
        ? value.hashCode()
        : 0;
  }

  /** The length of the longest list or array of numbers among the values; 0 for none. */
  private static int longestArray(Object[] values) {
    int longest = 0;
    for (Object value : values) {
      if (value instanceof List<?> items) {
        boolean areNumbers = !items.isEmpty() && items.get(0) instanceof Number;
        longest = Math.max(longest, areNumbers ? items.size() : 0);
      } else if (value != null
          && value.getClass().isArray()
          && value.getClass().getComponentType().isPrimitive()
          && !(value instanceof byte[])) {
        longest = Math.max(longest, Array.getLength(value));
      }
    }
    return longest;
  }

  private static int structure(@Nullable Object value, boolean byName) {
    if (value == null) {
      return 0;
    }
    if (value instanceof Collection<?> items) {
      return 1 + magnitude(items.size());
    }
    Class<?> type = value.getClass();
    int code = byName ? type.getSimpleName().hashCode() : type.hashCode();
    return type.isArray() ? code + magnitude(Array.getLength(value)) : code;
  }

  private static int magnitude(int size) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(size);
  }
}
