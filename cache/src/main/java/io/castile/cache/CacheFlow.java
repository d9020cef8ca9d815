package io.castile.cache;

import io.castile.cache.Freshness.Outcome;
import io.castile.cache.Freshness.StaleUse;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a call through the cache. What is to be done is decided by {@link Identity}, {@link
 * Freshness} and {@link Storing}; this does it. Thread-safe.
 *
 * <p>Invariants: for a key there is at most one flight, and only the call that began it puts an
 * entry for the key; an entry is put only if neither flight nor operation has been dropped since
 * the flight began, which the lock decides: entries are put under its read lock, and dropped under
 * its write lock. A call that has only begun has no flight; its entry is put, under the same lock,
 * only if nothing at all has been dropped since. Look-ups take no lock.
 */
final class CacheFlow {
  private static final Logger log = LoggerFactory.getLogger(CacheFlow.class);
  private static final long TRIAL_PAUSE_NANOS = 1_000_000_000L;

  private final ResponseCache cache;
  private final CacheStore store;
  private final InstantSource clock;
  private final Executor executor;
  private final long maxWaitNanos;
  private final Map<CacheKey, Flight> flights = new ConcurrentHashMap<>();
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private volatile boolean closed;

  /** How often entries have been dropped; changes under the write lock only. */
  private final AtomicLong drops = new AtomicLong();

  /** Whether the store has failed to drop entries; written under the write lock. */
  private volatile boolean distrusted;

  private final AtomicLong nextTrial = new AtomicLong(System.nanoTime());

  CacheFlow(
      ResponseCache cache,
      CacheStore store,
      InstantSource clock,
      Executor executor,
      long maxWaitNanos) {
    this.cache = cache;
    this.store = store;
    this.clock = clock;
    this.executor = executor;
    this.maxWaitNanos = maxWaitNanos;
  }

  // ---- a call ----

  <R, X extends Throwable> R answer(CacheCall<R, X> call) throws X {
    OperationCache operation = cache.operation(call.site(), call.endpoint());
    if (!operation.isCached() || closed) {
      return operation.policy.invalidates().isEmpty()
          ? call.ask(Map.of())
          : new InvalidatingCall<>(cache, this, operation, call).ask();
    }
    LookUp lookUp = lookUp(call, operation);
    if (lookUp.bypass != null) {
      return past(call, operation, lookUp.bypass);
    }
    R hit = fresh(call, operation, lookUp);
    return hit != null ? hit : new Question<>(call, operation, lookUp).ask();
  }

  <R, X extends Throwable> PendingCall<R> begin(CacheCall<R, X> call) {
    OperationCache operation = cache.operation(call.site(), call.endpoint());
    if (!operation.isCached() || closed) {
      return operation.policy.invalidates().isEmpty()
          ? new PastCall<>(null)
          : new InvalidatingCall<>(cache, this, operation, call);
    }
    LookUp lookUp = lookUp(call, operation);
    if (lookUp.bypass != null) {
      operation.counters.bypassed(lookUp.bypass);
      return new PastCall<>(null);
    }
    R hit = fresh(call, operation, lookUp);
    return hit != null ? new PastCall<>(hit) : new Question<>(call, operation, lookUp).begin();
  }

  /** The answer that is kept and fresh, or null. */
  <R, X extends Throwable> R find(CacheCall<R, X> call) {
    OperationCache operation = cache.operation(call.site(), call.endpoint());
    if (!operation.isCached() || closed) {
      return null;
    }
    LookUp lookUp = lookUp(call, operation);
    return lookUp.bypass != null ? null : fresh(call, operation, lookUp);
  }

  /**
   * What was found for a call.
   *
   * @param bypass why nothing was looked for; null if it was
   * @param key refers to the arguments
   * @param entry null for none
   */
  private record LookUp(Bypass bypass, RequestFacts facts, CacheKey key, CacheEntry entry) {
    static LookUp none(Bypass bypass) {
      return new LookUp(bypass, null, null, null);
    }
  }

