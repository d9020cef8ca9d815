package io.castile.cache.internal;

import io.castile.soap.Headers;
import java.util.Objects;

/**
 * An origin's response, as the cache sees it.
 *
 * @param kind which kind
 * @param status of HTTP; 200 where HTTP was not used
 * @param headers header fields
 */
public record OriginReply(Kind kind, int status, Headers headers) {
  /** Kinds of responses. */
  public enum Kind {
    /** A response, which may be kept. */
    RESPONSE,
    /** A fault that the service sent: never kept. */
    FAULT,
    /**
     * The service did not respond, or responded that it could not serve: a kept response may stand
     * in.
     */
    FAILURE,
    /** The kept response still holds (HTTP status 304). */
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
