package io.castile.interop.matrix;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The matrix in Markdown: what is tested, and why the rest is not. */
final class MatrixTable {
  private MatrixTable() {}

  /** The table, then a numbered list of the reasons, each line with its end. */
  static String markdown() {
    StringBuilder out = new StringBuilder();
    row(out, "", Stream.of(Pair.values()).map(pair -> pair.title).toList());
    row(out, "---", Stream.of(Pair.values()).map(pair -> "---").toList());
    for (Feature feature : Feature.values()) {
      row(out, feature.title, Stream.of(Pair.values()).map(pair -> cell(pair, feature)).toList());
    }
    out.append('\n');
    for (int i = 0; i < Exclusion.ALL.size(); i++) {
      out.append(i + 1).append(". ").append(reason(Exclusion.ALL.get(i))).append('\n');
    }
    return out.toString();
  }

  private static void row(StringBuilder out, String head, List<String> cells) {
    out.append("| ").append(head);
    cells.forEach(cell -> out.append(" | ").append(cell));
    out.append(" |\n");
  }

  private static String cell(Pair pair, Feature feature) {
    List<Cell> cells =
        Cell.all().stream().filter(c -> c.pair() == pair && c.feature() == feature).toList();
    List<Exclusion> exclusions =
        cells.stream().map(Exclusion::of).filter(found -> found != null).distinct().toList();
    if (exclusions.isEmpty()) {
      return "✓";
    }
    long tested = cells.stream().filter(cell -> Exclusion.of(cell) == null).count();
    String numbers =
        exclusions.stream()
            .map(exclusion -> "[" + (Exclusion.ALL.indexOf(exclusion) + 1) + "]")
            .collect(Collectors.joining());
    return tested == 0 ? numbers : tested + " of " + cells.size() + " " + numbers;
  }

  private static String reason(Exclusion exclusion) {
    String where = exclusion.where().isEmpty() ? "" : ", " + exclusion.where();
    return exclusion.pair().title
        + where
        + ", "
        + exclusion.feature().title
        + ": "
        + exclusion.reason()
        + ".";
  }
}
