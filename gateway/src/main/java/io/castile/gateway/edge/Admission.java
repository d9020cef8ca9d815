package io.castile.gateway.edge;

import java.util.ArrayList;
import java.util.List;

/** What a request was counted into, until it ends. Used by one thread after the other. */
public final class Admission {
  private final List<RateBucket> taken = new ArrayList<>(2);

  /** Counts the request into a bucket; returns what {@link RateBucket#take} does. */
  long take(RateBucket bucket, long now) {
    long wait = bucket.take(now);
    if (wait == 0) {
      taken.add(bucket);
    }
    return wait;
  }

  /** Counts the request out. */
  public void ended() {
    taken.forEach(RateBucket::ended);
    taken.clear();
  }
}
