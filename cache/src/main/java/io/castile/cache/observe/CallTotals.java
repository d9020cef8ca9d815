package io.castile.cache.observe;

/**
 * Sums over all calls of an operation since its first call, including those that are no longer
 * kept. Immutable.
 *
 * @param calls how many
 * @param faults how many had a fault, or no response
 * @param requestBytes of all requests
 * @param responseBytes of all responses
 * @param originNanos of all calls
 */
public record CallTotals(
    long calls, long faults, long requestBytes, long responseBytes, long originNanos) {
  static final CallTotals NONE = new CallTotals(0, 0, 0, 0, 0);

  CallTotals plus(ObservedCall call) {
    return new CallTotals(
        calls + 1,
        faults + (call.fault() ? 1 : 0),
        requestBytes + call.requestBytes(),
        responseBytes + call.responseBytes(),
        originNanos + call.originNanos());
  }
}
