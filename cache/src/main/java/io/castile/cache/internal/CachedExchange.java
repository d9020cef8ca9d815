package io.castile.cache.internal;

import io.castile.cache.Bypass;
import io.castile.cache.CacheStore;
import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.http.Freshness;
import io.castile.cache.http.Freshness.Outcome;
import io.castile.cache.http.Freshness.StaleUse;
import io.castile.cache.http.SaturatedTime;
import io.castile.cache.http.Validation;
import io.castile.cache.key.CacheKey;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call that may have to ask the origin. Used by one thread at a time: that of the call, or,
 * where it is answered later, those on which what it waits for comes.
 */
final class CachedExchange<R, X extends Throwable> {
  private static final Logger log = LoggerFactory.getLogger(CachedExchange.class);

  private final CacheFlow flow;
  private final Entries entries;
  private CacheCall<R, X> call;
  private final OperationCache operation;
  private final RequestAttributes facts;
  private CacheKey key;
  private @Nullable StoredEntry entry; // that was found last; null for none
  private @Nullable CacheKey stored; // null until the call's own key is made
  private long deadline; // for waiting, once the own key is made

  CachedExchange(
      CacheFlow flow,
      CacheCall<R, X> call,
      OperationCache operation,
      RequestAttributes facts,
      CacheKey key,
      @Nullable StoredEntry found) {
    this.flow = flow;
    this.entries = flow.entries();
    this.call = call;
    this.operation = operation;
    this.facts = facts;
    this.key = key;
    this.entry = found;
  }

  // ---- the steps of an answer ----

  /** The state of a call: its response, or the reason for which it waits. */
  private sealed interface Step<R> {
    /** The call has a response. */
    record Done<R>(R answer) implements Step<R> {}

    /** A kept answer is wanted, and none is kept. */
    record NoneKept<R>() implements Step<R> {}

    /** The call goes past the cache. */
    record Past<R>(Bypass reason, String found) implements Step<R> {}

    /** Another policy holds now: the call starts again under that. */
    record Anew<R>() implements Step<R> {}

    /** The call asks the origin, for all that wait for this flight. */
    record Lead<R>(InFlight flight) implements Step<R> {}

    /** The call waits for another one that asks the same, until its own patience ends. */
    record Follow<R>(InFlight flight) implements Step<R> {}

    /**
     * The call waits for the origin as long as the policy's {@code staleIfSlow} says.
     *
     * @param isOwn whether this call has begun the flight
     */
    record Slow<R>(InFlight flight, StoredEntry old, boolean isOwn) implements Step<R> {}
  }

  /** Answers with the entry that was found if it is good enough, else by the origin. */
  R ask() throws X {
    Step<R> step = look();
    while (true) {
      if (step instanceof Step.Done<R> done) {
        return done.answer();
      } else if (step instanceof Step.NoneKept<R>) {
        return call.onlyIfCached();
      } else if (step instanceof Step.Past<R> past) {
        return CacheFlow.past(call, operation, past.reason(), past.found(), null);
      } else if (step instanceof Step.Anew<R>) {
        return flow.answer(call);
      } else if (step instanceof Step.Lead<R> lead) {
        return lead(lead.flight());
      } else if (step instanceof Step.Slow<R> slow) {
        InFlight flight = slow.flight();
        step = afterSlow(slow, !flight.isGrounded() && flight.await(patienceNanos()));
      } else {
        InFlight other = ((Step.Follow<R>) step).flight();
        step = afterFlight(other, other.await(deadline - System.nanoTime()));
      }
    }
  }

  /** Like {@link #ask}, without a thread that waits. */
  CompletableFuture<R> askLater(ScheduledExecutorService loop) {
    CompletableFuture<R> asking = new CompletableFuture<>();
    go(this::look, loop, asking);
    return asking;
  }

