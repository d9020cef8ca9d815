package io.castile;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import org.jspecify.annotations.Nullable;

/**
 * Inspects ports of Metro, which keep the header blocks of all calls in a private field: they may
 * have been set before the cache was put before the port.
 */
final class MetroInspector extends OtherInspector {
  private static final String BLOCKS = "userOutboundHeaders";

  private final InvocationHandler handler;
  private final Field blocks;

  private MetroInspector(InvocationHandler handler, Field blocks) {
    this.handler = handler;
    this.blocks = blocks;
  }

  /** Returns null for the handler of another stack's port: one without that field. */
  static @Nullable MetroInspector of(InvocationHandler handler) {
    for (Class<?> owner = handler.getClass(); owner != null; owner = owner.getSuperclass()) {
      for (Field field : owner.getDeclaredFields()) {
        if (field.getName().equals(BLOCKS) && field.trySetAccessible()) {
          return new MetroInspector(handler, field);
        }
      }
    }
    return null;
  }

  @Override
  public boolean hasBlocks() {
    try {
      return super.hasBlocks() || blocks.get(handler) != null;
    } catch (IllegalAccessException e) {
      return true;
    }
  }
}
