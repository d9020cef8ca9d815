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
  /** The characters of a host and its port (RFC 3986 §3.2). */
  private static final Pattern HOST = Pattern.compile("[\\w.~!$&'()*+,;=%:\\[\\]-]*");

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
    if (!HOST.matcher(host).matches()) {
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

  /** A target with an authority, which has to be the host that the field names. */
  private static RequestTarget absolute(String target, String host) {
    int start = target.indexOf("//") + 2;
    int end = start;
    while (end < target.length() && "/?#\\".indexOf(target.charAt(end)) < 0) {
      end++;
    }
    String authority = target.substring(start, end);
    if (authority.isEmpty() || !HOST.matcher(authority).matches()) {
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