  /** Takes a step, and those after it. */
  private void go(
      Supplier<Step<R>> next, ScheduledExecutorService loop, CompletableFuture<R> asking) {
    try {
      Step<R> step = next.get();
      if (step instanceof Step.Done<R> done) {
        asking.complete(done.answer());
      } else if (step instanceof Step.NoneKept<R>) {
        asking.complete(call.onlyIfCached());
      } else if (step instanceof Step.Past<R> past) {
        CacheFlow.pass(call, operation, past.reason(), past.found(), null);
        OriginFetch.pass(call.askLater(Headers.NONE), asking);
      } else if (step instanceof Step.Anew<R>) {
        OriginFetch.pass(flow.answerLater(call, loop), asking);
      } else if (step instanceof Step.Lead<R> lead) {
        leadLater(lead.flight(), asking);
      } else if (step instanceof Step.Slow<R> slow) {
        InFlight flight = slow.flight();
        long nanos = flight.isGrounded() ? 0 : patienceNanos();
        flight.await(
            nanos,
            loop,
            isLanded -> go(() -> afterSlow(slow, isLanded && !flight.isGrounded()), loop, asking));
      } else {
        InFlight other = ((Step.Follow<R>) step).flight();
        other.await(
            deadline - System.nanoTime(),
            loop,
            isLanded -> go(() -> afterFlight(other, isLanded), loop, asking));
      }
    } catch (Throwable t) { // reported by the future
      asking.completeExceptionally(t);
    }
  }

