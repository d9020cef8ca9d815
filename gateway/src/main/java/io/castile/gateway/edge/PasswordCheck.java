package io.castile.gateway.edge;

import java.util.concurrent.CompletableFuture;

/**
 * A password that is to be checked. Immutable.
 *
 * @param passwords those that held when the request came
 */
record PasswordCheck(Passwords passwords, String user, String password) implements PendingCheck {
  @Override
  public CompletableFuture<CheckResult> start(CredentialChecks checks) {
    return checks
        .passwords()
        .check(
            () ->
                passwords.verify(user, password) ? CheckResult.RIGHT : CheckResult.WRONG_PASSWORD);
  }

  @Override
  public String toString() {
    return "PasswordCheck"; // not the password
  }
}
