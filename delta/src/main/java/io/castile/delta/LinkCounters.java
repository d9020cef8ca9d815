package io.castile.delta;

import java.util.concurrent.atomic.LongAdder;

/** Counts. Thread-safe. */
final class LinkCounters {
  private final LongAdder full = new LongAdder();
  private final LongAdder deltas = new LongAdder();
  private final LongAdder messageBytes = new LongAdder();
  private final LongAdder wireBytes = new LongAdder();
  private final LongAdder mismatches = new LongAdder();
  private final LongAdder fetched = new LongAdder();
  private final LongAdder unknownBases = new LongAdder();

  private final LongAdder requestDeltas = new LongAdder();
  private final LongAdder requestBytesSaved = new LongAdder();
  private final LongAdder unknownRequestBases = new LongAdder();

  void full(int bytes) {
    full.increment();
    messageBytes.add(bytes);
    wireBytes.add(bytes);
  }

  void delta(int message, int wire) {
    deltas.increment();
    messageBytes.add(message);
    wireBytes.add(wire);
  }

  /** Counts a message of which nothing may have been left out. */
  void coded(int message, int wire) {
    if (wire < message) {
      delta(message, wire);
    } else {
      full(message);
    }
  }

  void mismatch() {
    mismatches.increment();
  }

  void fetched() {
    fetched.increment();
  }

  void unknownBase() {
    unknownBases.increment();
  }

  void requestDelta(int message, int wire) {
    requestDeltas.increment();
    requestBytesSaved.add(message - wire);
  }

  void unknownRequestBase() {
    unknownRequestBases.increment();
  }

  LinkStatistics statistics() {
    return new LinkStatistics(
        full.sum(),
        deltas.sum(),
        messageBytes.sum(),
        wireBytes.sum(),
        mismatches.sum(),
        fetched.sum(),
        unknownBases.sum(),
        requestDeltas.sum(),
        requestBytesSaved.sum(),
        unknownRequestBases.sum());
  }
}
