package io.castile.delta;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header fields that name dictionaries (RFC 9842 §2), structured as RFC 9651 says. */
final class DictionaryFields {
  static final String AVAILABLE = "Available-Dictionary";
  static final String USE_AS = "Use-As-Dictionary";

  private static final int MAX_FIELD = 1024;

  /** A SHA-256 in base64: 43 digits, the last of which has two bits to spare, and one pad. */
  private static final Pattern HASH = Pattern.compile(":([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=):");

  /** A member of a dictionary with a string, a list in parentheses, or something shorter. */
  private static final Pattern MEMBER =
      Pattern.compile(
          "([a-z*][a-z0-9_.*-]*+)"
              + "(?:=(?:(\"(?:[^\"\\\\]|\\\\[\"\\\\])*+\")|\\([^()]*+\\)|([^,;\"() ]++)))?+"
              + "(?:;[^,]*+)?+[ \t]*+(?:,[ \t]*+|$)");

  /** The characters that mean themselves in a URL pattern and in a string, and the wildcard. */
  private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9/_.~%!$&'=,;@*-]*");

  private DictionaryFields() {}

  /**
   * Returns what a client says that holds a dictionary.
   *
   * @param hash in base64
   */
  static String available(String hash) {
    return ':' + hash + ':';
  }

  /** Returns the hash that {@link #AVAILABLE} tells, in base64; null if there is none. */
  static @Nullable String hash(@Nullable String field) {
    Matcher hash = HASH.matcher(field == null ? "" : field.trim());
    return hash.matches() ? hash.group(1) : null;
  }

  /**
   * Returns what a server says with a message that is a dictionary for the next ones from a path;
   * null if there is no simple way to say it.
   */
  static @Nullable String useAs(String path) {
    boolean simple = PATH.matcher(path).matches() && !path.contains("*");
    return simple ? "match=\"" + path + '"' : null;
  }

  /**
   * Whether {@link #USE_AS} says that a message from an endpoint is a raw dictionary for the next
   * one from there. What needs more than wildcards to find out, or a field of its own in requests
   * ({@code id}), does not.
   *
   * @param field null if there is none
   */
  static boolean isForEndpoint(@Nullable String field, String endpoint) {
    Map<String, String> members = field == null ? null : members(field.trim());
    if (members == null
        || members.containsKey("id")
        || !members.getOrDefault("type", "raw").equals("raw")) {
      return false;
    }
    String match = members.get("match");
    URI uri = uri(endpoint);
    return match != null
        && match.startsWith("\"")
        && uri != null
        && isMatch(match.substring(1, match.length() - 1), uri);
  }

  /** Strings with their quotes; null for what is no dictionary. */
  private static @Nullable Map<String, String> members(String field) {
    if (field.length() > MAX_FIELD) {
      return null;
    }
    Map<String, String> members = new HashMap<>();
    Matcher member = MEMBER.matcher(field);
    int at = 0;
    while (at < field.length()) {
      if (!member.find(at) || member.start() != at) {
        return null;
      }
      String text = member.group(2) == null ? member.group(3) : member.group(2);
      members.put(member.group(1), text == null ? "" : text);
      at = member.end();
    }
    return members;
  }

  private static @Nullable URI uri(String endpoint) {
    try {
      URI uri = URI.create(endpoint);
      return uri.getScheme() == null || uri.getRawAuthority() == null ? null : uri;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Whether the path of an endpoint matches a pattern, which may be relative to it. */
  private static boolean isMatch(String match, URI endpoint) {
    String origin = endpoint.getScheme() + "://" + endpoint.getRawAuthority();
    String path = endpoint.getRawPath().isEmpty() ? "/" : endpoint.getRawPath();
    String pattern = match;
    if (match.regionMatches(true, 0, origin, 0, origin.length())) {
      pattern = match.substring(origin.length());
    } else if (!match.startsWith("/")) {
      pattern = path.substring(0, path.lastIndexOf('/') + 1) + match;
    }
    return PATH.matcher(pattern).matches() && isWildcardMatch(pattern, path);
  }

  /** Goes back to the last wildcard only, which is enough: what is before it has been found. */
  private static boolean isWildcardMatch(String pattern, String text) {
    int at = 0;
    int next = 0;
    int star = -1;
    int afterStar = 0;
    while (at < text.length()) {
      if (next < pattern.length() && pattern.charAt(next) == '*') {
        star = next++;
        afterStar = at;
      } else if (next < pattern.length() && pattern.charAt(next) == text.charAt(at)) {
        next++;
        at++;
      } else if (star >= 0) {
        next = star + 1;
        at = ++afterStar;
      } else {
        return false;
      }
    }
    while (next < pattern.length() && pattern.charAt(next) == '*') {
      next++;
    }
    return next == pattern.length();
  }
}
