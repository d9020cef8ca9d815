package io.castile.cache.internal;

import io.castile.cache.Bypass;
import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.key.CacheKey;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Takes calls through the cache. {@link SharingRule}, {@code Freshness} and {@code StorageRule}
 * decide; this class and {@link CachedExchange} act on their decisions. Thread-safe.
 */
public final class CacheFlow {
  private final CallCache cache;
  private final Entries entries;
  private final InstantSource clock;
  private final Executor executor;
  private final long maxWaitNanos;

  /**
   * @param executor fetches responses while stale ones are given
   * @param maxWaitNanos how long a call waits for another one that asks the same
   */
  public CacheFlow(
      CallCache cache, Entries entries, InstantSource clock, Executor executor, long maxWaitNanos) {
    this.cache = cache;
    this.entries = entries;
    this.clock = clock;
    this.executor = executor;
    this.maxWaitNanos = maxWaitNanos;
  }

  Entries entries() {
    return entries;
  }

  Executor executor() {
    return executor;
  }

  long maxWaitNanos() {
    return maxWaitNanos;
  }

  Instant now() {
    return clock.instant();
  }

  // ---- a call ----

  public <R, X extends Throwable> R answer(CacheCall<R, X> call) throws X {
    OperationCache operation = cache.operation(call.cachedOperation(), call.endpoint());
    if (!operation.isCached() || entries.isClosed()) {
      return operation.policy.invalidates().isEmpty()
          ? call.ask(Headers.NONE)
          : new InvalidatingCall<>(cache, entries, operation, call).ask();
    }
    LookUp lookUp = lookUp(call, operation, false);
    if (lookUp.bypass != null) {
      return past(call, operation, lookUp.bypass, lookUp.found, lookUp.remedy);
    }
    R hit = fresh(call, operation, lookUp);
    return hit != null ? hit : missed(call, operation, lookUp).ask();
  }

  /** Like {@link #answer}, without a thread that waits. */
  public <R, X extends Throwable> CompletableFuture<R> answerLater(
      CacheCall<R, X> call, ScheduledExecutorService loop) {
    OperationCache operation = cache.operation(call.cachedOperation(), call.endpoint());
    if (!operation.isCached() || entries.isClosed()) {
      return operation.policy.invalidates().isEmpty()
          ? call.askLater(Headers.NONE)
          : new InvalidatingCall<>(cache, entries, operation, call).askLater();
    }
    LookUp lookUp = lookUp(call, operation, false);
    if (lookUp.bypass != null) {
      pass(call, operation, lookUp.bypass, lookUp.found, lookUp.remedy);
      return call.askLater(Headers.NONE);
    }
    R hit = fresh(call, operation, lookUp);
    return hit != null
        ? CompletableFuture.completedFuture(hit)
        : missed(call, operation, lookUp).askLater(loop);
  }

  public <R, X extends Throwable> PendingCall<R> begin(CacheCall<R, X> call) {
    OperationCache operation = cache.operation(call.cachedOperation(), call.endpoint());
    if (!operation.isCached() || entries.isClosed()) {
      return operation.policy.invalidates().isEmpty()
          ? new CompletedCall<>(null)
          : new InvalidatingCall<>(cache, entries, operation, call);
    }
    LookUp lookUp = lookUp(call, operation, false);
    if (lookUp.bypass != null) {
      operation.counters.bypassed(lookUp.bypass);
      return new CompletedCall<>(null);
    }
    R hit = fresh(call, operation, lookUp);
    return hit != null ? new CompletedCall<>(hit) : missed(call, operation, lookUp).begin();
  }

  /**
   * Returns an answer without waiting: a fresh one, or a stale one while another call fetches a new
   * one. Null if there is none, and if this call has to fetch a new one itself.
   */
  public <R, X extends Throwable> @Nullable R find(CacheCall<R, X> call) {
    OperationCache operation = cache.operation(call.cachedOperation(), call.endpoint());
    if (!operation.isCached() || entries.isClosed()) {
      return null;
    }
    LookUp lookUp = lookUp(call, operation, true);
    if (lookUp.bypass != null) {
      return null;
    }
    R hit = fresh(call, operation, lookUp);
    return hit != null || lookUp.entry == null
        ? hit
        : question(call, operation, lookUp).withoutWaiting();
  }

  private <R, X extends Throwable> CachedExchange<R, X> missed(
      CacheCall<R, X> call, OperationCache operation, LookUp lookUp) {
    if (lookUp.entry == null) {
      operation.missed(lookUp.facts);
    }
    return question(call, operation, lookUp);
  }

  private <R, X extends Throwable> CachedExchange<R, X> question(
      CacheCall<R, X> call, OperationCache operation, LookUp lookUp) {
    return new CachedExchange<>(
        this, call, operation, lookUp.facts, Objects.requireNonNull(lookUp.key), lookUp.entry);
  }

