package io.castile.gateway.edge;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A token that is to be checked.
 *
 * @param tokens the rules by which it is
 * @param admission is told of the caller
 */
record TokenCheck(Tokens tokens, BearerToken token, Admission admission) implements PendingCheck {
  @Override
  public CompletableFuture<CheckResult> start(CredentialChecks checks) {
    JwkSetKeys keys = tokens.source().keys();
    return checks
        .tokens()
        .check(() -> tokens.check(token, keys, admission))
        .thenCompose(
            found ->
                found == CheckResult.NO_KEYS
                    ? again(checks, keys)
                    : CompletableFuture.completedFuture(found));
  }

  /**
   * Checks the token again when there are other keys.
   *
   * @param before none of these fits it
   */
  private CompletableFuture<CheckResult> again(
      CredentialChecks checks, @Nullable JwkSetKeys before) {
    KeySource source = tokens.source();
    return source
        .newer()
        .thenCompose(
            asked -> {
              JwkSetKeys keys = source.keys();
              return keys == before
                  ? CompletableFuture.completedFuture(ofUnknown(keys))
                  : checks.tokens().check(() -> checkLast(keys));
            });
  }

  private CheckResult checkLast(@Nullable JwkSetKeys keys) {
    CheckResult found = tokens.check(token, keys, admission);
    return found == CheckResult.NO_KEYS ? ofUnknown(keys) : found;
  }

  /** What is found of a token that no key fits: it is wrong, if there are keys at all. */
  private static CheckResult ofUnknown(@Nullable JwkSetKeys keys) {
    return keys == null ? CheckResult.NO_KEYS : CheckResult.WRONG_TOKEN;
  }

  @Override
  public String toString() {
    return "TokenCheck"; // not the token
  }
}
