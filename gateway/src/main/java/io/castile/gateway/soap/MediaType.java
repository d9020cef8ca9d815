package io.castile.gateway.soap;

import io.castile.soap.SoapVersion;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A field {@code Content-Type} (RFC 9110 §8.3). Immutable and thread-safe.
 *
 * @param type type and subtype in lower case; empty if there is none
 * @param parameters their values by their names in lower case
 */
public record MediaType(String type, Map<String, String> parameters) {
  /** The media type of a message that states none. */
  public static final MediaType NONE = new MediaType("", Map.of());

  /** Fields that came before: there are few, and each message has one. */
  private static final Map<String, MediaType> KNOWN = new ConcurrentHashMap<>();

  private static final int MOST_KNOWN = 256;
  private static final int MOST_KNOWN_CHARACTERS = 100;

  /** Reads a field; what is wrong in it is left out. */
  public static MediaType parse(@Nullable String field) {
    if (field == null) {
      return NONE;
    }
    MediaType known = KNOWN.get(field);
    if (known != null) {
      return known;
    }
    MediaType read = read(field);
    if (field.length() <= MOST_KNOWN_CHARACTERS) {
      if (KNOWN.size() >= MOST_KNOWN) { // a sender may name any
        KNOWN.clear();
      }
      KNOWN.put(field, read);
    }
    return read;
  }

  private static MediaType read(String field) {
    int semicolon = field.indexOf(';');
    String type = (semicolon < 0 ? field : field.substring(0, semicolon)).strip();
    if (semicolon < 0) {
      return new MediaType(type.toLowerCase(Locale.ROOT), Map.of());
    }
    Map<String, String> parameters = new HashMap<>();
    readParameters(field, semicolon + 1, parameters);
    return new MediaType(type.toLowerCase(Locale.ROOT), Map.copyOf(parameters));
  }

  /** Whether a field names no parameter twice: readers differ in which of the two they take. */
  public static boolean namesOnce(String field) {
    int semicolon = field.indexOf(';');
    return semicolon < 0 || readParameters(field, semicolon + 1, new HashMap<>());
  }

  /** Returns whether none stands there twice; the first one is taken. */
  private static boolean readParameters(String field, int from, Map<String, String> parameters) {
    boolean isOnce = true;
    int at = from;
    // Invariant: at is behind a semicolon outside of quotes, or at the end.
    while (at < field.length()) {
      int end = endOfParameter(field, at);
      int equals = field.indexOf('=', at);
      if (equals > 0 && equals < end) {
        String name = field.substring(at, equals).strip().toLowerCase(Locale.ROOT);
        String value = unquoted(field.substring(equals + 1, end).strip());
        isOnce &= parameters.putIfAbsent(name, value) == null;
      }
      at = end + 1;
    }
    return isOnce;
  }

  private static int endOfParameter(String field, int start) {
    boolean quoted = false;
    int at = start;
    while (at < field.length() && (quoted || field.charAt(at) != ';')) {
      char c = field.charAt(at);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '\\' && quoted) {
        at++;
      }
      at++;
    }
    return Math.min(at, field.length());
  }

  /** A value without the quotes around it. */
  public static String unquoted(String value) {
    if (value.length() < 2 || !value.startsWith("\"") || !value.endsWith("\"")) {
      return value;
    }
    StringBuilder text = new StringBuilder(value.length());
    for (int i = 1; i < value.length() - 1; i++) {
      if (value.charAt(i) == '\\' && i < value.length() - 2) {
        i++;
      }
      text.append(value.charAt(i));
    }
    return text.toString();
  }

  /** Returns the encoding of the message; null where the message itself says it. */
  public @Nullable String charset() {
    return parameters.get("charset");
  }

  /** Whether messages of this type are XML, be they of SOAP or not. */
  public boolean isXml() {
    return version() != null || type.equals("application/xml");
  }

  /** Returns the version of SOAP that messages of this type have; null for no SOAP. */
  public @Nullable SoapVersion version() {
    return SoapVersion.ofMediaType(type);
  }
}
