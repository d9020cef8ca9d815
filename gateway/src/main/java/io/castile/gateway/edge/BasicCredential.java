package io.castile.gateway.edge;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** A name and a password as {@code Authorization} has them (RFC 7617). Immutable. */
record BasicCredential(String user, String password) {
  private static final String SCHEME = "Basic";

  /** Whether the field has a credential of this kind, which may be malformed. */
  static boolean isBasic(String field) {
    return hasScheme(field, SCHEME);
  }

  /** Whether a field {@code Authorization} begins with the name of a scheme (RFC 9110 §11.1). */
  static boolean hasScheme(String field, String scheme) {
    int end = scheme.length();
    return field.regionMatches(true, 0, scheme, 0, end)
        && (field.length() == end || field.charAt(end) == ' ' || field.charAt(end) == '\t');
  }

  /** Reads the field; null if it has another kind of credential, or none that is well-formed. */
  static @Nullable BasicCredential read(String field) {
    if (!isBasic(field)) {
      return null;
    }
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(field.substring(SCHEME.length()).strip());
    } catch (IllegalArgumentException e) {
      return null;
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    int colon = text.indexOf(':');
    return colon < 0
        ? null
        : new BasicCredential(text.substring(0, colon), text.substring(colon + 1));
  }

  @Override
  public String toString() {
    return "BasicCredential"; // not the password
  }
}
