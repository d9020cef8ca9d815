package io.castile.cache.internal;

import io.castile.cache.internal.CallWatch.Asking;
import org.jspecify.annotations.Nullable;

/** A call whose caller asks the origin, and that is told to a {@link CallWatch} when it ends. */
final class WatchedPending<R, X extends Throwable> implements PendingCall<R> {
  private final CallWatch watch;
  private final CacheCall<R, X> call;
  private final PendingCall<R> pending;
  private final Asking asking;

  WatchedPending(CallWatch watch, CacheCall<R, X> call, PendingCall<R> pending, Asking asking) {
    this.watch = watch;
    this.call = call;
    this.pending = pending;
    this.asking = asking;
  }

  @Override
  public @Nullable R answer() {
    return pending.answer();
  }

  @Override
  public void answered(R answer) {
    watch.answered(call, asking, answer);
    pending.answered(answer);
  }

  @Override
  public void failed(Throwable thrown) {
    watch.failed(call, asking, thrown);
    pending.failed(thrown);
  }
}
