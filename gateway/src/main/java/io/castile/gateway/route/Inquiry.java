package io.castile.gateway.route;

import io.castile.gateway.http.HeldRequest;
import io.castile.gateway.soap.Question;
import org.jspecify.annotations.Nullable;

/**
 * A request that asks something of SOAP, and what the gateway is to do with it. Immutable.
 *
 * @param known what the request was found to be
 * @param question what it asks
 * @param call as the response cache sees it; null where the policy has nothing to do with it
 * @param request to be asked of an origin
 * @param isLinked whether it is asked over the differential link
 */
record Inquiry(
    Route route,
    KnownRequest known,
    Question question,
    @Nullable GatewayCall call,
    HeldRequest request,
    boolean isLinked) {
  /** Whether neither the cache nor the link has anything to do with it: it passes as it comes. */
  boolean passes() {
    return call == null && !isLinked;
  }
}
