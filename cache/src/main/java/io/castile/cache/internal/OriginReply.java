package io.castile.cache.internal;

import io.castile.soap.Headers;
import java.util.Objects;

/**
 * What an origin's answer is, to the cache.
 *
 * @param kind which kind
 * @param status of HTTP; 200 where HTTP was not used
 * @param headers header fields
 */
public record OriginReply(Kind kind, int status, Headers headers) {
  /** Kinds of answers. */
  public enum Kind {
    /** A response, which may be kept. */
    RESPONSE,
    /** A fault that the service answers with: never kept. */
    FAULT,
    /** The service did not answer, or says that it could not: a kept response may stand in. */
    FAILURE,
    /** What is kept still holds (HTTP status 304). */
    NOT_MODIFIED
  }

  /** A response that did not come over HTTP, or of which nothing else is known. */
  public static final OriginReply RESPONSE = new OriginReply(Kind.RESPONSE, 200, Headers.NONE);

  /** A fault of which nothing else is known. */
  public static final OriginReply FAULT = new OriginReply(Kind.FAULT, 500, Headers.NONE);

  /** A failure of which nothing else is known. */
  public static final OriginReply FAILURE = new OriginReply(Kind.FAILURE, 0, Headers.NONE);

  public OriginReply {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(headers, "headers");
  }
}
