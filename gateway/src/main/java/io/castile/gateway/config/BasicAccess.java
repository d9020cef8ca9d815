package io.castile.gateway.config;

import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Callers show a name and a password (RFC 7617).
 *
 * @param users a file of Apache's {@code htpasswd} with hashes of bcrypt
 * @param realm what the caller is told that the password is for; printable ASCII without quotes and
 *     backslashes
 * @param passing what becomes of the field {@code Authorization}
 */
public record BasicAccess(Path users, String realm, Passing passing) {
  /** The default realm. */
  public static final String DEFAULT_REALM = "castile";

  private static final Pattern REALM = Pattern.compile("[ !#-\\[\\]-~]{1,200}");

  public BasicAccess {
    Objects.requireNonNull(users, "users");
    Objects.requireNonNull(passing, "passing");
    checkRealm(realm);
  }

  /**
   * Checks a realm.
   *
   * @throws IllegalArgumentException with what was expected
   */
  static void checkRealm(String realm) {
    if (!REALM.matcher(realm).matches()) {
      throw new IllegalArgumentException(
          "expected a realm of 1 to 200 printable characters of ASCII, without quotes and"
              + " backslashes, but found '"
              + realm
              + "'");
    }
  }
}
