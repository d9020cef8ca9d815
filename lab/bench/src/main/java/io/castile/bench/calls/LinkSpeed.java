package io.castile.bench.calls;

/** Links over which delays are computed, and measured through a {@link Relay}. */
public enum LinkSpeed {
  /** That of the mSOAP paper (§VI.B). */
  PAPER("the paper's wireless", 15_000_000, 5),
  MOBILE_3G("3G", 1_000_000, 150),
  SATELLITE("satellite", 500_000, 600),
  MOBILE_2G("2G", 50_000, 600);

  /** What a segment of TCP carries. */
  private static final int SEGMENT_BYTES = 1460;

  /** How many segments are sent at first (RFC 6928). */
  private static final int INITIAL_WINDOW = 10;

  private final String label;
  private final double bytesPerMilli;
  private final int roundTripMillis;

  LinkSpeed(String label, int bitsPerSecond, int roundTripMillis) {
    this.label = label;
    this.bytesPerMilli = bitsPerSecond / 8000.0;
    this.roundTripMillis = roundTripMillis;
  }

  /** What tables call it. */
  public String label() {
    return label;
  }

  /** How long the link takes to send so many bytes. */
  long transmissionNanos(int bytes) {
    return (long) (bytes / bytesPerMilli * 1e6);
  }

  /** How long a bit is under way. */
  long oneWayNanos() {
    return roundTripMillis * 500_000L;
  }

  /**
   * The milliseconds from a small request to the end of its response, on a connection that is open
   * but was idle: one round trip, the time that the bytes take, and the stalls of slow start, in
   * which the server waits for the first acknowledgement of a window (Kurose and Ross: Computer
   * Networking, on the latency of a dynamic congestion window). Nothing is lost, and nothing takes
   * time at the ends.
   */
  public double delayMillis(double bytes) {
    double segmentMillis = SEGMENT_BYTES / bytesPerMilli;
    double millis = roundTripMillis + bytes / bytesPerMilli;
    double sent = 0;
    for (int window = INITIAL_WINDOW; sent + window * SEGMENT_BYTES < bytes; window *= 2) {
      sent += window * SEGMENT_BYTES;
      millis += Math.max(0, roundTripMillis + segmentMillis - window * segmentMillis);
    }
    return millis;
  }
}
