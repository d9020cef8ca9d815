package io.castile.gateway.edge;

import io.castile.gateway.http.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The decision on a request, and the counters in which it is until it ends. Used by one thread
 * after the other.
 */
public final class Admission {
  private final List<RateBucket> taken = new ArrayList<>(2);
  private RouteLimiter.@Nullable RestKeys restKeys; // null where there are no limits
  private @Nullable PendingCheck pending; // null where no credential is to be checked
  private @Nullable String caller; // null where the fields say enough
  private @Nullable Reply refusal; // null for a request that may go on

  /** Counts the request into a bucket; returns what {@link RateBucket#take} does. */
  long take(RateBucket bucket, long now) {
    long wait = bucket.take(now);
    if (wait == 0) {
      taken.add(bucket);
    }
    return wait;
  }

  /** Returns the answer to a request that may not go on; null for others. */
  public @Nullable Reply refusal() {
    return refusal;
  }

  void refusal(@Nullable Reply reply) {
    refusal = reply;
  }

  /** Whether a credential is to be checked before the request may go on. */
  public boolean isPending() {
    return pending != null;
  }

  void pending(PendingCheck check) {
    pending = check;
  }

  /** Begins the check of the credential; does not block. */
  public CompletableFuture<CheckResult> check(CredentialChecks checks) {
    return pending == null
        ? CompletableFuture.completedFuture(CheckResult.RIGHT)
        : pending.start(checks);
  }

  RouteLimiter.@Nullable RestKeys restKeys() {
    return restKeys;
  }

  void restKeys(RouteLimiter.RestKeys keys) {
    restKeys = keys;
  }

  @Nullable String caller() {
    return caller;
  }

  /** Adds a name to what is known of the caller: a request may show a key and a token. */
  void caller(String who) {
    caller = caller == null ? who : caller + " " + who;
  }

  /** Counts the request out. */
  public void ended() {
    taken.forEach(RateBucket::ended);
    taken.clear();
  }
}
