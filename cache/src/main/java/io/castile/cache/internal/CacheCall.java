package io.castile.cache.internal;

import io.castile.cache.Bypass;
import io.castile.cache.CacheEntry;
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
 * One call as the cache sees it: the request, and the way to the origin. Made for the call, and
 * used by the thread that makes it, or by one thread at a time if it is answered {@linkplain
 * CallCache#answerLater later}; a {@link #detached} one by any.
 *
 * @param <R> what the stack around the cache takes for a response
 * @param <X> what its origin may throw
 */
public interface CacheCall<R, X extends Throwable> {
  /** Returns the operation. */
  CachedOperation cachedOperation();

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
    return cachedOperation().message(version(), arguments());
  }

  /** Returns the encoding of {@link #message} as the transport gave it; null for none. */
  default @Nullable String charset() {
    return null;
  }

  /**
   * Returns the partition that keeps this call's responses apart from those of calls that look the
   * same, unless the policy says {@code shared}; null for none. As a store may outlive the process,
   * another process must not use the same text for something else.
   */
  default @Nullable String partition() {
    return null;
  }

  /**
   * Returns the part of the request that decides where the call goes, apart from endpoint,
   * arguments and {@link #facts}: an action that is not the operation's own, the path and query by
   * which a service was found. In the key, whatever the policy says; null for nothing.
   */
  default @Nullable String target() {
    return null;
  }

  /**
   * Whether this process serves the call. Answers are not shared between calls that it serves and
   * calls that it makes: a call to itself would else wait for its own response.
   */
  default boolean isServed() {
    return false;
  }

  /**
   * Returns the facts that the request states of its sender, and all else that is not an argument.
   */
  RequestAttributes facts();

  /**
   * Returns the key of this call where it is known without {@link #facts} and arguments, as the
   * whole request has been seen before and its key depends on nothing else; null else.
   */
  default @Nullable CacheKey knownKey(OperationCache operation) {
    return null;
  }

  /**
   * Remembers the key that was made for this call, for repeated calls, and for this one if it is
   * looked up first and answered later.
   *
   * @param key immutable
   */
  default void remember(OperationCache operation, RequestAttributes facts, CacheKey key) {
    // Most calls are not found by their whole message.
  }

  /**
   * Whether the origin is known to be unable to respond at the moment. A stale response that may
   * stand in for a failure is then given at once, and something else finds out when the origin is
   * back.
   */
  default boolean isOriginDown() {
    return false;
  }

  /**
   * Calls the origin.
   *
   * @param conditional header fields that make the request conditional; none for any other request
   */
  R ask(Headers conditional) throws X;

  /**
   * Calls the origin as {@link #ask} does, without a thread that waits. The default waits.
   *
   * @return has the response, or what {@link #ask} would throw; completed on any thread
   */
  default CompletableFuture<R> askLater(Headers conditional) {
    try {
      return CompletableFuture.completedFuture(ask(conditional));
    } catch (Throwable t) { // reported by the future
      return CompletableFuture.failedFuture(t);
    }
  }

  /**
   * Classifies a response of the origin. Where it may be a fault, this reads it.
   *
   * @throws NotCacheableException if it cannot be read: the caller will be told
   */
  OriginReply reply(R answer);

  /**
   * Classifies an exception of a call to the origin; returns null if it is neither a response nor a
   * failure of the origin.
   */
  @Nullable OriginReply reply(Throwable thrown);

  /**
   * Returns the values of a response, by their slots; they are not changed here.
   *
   * @throws NotCacheableException if it has none
   */
  @Nullable Object[] values(R answer);

  /** Whether the stack around the cache would rather have the message than the values. */
  default boolean prefersMessage() {
    return false;
  }

  /**
   * Whether the stack has the message of a response as it came, which it reads again by itself:
   * then {@link RepresentationKind#XML_MESSAGE} keeps that and not the codecs' encoding of the
   * values, and {@link RepresentationKind#EVENTS} its events.
   */
  default boolean hasOwnMessage(R answer) {
    return false;
  }

  /**
   * Returns the message of a response, in UTF-8.
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
   * Responds to a request that accepts a kept response only, where none is kept (RFC 9111
   * §5.2.1.7). Where the stack has no way to say so the origin is asked, which sees the wish too.
   */
  default R onlyIfCached() throws X {
    return ask(Headers.NONE);
  }

  /**
   * Receives the reason why this call goes past the cache, before the origin is called.
   *
   * @param found what the call has that keeps it from being answered by the cache, for people
   * @param remedy the line of a policy that would change that; null if there is none
   */
  default void passes(Bypass reason, String found, @Nullable String remedy) {
    // Most stacks have no place to say so.
  }

  /**
   * Receives the reason why the origin's response to this call is not kept.
   *
   * @param found what the response has that keeps it from being kept, for people
   */
  default void notKept(Bypass reason, String found) {
    // Most stacks have no place to say so.
  }

  /** Makes a response of kept values, which are the caller's own. */
  R ofValues(@Nullable Object[] values);

  /** Makes a response of a kept message, which must not be changed. */
  default R ofMessage(byte[] message) {
    throw new NotCacheableException("the caller cannot use a message");
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
   * Makes a response of a kept message and its entry, where a response is more than its message.
   *
   * @param entry that has the message
   */
  default R ofMessage(byte[] message, CacheEntry entry) {
    return ofMessage(message);
  }

  /**
   * Makes a response of a kept message that is outside of the heap and may be released soon. The
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
   * Marks a response as stale, where the stack can express that.
   *
   * @param because why it is given nevertheless, as RFC 5861 names it
   */
  default R stale(R answer, String because) {
    return answer;
  }

  /**
   * Marks a response for which this call has waited while another one called the origin, where the
   * stack can express that.
   */
  default R collapsed(R answer) {
    return answer;
  }

  /**
   * Returns this call with arguments that no other code can change. Called before the origin is
   * asked, so that the key of the response and the request are made of the same arguments, and only
   * if the response is not kept already.
   *
   * @return this where the arguments, or the message, cannot change
   * @throws NotCacheableException if they cannot be copied: the call goes past the cache
   */
  default CacheCall<R, X> snapshot() {
    return this;
  }

  /**
   * Returns a copy of this call that sends the same request whatever the caller does to the
   * arguments, on another thread and after this one has ended; null where that is not possible.
   */
  default @Nullable CacheCall<R, X> detached() {
    return null;
  }
}
