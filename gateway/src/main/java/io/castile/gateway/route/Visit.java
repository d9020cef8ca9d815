package io.castile.gateway.route;

import io.castile.gateway.edge.Admission;
import io.castile.gateway.http.Reply;
import io.castile.gateway.meter.NoHit;
import io.castile.gateway.meter.Outcome;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** What the gateway notes of a request on its way. Used by one thread after the other. */
final class Visit {
  private final Route route;
  private final boolean offersLink;
  private final @Nullable Admission admission; // null where the route asks nothing of requests
  private volatile @Nullable QName operation; // null where the request was not looked at
  private volatile Outcome outcome = Outcome.PASSED;
  private volatile long savedNanos;
  private volatile @Nullable NoHit noHit; // null unless there is something to say

  /**
   * @param offersLink whether the request came over the differential link, or offers it
   * @param admission what it was counted into; null for nothing
   */
  Visit(Route route, boolean offersLink, @Nullable Admission admission) {
    this.route = route;
    this.offersLink = offersLink;
    this.admission = admission;
  }

  /** The answer to a request that may not go on; null for others. */
  @Nullable Reply refusal() {
    return admission == null ? null : admission.refusal();
  }

  /** What was decided on the request; null where the route asks nothing. */
  @Nullable Admission admission() {
    return admission;
  }

  /** Counts the request out. */
  void ended() {
    if (admission != null) {
      admission.ended();
    }
  }

  boolean offersLink() {
    return offersLink;
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

  /** The reason why a cached operation gave no hit; null after a hit, and where none is known. */
  @Nullable NoHit noHit() {
    return noHit;
  }

  /** Notes an answer; of what is not cached, it is that of an origin, and was passed. */
  void outcome(Inquiry inquiry, Answer answer) {
    GatewayCall call = inquiry.call();
    if (call != null) {
      noHit = call.noHit();
      if (call.bypass() == null) {
        outcome(answer);
      }
    }
  }

  void outcome(Answer answer) {
    if (answer instanceof Answer.Kept kept) {
      savedNanos = kept.entry().fetchNanos();
      outcome =
          kept.isCollapsed()
              ? Outcome.COLLAPSED
              : kept.stale() == null ? Outcome.HIT : Outcome.STALE;
    } else {
      outcome = Outcome.MISS;
    }
  }
}
