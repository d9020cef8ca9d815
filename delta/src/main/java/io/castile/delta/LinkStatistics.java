package io.castile.delta;

/**
 * The counters of an end of the differential link.
 *
 * @param full responses that were sent or received whole, to or from an end that knows the protocol
 * @param deltas responses that were sent or received as deltas
 * @param messageBytes the bytes of all these messages; of those that went as values, of the arrays
 *     with the values
 * @param wireBytes the bytes that were sent or received for them, without headers
 * @param mismatches deltas that could not be applied
 * @param fetched messages that were sent or received whole again for that
 * @param unknownBases responses that were asked for with a base that the server did not hold
 * @param requestDeltas requests that were sent or received as deltas, or as values
 * @param requestBytesSaved by how many bytes these were smaller than the requests; or than the
 *     arrays with the values
 * @param unknownRequestBases requests that had to be sent as XML after all, as the server could not
 *     apply the delta, or read the values
 */
public record LinkStatistics(
    long full,
    long deltas,
    long messageBytes,
    long wireBytes,
    long mismatches,
    long fetched,
    long unknownBases,
    long requestDeltas,
    long requestBytesSaved,
    long unknownRequestBases) {}
