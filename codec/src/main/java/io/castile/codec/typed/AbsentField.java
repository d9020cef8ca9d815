package io.castile.codec.typed;

import io.castile.codec.bean.Property;
import io.castile.codec.bean.ValueProperty;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A property that has no columns: a wildcard, a choice, a class that is abstract. A bean that has
 * it is written as XML, and the message with it.
 */
final class AbsentField implements Field {
  private final Property property;
  private final String reason;

  AbsentField(Property property, String reason) {
    this.property = property;
    this.reason = reason;
  }

  @Override
  public void collect(Object bean, RowsBuilder to, int row) throws NotTypedException {
    Object value = property.accessor.get(bean);
    // An empty text is a value, too, and so is nil.
    if (!isNothing(value) || property instanceof ValueProperty || property.setsNull()) {
      throw new NotTypedException(reason);
    }
  }

  /** Whether neither an element nor an attribute is written of a value. */
  private boolean isNothing(@Nullable Object value) {
    if (value instanceof Collection<?> items) {
      return items.isEmpty() && property.isRepeated();
    }
    // Attributes of any name are a map, and a map that is an element has a name.
    return value instanceof Map<?, ?> entries
        ? entries.isEmpty() && property.elementNames().isEmpty()
        : value == null;
  }

  @Override
  public void make(Object bean, RowCursor from, int row) {
    // as reading does that finds no element, and no attribute
  }
}
