package io.castile.bench.calls;

import io.castile.bench.report.BenchRow;
import java.util.function.ToDoubleFunction;

/** What is measured of a round in the suite {@code calls}. */
enum CallMeasure {
  P50("p50", "µs", CallRound.Result::p50),
  P99("p99", "µs", CallRound.Result::p99),
  PER_SECOND("calls in a second", "calls/s", CallRound.Result::perSecond),
  ALLOCATED("allocated at both ends for a call", "B", CallRound.Result::allocated);

  private final String label;
  private final String unit;
  private final ToDoubleFunction<CallRound.Result> value;

  CallMeasure(String label, String unit, ToDoubleFunction<CallRound.Result> value) {
    this.label = label;
    this.unit = unit;
    this.value = value;
  }

  String label() {
    return label;
  }

  String unit() {
    return unit;
  }

  double of(CallRound.Result result) {
    return value.applyAsDouble(result);
  }

  /** The {@link BenchRow#scenario} of a cell. */
  String scenario(CallOperation operation, CallPlace place) {
    return label + ", " + operation.label() + ", " + place.label();
  }
}
