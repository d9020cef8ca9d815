package io.castile.template;

import java.util.EnumMap;
import java.util.Map;

/** What has happened to the messages of one key. Guarded by its {@link KeyTemplates}. */
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
  private final Map<PlainReason, Long> plain = new EnumMap<>(PlainReason.class);

  void plain(PlainReason reason) {
    plain.merge(reason, 1L, Long::sum);
  }

  long plainOfAll() {
    return plain.values().stream().mapToLong(count -> count).sum();
  }

  Map<PlainReason, Long> plainReasons() {
    return plain;
  }
}
