package io.castile.interop;

import io.castile.interop.ServiceParity.Row;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A checked-in list of what differs, and why, with the columns service, class or operation, check
 * and reason. A listed difference that no longer shows must leave the list.
 */
final class KnownDifferences {
  private final Set<Key> known = new LinkedHashSet<>();
  private final Set<Key> seen = new LinkedHashSet<>();

  private record Key(String service, String type, String check) {}

  /**
   * @param name of the resource
   */
  static KnownDifferences load(String name) throws IOException {
    KnownDifferences list = new KnownDifferences();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                KnownDifferences.class.getResourceAsStream(name), StandardCharsets.UTF_8))) {
      List<String> lines = in.lines().skip(1).toList();
      for (String line : lines) {
        String[] cells = line.split("\t", -1);
        if (cells.length != 4 || cells[3].isBlank()) {
          throw new IllegalStateException(
              name + ": expected service, class, check and reason but found: " + line);
        }
        list.known.add(new Key(cells[0], cells[1], cells[2]));
      }
    }
    return list;
  }

  /** The rows without what is listed. */
  List<Row> unknown(List<Row> rows) {
    List<Row> unknown = new ArrayList<>();
    for (Row row : rows) {
      var rest = new ArrayList<>(row.differences());
      rest.removeIf(
          difference -> {
            Key key = new Key(row.service(), row.type(), difference.check());
            boolean listed = known.contains(key);
            if (listed) {
              seen.add(key);
            }
            return listed;
          });
      unknown.add(
          new Row(row.service(), row.type(), row.instances(), row.mode(), row.handling(), rest));
    }
    return unknown;
  }

  /** What is listed but did not show in any rows so far. */
  List<String> gone() {
    return known.stream().filter(key -> !seen.contains(key)).map(Key::toString).toList();
  }
}
