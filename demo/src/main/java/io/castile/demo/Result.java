package io.castile.demo;

import java.util.List;

/**
 * What a run of the demo found.
 *
 * @param rows a row for each client, server and operation
 * @param hits what the response cache did for clients of three stacks
 * @param savings what templates did for a client that calls again and again
 * @param linkSavings what the differential link did for a client that calls again and again
 * @param disagreements what was answered otherwise than by the service itself; empty if all is well
 */
public record Result(
    List<Row> rows,
    List<Hit> hits,
    List<Saving> savings,
    List<LinkSaving> linkSavings,
    List<String> disagreements) {
  public Result {
    rows = List.copyOf(rows);
    hits = List.copyOf(hits);
    savings = List.copyOf(savings);
    linkSavings = List.copyOf(linkSavings);
    disagreements = List.copyOf(disagreements);
  }
}
