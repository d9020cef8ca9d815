package io.castile.gateway.edge;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A token as {@code Authorization} has it (RFC 6750): a signed JWT in its compact form, of which
 * nothing has been read yet. Immutable.
 */
record BearerToken(String text) {
  private static final String SCHEME = "Bearer";
  private static final int MOST_CHARACTERS = 16 << 10;

  /** A field that begins with the name of a scheme. */
  private static final Pattern OF_SCHEME =
      Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]++(?:[ \\t]|\\z)");

  /** RFC 7515 §7.1, with a signature. */
  private static final Pattern SIGNED = Pattern.compile("(?:[A-Za-z0-9_-]++\\.){2}[A-Za-z0-9_-]++");

  /** Whether the field has a credential of this kind, which may be malformed. */
  static boolean isBearer(String field) {
    return BasicCredential.hasScheme(field, SCHEME);
  }

  /**
   * Whether the field might be taken for a credential of this kind by an origin that reads it
   * leniently: it is one, or begins with the name of no scheme (RFC 9110 §11.1).
   */
  static boolean mayBeBearer(String field) {
    return isBearer(field) || (!field.isEmpty() && !OF_SCHEME.matcher(field).lookingAt());
  }

  /** Reads the field; null if it has another kind of credential, or none that is well-formed. */
  static @Nullable BearerToken read(String field) {
    if (!isBearer(field)) {
      return null;
    }
    String text = field.substring(SCHEME.length()).strip();
    return text.length() <= MOST_CHARACTERS && SIGNED.matcher(text).matches()
        ? new BearerToken(text)
        : null;
  }

  @Override
  public String toString() {
    return "BearerToken"; // not the token
  }
}
