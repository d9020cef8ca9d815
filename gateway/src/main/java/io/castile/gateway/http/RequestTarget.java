package io.castile.gateway.http;

import io.castile.gateway.config.NormalTarget;
import io.netty.handler.codec.http.HttpMethod;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Where a request goes, in the one form that routes and origins get.
 *
 * @param target path and query, normalised; or {@code *}
 * @param host the host that the client named, with its port as it was given; empty where a client
 *     of HTTP/1.0 named none
 */
record RequestTarget(String target, String host) {
  /** The characters of a host and its port besides letters, digits and _ (RFC 3986 §3.2). */
  private static final String HOST_MARKS = ".~!$&'()*+,;=%:[]-_";

  /** Whether a host and its port may have a character, by its number. */
  private static final boolean[] OF_HOST = new boolean[128];

  static {
    for (char c = 0; c < OF_HOST.length; c++) {
      OF_HOST[c] = isLetterOrDigit(c) || HOST_MARKS.indexOf(c) >= 0;
    }
  }

  private static final Pattern SCHEME = Pattern.compile("(?i)https?://");
  private static final String ANY = "*";

  /**
   * Reads a target as it stands in a request (RFC 9112 §3.2).
   *
   * @param host the field {@code Host}; empty for none
   * @param isStream whether the request is one of HTTP/2, whose target is a path (RFC 9113 §8.3.1)
   * @throws IllegalArgumentException with what was expected
   */
  static RequestTarget read(String target, HttpMethod method, String host, boolean isStream) {
    if (!hasCharactersOfHost(host)) {
      throw new IllegalArgumentException("expected a host in Host");
    }
    if (target.startsWith("/")) {
      return new RequestTarget(NormalTarget.of(target), host);
    }
    if (target.equals(ANY) && method.equals(HttpMethod.OPTIONS)) {
      return new RequestTarget(ANY, host);
    }
    if (isStream || !SCHEME.matcher(target).lookingAt()) {
      throw new IllegalArgumentException("expected a path");
    }
    return absolute(target, host);
  }

  private static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  private static boolean hasCharactersOfHost(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= OF_HOST.length || !OF_HOST[c]) {
        return false;
      }
    }
    return true;
  }

  /** A target with an authority, which has to be the host that the field names. */
  private static RequestTarget absolute(String target, String host) {
    int start = target.indexOf("//") + 2;
    int end = start;
    while (end < target.length() && "/?#\\".indexOf(target.charAt(end)) < 0) {
      end++;
    }
    String authority = target.substring(start, end);
    if (authority.isEmpty() || !hasCharactersOfHost(authority)) {
      throw new IllegalArgumentException("expected a host, without a user, in the target");
    }
    String scheme = target.substring(0, start);
    if (!host.isEmpty() && !withoutPort(authority, scheme).equals(withoutPort(host, scheme))) {
      throw new IllegalArgumentException("expected the same host in the target and in Host");
    }
    String rest = target.substring(end);
    String path = rest.startsWith("/") || rest.startsWith("\\") ? rest : "/" + rest;
    return new RequestTarget(NormalTarget.of(path), host.isEmpty() ? authority : host);
  }

  /** An authority in lower case, without the port that its scheme has anyway. */
  private static String withoutPort(String authority, String scheme) {
    String usual = scheme.toLowerCase(Locale.ROOT).startsWith("https") ? ":443" : ":80";
    String lower = authority.toLowerCase(Locale.ROOT);
    return lower.endsWith(usual) ? lower.substring(0, lower.length() - usual.length()) : lower;
  }
}