  /**
   * The result of looking up a call.
   *
   * @param bypass why nothing was looked for; null if it was
   * @param found what stood against it; empty if nothing did
   * @param remedy the line of a policy that would change that; null if there is none
   * @param key refers to the arguments; null where nothing was looked for
   * @param entry null for none
   */
  private record LookUp(
      @Nullable Bypass bypass,
      String found,
      @Nullable String remedy,
      RequestAttributes facts,
      @Nullable CacheKey key,
      @Nullable StoredEntry entry) {
    static LookUp none(Bypass bypass, String found, @Nullable String remedy) {
      return new LookUp(bypass, found, remedy, RequestAttributes.NONE, null, null);
    }
  }

  /**
   * Looks for a call's answer.
   *
   * @param near whether it must not wait for anything
   */
  private <R, X extends Throwable> LookUp lookUp(
      CacheCall<R, X> call, OperationCache operation, boolean near) {
    if (near ? entries.wasDistrusted() : entries.isDistrusted()) {
      return LookUp.none(Bypass.STORE_FAILED, "a store that failed", null);
    }
    CacheKey key;
    RequestAttributes facts;
    try {
      facts = call.facts();
      SharingRule refusal = SharingRule.refusal(operation.policy, facts, call.isServed());
      if (refusal != null) {
        operation.tell(refusal);
        return LookUp.none(refusal.bypass(), refusal.found(), refusal.remedy());
      }
      CacheKey known = call.knownKey(operation);
      key = known != null ? known : key(call, operation, facts);
    } catch (RuntimeException | StackOverflowError e) { // an UnfitException, or code of classes
      operation.tell(Bypass.NO_KEY, e.toString());
      return LookUp.none(Bypass.NO_KEY, String.valueOf(e.getMessage()), null);
    }
    try {
      StoredEntry entry = near ? entries.near(operation, key) : entries.get(operation, key);
      return new LookUp(null, "", null, facts, key, entry);
    } catch (RuntimeException e) {
      operation.tell(Bypass.STORE_FAILED, e.toString());
      return LookUp.none(Bypass.STORE_FAILED, "a store that failed", null);
    }
  }

  /**
   * Makes the key of a call. A call whose message no code can change has it from now on: one thread
   * may look it up, and another one answer it.
   */
  private static <R, X extends Throwable> CacheKey key(
      CacheCall<R, X> call, OperationCache operation, RequestAttributes facts) {
    CacheKey key = operation.keys().key(call, facts);
    if (operation.cachedOperation.isOpaque()) {
      call.remember(operation, facts, key);
    }
    return key;
  }

  /**
   * The answer that is fresh unless the request says otherwise; null if there is none, or if the
   * call may have to have a new one fetched.
   */
  private <R, X extends Throwable> @Nullable R fresh(
      CacheCall<R, X> call, OperationCache operation, LookUp lookUp) {
    StoredEntry entry = lookUp.entry;
    if (entry == null) {
      return null;
    }
    long now = clock.millis();
    if (now >= entry.freshUntilMillis()
        || entry.isDue(now)
        || hasOwnTerms(operation, lookUp.facts)) {
      return null;
    }
    R hit = restored(call, operation, Objects.requireNonNull(lookUp.key), entry);
    if (hit != null) {
      operation.counters.hit();
    }
    return hit;
  }

  /** Whether the request may say by HTTP how fresh or how stale an answer it takes. */
  static boolean hasOwnTerms(OperationCache operation, RequestAttributes facts) {
    return operation.policy.http() && facts.fields().has("cache-control");
  }

  static <R, X extends Throwable> R past(
      CacheCall<R, X> call,
      OperationCache operation,
      Bypass reason,
      String found,
      @Nullable String remedy)
      throws X {
    pass(call, operation, reason, found, remedy);
    return call.ask(Headers.NONE);
  }

  /** Notes why a call goes past the cache. */
  static void pass(
      CacheCall<?, ?> call,
      OperationCache operation,
      Bypass reason,
      String found,
      @Nullable String remedy) {
    operation.counters.bypassed(reason);
    call.passes(reason, found, remedy);
  }

  /** Returns the exception that was thrown, without the wrapper of a future. */
  static Throwable causeOf(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return thrown instanceof CompletionException && cause != null ? cause : thrown;
  }

  /** The answer that an entry is; null if it cannot be made. */
  <R, X extends Throwable> @Nullable R restored(
      CacheCall<R, X> call, OperationCache operation, CacheKey key, StoredEntry entry) {
    try {
      R answer = OperationCache.answer(call, entry);
      if (answer != null) {
        operation.counters.savedNanos.add(entry.fetchNanos());
      }
      return answer;
    } catch (NotCacheableException e) {
      operation.tell(Bypass.NO_REPRESENTATION, e.getMessage());
      entries.remove(key, entry);
      return null;
    }
  }
}
