package io.castile.cache.internal;

import org.jspecify.annotations.Nullable;

/**
 * A call that the cache has answered, or that the caller makes at the origin and will report here.
 * Told once, on any thread; the answer of a call that is never reported is not kept.
 *
 * @param <R> what the stack around the cache takes for an answer
 */
public interface PendingCall<R> {
  /** Returns the kept answer; null if the origin is to be asked. */
  @Nullable R answer();

  /**
   * Tells what the origin has answered. The answer is the caller's afterwards, and must not be
   * changed before.
   */
  void answered(R answer);

  /** Tells what the origin has thrown, or why no answer is expected any more. */
  void failed(Throwable thrown);
}