  private <R, X extends Throwable> LookUp lookUp(CacheCall<R, X> call, OperationCache operation) {
    if (isDistrusted()) {
      return LookUp.none(Bypass.STORE_FAILED);
    }
    CacheKey key;
    RequestFacts facts;
    try {
      facts = call.facts();
      Identity refusal = Identity.refusal(operation.policy, facts);
      if (refusal != null) {
        operation.tell(refusal);
        return LookUp.none(refusal.bypass());
      }
      CacheKey known = call instanceof LinkCall link ? link.knownKey(operation) : null;
      key = known != null ? known : operation.keys.key(call, facts);
    } catch (RuntimeException | StackOverflowError e) { // an UnfitException, or code of classes
      operation.tell(Bypass.NO_KEY, e.toString());
      return LookUp.none(Bypass.NO_KEY);
    }
    try {
      return new LookUp(null, facts, key, operation.own(store.get(key)));
    } catch (RuntimeException e) {
      operation.tell(Bypass.STORE_FAILED, e.toString());
      return LookUp.none(Bypass.STORE_FAILED);
    }
  }

  /** The answer that is fresh unless the request says otherwise; or null. */
  private <R, X extends Throwable> R fresh(
      CacheCall<R, X> call, OperationCache operation, LookUp lookUp) {
    CacheEntry entry = lookUp.entry;
    if (entry == null
        || clock.millis() >= entry.freshUntilMillis()
        || hasOwnTerms(operation, lookUp.facts)) {
      return null;
    }
    R hit = restored(call, operation, lookUp.key, entry);
    if (hit != null) {
      operation.counters.hits.increment();
    }
    return hit;
  }

  /** Whether the request may say by HTTP how fresh or how stale an answer it takes. */
  private static boolean hasOwnTerms(OperationCache operation, RequestFacts facts) {
    return operation.policy.http() && facts.fields().has("cache-control");
  }

  private static <R, X extends Throwable> R past(
      CacheCall<R, X> call, OperationCache operation, Bypass reason) throws X {
    operation.counters.bypassed(reason);
    return call.ask(Map.of());
  }

  /** The answer that an entry is; null if it cannot be made. */
  private <R, X extends Throwable> R restored(
      CacheCall<R, X> call, OperationCache operation, CacheKey key, CacheEntry entry) {
    try {
      R answer = OperationCache.answer(call, entry);
      operation.counters.savedNanos.add(entry.fetchNanos());
      return answer;
    } catch (UnfitException e) {
      operation.tell(Bypass.NO_REPRESENTATION, e.getMessage());
      remove(key, entry);
      return null;
    }
  }

  private void remove(CacheKey key, CacheEntry entry) {
    try {
      store.remove(key, entry);
    } catch (RuntimeException e) {
      log.debug("the store did not remove an entry: {}", e.toString());
    }
  }

  // ---- dropping ----

  /**
   * Drops entries, and what is under way for their keys. The entries first: a call that begins a
   * flight after the flights have been dropped then finds no entry any more.
   */
  void drop(Predicate<CacheKey> keys) {
    lock.writeLock().lock();
    try {
      drops.incrementAndGet();
      distrusted = !removed(distrusted ? key -> true : keys);
      flights.forEach(
          (key, flight) -> {
            if (keys.test(key)) {
              flight.drop();
              flights.remove(key, flight);
            }
          });
    } finally {
      lock.writeLock().unlock();
    }
  }

  private boolean removed(Predicate<CacheKey> keys) {
    try {
      store.removeIf(keys);
      return true;
    } catch (RuntimeException e) {
      log.warn("the store did not drop entries, and is not used before it has: {}", e.toString());
      return false;
    }
  }

  /** Whether the store may still have what was dropped; tries to drop all of it, now and then. */
  private boolean isDistrusted() {
    if (!distrusted) {
      return false;
    }
    long now = System.nanoTime();
    long due = nextTrial.get();
    if (now - due >= 0 && nextTrial.compareAndSet(due, now + TRIAL_PAUSE_NANOS)) {
      drop(key -> true);
    }
    return distrusted;
  }

