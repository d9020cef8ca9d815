package io.castile.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** How many tokens wait for keys. */
final class CredentialChecksTest {
  private static final Supplier<CompletableFuture<CheckResult>> RIGHT =
      () -> CompletableFuture.completedFuture(CheckResult.RIGHT);

  @Test
  void tokensWaitForKeysUpToANumber() {
    try (CredentialChecks checks = new CredentialChecks()) {
      CompletableFuture<Void> asked = new CompletableFuture<>();
      List<CompletableFuture<CheckResult>> waiting = new ArrayList<>();
      for (int i = 0; i < CredentialChecks.MOST_AWAITING_KEYS; i++) {
        waiting.add(checks.awaitKeys(asked, RIGHT));
      }

      assertThat(checks.awaitKeys(asked, RIGHT)).isCompletedWithValue(CheckResult.BUSY);
      assertThat(checks.awaitKeys(CompletableFuture.completedFuture(null), RIGHT))
          .as("one that need not wait")
          .isCompletedWithValue(CheckResult.RIGHT);
      assertThat(waiting).noneMatch(CompletableFuture::isDone);
      asked.complete(null);
      assertThat(waiting)
          .allSatisfy(each -> assertThat(each).isCompletedWithValue(CheckResult.RIGHT));

      assertThat(checks.awaitKeys(new CompletableFuture<>(), RIGHT)).isNotDone();
    }
  }

  @Test
  void whatIsAskedForInVainIsWaitedForNoMore() {
    try (CredentialChecks checks = new CredentialChecks()) {
      for (int i = 0; i <= CredentialChecks.MOST_AWAITING_KEYS; i++) {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        CompletableFuture<CheckResult> waiting = checks.awaitKeys(asked, RIGHT);
        asked.completeExceptionally(new IllegalStateException("a test"));
        assertThat(waiting).isCompletedExceptionally();
      }
    }
  }
}
