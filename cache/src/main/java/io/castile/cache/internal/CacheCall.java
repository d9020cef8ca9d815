package io.castile.cache.internal;

import io.castile.cache.CacheEntry;
import io.castile.cache.Bypass;
import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.representation.EventSequence;
import io.castile.cache.representation.KeptMessage;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One call as the cache sees it: the question, and the way to the origin. Made for the call, and
 * used by the thread that makes it, or by one thread at a time if it is answered {@linkplain
 * CallCache#answerLater later}; a {@link #detached} one by any.
 *
 * @param <R> what the stack around the cache takes for an answer
 * @param <X> what its origin may throw
 */
public interface CacheCall<R, X extends Throwable> {
  /** Returns the operation. */
  CachedOperation site();

  /** Returns the address; never null. */
  String endpoint();

  /** Returns the version of SOAP. */
  SoapVersion version();

  /**
   * Returns the arguments by their slots, as the operation's request carries them; may read them
   * from the message. Not changed here.
   *
   * @throws NotCacheableException if there are none
   */
  @Nullable Object[] arguments();

  /**
   * Returns the request's message; may write it.
   *
   * @throws NotCacheableException if there is none
   */
  default byte[] message() {
    return site().message(version(), arguments());
  }

  /** Returns the encoding of {@link #message} as the transport gave it; null for none. */
  default @Nullable String charset() {
    return null;
  }

  /**
   * Returns what keeps this call's answers apart from those of others that look the same, unless
   * the policy says {@code shared}; null for nothing. As a store may outlive the process, another
   * process must not use the same text for something else.
   */
  default @Nullable String partition() {
    return null;
  }

  /**
   * Returns what of the request, beside endpoint, arguments and {@link #facts}, decides what is
   * asked: an action that is not the operation's own, the path and query by which a service was
   * found. In the key, whatever the policy says; null for nothing.
   */
  default @Nullable String target() {
    return null;
  }

  /**
   * Whether this process serves the call. Answers are not shared between calls that it serves and
   * calls that it makes: a call to itself would else wait for its own answer.
   */
  default boolean isServed() {
    return false;
  }

  /** Returns what the request says of its sender, and whatever else is not an argument. */
  RequestAttributes facts();

  /**
   * Returns the key of this call where it is known without {@link #facts} and arguments, as the
   * whole request has been seen before and its key depends on nothing else; null else.
   */
  default @Nullable CacheKey knownKey(OperationCache operation) {
    return null;
  }

  /**
   * Takes the key that was made of this call, for calls that come again, and for this one, if it is
   * looked up first and answered later.
   *
   * @param key immutable
   */
  default void remember(OperationCache operation, RequestAttributes facts, CacheKey key) {
    // Most calls are not found by their whole message.
  }

  /**
   * Whether the origin is known to give no answer at the moment. A stale answer that may stand in
   * for a failure is then given at once, and something else finds out when the origin is back.
   */
  default boolean isOriginDown() {
    return false;
  }

  /**
   * Asks the origin.
   *
   * @param conditional header fields that make the request conditional; none for any other request
   */
  R ask(Headers conditional) throws X;

  /**
   * Asks the origin as {@link #ask} does, without a thread that waits. The default waits.
   *
   * @return has the answer, or what {@link #ask} would throw; completed on any thread
   */
  default CompletableFuture<R> askLater(Headers conditional) {
    try {
      return CompletableFuture.completedFuture(ask(conditional));
    } catch (Throwable t) { // reported by the future
      return CompletableFuture.failedFuture(t);
    }
  }

  /**
   * Says what an answer of the origin is. Where it may be a fault, this reads it.
   *
   * @throws NotCacheableException if it cannot be read: the caller will be told
   */
  OriginReply reply(R answer);

  /**
   * Says what it means that the origin threw this; null if it is no answer and none of its
   * failures.
   */
  @Nullable OriginReply reply(Throwable thrown);

  /**
   * Returns the values of an answer, by their slots; not changed here.
   *
   * @throws NotCacheableException if it has none
   */
  @Nullable Object[] values(R answer);

  /** Whether the stack around the cache would rather have the message than the values. */
  default boolean prefersMessage() {
    return false;
  }

  /**
   * Whether the stack has the message of an answer as it came, which it reads again by itself: then
   * {@link RepresentationKind#XML_MESSAGE} keeps that and not what the codecs write of the values,
   * and {@link RepresentationKind#EVENTS} its events.
   */
  default boolean hasOwnMessage(R answer) {
    return false;
  }

  /**
   * Returns the message of an answer, in UTF-8.
   *
   * @throws NotCacheableException if it has none
   */
  default byte[] message(R answer) {
    throw new NotCacheableException("there is no message");
  }

  /**
   * Returns the events of an answer's own message.
   *
   * @throws NotCacheableException if it has none that can be played again
   */
  default EventSequence events(R answer) {
    throw new NotCacheableException("there are no events");
  }

  /**
   * Answers a request that wants no answer but a kept one, where none is kept (RFC 9111 §5.2.1.7).
   * Where the stack has no way to say so the origin is asked, which sees the wish too.
   */
  default R onlyIfCached() throws X {
    return ask(Headers.NONE);
  }

  /**
   * Takes why this call goes past the cache, before the origin is asked.
   *
   * @param found what the call has that keeps it from being answered by the cache, for people
   * @param remedy the line of a policy that would change that; null if there is none
   */
  default void passes(Bypass reason, String found, @Nullable String remedy) {
    // Most stacks have no place to say so.
  }

  /**
   * Takes why the answer that the origin gave to this call is not kept.
   *
   * @param found what the answer has that keeps it from being kept, for people
   */
  default void notKept(Bypass reason, String found) {
    // Most stacks have no place to say so.
  }

  /** Makes an answer of kept values, which are the caller's own. */
  R ofValues(@Nullable Object[] values);

  /** Makes an answer of a kept message, which must not be changed. */
  default R ofMessage(byte[] message) {
    throw new NotCacheableException("there is no use for a message");
  }

  /**
   * Makes an answer of the kept events of a message.
   *
   * @throws NotCacheableException if they cannot be read any more
   */
  default R ofEvents(EventSequence events) {
    throw new NotCacheableException("there is no use for events");
  }

  /**
   * As {@link #ofMessage(byte[])}, where an answer is more than its message.
   *
   * @param entry that has the message
   */
  default R ofMessage(byte[] message, CacheEntry entry) {
    return ofMessage(message);
  }

  /**
   * Makes an answer of a kept message that is outside of the heap, and may be gone soon. The
   * default copies it.
   *
   * @param entry that has the message
   * @return null if the message is gone
   */
  default @Nullable R ofMessage(KeptMessage message, CacheEntry entry) {
    byte[] copy = message.copy();
    return copy == null ? null : ofMessage(copy, entry);
  }

  /**
   * Says with an answer that it is older than it should be, where the stack has a way to.
   *
   * @param because why it is given nevertheless, as RFC 5861 names it
   */
  default R stale(R answer, String because) {
    return answer;
  }

  /**
   * Says with an answer that this call has waited for it while another one asked the origin, where
   * the stack has a way to.
   */
  default R collapsed(R answer) {
    return answer;
  }

  /**
   * Returns this call with arguments that no other code can change. Called before the origin is
   * asked, so that the key of the answer and the request are made of the same arguments, and only
   * if the answer is not kept already.
   *
   * @return this where the arguments, or the message, cannot change
   * @throws NotCacheableException if they cannot be copied: the call goes past the cache
   */
  default CacheCall<R, X> snapshot() {
    return this;
  }

  /**
   * Returns a call that asks the same whatever the caller does to the arguments, on another thread
   * and after this one has ended; null where that is not possible.
   */
  default @Nullable CacheCall<R, X> detached() {
    return null;
  }
}
