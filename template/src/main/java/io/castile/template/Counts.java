package io.castile.template;

import io.castile.template.TemplateStatistics.PlainReason;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** The counters for the messages of one key. Guarded by its {@link KeyTemplates}. */
final class Counts {
  final long[] matches = new long[Match.values().length];
  long busy;
  long overlaid;
  long abandoned;
  long failed;
  long dropped;
  long changedFields;
  long sentBytes;
  long savedNanos;
  private final long[] plain = new long[PlainReason.values().length];

  void plain(PlainReason reason) {
    plain[reason.ordinal()]++;
  }

  long plainOfAll() {
    return Arrays.stream(plain).sum();
  }

  Map<PlainReason, Long> plainReasons() {
    Map<PlainReason, Long> reasons = new EnumMap<>(PlainReason.class);
    for (PlainReason reason : PlainReason.values()) {
      if (plain[reason.ordinal()] > 0) {
        reasons.put(reason, plain[reason.ordinal()]);
      }
    }
    return reasons;
  }
}
