package io.castile.cache.request;

import io.castile.soap.Headers;
import io.castile.soap.http.message.FieldKind;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The header fields of a request that are part of its key: all by which a service may answer, known
 * or not, such as {@code Host} and {@code Accept-Language}. Those that are known to say nothing are
 * not, nor are credentials, which a policy has to name.
 */
final class KeyedFields {
  private static final String FORWARDED = "forwarded";

  /** The parameters of RFC 7239 §5.2 that identify the client by its address. */
  private static final Pattern CLIENT =
      Pattern.compile("(?i)\\bfor=(?:\"(?:[^\"\\\\]|\\\\.)*+\"|[^;,\"]*+)");

  private KeyedFields() {}

  /**
   * The names and values as a text; null for none.
   *
   * @param leftOut names in lower case that are not part of the key
   */
  static @Nullable String of(Headers fields, Collection<String> leftOut) {
    Map<String, String> found = all(fields, leftOut);
    if (found.isEmpty()) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    found.forEach(
        (name, value) ->
            text.append(name).append('=').append(value.length()).append(':').append(value));
    return text.toString();
  }

  /** The values by the names, in lower case and in their order. */
  static Map<String, String> all(Headers fields, Collection<String> leftOut) {
    Map<String, String> found = Map.of();
    for (int i = 0; i < fields.size(); i++) {
      if (FieldKind.of(fields.name(i)) != FieldKind.OTHER) {
        continue;
      }
      String name = fields.name(i).toLowerCase(Locale.ROOT);
      if (!leftOut.contains(name)) {
        found = found.isEmpty() ? new TreeMap<>() : found;
        String value = fields.get(name);
        found.put(name, name.equals(FORWARDED) ? CLIENT.matcher(value).replaceAll("") : value);
      }
    }
    return found;
  }
}
