package io.castile.gateway.edge;

import io.castile.gateway.config.AddressRange;
import io.castile.gateway.config.EdgeRules;
import io.castile.gateway.config.RouteLimits;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a route asks of requests before they go on. Thread-safe. */
public final class RouteEdge {
  private final @Nullable RouteLimiter limiter; // null for no limits

  private RouteEdge(@Nullable RouteLimiter limiter) {
    this.limiter = limiter;
  }

  /**
   * Makes that of a route's rules.
   *
   * @param before what the route had; limits that stay keep what they have counted. Null for a
   *     route that is new, or that had nothing
   * @return null where requests go on as they came
   */
  public static @Nullable RouteEdge of(EdgeRules rules, @Nullable RouteEdge before) {
    return rules.equals(EdgeRules.NONE)
        ? null
        : new RouteEdge(limiter(rules.limits(), before == null ? null : before.limiter));
  }

  private static @Nullable RouteLimiter limiter(RouteLimits limits, @Nullable RouteLimiter before) {
    if (limits.equals(RouteLimits.NONE)) {
      return null;
    }
    return before != null && before.limits().equals(limits) ? before : new RouteLimiter(limits);
  }

  /**
   * Decides whether a request goes on.
   *
   * @param trusted proxies whose word on the client's address is believed
   * @param admission has what the request was counted into, whatever the answer
   * @return the answer to one that does not; null for one that does
   */
  public @Nullable Reply admit(RequestHead head, List<AddressRange> trusted, Admission admission) {
    if (limiter == null) {
      return null;
    }
    Reply refusal = limiter.takeByAddress(ClientAddress.of(head, trusted), admission);
    return refusal == null ? limiter.takeByRest(head, admission) : refusal;
  }
}
