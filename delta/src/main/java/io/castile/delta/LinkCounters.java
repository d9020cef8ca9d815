package io.castile.delta;

import io.castile.soap.flight.FlightEvents;
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
    FlightEvents.link("full", bytes, bytes);
  }

  void delta(int message, int wire) {
    deltas.increment();
    messageBytes.add(message);
    wireBytes.add(wire);
    FlightEvents.link("delta", message, wire);
  }

  /** Counts a message of which nothing was left out, in a form of its own. */
  void whole(int message, int wire) {
    full.increment();
    messageBytes.add(message);
    wireBytes.add(wire);
    FlightEvents.link("full", message, wire);
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
    FlightEvents.link("mismatch", 0, 0);
  }

  void fetched() {
    fetched.increment();
    FlightEvents.link("fetched", 0, 0);
  }

  void unknownBase() {
    unknownBases.increment();
    FlightEvents.link("unknown-base", 0, 0);
  }

  void requestDelta(int message, int wire) {
    requestDeltas.increment();
    requestBytesSaved.add(message - wire);
    FlightEvents.link("request-delta", message, wire);
  }

  void unknownRequestBase() {
    unknownRequestBases.increment();
    FlightEvents.link("unknown-request-base", 0, 0);
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
