package io.castile.cache;

import java.util.Map;
import java.util.Objects;

/**
 * What an origin's answer is, to the cache.
 *
 * @param kind which kind
 * @param status of HTTP; 200 where HTTP was not used
 * @param headers header fields by name; repeated ones joined by ", "
 */
public record Reply(Kind kind, int status, Map<String, String> headers) {
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
  public static final Reply RESPONSE = new Reply(Kind.RESPONSE, 200, Map.of());

  /** A fault of which nothing else is known. */
  public static final Reply FAULT = new Reply(Kind.FAULT, 500, Map.of());

  /** A failure of which nothing else is known. */
  public static final Reply FAILURE = new Reply(Kind.FAILURE, 0, Map.of());

  public Reply {
    Objects.requireNonNull(kind, "kind");
    headers = Map.copyOf(headers);
  }
}
