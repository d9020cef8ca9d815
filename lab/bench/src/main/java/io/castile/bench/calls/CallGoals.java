package io.castile.bench.calls;

import io.castile.bench.report.BenchRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The goals of the suite {@code calls}: p50 with one thread, beside that of others. */
final class CallGoals {
  private static final List<LoopbackRow> SOAP =
      List.of(LoopbackRow.CXF, LoopbackRow.CXF_URL, LoopbackRow.METRO);

  private static final List<CallOperation> SMALL =
      List.of(CallOperation.SIMPLE, CallOperation.SEARCH);

  private static final double MAX_OF_GRPC = 1.2;

  private CallGoals() {}

  /** Says of each goal whether it is met; nothing of those that were not measured. */
  static List<String> notes(List<BenchRow> rows) {
    List<String> notes = new ArrayList<>();
    for (boolean pinned : List.of(true, false)) {
      CallPlace place = new CallPlace(pinned, 1);
      for (CallOperation operation : CallOperation.values()) {
        if (operation != CallOperation.SEARCHES) {
          String best = "the better of Apache CXF and Metro";
          add(notes, rows, operation, place, SOAP, best, most(operation, pinned));
        }
        if (SMALL.contains(operation)) {
          String grpc = LoopbackRow.GRPC_DIRECT.label();
          add(notes, rows, operation, place, List.of(LoopbackRow.GRPC_DIRECT), grpc, MAX_OF_GRPC);
        }
      }
    }
    return notes;
  }

  /** What part of the better SOAP stack's time a call may take. */
  private static double most(CallOperation operation, boolean pinned) {
    return switch (operation) {
      case SIMPLE, SEARCH, SEARCHES -> pinned ? 0.5 : 0.75;
      case RATINGS -> 0.3;
      case GET_DOUBLES, PUT_DOUBLES -> 0.2;
    };
  }

  private static void add(
      List<String> notes,
      List<BenchRow> rows,
      CallOperation operation,
      CallPlace place,
      List<LoopbackRow> peers,
      String who,
      double most) {
    String scenario = CallMeasure.P50.scenario(operation, place);
    OptionalDouble peer = best(rows, peers, scenario);
    OptionalDouble ours = best(rows, List.of(LoopbackRow.CASTILE), scenario);
    if (peer.isEmpty() || ours.isEmpty()) {
      return;
    }
    double ratio = ours.getAsDouble() / peer.getAsDouble();
    StringBuilder note = new StringBuilder();
    note.append(ratio <= most ? "Goal met: " : "Goal missed: ")
        .append(operation.label())
        .append(place.isPinned() ? ", pinned" : ", not pinned")
        .append(
            String.format(Locale.ROOT, ": %.2f× the p50 of %s (at most %s×)", ratio, who, most));
    best(rows, List.of(LoopbackRow.CASTILE_PLAIN), scenario)
        .ifPresent(
            plain ->
                note.append(
                    String.format(
                        Locale.ROOT, "; with templates off %.2f×", plain / peer.getAsDouble())));
    notes.add(note.append('.').toString());
  }

  /** The shortest time of any of these rows; empty if none was measured. */
  private static OptionalDouble best(List<BenchRow> rows, List<LoopbackRow> of, String scenario) {
    List<String> names = of.stream().map(LoopbackRow::label).toList();
    return rows.stream()
        .filter(row -> names.contains(row.row()) && row.scenario().equals(scenario))
        .mapToDouble(BenchRow::value)
        .min();
  }
}
