package io.castile.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns for people: the first ones to the left, numbers to the right. */
final class TextTable {
  private final int leftColumns;
  private final List<String[]> rows = new ArrayList<>();

  /**
   * @param leftColumns how many columns stand to the left
   */
  TextTable(int leftColumns, String... header) {
    this.leftColumns = leftColumns;
    rows.add(header);
  }

  void add(String... row) {
    rows.add(row);
  }

  void print(PrintWriter out) {
    int[] widths = new int[rows.get(0).length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.length; i++) {
        String padding = " ".repeat(widths[i] - row[i].length());
        line.append(i == 0 ? "" : "  ");
        line.append(i < leftColumns ? row[i] + padding : padding + row[i]);
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
