package io.castile.gateway.link;

import io.castile.gateway.meter.Outcome;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** What the gateway notes of a request on its way. Used by one thread after the other. */
final class Visit {
  private final Route route;
  private volatile @Nullable QName operation; // null where the request was not looked at
  private volatile Outcome outcome = Outcome.PASSED;
  private volatile long savedNanos;

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

  /** What the origin took for an answer that the cache gave; 0 for others. */
  long savedNanos() {
    return savedNanos;
  }

  void outcome(Answer answer) {
    if (answer instanceof Answer.Kept kept) {
      savedNanos = kept.entry().fetchNanos();
      outcome = kept.stale() == null ? Outcome.HIT : Outcome.STALE;
    } else {
      outcome = Outcome.MISS;
    }
  }
}
