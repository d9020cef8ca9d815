package io.castile.gateway.edge;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
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
    return check(checks, keys, () -> again(checks, keys));
  }

  /**
   * Checks the token.
   *
   * @param none what is done where no key fits it
   */
  private CompletableFuture<CheckResult> check(
      CredentialChecks checks,
      @Nullable JwkSetKeys keys,
      Supplier<CompletableFuture<CheckResult>> none) {
    return checks
        .tokens()
        .check(() -> tokens.check(token, keys, admission))
        .thenCompose(
            found ->
                found == CheckResult.NO_KEYS
                    ? none.get()
                    : CompletableFuture.completedFuture(found));
  }

  /**
   * Checks the token again: by keys that have come while it waited to be checked, or when newer
   * ones have been asked for.
   *
   * @param before none of these fits it
   */
  private CompletableFuture<CheckResult> again(
      CredentialChecks checks, @Nullable JwkSetKeys before) {
    JwkSetKeys now = tokens.source().keys();
    return now == before ? ask(checks, before) : check(checks, now, () -> ask(checks, now));
  }

  /**
   * Checks the token again when there are other keys, which are asked for.
   *
   * @param before none of these fits it
   */
  private CompletableFuture<CheckResult> ask(CredentialChecks checks, @Nullable JwkSetKeys before) {
    KeySource source = tokens.source();
    return checks.awaitKeys(
        source.newer(),
        () -> {
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

  /** Returns the result for a token that no key fits: it is wrong, if there are keys at all. */
  private static CheckResult ofUnknown(@Nullable JwkSetKeys keys) {
    return keys == null ? CheckResult.NO_KEYS : CheckResult.WRONG_TOKEN;
  }

  @Override
  public String toString() {
    return "TokenCheck"; // not the token
  }
}