  /** Decides the first step by the entry: its answer, or how to get another one. */
  private Step<R> look() {
    Freshness freshness = freshness(entry);
    if (entry != null && isUsable(freshness)) {
      R answer = flow.restored(call, operation, key, entry);
      if (answer != null) {
        return new Step.Done<>(used(answer, freshness, entry));
      }
      freshness = freshness(null);
    }
    if (!freshness.mayAskOrigin()) {
      operation.counters.bypassed(Bypass.ONLY_IF_CACHED);
      return new Step.NoneKept<>();
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
        return new Step.Past<>(Bypass.NO_KEY, String.valueOf(e.getMessage()));
      }
      deadline = System.nanoTime() + flow.maxWaitNanos();
    }
    R early = entry == null ? null : whileDown(entry);
    if (early != null) {
      return new Step.Done<>(early);
    }
    Step<R> slow = entry == null ? null : unlessSlow(stored, entry);
    return slow != null ? slow : fly(stored);
  }

  /** Begins a flight, or joins that of another call. */
  private Step<R> fly(CacheKey stored) {
    InFlight own = new InFlight();
    InFlight other = entries.begin(stored, own);
    if (other == null && operation.isRetired()) {
      // The cache would not keep the answer: this call, and those that wait, start again.
      own.drop();
      entries.land(stored, own, null, false);
      return new Step.Anew<>();
    }
    return other == null ? new Step.Lead<>(own) : new Step.Follow<>(other);
  }

  /** Takes what another flight has brought, if it has come in time. */
  private Step<R> afterFlight(InFlight other, boolean isLanded) {
    if (!isLanded) {
      return new Step.Past<>(Bypass.WAITED_LONG, "another call that took too long");
    }
    StoredEntry brought = other.entry();
    if (brought == null && !other.isDropped()) {
      return new Step.Past<>(Bypass.NOT_SHARED, "another call whose answer was not kept");
    }
    R answer = brought == null ? null : follow(other, brought);
    if (answer != null) {
      operation.counters.coalesced();
      return new Step.Done<>(other.isInsteadOfFailure() ? answer : call.collapsed(answer));
    }
    // What it brought is not for this call, so all begins anew.
    entry = entries.find(operation, storedKey());
    return look();
  }

  private CacheKey storedKey() {
    return Objects.requireNonNull(stored, "the key is made before a flight");
  }

  /** Answers as {@link #ask} does, but leaves it to the caller to ask the origin. */
  PendingCall<R> begin() {
    Freshness freshness = freshness(entry);
    if (entry != null && isUsable(freshness)) {
      R answer = flow.restored(call, operation, key, entry);
      if (answer != null) {
        return new CompletedCall<>(used(answer, freshness, entry));
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

  /**
   * The answer that was found, if this call need not wait for a new one, nor fetch one; or null.
   */
  @Nullable R withoutWaiting() {
    if (entry == null) {
      return null;
    }
    Freshness freshness = freshness(entry);
    boolean isFresh = freshness.outcome() == Outcome.FRESH;
    boolean isGiven =
        isFresh
            ? refreshAhead(entry)
            : freshness.use() == StaleUse.WHILE_REVALIDATING && entries.underWay(key) != null;
    R answer = isGiven ? flow.restored(call, operation, key, entry) : null;
    if (answer == null) {
      return null;
    }
    if (isFresh) {
      operation.counters.hit();
      return answer;
    }
    operation.counters.stale();
    return call.stale(answer, OriginFetch.WHILE_REVALIDATE);
  }

  /**
   * The key by which an answer is kept. From here on call and key are of one snapshot of the
   * arguments, so that no answer is kept for a request that another thread has made another one.
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

  private Freshness freshness(@Nullable StoredEntry entry) {
    return Freshness.decide(
        operation.policy, facts.fields(), entry == null ? null : entry.candidate(), flow.now());
  }

  static boolean isUsable(Freshness freshness) {
    return freshness.outcome() == Outcome.FRESH || freshness.outcome() == Outcome.STALE_USABLE;
  }

  private R used(R answer, Freshness freshness, StoredEntry entry) {
    if (freshness.outcome() == Outcome.FRESH) {
      operation.counters.hit();
      refreshAhead(entry);
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

  /** Asks for this call and for all that wait. */
  private R lead(InFlight flight) throws X {
    CacheKey own = storedKey();
    StoredEntry kept = null;
    boolean insteadOfFailure = false;
    try (CacheStore.Ticket ticket = entries.lease(own, deadline - System.nanoTime())) {
      flight.ticket(ticket);
      StoredEntry landed = entries.find(operation, own);
      Freshness freshness = freshness(landed);
      R early = landedBefore(landed, freshness);
      if (early != null) {
        kept = landed;
        return early;
      }
      OriginFetch.Fetched<R> fetched = null;
      try {
        fetched =
            fetch(call).run(call, own, flight, landed, freshness.outcome() == Outcome.REVALIDATE);
      } finally {
        operation.counters.count(fetched != null && fetched.stale());
      }
      kept = fetched.kept();
      insteadOfFailure = fetched.stale();
      return fetched.answer();
    } finally {
      entries.land(own, flight, kept, insteadOfFailure);
    }
  }

  /** Like {@link #lead}, without a thread that waits. */
  private void leadLater(InFlight flight, CompletableFuture<R> asking) {
    CacheKey own = storedKey();
    CacheStore.Ticket ticket = entries.lease(own, deadline - System.nanoTime());
    CompletableFuture<OriginFetch.Fetched<R>> fetching;
    try {
      flight.ticket(ticket);
      StoredEntry landed = entries.find(operation, own);
      Freshness freshness = freshness(landed);
      R early = landedBefore(landed, freshness);
      if (early != null) {
        ticket.close();
        entries.land(own, flight, landed, false);
        asking.complete(early);
        return;
      }
      boolean validates = freshness.outcome() == Outcome.REVALIDATE;
      fetching = fetch(call).runLater(call, own, flight, landed, validates);
    } catch (RuntimeException | Error e) {
      ticket.close();
      entries.land(own, flight, null, false);
      throw e;
    }
    fetching.whenComplete(
        (fetched, thrown) -> {
          ticket.close();
          if (thrown == null) {
            operation.counters.count(fetched.stale());
            entries.land(own, flight, fetched.kept(), fetched.stale());
            asking.complete(fetched.answer());
          } else {
            operation.counters.count(false);
            entries.land(own, flight, null, false);
            asking.completeExceptionally(CacheFlow.causeOf(thrown));
          }
        });
  }

  /** The answer of a flight, of another process too, that has landed since the store was asked. */
  private @Nullable R landedBefore(@Nullable StoredEntry landed, Freshness freshness) {
    if (landed == null || !isUsable(freshness)) {
      return null;
    }
    R answer = flow.restored(call, operation, storedKey(), landed);
    return answer == null ? null : used(answer, freshness, landed);
  }

  /** The answer that another call has brought, if it is good enough for this one too. */
  private @Nullable R follow(InFlight other, StoredEntry brought) {
    return other.isInsteadOfFailure() || isUsable(freshness(brought))
        ? taken(other, brought)
        : null;
  }

  private @Nullable R taken(InFlight flight, StoredEntry brought) {
    R answer = flow.restored(call, operation, key, brought);
    return answer != null && flight.isInsteadOfFailure()
        ? call.stale(answer, OriginFetch.IF_ERROR)
        : answer;
  }

  // ---- fetching while a response is given ----

  /**
   * Has another thread ask the origin, whose answer is given if it comes within the policy's {@code
   * staleIfSlow}; null where the old answer must not stand in, so that this call has to ask.
   */
  private Step.@Nullable Slow<R> unlessSlow(CacheKey own, StoredEntry old) {
    if (operation.policy.staleIfSlow().isZero() || !isUsable(onError(old))) {
      return null;
    }
    InFlight other = entries.underWay(own);
    InFlight flight = other == null ? refreshLater(own, old) : other;
    if (flight == null) {
      return null;
    }
    flight.join();
    return new Step.Slow<>(flight, old, other == null);
  }

  private long patienceNanos() {
    return operation.policy.staleIfSlow().toNanos();
  }

  /**
   * Takes what the origin has answered, or the old answer if that has not come in time.
   *
   * @param isLanded false too where all threads wait for the origin, which is slow then
   */
  private Step<R> afterSlow(Step.Slow<R> slow, boolean isLanded) {
    R answer;
    if (isLanded) {
      InFlight flight = slow.flight();
      StoredEntry brought = flight.entry();
      answer = null;
      if (brought != null) {
        // What this call's own flight brought is new enough, however short its lifetime.
        answer = slow.isOwn() ? taken(flight, brought) : follow(flight, brought);
      }
      if (answer != null) {
        operation.counters.count(flight.isInsteadOfFailure());
      }
    } else {
      answer = flow.restored(call, operation, key, slow.old());
      if (answer != null) {
        operation.counters.stale();
        answer = call.stale(answer, OriginFetch.IF_SLOW);
      }
    }
    return answer != null ? new Step.Done<>(answer) : fly(storedKey());
  }

  /** The old answer, if the origin is known to fail and the answer may stand in; else null. */
  private @Nullable R whileDown(StoredEntry old) {
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

  private Freshness onError(StoredEntry entry) {
    return Freshness.decideOnError(operation.policy, facts.fields(), entry.candidate(), flow.now());
  }

  /**
   * Has a new answer fetched if it is time for that. A request that states its own terms by HTTP
   * does not refresh the entry for other callers.
   *
   * @return false if it is time, and neither another call nor this one has it fetched
   */
  private boolean refreshAhead(StoredEntry entry) {
    long now = SaturatedTime.millis(flow.now());
    if (!entry.isDue(now) || CacheFlow.hasOwnTerms(operation, facts)) {
      return true;
    }
    if (!refreshWhileGiven(entry)) {
      return false;
    }
    entry.tried(now);
    return true;
  }

  /** Has a new answer fetched unless one is; returns whether one is then. */
  private boolean refreshWhileGiven(StoredEntry entry) {
    try {
      CacheKey stored = ownKey();
      return entries.underWay(stored) != null
          || refreshLater(stored, entry) != null
          || entries.underWay(stored) != null;
    } catch (NotCacheableException e) {
      operation.tell(Bypass.NO_KEY, e.getMessage());
      return false;
    }
  }

  /**
   * Fetches anew on a thread of the cache; grounded if there is none.
   *
   * @return null where no other thread may ask, or another flight began
   */
  private @Nullable InFlight refreshLater(CacheKey stored, StoredEntry entry) {
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
      log.debug(
          "a response of {} is fetched anew later: {}", operation.cachedOperation, e.toString());
      flight.ground();
      return flight;
    } finally {
      if (!begun) {
        entries.land(stored, flight, null, false);
      }
    }
  }

  private void refresh(CacheCall<R, X> later, CacheKey stored, InFlight flight, StoredEntry given) {
    StoredEntry kept = null;
    boolean insteadOfFailure = false;
    try (CacheStore.Ticket ticket = entries.lease(stored, 0)) {
      if (!ticket.isAlone()) {
        return; // another process fetches it
      }
      flight.ticket(ticket);
      StoredEntry entry = entries.find(operation, stored);
      if (entry != null && isUsable(freshness(entry)) && !entry.isSameAs(given)) {
        kept = entry;
        return;
      }
      operation.counters.refreshes.increment();
      boolean validate =
          entry != null && operation.policy.http() && Validation.isPossible(entry.candidate());
      OriginFetch.Fetched<R> fetched = fetch(later).run(later, stored, flight, entry, validate);
      insteadOfFailure = fetched.stale();
      // What was fresh already is no answer to those that did not want it.
      boolean isNoNews = insteadOfFailure && freshness(entry).outcome() == Outcome.FRESH;
      kept = isNoNews ? null : fetched.kept();
    } catch (Throwable t) { // no caller waits for this
      log.debug(
          "a response of {} was not fetched anew: {}", operation.cachedOperation, t.toString());
    } finally {
      entries.land(stored, flight, kept, insteadOfFailure);
    }
  }
}
