package io.castile.bench.fleet;

/** A question on its way. Not thread-safe. */
final class SimulatedCall {
  final int question;
  final long sent;
  private final int first;
  private int attempts;

  /**
   * @param first the node to which the balancer sends it
   */
  SimulatedCall(int question, long sent, int first) {
    this.question = question;
    this.sent = sent;
    this.first = first;
  }

  /** The node that is asked next, of so many; -1 if all were. */
  int nextNode(int nodes) {
    return attempts < nodes ? (first + attempts++) % nodes : -1;
  }
}
