package io.castile;

import java.lang.reflect.InvocationHandler;
import org.jspecify.annotations.Nullable;

/** Inspects Castile's own ports, which add nothing to requests that they do not show. */
final class CastileInspector implements PortInspector {
  private final ClientInvocationHandler handler;

  private CastileInspector(ClientInvocationHandler handler) {
    this.handler = handler;
  }

  /** Returns null for the handler of another stack's port. */
  static @Nullable CastileInspector of(InvocationHandler handler) {
    return handler instanceof ClientInvocationHandler port ? new CastileInspector(port) : null;
  }

  @Override
  public boolean isContextPerThread() {
    return true;
  }

  @Override
  public boolean takesConditions() {
    handler.takeConditions();
    return true;
  }
}
