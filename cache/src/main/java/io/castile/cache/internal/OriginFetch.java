package io.castile.cache.internal;

import io.castile.cache.Bypass;
import io.castile.cache.CacheStore.Ticket;
import io.castile.cache.http.Freshness;
import io.castile.cache.http.StorageRule;
import io.castile.cache.http.StoredFields;
import io.castile.cache.http.StoredResponse;
import io.castile.cache.http.Validation;
import io.castile.cache.key.CacheKey;
import io.castile.cache.representation.Content;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the origin, and decides what becomes of its answer. */
final class OriginFetch<R, X extends Throwable> {
  private static final Logger log = LoggerFactory.getLogger(OriginFetch.class);

  // Why an answer is given that is stale, in the words of RFC 5861, and of RFC 9111 §5.2.1.2.
  static final String WHILE_REVALIDATE = "while-revalidate";
  static final String IF_ERROR = "if-error";
  static final String IF_SLOW = "if-slow"; // a word of Castile's own
  static final String AS_REQUESTED = "as-requested";

  private final CacheFlow flow;
  private final CacheCall<R, X> call;
  private final OperationCache operation;
  private final RequestAttributes facts;
  private final CacheKey key;

  OriginFetch(
      CacheFlow flow,
      CacheCall<R, X> call,
      OperationCache operation,
      RequestAttributes facts,
      CacheKey key) {
    this.flow = flow;
    this.call = call;
    this.operation = operation;
    this.facts = facts;
    this.key = key;
  }

  CacheCall<R, X> call() {
    return call;
  }

  OperationCache operation() {
    return operation;
  }

  /**
   * Asks the origin, and keeps what it answers if that may be kept.
   *
   * @param old the entry that is not good enough; null for none
   * @param validate whether to ask if it still holds
   */
  Fetched<R> run(
      CacheCall<R, X> asked,
      CacheKey stored,
      InFlight flight,
      @Nullable StoredEntry old,
      boolean validate)
      throws X {
    Attempt attempt = new Attempt(asked, stored, flight, old, validate);
    R answer = null;
    Throwable thrown = null;
    try {
      answer = asked.ask(attempt.conditional());
    } catch (Throwable t) {
      thrown = t;
    }
    Fetched<R> fetched = attempt.came(answer, thrown);
    return fetched != null ? fetched : run(asked, stored, flight, null, false);
  }

  /** Like {@link #run}, without a thread that waits. */
  CompletableFuture<Fetched<R>> runLater(
      CacheCall<R, X> asked,
      CacheKey stored,
      InFlight flight,
      @Nullable StoredEntry old,
      boolean validate) {
    Attempt attempt = new Attempt(asked, stored, flight, old, validate);
    CompletableFuture<Fetched<R>> fetching = new CompletableFuture<>();
    asked
        .askLater(attempt.conditional())
        .whenComplete(
            (answer, thrown) -> {
              try {
                Fetched<R> fetched =
                    attempt.came(answer, thrown == null ? null : CacheFlow.causeOf(thrown));
                if (fetched != null) {
                  fetching.complete(fetched);
                } else {
                  pass(runLater(asked, stored, flight, null, false), fetching);
                }
              } catch (Throwable t) { // reported by the future
                fetching.completeExceptionally(t);
              }
            });
    return fetching;
  }

  /** Completes a future as another one is. */
  static <T> void pass(CompletableFuture<T> from, CompletableFuture<T> to) {
    from.whenComplete(
        (value, thrown) -> {
          if (thrown == null) {
            to.complete(value);
          } else {
            to.completeExceptionally(CacheFlow.causeOf(thrown));
          }
        });
  }

  /** One request to the origin, from when it is asked. */
  private final class Attempt {
    private final CacheCall<R, X> asked;
    private final CacheKey stored;
    private final InFlight flight;
    private final @Nullable StoredEntry old; // null for none
    private final boolean validates; // asks whether the old entry still holds
    private final Instant requestTime = flow.now();
    private final long start = System.nanoTime();

    Attempt(
        CacheCall<R, X> asked,
        CacheKey stored,
        InFlight flight,
        @Nullable StoredEntry old,
        boolean validates) {
      this.asked = asked;
      this.stored = stored;
      this.flight = flight;
      this.old = old;
      this.validates = validates;
    }

    /** The header fields that the origin is asked with. */
    @SuppressWarnings("NullAway") // what is validated is there
    Headers conditional() {
      return validates ? Validation.conditionalFields(old.candidate()) : Headers.NONE;
    }

