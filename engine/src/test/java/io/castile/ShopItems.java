package io.castile;

import io.castile.shop.Item;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.util.List;

/** Changes every field of an item, and what its list holds. */
final class ShopItems {
  private ShopItems() {}

  static void spoil(Item item) {
    try {
      field("tags", item).clear();
      set(item, "name", "spoilt");
      set(item, "price", BigDecimal.ZERO);
      set(item, "stock", -1);
      set(item, "color", Item.Color.GREEN);
      set(item, "note", "spoilt");
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static List<?> field(String name, Item item) throws ReflectiveOperationException {
    Field field = Item.class.getDeclaredField(name);
    field.setAccessible(true);
    return (List<?>) field.get(item);
  }

  private static void set(Item item, String name, Object value)
      throws ReflectiveOperationException {
    Field field = Item.class.getDeclaredField(name);
    field.setAccessible(true);
    field.set(item, value);
  }
}
