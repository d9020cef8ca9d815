package io.castile.bridge.mock;

import org.jspecify.annotations.Nullable;

/**
 * A response of HTTP.
 *
 * @param status of HTTP
 * @param contentType empty where there is no content
 * @param content in UTF-8; may be empty
 * @param refusal why the mock had no other response than a fault of its own; null where it had one
 */
public record MockResponse(
    int status, String contentType, String content, @Nullable String refusal) {
  /** Makes a response that refuses nothing. */
  public MockResponse(int status, String contentType, String content) {
    this(status, contentType, content, null);
  }

  /** Returns the same response as one that refuses its request. */
  MockResponse refusing(String why) {
    return new MockResponse(status, contentType, content, why);
  }
}
