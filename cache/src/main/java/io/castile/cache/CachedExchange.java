package io.castile.cache;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.http.Freshness;
import io.castile.cache.http.Freshness.Outcome;
import io.castile.cache.http.Freshness.StaleUse;
import io.castile.cache.http.Validation;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.RequestAttributes;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call that may have to ask the origin. Used by the thread of the call. */
final class CachedExchange<R, X extends Throwable> {
  private static final Logger log = LoggerFactory.getLogger(CachedExchange.class);

  private final CacheFlow flow;
  private final Entries entries;
  private CacheCall<R, X> call;
  private final OperationCache operation;
  private final RequestAttributes facts;
  private CacheKey key;
  private final @Nullable CacheEntry found; // null for none

  CachedExchange(
      CacheFlow flow,
      CacheCall<R, X> call,
      OperationCache operation,
      RequestAttributes facts,
      CacheKey key,
      @Nullable CacheEntry found) {
    this.flow = flow;
    this.entries = flow.entries();
    this.call = call;
    this.operation = operation;
    this.facts = facts;
    this.key = key;
    this.found = found;
  }

  /** Answers with the entry that was found if it is good enough, else by the origin. */
  R ask() throws X {
    CacheEntry entry = found;
    CacheKey stored = null;
    long deadline = 0;
    while (true) {
      Freshness freshness = freshness(entry);
      if (entry != null && isUsable(freshness)) {
        R answer = flow.restored(call, operation, key, entry);
        if (answer != null) {
          return used(answer, freshness, entry);
        }
        freshness = freshness(null);
      }
      if (!freshness.mayAskOrigin()) {
        operation.counters.bypassed(Bypass.ONLY_IF_CACHED);
        return call.onlyIfCached();
      }
      if (entry != null
          && entry.isUselessAt(flow.now())
          && !CacheFlow.hasOwnTerms(operation, facts)) {
        entries.remove(key, entry);
      }
      if (stored == null) {
        try {
          stored = ownKey();
          call.remember(operation, facts, stored);
        } catch (NotCacheableException e) {
          operation.tell(Bypass.NO_KEY, e.getMessage());
          return CacheFlow.past(
              call, operation, Bypass.NO_KEY, String.valueOf(e.getMessage()), null);
        }
        deadline = System.nanoTime() + flow.maxWaitNanos();
      }
      R early = entry == null ? null : whileDown(entry);
      early = early == null && entry != null ? unlessSlow(stored, entry) : early;
      if (early != null) {
        return early;
      }
      InFlight own = new InFlight();
      InFlight other = entries.begin(stored, own);
      if (other == null && operation.isRetired()) {
        // What it brings would not be kept, so it begins anew, and so do those that wait.
        own.drop();
        entries.land(stored, own, null, false);
        return flow.answer(call);
      }
      if (other == null) {
        return lead(stored, own, deadline - System.nanoTime());
      }
      if (!other.await(deadline - System.nanoTime())) {
        return CacheFlow.past(
            call, operation, Bypass.WAITED_LONG, "another call that took too long", null);
      }
      CacheEntry brought = other.entry();
      if (brought == null && !other.isDropped()) {
        return CacheFlow.past(
            call, operation, Bypass.NOT_SHARED, "another call whose answer was not kept", null);
      }
      R answer = brought == null ? null : follow(other, brought);
      if (answer != null) {
        operation.counters.coalesced();
        return other.isInsteadOfFailure() ? answer : call.collapsed(answer);
      }
      // What it brought is not for this call, so all begins anew.
      entry = entries.find(operation, stored);
    }
  }

  /** As above, but leaves it to others to ask the origin, however slow it is. */
  PendingCall<R> begin() {
    Freshness freshness = freshness(found);
    if (found != null && isUsable(freshness)) {
      R answer = flow.restored(call, operation, key, found);
      if (answer != null) {
        return new CompletedCall<>(used(answer, freshness, found));
      }
      freshness = freshness(null);
    }
    if (!freshness.mayAskOrigin()) {
      operation.counters.bypassed(Bypass.ONLY_IF_CACHED);
      return new CompletedCall<>(null);
    }
    try {
      return new DeferredCall<>(flow, fetch(call), ownKey());
    } catch (NotCacheableException e) {
      operation.tell(Bypass.NO_KEY, e.getMessage());
      operation.counters.bypassed(Bypass.NO_KEY);
      return new CompletedCall<>(null);
    }
  }

