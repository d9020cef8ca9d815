package io.castile.gateway.edge;

/** The threads on which credentials are checked that take long to check. Thread-safe. */
public final class CredentialChecks implements AutoCloseable {
  private static final int MOST_PASSWORDS_WAITING = 64;

  /**
   * More than of passwords, as a check takes little time, and many may come with the first keys.
   */
  private static final int MOST_TOKENS_WAITING = 1_024;

  private final CheckThreads passwords =
      new CheckThreads("castile-gateway-passwords", MOST_PASSWORDS_WAITING);
  private final CheckThreads tokens =
      new CheckThreads("castile-gateway-tokens", MOST_TOKENS_WAITING);

  CheckThreads passwords() {
    return passwords;
  }

  CheckThreads tokens() {
    return tokens;
  }

  @Override
  public void close() {
    passwords.close();
    tokens.close();
  }
}
