package io.castile;

import java.lang.reflect.InvocationHandler;
import org.jspecify.annotations.Nullable;

/** Inspects Castile's own ports, which add nothing to requests that they do not show. */
final class CastileInspector implements PortInspector {
  private static final CastileInspector INSTANCE = new CastileInspector();

  private CastileInspector() {}

  /** Returns null for the handler of another stack's port. */
  static @Nullable CastileInspector of(InvocationHandler handler) {
    return handler instanceof ClientInvocationHandler ? INSTANCE : null;
  }

  @Override
  public boolean isContextPerThread() {
    return true;
  }

  @Override
  public boolean takesConditions() {
    return true;
  }
}
