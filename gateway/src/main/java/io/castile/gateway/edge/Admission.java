package io.castile.gateway.edge;

import io.castile.gateway.http.Reply;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was decided on a request, and what it was counted into until it ends. Used by one thread
 * after the other.
 */
public final class Admission {
  private final List<RateBucket> taken = new ArrayList<>(2);
  private RouteLimiter.@Nullable RestKeys restKeys; // null where there are no limits
  private @Nullable PasswordCheck pending; // null where no password is to be checked
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

  /** Whether a password is to be checked before the request may go on. */
  public boolean isPending() {
    return pending != null;
  }

  void pending(PasswordCheck check) {
    pending = check;
  }

  /** Whether the password is right; takes as long as bcrypt does. */
  public boolean isRight() {
    return pending == null || pending.isRight();
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

  void caller(String who) {
    caller = who;
  }

  /** Counts the request out. */
  public void ended() {
    taken.forEach(RateBucket::ended);
    taken.clear();
  }
}
