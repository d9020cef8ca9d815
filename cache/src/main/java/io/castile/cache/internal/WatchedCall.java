package io.castile.cache.internal;

import io.castile.cache.key.CacheKey;
import io.castile.cache.representation.EventSequence;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A call that is told to a {@link CallWatch} when it asks the origin; all else is the call's own.
 */
final class WatchedCall<R, X extends Throwable> implements CacheCall<R, X> {
  private final CallWatch watch;
  private final CacheCall<R, X> call;

  WatchedCall(CallWatch watch, CacheCall<R, X> call) {
    this.watch = watch;
    this.call = call;
  }

  @Override
  public R ask(Headers conditional) throws X {
    CallWatch.Asking asking = watch.asking(call);
    R answer;
    try {
      answer = call.ask(conditional);
    } catch (Throwable t) {
      watch.failed(call, asking, t);
      throw t;
    }
    watch.answered(call, asking, answer);
    return answer;
  }

  @Override
  public CompletableFuture<R> askLater(Headers conditional) {
    CallWatch.Asking asking = watch.asking(call);
    return call.askLater(conditional)
        .whenComplete(
            (answer, thrown) -> {
              if (thrown == null) {
                watch.answered(call, asking, answer);
              } else {
                watch.failed(call, asking, CacheFlow.causeOf(thrown));
              }
            });
  }

  @Override
  public CacheCall<R, X> snapshot() {
    CacheCall<R, X> own = call.snapshot();
    return own == call ? this : new WatchedCall<>(watch, own);
  }

  @Override
  public @Nullable CacheCall<R, X> detached() {
    CacheCall<R, X> own = call.detached();
    return own == null ? null : new WatchedCall<>(watch, own);
  }

  // ---- the call's own ----

  @Override
  public CachedOperation cachedOperation() {
    return call.cachedOperation();
  }

  @Override
  public String endpoint() {
    return call.endpoint();
  }

  @Override
  public SoapVersion version() {
    return call.version();
  }

  @Override
  public @Nullable Object[] arguments() {
    return call.arguments();
  }

  @Override
  public byte[] message() {
    return call.message();
  }

  @Override
  public @Nullable String charset() {
    return call.charset();
  }

  @Override
  public @Nullable String partition() {
    return call.partition();
  }

  @Override
  public @Nullable String target() {
    return call.target();
  }

  @Override
  public boolean isServed() {
    return call.isServed();
  }

  @Override
  public RequestAttributes facts() {
    return call.facts();
  }

  @Override
  public @Nullable CacheKey knownKey(OperationCache operation) {
    return call.knownKey(operation);
  }

  @Override
  public void remember(OperationCache operation, RequestAttributes facts, CacheKey key) {
    call.remember(operation, facts, key);
  }

  @Override
  public OriginReply reply(R answer) {
    return call.reply(answer);
  }

  @Override
  public @Nullable OriginReply reply(Throwable thrown) {
    return call.reply(thrown);
  }

  @Override
  public @Nullable Object[] values(R answer) {
    return call.values(answer);
  }

  @Override
  public boolean prefersMessage() {
    return call.prefersMessage();
  }

  @Override
  public boolean hasOwnMessage(R answer) {
    return call.hasOwnMessage(answer);
  }

  @Override
  public byte[] message(R answer) {
    return call.message(answer);
  }

  @Override
  public EventSequence events(R answer) {
    return call.events(answer);
  }

  @Override
  public R ofEvents(EventSequence events) {
    return call.ofEvents(events);
  }

  @Override
  public R onlyIfCached() throws X {
    return call.onlyIfCached();
  }

  @Override
  public R ofValues(@Nullable Object[] values) {
    return call.ofValues(values);
  }

  @Override
  public R ofMessage(byte[] message) {
    return call.ofMessage(message);
  }

  @Override
  public R stale(R answer, String because) {
    return call.stale(answer, because);
  }

  @Override
  public R collapsed(R answer) {
    return call.collapsed(answer);
  }
}