  /** The stale answer, if it may be given while a new one is fetched, and one is; else null. */
  @Nullable R staleWhileUnderWay() {
    CacheEntry entry = found;
    if (entry == null
        || freshness(entry).use() != StaleUse.WHILE_REVALIDATING
        || entries.underWay(key) == null) {
      return null;
    }
    R answer = flow.restored(call, operation, key, entry);
    if (answer == null) {
      return null;
    }
    operation.counters.stale();
    return call.stale(answer, OriginFetch.WHILE_REVALIDATE);
  }

  /**
   * The key by which an answer is kept. From here on call and key are of one snapshot of the
   * arguments, so that no answer is kept for a question that another thread has made another one.
   *
   * @throws NotCacheableException if there is none
   */
  private CacheKey ownKey() {
    CacheCall<R, X> own = call.snapshot();
    if (own != call) {
      key = operation.keys().key(own, facts);
      call = own;
    }
    return key.toStored();
  }

  private Freshness freshness(@Nullable CacheEntry entry) {
    return Freshness.decide(
        operation.policy, facts.fields(), entry == null ? null : entry.candidate(), flow.now());
  }

  static boolean isUsable(Freshness freshness) {
    return freshness.outcome() == Outcome.FRESH || freshness.outcome() == Outcome.STALE_USABLE;
  }

  private R used(R answer, Freshness freshness, CacheEntry entry) {
    if (freshness.outcome() == Outcome.FRESH) {
      operation.counters.hit();
      return answer;
    }
    operation.counters.stale();
    boolean refreshed = freshness.use() == StaleUse.WHILE_REVALIDATING;
    if (refreshed) {
      refreshWhileGiven(entry);
    }
    return call.stale(answer, refreshed ? OriginFetch.WHILE_REVALIDATE : OriginFetch.AS_REQUESTED);
  }

  // ---- asking ----

  private OriginFetch<R, X> fetch(CacheCall<R, X> asker) {
    return new OriginFetch<>(flow, asker, operation, facts, key);
  }

  /**
   * Asks for this call and for all that wait.
   *
   * @param patienceNanos how long it may wait for another process that asks the same
   */
  private R lead(CacheKey stored, InFlight flight, long patienceNanos) throws X {
    CacheEntry kept = null;
    boolean insteadOfFailure = false;
    try (CacheStore.Ticket ticket = entries.lease(stored, patienceNanos)) {
      flight.ticket(ticket);
      // Another flight, of another process too, may have landed since the store was asked.
      CacheEntry entry = entries.find(operation, stored);
      Freshness freshness = freshness(entry);
      if (entry != null && isUsable(freshness)) {
        R answer = flow.restored(call, operation, stored, entry);
        if (answer != null) {
          kept = entry;
          return used(answer, freshness, entry);
        }
      }
      OriginFetch.Fetched<R> fetched = null;
      try {
        fetched =
            fetch(call).run(call, stored, flight, entry, freshness.outcome() == Outcome.REVALIDATE);
      } finally {
        operation.counters.count(fetched != null && fetched.stale());
      }
      kept = fetched.kept();
      insteadOfFailure = fetched.stale();
      return fetched.answer();
    } finally {
      entries.land(stored, flight, kept, insteadOfFailure);
    }
  }

  /** The answer that another call has brought, if it is good enough for this one too. */
  private @Nullable R follow(InFlight other, CacheEntry brought) {
    return other.isInsteadOfFailure() || isUsable(freshness(brought))
        ? taken(other, brought)
        : null;
  }

  private @Nullable R taken(InFlight flight, CacheEntry brought) {
    R answer = flow.restored(call, operation, key, brought);
    return answer != null && flight.isInsteadOfFailure()
        ? call.stale(answer, OriginFetch.IF_ERROR)
        : answer;
  }

  // ---- fetching while a stale response is given ----

