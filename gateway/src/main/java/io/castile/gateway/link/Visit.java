package io.castile.gateway.link;

import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** What the gateway notes of a request on its way. Used by one thread after the other. */
final class Visit {
  private final Route route;
  private volatile @Nullable QName operation; // null where the request was not looked at
  private volatile Outcome outcome = Outcome.PASSED;

  /** What became of it. */
  enum Outcome {
    /** It passed to the origin. */
    PASSED,
    /** It was answered by the cache. */
    HIT,
    /** It was answered by the cache with an answer that is stale. */
    STALE,
    /** It may be cached, and the origin was asked. */
    MISS
  }

  Visit(Route route) {
    this.route = route;
  }

  Route route() {
    return route;
  }

  @Nullable QName operation() {
    return operation;
  }

  void operation(QName name) {
    operation = name;
  }

  Outcome outcome() {
    return outcome;
  }

  void outcome(Answer answer) {
    if (answer instanceof Answer.Kept kept) {
      outcome = kept.stale() == null ? Outcome.HIT : Outcome.STALE;
    } else {
      outcome = Outcome.MISS;
    }
  }
}
