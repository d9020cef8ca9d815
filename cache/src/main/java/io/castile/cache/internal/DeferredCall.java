package io.castile.cache.internal;

import io.castile.cache.Bypass;
import io.castile.cache.CacheStore;
import io.castile.cache.key.CacheKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer of the origin that comes later. It has no flight, as it may never be told how the call
 * ends, and other callers would wait. So it is not told what is dropped for its key alone: if
 * anything was dropped since the origin was asked, the answer is not kept.
 */
final class DeferredCall<R, X extends Throwable> implements PendingCall<R> {
  private static final Logger log = LoggerFactory.getLogger(DeferredCall.class);

  private final CacheFlow flow;
  private final OriginFetch<R, X> fetch;
  private final CacheKey stored;
  private final Instant requestTime;
  private final long start = System.nanoTime();
  private final long dropsAtStart;
  private final CacheStore.Ticket ticket;

  DeferredCall(CacheFlow flow, OriginFetch<R, X> fetch, CacheKey stored) {
    this.flow = flow;
    this.fetch = fetch;
    this.stored = stored;
    this.requestTime = flow.now();
    this.dropsAtStart = flow.entries().drops();
    this.ticket = flow.entries().ticket(stored);
  }

  @Override
  public @Nullable R answer() {
    return null;
  }

  @Override
  public void answered(R answer) {
    fetch.operation().counters.count(false);
    try {
      tell(fetch.call().reply(answer), answer);
    } catch (RuntimeException | StackOverflowError e) { // an UnfitException, or code of classes
      log.debug("an answer of {} is not kept: {}", fetch.operation().cachedOperation, e.toString());
    }
  }

  @Override
  public void failed(Throwable thrown) {
    fetch.operation().counters.count(false);
    OriginReply reply = fetch.call().reply(thrown);
    if (reply != null) {
      tell(reply, null);
    }
  }

  @SuppressWarnings("NullAway") // what was thrown is no response
  private void tell(OriginReply reply, @Nullable R answer) {
    switch (reply.kind()) {
      case RESPONSE ->
          fetch.keep(
              fetch.call(),
              answer,
              stored,
              new OriginFetch.Wish(false, () -> flow.entries().drops() != dropsAtStart, ticket),
              reply,
              requestTime,
              System.nanoTime() - start);
      case FAULT -> fetch.operation().counters.notKept(Bypass.FAULT);
      case FAILURE -> fetch.operation().counters.notKept(Bypass.ORIGIN_FAILED);
      case NOT_MODIFIED ->
          log.debug(
              "{}: status 304 to a request without a condition", fetch.operation().cachedOperation);
    }
  }
}
