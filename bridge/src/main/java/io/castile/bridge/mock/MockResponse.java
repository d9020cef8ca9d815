package io.castile.bridge.mock;

/**
 * A response of HTTP.
 *
 * @param status of HTTP
 * @param contentType empty where there is no content
 * @param content in UTF-8; may be empty
 */
public record MockResponse(int status, String contentType, String content) {}
