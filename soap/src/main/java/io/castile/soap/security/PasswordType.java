package io.castile.soap.security;

/**
 * The way in which a username token proves that its sender knows the password (UsernameToken
 * Profile §3.1).
 */
public enum PasswordType {
  /**
   * The password itself, which each reader of the message then knows; so it is for connections with
   * TLS.
   */
  TEXT,
  /**
   * A SHA-1 digest of the password, of a time and of a number that is used once. A reader of the
   * message can try passwords on it, so it is for TLS, too.
   */
  DIGEST
}