  /**
   * The answer of the origin, which another thread asks, if it comes within the policy's {@code
   * staleIfSlow}, else the old one; null where the old one must not stand in, or what has come is
   * for nobody else: then this call has to ask.
   */
  private @Nullable R unlessSlow(CacheKey stored, CacheEntry old) {
    Duration patience = operation.policy.staleIfSlow();
    if (patience.isZero() || !isUsable(onError(old))) {
      return null;
    }
    InFlight other = entries.underWay(stored);
    InFlight flight = other == null ? refreshLater(stored, old) : other;
    if (flight == null) {
      return null;
    }
    flight.join();
    // Where all threads wait for the origin, it is slow.
    if (!flight.isGrounded() && flight.await(patience.toNanos())) {
      CacheEntry brought = flight.entry();
      R answer = null;
      if (brought != null) {
        // What this call's own flight brought is new enough, however short its lifetime.
        answer = other == null ? taken(flight, brought) : follow(flight, brought);
      }
      if (answer != null) {
        operation.counters.count(flight.isInsteadOfFailure());
      }
      return answer;
    }
    R answer = flow.restored(call, operation, key, old);
    if (answer == null) {
      return null;
    }
    operation.counters.stale();
    return call.stale(answer, OriginFetch.IF_SLOW);
  }

  /** The old answer, if the origin is known to fail and the answer may stand in; else null. */
  private @Nullable R whileDown(CacheEntry old) {
    if (!call.isOriginDown() || !isUsable(onError(old))) {
      return null;
    }
    R answer = flow.restored(call, operation, key, old);
    if (answer == null) {
      return null;
    }
    operation.counters.stale();
    return call.stale(answer, OriginFetch.IF_ERROR);
  }

  private Freshness onError(CacheEntry entry) {
    return Freshness.decideOnError(operation.policy, facts.fields(), entry.candidate(), flow.now());
  }

  private void refreshWhileGiven(CacheEntry entry) {
    try {
      CacheKey stored = ownKey();
      if (entries.underWay(stored) == null) {
        refreshLater(stored, entry);
      }
    } catch (NotCacheableException e) {
      operation.tell(Bypass.NO_KEY, e.getMessage());
    }
  }

  /**
   * Fetches anew on a thread of the cache; grounded if there is none.
   *
   * @return null where no other thread may ask, or another flight began
   */
  private @Nullable InFlight refreshLater(CacheKey stored, CacheEntry entry) {
    CacheCall<R, X> later;
    try {
      later = call.detached();
    } catch (NotCacheableException e) {
      operation.tell(Bypass.NO_KEY, e.getMessage());
      return null;
    }
    InFlight flight = new InFlight();
    if (later == null || entries.begin(stored, flight) != null) {
      return null;
    }
    boolean begun = false;
    try {
      flow.executor().execute(() -> refresh(later, stored, flight, entry));
      begun = true;
      return flight;
    } catch (RejectedExecutionException | OutOfMemoryError e) { // of threads, too
      log.debug("a response of {} is fetched anew later: {}", operation.site, e.toString());
      flight.ground();
      return flight;
    } finally {
      if (!begun) {
        entries.land(stored, flight, null, false);
      }
    }
  }

  private void refresh(CacheCall<R, X> later, CacheKey stored, InFlight flight, CacheEntry given) {
    CacheEntry kept = null;
    boolean insteadOfFailure = false;
    try (CacheStore.Ticket ticket = entries.lease(stored, 0)) {
      if (!ticket.isAlone()) {
        return; // another process fetches it
      }
      flight.ticket(ticket);
      CacheEntry entry = entries.find(operation, stored);
      if (entry != null && isUsable(freshness(entry)) && !entry.isSameAs(given)) {
        kept = entry;
        return;
      }
      operation.counters.refreshes.increment();
      boolean validate =
          entry != null && operation.policy.http() && Validation.isPossible(entry.candidate());
      OriginFetch.Fetched<R> fetched = fetch(later).run(later, stored, flight, entry, validate);
      kept = fetched.kept();
      insteadOfFailure = fetched.stale();
    } catch (Throwable t) { // nobody waits for this but the log
      log.debug("a response of {} was not fetched anew: {}", operation.site, t.toString());
    } finally {
      entries.land(stored, flight, kept, insteadOfFailure);
    }
  }
}
