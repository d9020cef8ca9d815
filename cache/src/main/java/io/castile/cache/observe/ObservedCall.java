package io.castile.cache.observe;

import io.castile.cache.policy.Vary;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
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

  /**
   * A part of a request by which a service may separate callers or requests, and a digest of its
   * value. Immutable.
   *
   * @param name in the words of a policy: {@code httpHeader: name}, {@code soapHeader:
   *     {namespace}local} or {@code wsSecurityUser}; one of the names below, for which no policy
   *     but {@code shared: true} has a word; or {@code field: name}, a header field of HTTP that is
   *     no credential
   */
  public record SeenIdentity(String name, CallDigest value) {
    /** The name of a client's certificate. */
    public static final String CERTIFICATE = "certificate";

    /**
     * The name of parts that cannot be compared: attachments, a Security header of unknown content.
     */
    public static final String HIDDEN = "hidden";

    static final String HTTP_HEADER = "httpHeader: ";

    /**
     * Before the name of a header field that does not tell the caller, but may decide the response.
     */
    static final String FIELD = "field: ";

    static final String SOAP_HEADER = "soapHeader: ";
    static final String USER = "wsSecurityUser";

    /**
     * @throws IllegalArgumentException if the name is none of these
     */
    public SeenIdentity {
      Objects.requireNonNull(value, "value");
      checkedName(name);
    }

    /** A header field of HTTP, by its name in any case. */
    public static SeenIdentity httpHeader(String field, CallDigest value) {
      return new SeenIdentity(HTTP_HEADER + field.toLowerCase(Locale.ROOT), value);
    }

    /** A header field of HTTP that is no credential, by its name in any case. */
    public static SeenIdentity field(String field, CallDigest value) {
      return new SeenIdentity(FIELD + field.toLowerCase(Locale.ROOT), value);
    }

    /** A header block of the envelope that is no argument. */
    public static SeenIdentity soapHeader(QName block, CallDigest value) {
      return new SeenIdentity(SOAP_HEADER + block, value);
    }

    /** The user that the request's Security header, or the transport, names. */
    public static SeenIdentity user(CallDigest value) {
      return new SeenIdentity(USER, value);
    }

    static String checkedName(String name) {
      boolean known =
          name.equals(USER)
              || name.equals(CERTIFICATE)
              || name.equals(HIDDEN)
              || name.startsWith(HTTP_HEADER)
              || name.startsWith(FIELD)
              || name.startsWith(SOAP_HEADER);
      if (!known) {
        throw new IllegalArgumentException(
            "expected httpHeader: NAME, field: NAME, soapHeader: NAME, wsSecurityUser, certificate"
                + " or hidden, found '"
                + name
                + "'");
      }
      if (name.startsWith(HTTP_HEADER)) {
        Vary.httpHeader(name.substring(HTTP_HEADER.length()));
      } else if (name.startsWith(FIELD)) {
        Vary.httpHeader(name.substring(FIELD.length()));
      } else if (name.startsWith(SOAP_HEADER)) {
        Vary.soapHeader(name.substring(SOAP_HEADER.length()));
      }
      return name;
    }

    /**
     * The line of a policy by which requests with an identity are cached; empty if there is none.
     */
    static Optional<String> remedy(String name) {
      if (name.equals(USER)) {
        return Optional.of("vary: [" + USER + "]");
      }
      if (name.startsWith(HTTP_HEADER)) {
        return Optional.of("vary: [{" + name + "}]");
      }
      return name.startsWith(SOAP_HEADER)
          ? Optional.of("vary: [{soapHeader: \"" + name.substring(SOAP_HEADER.length()) + "\"}]")
          : Optional.empty();
    }

    /** Whether it is a header field that does not tell the caller. */
    boolean isField() {
      return name.startsWith(FIELD);
    }
  }

  /**
   * A digest of 128 bits that stands for a request, a response or an identity. {@link
   * CallRecorder#digest} makes them with a secret key, so that an attacker can neither make two
   * things look the same nor find out a value by trying. Immutable.
   */
  public record CallDigest(long high, long low) {
    @Override
    public String toString() {
      HexFormat hex = HexFormat.of();
      return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
  }
}
