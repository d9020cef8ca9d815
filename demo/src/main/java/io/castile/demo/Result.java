package io.castile.demo;

import java.util.List;

/**
 * What a run of the demo found.
 *
 * @param rows a row for each client, server and operation
 * @param disagreements what was answered otherwise than by the service itself; empty if all is well
 */
public record Result(List<Row> rows, List<String> disagreements) {
  public Result {
    rows = List.copyOf(rows);
    disagreements = List.copyOf(disagreements);
  }
}
