package io.castile.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import org.HdrHistogram.Histogram;

/** Adds up the events of Castile in a process. Thread-safe. */
final class FlightTotals {
  private static final int DIGITS = 2; // of percentiles
  private static final double MICROS_PER_MILLI = 1000;

  private record Key(String side, String service, String operation) {}

  private static final class Calls {
    final Histogram micros = new Histogram(DIGITS);
    final Map<String, Long> cache = new TreeMap<>();
    long faults;
    long failures;
  }

  private final Map<Key, Calls> calls = new HashMap<>();
  private final Map<String, Long> matches = new TreeMap<>();
  private long linkMessages;
  private long linkDeltas;
  private long linkMessageBytes;
  private long linkWireBytes;

  synchronized void addCall(RecordedEvent event) {
    Key key = new Key(text(event, "side"), text(event, "service"), text(event, "operation"));
    Calls of = calls.computeIfAbsent(key, added -> new Calls());
    of.micros.recordValue(event.getDuration().toNanos() / 1000);
    of.cache.merge(text(event, "cache"), 1L, Long::sum);
    switch (text(event, "outcome")) {
      case "fault" -> of.faults++;
      case "failure" -> of.failures++;
      default -> {}
    }
  }

  synchronized void addTemplate(RecordedEvent event) {
    matches.merge(text(event, "match"), 1L, Long::sum);
  }

  synchronized void addLink(RecordedEvent event) {
    long message = event.getLong("messageBytes");
    if (message > 0) { // else nothing was sent, but found to be missing
      long wire = event.getLong("wireBytes");
      linkMessages++;
      linkDeltas += wire < message ? 1 : 0;
      linkMessageBytes += message;
      linkWireBytes += wire;
    }
  }

  private static String text(RecordedEvent event, String field) {
    String value = event.getString(field);
    return value == null ? "?" : value;
  }

  /**
   * Returns what was added so far.
   *
   * @param seconds for how long the process was watched; positive
   */
  synchronized FlightReport report(double seconds) {
    List<FlightReport.Row> rows = new ArrayList<>();
    calls.forEach((key, of) -> rows.add(row(key, of, seconds)));
    rows.sort(
        Comparator.comparingLong(FlightReport.Row::calls)
            .reversed()
            .thenComparing(FlightReport.Row::side)
            .thenComparing(FlightReport.Row::service)
            .thenComparing(FlightReport.Row::operation));
    return new FlightReport(
        seconds,
        rows,
        new TreeMap<>(matches),
        new FlightReport.Link(linkMessages, linkDeltas, linkMessageBytes, linkWireBytes));
  }

  private static FlightReport.Row row(Key key, Calls of, double seconds) {
    long count = of.micros.getTotalCount();
    return new FlightReport.Row(
        key.side,
        key.service,
        key.operation,
        count,
        count / seconds,
        of.micros.getValueAtPercentile(50) / MICROS_PER_MILLI,
        of.micros.getValueAtPercentile(99) / MICROS_PER_MILLI,
        new TreeMap<>(of.cache),
        of.faults,
        of.failures);
  }
}
