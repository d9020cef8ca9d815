package io.castile.interop.snippets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An example in Java that a page shows.
 *
 * @param page its file name
 * @param line that of its first line, counted from 1
 * @param code its lines
 */
record Snippet(String page, int line, List<String> code) {
  private static final String BEGIN = "```java";
  private static final String END = "```";

  /** Stands on the line before an excerpt of generated code, which no reader is to write. */
  private static final String EXCERPT = "<!-- generated -->";

  /** Returns the examples of a page, but for excerpts. */
  static List<Snippet> of(Path page) throws IOException {
    String name = page.getFileName().toString();
    List<String> lines = Files.readAllLines(page);
    List<Snippet> found = new ArrayList<>();
    for (int begin = 0; begin < lines.size(); begin++) {
      if (lines.get(begin).equals(BEGIN)) {
        int end = begin + 1 + lines.subList(begin + 1, lines.size()).indexOf(END);
        if (end <= begin) {
          throw new IllegalStateException(
              name + ":" + (begin + 1) + ": expected an end, found none");
        }
        if (begin == 0 || !lines.get(begin - 1).equals(EXCERPT)) {
          found.add(new Snippet(name, begin + 2, List.copyOf(lines.subList(begin + 1, end))));
        }
        begin = end;
      }
    }
    return found;
  }

  @Override
  public String toString() {
    return page + ":" + line;
  }
}
