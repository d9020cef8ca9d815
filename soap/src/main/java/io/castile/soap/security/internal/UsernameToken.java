package io.castile.soap.security.internal;

import io.castile.soap.security.PasswordType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A username token (UsernameToken Profile 1.1 §3.1).
 *
 * @param user the name
 * @param type of the password; null where there is none
 * @param password as text, or the digest in Base64; null for none
 * @param nonce null for none
 * @param created when the token was made, as it is written; null where it does not say
 * @param createdAt the same time; null where the token does not say
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
record UsernameToken(
    String user,
    @Nullable PasswordType type,
    @Nullable String password,
    byte @Nullable [] nonce,
    @Nullable String created,
    @Nullable Instant createdAt) {

  /** Base64(SHA-1(nonce + created + password)). */
  static String digest(byte[] nonce, String created, String password) {
    MessageDigest sha1 = digest("SHA-1");
    sha1.update(nonce);
    sha1.update(created.getBytes(StandardCharsets.UTF_8));
    sha1.update(password.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(sha1.digest());
  }

  static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has " + algorithm, e);
    }
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "username token of " + user;
  }
}
