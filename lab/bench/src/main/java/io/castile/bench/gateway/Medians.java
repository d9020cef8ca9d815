package io.castile.bench.gateway;

import io.castile.bench.report.BenchRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.util.ListStatistics;

/** Values that are taken several times: a row has their median, and half their range as error. */
final class Medians {
  private record Key(String row, String scenario, String unit) {}

  private final Map<Key, ListStatistics> values = new LinkedHashMap<>();

  /** Adds a value. */
  void add(String row, String scenario, String unit, double value) {
    values
        .computeIfAbsent(new Key(row, scenario, unit), key -> new ListStatistics())
        .addValue(value);
  }

  /** Returns the rows, in the order in which their first values came. */
  List<BenchRow> rows() {
    List<BenchRow> rows = new ArrayList<>();
    values.forEach(
        (key, all) ->
            rows.add(
                new BenchRow(
                    key.row,
                    key.scenario,
                    all.getPercentile(50),
                    key.unit,
                    (all.getMax() - all.getMin()) / 2)));
    return rows;
  }

  /** Returns the names of the rows, in the same order. */
  List<String> names() {
    return values.keySet().stream().map(Key::row).distinct().toList();
  }
}
