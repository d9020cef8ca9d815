package io.castile.cache.internal;

import org.jspecify.annotations.Nullable;

/**
 * A call that goes past the cache, or is answered by it: there is nothing to be told.
 *
 * @param answer null if the origin is to be asked
 */
record CompletedCall<R>(@Nullable R answer) implements PendingCall<R> {
  @Override
  public void answered(R ignored) {}

  @Override
  public void failed(Throwable ignored) {}
}