  /** Drops the entries of operations to which another policy applies from now on. */
  void retire(List<OperationCache> operations) {
    if (operations.isEmpty()) {
      return;
    }
    lock.writeLock().lock();
    try {
      operations.forEach(OperationCache::retire);
      drop(key -> operations.stream().anyMatch(operation -> operation.isOf(key)));
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Ends all keeping; what the store has is its own matter. */
  void close() {
    lock.writeLock().lock();
    try {
      closed = true;
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Keeps an entry unless it was dropped before it came. */
  private CacheEntry put(
      OperationCache operation, CacheKey key, BooleanSupplier dropped, CacheEntry entry) {
    lock.readLock().lock();
    try {
      if (dropped.getAsBoolean() || operation.isRetired() || closed) {
        operation.counters.notKept(Bypass.INVALIDATED);
        return null;
      }
      store.put(key, entry);
      return entry;
    } catch (RuntimeException e) {
      operation.tell(Bypass.STORE_FAILED, e.toString());
      operation.counters.notKept(Bypass.STORE_FAILED);
      return entry; // others who asked may have it
    } finally {
      lock.readLock().unlock();
    }
  }

  // ---- a question that the store alone does not answer ----

  /** One call that may have to ask the origin. */
  private final class Question<R, X extends Throwable> {
    private final CacheCall<R, X> call;
    private final OperationCache operation;
    private final RequestFacts facts;
    private final CacheKey key;

    private final CacheEntry found; // null for none

    Question(CacheCall<R, X> call, OperationCache operation, LookUp lookUp) {
      this.call = call;
      this.operation = operation;
      this.facts = lookUp.facts;
      this.key = lookUp.key;
      this.found = lookUp.entry;
    }

    /** Answers with the entry that was found if it is good enough, else by the origin. */
    R ask() throws X {
      CacheEntry entry = found;
      CacheKey stored = null;
      long deadline = 0;
      while (true) {
        Freshness freshness = freshness(entry);
        if (isUsable(freshness)) {
          R answer = restored(call, operation, key, entry);
          if (answer != null) {
            return used(answer, freshness, entry);
          }
          freshness = freshness(null);
        }
        if (!freshness.mayAskOrigin()) {
          return past(call, operation, Bypass.ONLY_IF_CACHED);
        }
        if (entry != null && entry.isUselessAt(clock.instant()) && !hasOwnTerms(operation, facts)) {
          remove(key, entry);
        }
        if (stored == null) {
          try {
            stored = key.toStored();
            if (call instanceof LinkCall link) {
              link.remember(operation, facts, stored);
            }
          } catch (UnfitException e) {
            operation.tell(Bypass.NO_KEY, e.getMessage());
            return past(call, operation, Bypass.NO_KEY);
          }
          deadline = System.nanoTime() + maxWaitNanos;
        }
        Flight own = new Flight();
        Flight other = flights.putIfAbsent(stored, own);
        if (other == null) {
          return lead(stored, own);
        }
        if (!other.await(deadline - System.nanoTime())) {
          return past(call, operation, Bypass.WAITED_LONG);
        }
        CacheEntry brought = other.entry();
        if (brought == null && !other.isDropped()) {
          return past(call, operation, Bypass.NOT_SHARED);
        }
        R answer = brought == null ? null : follow(other, brought);
        if (answer != null) {
          return answer;
        }
        entry = lookUp(stored); // what it brought is not for this call, so all begins anew
      }
    }

    /** As above, but leaves it to others to ask the origin. */
    PendingCall<R> begin() {
      Freshness freshness = freshness(found);
      if (isUsable(freshness)) {
        R answer = restored(call, operation, key, found);
        if (answer != null) {
          return new PastCall<>(used(answer, freshness, found));
        }
        freshness = freshness(null);
      }
      if (!freshness.mayAskOrigin()) {
        operation.counters.bypassed(Bypass.ONLY_IF_CACHED);
        return new PastCall<>(null);
      }
      try {
        return new Later(key.toStored());
      } catch (UnfitException e) {
        operation.tell(Bypass.NO_KEY, e.getMessage());
        operation.counters.bypassed(Bypass.NO_KEY);
        return new PastCall<>(null);
      }
    }

    private Freshness freshness(CacheEntry entry) {
      return Freshness.decide(
          operation.policy,
          facts.fields(),
          entry == null ? null : entry.candidate(),
          clock.instant());
    }

    private boolean isUsable(Freshness freshness) {
      return freshness.outcome() == Outcome.FRESH || freshness.outcome() == Outcome.STALE_USABLE;
    }

    private R used(R answer, Freshness freshness, CacheEntry entry) {
      if (freshness.outcome() == Outcome.FRESH) {
        operation.counters.hits.increment();
        return answer;
      }
      operation.counters.stale.increment();
      if (freshness.use() == StaleUse.WHILE_REVALIDATING) {
        refreshLater(entry);
      }
      return answer;
    }

    // ---- asking ----

    /** Asks for this call and for all that wait. */
    private R lead(CacheKey stored, Flight flight) throws X {
      CacheEntry kept = null;
      boolean insteadOfFailure = false;
      try {
        // Another flight may have landed since the store was asked.
        CacheEntry entry = lookUp(stored);
        Freshness freshness = freshness(entry);
        if (isUsable(freshness)) {
          R answer = restored(call, operation, stored, entry);
          if (answer != null) {
            kept = entry;
            return used(answer, freshness, entry);
          }
        }
        Fetched<R> fetched = null;
        try {
          fetched = fetch(call, stored, flight, entry, freshness.outcome() == Outcome.REVALIDATE);
        } finally {
          operation.counters.count(fetched != null && fetched.stale);
        }
        kept = fetched.kept;
        insteadOfFailure = fetched.stale;
        return fetched.answer;
      } finally {
        flights.remove(stored, flight);
        flight.land(kept, insteadOfFailure);
      }
    }

    private CacheEntry lookUp(CacheKey stored) {
      try {
        return operation.own(store.get(stored));
      } catch (RuntimeException e) {
        operation.tell(Bypass.STORE_FAILED, e.toString());
        return null;
      }
    }

    /** The answer that another call has brought, if it is good enough for this one too. */
    private R follow(Flight other, CacheEntry brought) {
      boolean usable = other.isInsteadOfFailure() || isUsable(freshness(brought));
      R answer = usable ? restored(call, operation, key, brought) : null;
      if (answer != null) {
        operation.counters.coalesced.increment();
      }
      return answer;
    }

    /**
     * Asks the origin, and keeps what it answers if that may be kept.
     *
     * @param old the entry that is not good enough; null for none
     * @param validate whether to ask if it still holds
     */
    private Fetched<R> fetch(
        CacheCall<R, X> asked, CacheKey stored, Flight flight, CacheEntry old, boolean validate)
        throws X {
      Instant requestTime = clock.instant();
      long start = System.nanoTime();
      R answer = null;
      Throwable thrown = null;
      Reply reply;
      try {
        answer = asked.ask(validate ? Validation.conditionalFields(old.candidate()) : Map.of());
      } catch (Throwable t) {
        thrown = t;
      }
      long nanos = System.nanoTime() - start;
      try {
        reply = thrown == null ? asked.reply(answer) : asked.reply(thrown);
      } catch (UnfitException e) {
        return new Fetched<>(answer, null, false); // the caller will find out
      }
      if (reply == null) {
        throw CacheFlow.<X>sneaked(thrown);
      }
      Candidate candidate = candidate(reply, requestTime);
      switch (reply.kind()) {
        case RESPONSE -> {
          return new Fetched<>(
              answer, keep(asked, answer, stored, flight::isDropped, candidate, nanos), false);
        }
        case NOT_MODIFIED -> {
          if (validate) {
            return validated(asked, stored, flight, old, candidate);
          }
        }
        case FAILURE -> {
          operation.counters.notKept(Bypass.ORIGIN_FAILED);
          R instead = insteadOfFailure(old);
          if (instead != null) {
            return new Fetched<>(instead, old, true);
          }
        }
        case FAULT -> operation.counters.notKept(Bypass.FAULT);
      }
      if (thrown != null) {
        throw CacheFlow.<X>sneaked(thrown);
      }
      return new Fetched<>(answer, null, false);
    }

    private Candidate candidate(Reply reply, Instant requestTime) {
      return new Candidate(
          reply.status(), HttpFields.of(reply.headers()).storable(), requestTime, clock.instant());
    }

    private CacheEntry keep(
        CacheCall<R, X> asked,
        R answer,
        CacheKey stored,
        BooleanSupplier dropped,
        Candidate candidate,
        long nanos) {
      Storing storing = Storing.decide(operation.policy, facts.fields(), candidate);
      if (!storing.allowed()) {
        operation.counters.notKept(Bypass.NOT_ALLOWED);
        log.debug("a response of {} is not kept: {}", operation.site, storing.reason());
        return null;
      }
      CacheEntry entry;
      try {
        Content content = operation.content(asked, answer);
        entry = new CacheEntry(content, candidate, operation.policy, nanos);
      } catch (UnfitException e) {
        operation.tell(Bypass.NO_REPRESENTATION, e.getMessage());
        operation.counters.notKept(Bypass.NO_REPRESENTATION);
        return null;
      }
      if (entry.content().weight() > operation.policy.maxEntryBytes()) {
        operation.counters.notKept(Bypass.TOO_LARGE);
        return null;
      }
      return put(operation, stored, dropped, entry);
    }

    /** What a 304 makes of the entry; if it is of another one, or that is of no use, asks again. */
    private Fetched<R> validated(
        CacheCall<R, X> asked,
        CacheKey stored,
        Flight flight,
        CacheEntry old,
        Candidate notModified)
        throws X {
      Optional<Candidate> updated = Validation.update(old.candidate(), notModified);
      if (updated.isPresent()) {
        CacheEntry entry = old.refreshed(updated.get());
        R answer = restored(asked, operation, stored, entry);
        if (answer != null) {
          operation.counters.validated.increment();
          return new Fetched<>(answer, put(operation, stored, flight::isDropped, entry), false);
        }
      }
      return fetch(asked, stored, flight, null, false);
    }

    /** The old response, if it may stand in for one that the origin failed to give; or null. */
    private R insteadOfFailure(CacheEntry old) {
      Freshness freshness =
          Freshness.decideOnError(
              operation.policy,
              facts.fields(),
              old == null ? null : old.candidate(),
              clock.instant());
      return isUsable(freshness) ? restored(call, operation, key, old) : null;
    }

    // ---- an answer that comes later ----

    /**
     * Has no flight, as it may never be told how the call ends, and others would wait. So nobody
     * says what is dropped for its key alone: what was asked before anything was dropped is not
     * kept.
     */
    private final class Later implements PendingCall<R> {
      private final CacheKey stored;
      private final Instant requestTime = clock.instant();
      private final long start = System.nanoTime();
      private final long dropsAtStart = drops.get();

      Later(CacheKey stored) {
        this.stored = stored;
      }

      @Override
      public R answer() {
        return null;
      }

      @Override
      public void answered(R answer) {
        operation.counters.count(false);
        try {
          tell(call.reply(answer), answer);
        } catch (RuntimeException | StackOverflowError e) { // an UnfitException, or code of classes
          log.debug("an answer of {} is not kept: {}", operation.site, e.toString());
        }
      }

      @Override
      public void failed(Throwable thrown) {
        operation.counters.count(false);
        Reply reply = call.reply(thrown);
        if (reply != null) {
          tell(reply, null);
        }
      }

      private void tell(Reply reply, R answer) {
        switch (reply.kind()) {
          case RESPONSE ->
              keep(
                  call,
                  answer,
                  stored,
                  () -> drops.get() != dropsAtStart,
                  candidate(reply, requestTime),
                  System.nanoTime() - start);
          case FAULT -> operation.counters.notKept(Bypass.FAULT);
          case FAILURE -> operation.counters.notKept(Bypass.ORIGIN_FAILED);
          case NOT_MODIFIED -> log.debug("{}: nobody asked if it was modified", operation.site);
        }
      }
    }

    // ---- fetching while a stale response is given ----

    private void refreshLater(CacheEntry entry) {
      CacheKey stored;
      CacheCall<R, X> later;
      try {
        stored = key.toStored();
        if (flights.containsKey(stored)) {
          return;
        }
        later = call.detached();
      } catch (UnfitException e) {
        operation.tell(Bypass.NO_KEY, e.getMessage());
        return;
      }
      Flight flight = new Flight();
      if (later == null || flights.putIfAbsent(stored, flight) != null) {
        return;
      }
      try {
        executor.execute(() -> refresh(later, stored, flight, entry));
      } catch (RejectedExecutionException e) {
        flights.remove(stored, flight);
        flight.land(null, false);
      }
    }

    private void refresh(CacheCall<R, X> later, CacheKey stored, Flight flight, CacheEntry given) {
      CacheEntry kept = null;
      try {
        CacheEntry entry = lookUp(stored);
        if (entry != null && isUsable(freshness(entry)) && !entry.isSameAs(given)) {
          kept = entry;
          return;
        }
        operation.counters.refreshes.increment();
        boolean validate =
            entry != null && operation.policy.http() && Validation.isPossible(entry.candidate());
        kept = fetch(later, stored, flight, entry, validate).kept;
      } catch (Throwable t) { // nobody waits for this but the log
        log.debug("a response of {} was not fetched anew: {}", operation.site, t.toString());
      } finally {
        flights.remove(stored, flight);
        flight.land(kept, false);
      }
    }
  }

  /**
   * What became of a question to the origin.
   *
   * @param kept what others who ask the same may have; null for nothing
   * @param stale whether the answer is an old one
   */
  private record Fetched<R>(R answer, CacheEntry kept, boolean stale) {}

  @SuppressWarnings("unchecked") // thrown by what is declared to throw it
  private static <X extends Throwable> X sneaked(Throwable thrown) throws X {
    throw (X) thrown;
  }
}
