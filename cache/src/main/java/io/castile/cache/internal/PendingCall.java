package io.castile.cache.internal;

import org.jspecify.annotations.Nullable;

/**
 * A call that the cache has served, or that the caller sends to the origin and reports here. Told
 * once, on any thread; the response of a call that is never reported is not kept.
 *
 * @param <R> what the stack around the cache takes for a response
 */
public interface PendingCall<R> {
  /** Returns the cached response; null if the call has to go to the origin. */
  @Nullable R answer();

  /**
   * Reports the response of the origin. The response is the caller's afterwards, and must not be
   * changed before.
   */
  void answered(R answer);

  /**
   * Reports the exception of a call to the origin, or the reason why no response is expected any
   * more.
   */
  void failed(Throwable thrown);
}
