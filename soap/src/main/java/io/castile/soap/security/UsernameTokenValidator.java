package io.castile.soap.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Knows users and their passwords. Called by many threads at once.
 *
 * <pre>{@code
 * Castile.server().security(s -> s.usernameTokens(passwords::get))
 * Castile.server()
 *     .security(s -> s.usernameTokens(UsernameTokenValidator.ofVerifier(directory::isPasswordOf)))
 * }</pre>
 */
@FunctionalInterface
public interface UsernameTokenValidator {
  /**
   * Returns the password of a user, against which a digest can be checked.
   *
   * @return null if there is no such user, or the password is not known as text
   */
  @Nullable String password(String user);

  /**
   * Whether a user has that password, which came as text. By default that of {@link #password}; the
   * time that takes does not depend on where the two differ.
   */
  default boolean verify(String user, String password) {
    String expected = password(user);
    byte[] given = password.getBytes(StandardCharsets.UTF_8);
    byte[] known = (expected == null ? "" : expected).getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(given, known) && expected != null;
  }

  /**
   * Returns a validator for passwords that are kept as one-way hashes, or somewhere else: it takes
   * passwords as text, and refuses digests.
   */
  static UsernameTokenValidator ofVerifier(BiPredicate<String, String> verifier) {
    Objects.requireNonNull(verifier, "verifier");
    return new UsernameTokenValidator() {
      @Override
      public @Nullable String password(String user) {
        return null;
      }

      @Override
      public boolean verify(String user, String password) {
        return verifier.test(user, password);
      }
    };
  }
}
