package io.castile.cache.key;

import io.castile.soap.Headers;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The header fields by which a request says where it was meant to go, beside its address: {@code
 * Host}, and what proxies make of it. A service may answer another thing for another host, so they
 * are in the keys of answers.
 */
final class RoutingFields {
  private static final Set<String> NAMES =
      Set.of(
          "forwarded",
          "host",
          "x-forwarded-host",
          "x-forwarded-path",
          "x-forwarded-port",
          "x-forwarded-prefix",
          "x-forwarded-proto",
          "x-forwarded-scheme",
          "x-forwarded-server",
          "x-forwarded-uri",
          "x-host",
          "x-http-method",
          "x-http-method-override",
          "x-method-override",
          "x-original-host",
          "x-original-uri",
          "x-original-url",
          "x-rewrite-url",
          "x-script-name");

  /** What RFC 7239 §5.2 says of the client, which is no place to go to. */
  private static final Pattern CLIENT =
      Pattern.compile("(?i)\\bfor=(?:\"(?:[^\"\\\\]|\\\\.)*+\"|[^;,\"]*+)");

  private RoutingFields() {}

  /** The names and values as a text; null for none. */
  static @Nullable String of(Headers fields) {
    Map<String, String> found = null;
    for (int i = 0; i < fields.size(); i++) {
      String name = fields.name(i).toLowerCase(Locale.ROOT);
      if (NAMES.contains(name)) {
        found = found == null ? new TreeMap<>() : found;
        String value = fields.get(name);
        found.put(name, name.equals("forwarded") ? CLIENT.matcher(value).replaceAll("") : value);
      }
    }
    if (found == null) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    found.forEach(
        (name, value) ->
            text.append(name).append('=').append(value.length()).append(':').append(value));
    return text.toString();
  }
}
