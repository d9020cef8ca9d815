package io.castile.cache.observe;

import io.castile.cache.observe.ObservedCall.CallDigest;
import org.jspecify.annotations.Nullable;

/**
 * A recorded call. Names stand for their index in the lists of its operation. Immutable; its arrays
 * are not changed.
 */
final class CallRow {
  static final long[] NOTHING = {};

  /** More than an object, its place in a queue, and the header of an array take on any JVM. */
  private static final long OBJECT_BYTES = 120;

  private static final long ARRAY_BYTES = 24;

  final long arrivalMicros; // since 1970
  final CallDigest question;
  final @Nullable CallDigest answer; // null for a fault, and where there was none
  final int requestBytes;
  final int responseBytes;
  final long originNanos;
  final boolean fault;

  /** Digests of identities by the index of their name; 0 for none; may be shorter. */
  final long[] identities;

  /** Digests of the request's parts, as {@link PartDigests} makes them; null if not sampled. */
  final long @Nullable [] requestParts;

  /** Like {@link #requestParts}; null if not sampled, or without an answer. */
  final long @Nullable [] answerParts;

  CallRow(
      long arrivalMicros,
      CallDigest question,
      @Nullable CallDigest answer,
      int requestBytes,
      int responseBytes,
      long originNanos,
      boolean fault,
      long[] identities,
      long @Nullable [] requestParts,
      long @Nullable [] answerParts) {
    this.arrivalMicros = arrivalMicros;
    this.question = question;
    this.answer = answer;
    this.requestBytes = requestBytes;
    this.responseBytes = responseBytes;
    this.originNanos = originNanos;
    this.fault = fault;
    this.identities = identities;
    this.requestParts = requestParts;
    this.answerParts = answerParts;
  }

  CallRow withParts(long @Nullable [] ofRequest, long @Nullable [] ofAnswer) {
    return new CallRow(
        arrivalMicros,
        question,
        answer,
        requestBytes,
        responseBytes,
        originNanos,
        fault,
        identities,
        ofRequest,
        ofAnswer);
  }

  /** Returns the bytes of heap, at most. */
  long size() {
    return OBJECT_BYTES + 2 * 32L + size(identities) + size(requestParts) + size(answerParts);
  }

  private static long size(long @Nullable [] array) {
    return array == null || array.length == 0 ? 0 : ARRAY_BYTES + 8L * array.length;
  }

  /** The digest at an index of an array that may be shorter; 0 for none. */
  static long at(long[] array, int index) {
    return index < array.length ? array[index] : 0;
  }
}