    /**
     * Decides on what came.
     *
     * @param answer null if something was thrown
     * @param thrown null if there is an answer
     * @return null if the origin is to be asked again, without a condition
     */
    @SuppressWarnings("NullAway") // what has not thrown has answered; what is validated is there
    @Nullable Fetched<R> came(@Nullable R answer, @Nullable Throwable thrown) throws X {
      long nanos = System.nanoTime() - start;
      OriginReply reply;
      try {
        reply = thrown == null ? asked.reply(answer) : asked.reply(thrown);
      } catch (RuntimeException | StackOverflowError e) { // an UnfitException, or code of classes
        log.debug("what {} has answered is not known: {}", operation.cachedOperation, e.toString());
        reply = null;
      }
      if (reply == null && thrown == null) {
        return new Fetched<>(answer, null, false); // the caller will find out
      }
      if (reply == null) {
        throw OriginFetch.<X>sneaked(thrown);
      }
      switch (reply.kind()) {
        case RESPONSE -> {
          Wish wish =
              new Wish(old != null || flight.isAwaited(), flight::isDropped, flight.ticket());
          return new Fetched<>(
              answer, keep(asked, answer, stored, wish, reply, requestTime, nanos), false);
        }
        case NOT_MODIFIED -> {
          if (validates) {
            return validated(asked, stored, flight, old, candidate(reply, requestTime));
          }
        }
        case FAILURE -> {
          notKept(asked, Bypass.ORIGIN_FAILED, "a failure of the origin");
          R instead = insteadOfFailure(old);
          if (instead != null) {
            return new Fetched<>(instead, old, true);
          }
        }
        case FAULT -> notKept(asked, Bypass.FAULT, "a fault");
      }
      if (thrown != null) {
        throw OriginFetch.<X>sneaked(thrown);
      }
      return new Fetched<>(answer, null, false);
    }
  }

  /**
   * The circumstances under which an answer is kept or not.
   *
   * @param isWanted whether another call than the one that asked wants it to be kept
   * @param dropped whether it must not be kept any more; asked under the lock
   * @param ticket taken before the origin was asked
   */
  record Wish(boolean isWanted, BooleanSupplier dropped, Ticket ticket) {}

  private StoredResponse candidate(OriginReply reply, Instant requestTime) {
    return new StoredResponse(
        reply.status(), StoredFields.of(reply.headers()), requestTime, flow.now());
  }

  /**
   * Keeps an answer of the origin if there is room for it and it may be kept. Room is checked
   * first: that takes less time than to look at header fields, and a full store is mostly asked for
   * new requests.
   *
   * @param requestTime when the origin was asked, by the clock of the cache
   * @param nanos how long it took to answer
   * @return what other callers that ask the same may have; null for nothing
   */
  @Nullable StoredEntry keep(
      CacheCall<R, X> asked,
      R answer,
      CacheKey stored,
      Wish wish,
      OriginReply reply,
      Instant requestTime,
      long nanos) {
    if (!flow.entries().admits(stored, wish.isWanted())) {
      notKept(asked, Bypass.ASKED_ONCE, "a full store, and a question that was not asked before");
      return null;
    }
    StoredResponse candidate = candidate(reply, requestTime);
    StorageRule storing = StorageRule.decide(operation.policy, facts.fields(), candidate);
    if (!storing.allowed()) {
      notKept(asked, Bypass.NOT_ALLOWED, storing.reason());
      log.debug("a response of {} is not kept: {}", operation.cachedOperation, storing.reason());
      return null;
    }
    StoredEntry entry;
    try {
      Content content = operation.content(asked, answer);
      entry = new StoredEntry(content, candidate, operation.policy, nanos);
    } catch (RuntimeException | StackOverflowError e) { // an UnfitException, or code of classes
      operation.tell(Bypass.NO_REPRESENTATION, e.toString());
      notKept(asked, Bypass.NO_REPRESENTATION, String.valueOf(e.getMessage()));
      return null;
    }
    if (entry.content().weight() > operation.policy.maxEntryBytes()) {
      notKept(asked, Bypass.TOO_LARGE, "more bytes than maxEntryBytes");
      return null;
    }
    return flow.entries().put(operation, wish.dropped(), wish.ticket(), entry);
  }

  private void notKept(CacheCall<R, X> asked, Bypass reason, String found) {
    operation.counters.notKept(reason);
    asked.notKept(reason, found);
  }

  /** Returns the entry after a 304; null if that is of another one, or of no use. */
  private @Nullable Fetched<R> validated(
      CacheCall<R, X> asked,
      CacheKey stored,
      InFlight flight,
      StoredEntry old,
      StoredResponse notModified) {
    Optional<StoredResponse> updated = Validation.update(old.candidate(), notModified);
    if (updated.isEmpty()) {
      return null;
    }
    StoredEntry entry = old.refreshed(updated.get());
    R answer = flow.restored(asked, operation, stored, entry);
    if (answer == null) {
      return null;
    }
    operation.counters.validated.increment();
    return new Fetched<>(
        answer, flow.entries().put(operation, flight::isDropped, flight.ticket(), entry), false);
  }

  /** The old response, if it may stand in for one that the origin failed to give; or null. */
  private @Nullable R insteadOfFailure(@Nullable StoredEntry old) {
    if (old == null) {
      return null;
    }
    Freshness freshness =
        Freshness.decideOnError(operation.policy, facts.fields(), old.candidate(), flow.now());
    R answer = CachedExchange.isUsable(freshness) ? flow.restored(call, operation, key, old) : null;
    return answer == null ? null : call.stale(answer, IF_ERROR);
  }

  /**
   * The outcome of a call of the origin.
   *
   * @param kept what other callers that ask the same may have; null for nothing
   * @param stale whether the answer is an old one
   */
  record Fetched<R>(R answer, @Nullable StoredEntry kept, boolean stale) {}

  @SuppressWarnings("unchecked") // thrown by what is declared to throw it
  private static <X extends Throwable> X sneaked(Throwable thrown) throws X {
    throw (X) thrown;
  }
}
