package io.castile.cache.observe;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A completed call, as it is passed to a {@link CallRecorder}. Immutable, apart from the arrays of
 * its messages, which must not be changed any more.
 *
 * <pre>{@code
 * recorder.record(
 *     ObservedCall.of(operation, endpoint, arrival)
 *         .question(recorder.digest(canonicalBody))
 *         .answer(recorder.digest(body))
 *         .bytes(requestBytes, responseBytes)
 *         .originNanos(nanos)
 *         .identities(identities)
 *         .build());
 * }</pre>
 *
 * @param service null if not known
 * @param endpoint the address of the origin; empty if not known
 * @param arrival when the request came
 * @param question of what is asked, without what tells the caller: the canonical form of the body
 *     where it is at hand, else its bytes
 * @param answer of the response's body; null for a fault, a failure, and a response without a body
 * @param requestBytes the size of the request
 * @param responseBytes the size of the response
 * @param originNanos how long the origin took
 * @param fault whether the response was a fault, or none came
 * @param identities what tells the caller, each name once; header blocks that are no arguments
 *     count as such
 * @param messages null where they are not to be looked at
 */
public record ObservedCall(
    @Nullable QName service,
    QName operation,
    String endpoint,
    Instant arrival,
    CallDigest question,
    @Nullable CallDigest answer,
    long requestBytes,
    long responseBytes,
    long originNanos,
    boolean fault,
    List<SeenIdentity> identities,
    @Nullable Messages messages) {

  /** So that microseconds are a number, and sums of a few too. */
  private static final long MAX_SECONDS = 1_000_000_000_000L;

  /**
   * The messages of a call, in which volatile parts are looked for. Not kept.
   *
   * @param place what is part of the request beside the envelope: a path, an action; empty for
   *     nothing
   * @param request an envelope
   * @param requestCharset the name of its encoding as the transport gave it; null for none
   * @param answer an envelope; null for none
   * @param answerCharset as for the request
   */
  public record Messages(
      String place,
      byte[] request,
      @Nullable String requestCharset,
      byte @Nullable [] answer,
      @Nullable String answerCharset) {
    public Messages {
      Objects.requireNonNull(place, "place");
      Objects.requireNonNull(request, "request");
    }

    /** Constructs the messages of a call whose envelope alone decides the response. */
    public Messages(
        byte[] request,
        @Nullable String requestCharset,
        byte @Nullable [] answer,
        @Nullable String answerCharset) {
      this("", request, requestCharset, answer, answerCharset);
    }

    long bytes() {
      return 2L * place.length() + request.length + (answer == null ? 0L : answer.length);
    }
  }

  /**
   * @throws IllegalArgumentException if a size or time is negative, or a fault has a response, or
   *     the arrival is more than thirty thousand years away
   */
  public ObservedCall {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(endpoint, "endpoint");
    Objects.requireNonNull(arrival, "arrival");
    Objects.requireNonNull(question, "question");
    identities = List.copyOf(identities);
    if (requestBytes < 0 || responseBytes < 0 || originNanos < 0) {
      throw new IllegalArgumentException(
          "expected sizes and times >= 0, found requestBytes "
              + requestBytes
              + ", responseBytes "
              + responseBytes
              + ", originNanos "
              + originNanos);
    }
    if (Math.abs(arrival.getEpochSecond()) > MAX_SECONDS) {
      throw new IllegalArgumentException("expected an arrival in our time, found " + arrival);
    }
    if (fault && answer != null) {
      throw new IllegalArgumentException("expected no response digest for a fault, found one");
    }
  }

  /** Begins a call of an operation. */
  public static Builder of(QName operation, String endpoint, Instant arrival) {
    return new Builder(operation, endpoint, arrival);
  }

  /** Builds a call. Owned by one thread. */
  public static final class Builder {
    private final QName operation;
    private final String endpoint;
    private final Instant arrival;
    private @Nullable QName service;
    private @Nullable CallDigest question; // build() demands it
    private @Nullable CallDigest answer;
    private long requestBytes;
    private long responseBytes;
    private long originNanos;
    private boolean fault;
    private List<SeenIdentity> identities = List.of();
    private @Nullable Messages messages;

    private Builder(QName operation, String endpoint, Instant arrival) {
      this.operation = operation;
      this.endpoint = endpoint;
      this.arrival = arrival;
    }

    /** Sets the service; null if not known. */
    public Builder service(@Nullable QName name) {
      service = name;
      return this;
    }

    /** Sets the digest of the request. */
    public Builder question(CallDigest digest) {
      question = digest;
      return this;
    }

    /** Sets the digest of the response; null for none. */
    public Builder answer(@Nullable CallDigest digest) {
      answer = digest;
      return this;
    }

    /** The sizes of request and response. */
    public Builder bytes(long request, long response) {
      requestBytes = request;
      responseBytes = response;
      return this;
    }

    /** Sets the time that the origin took, in nanoseconds. */
    public Builder originNanos(long nanos) {
      originNanos = nanos;
      return this;
    }

    /** Sets whether the response was a fault, or none came. */
    public Builder fault(boolean isFault) {
      fault = isFault;
      return this;
    }

    /** Sets the identities of the caller. */
    public Builder identities(List<SeenIdentity> seen) {
      identities = seen;
      return this;
    }

    /** The messages, if {@link CallRecorder#wantsMessages} said so; null for none. */
    public Builder messages(@Nullable Messages given) {
      messages = given;
      return this;
    }

    /**
     * Makes the call.
     *
     * @throws IllegalArgumentException if a size or time is negative, or a fault has a response, or
     *     the arrival is more than thirty thousand years away
     */
    public ObservedCall build() {
      return new ObservedCall(
          service,
          operation,
          endpoint,
          arrival,
          Objects.requireNonNull(question, "question"),
          answer,
          requestBytes,
          responseBytes,
          originNanos,
          fault,
          identities,
          messages);
    }
  }
}
