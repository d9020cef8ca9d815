package io.castile.gateway.edge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A text file whose lines are read one by one; those that are empty or begin with # say nothing.
 */
final class LineFile {
  /** Reads one line. */
  interface Line {
    /**
     * Reads it.
     *
     * @throws IllegalArgumentException with what was expected; the line, which may have a secret,
     *     is not to be in it
     */
    void read(String text);
  }

  private LineFile() {}

  /**
   * @throws IOException if it cannot be read, or a line is wrong, with its number
   */
  static void read(Path file, Line reader) throws IOException {
    List<String> lines =
        new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        try {
          reader.read(line);
        } catch (IllegalArgumentException e) {
          throw new IOException(file + ":" + (i + 1) + ": " + e.getMessage(), e);
        }
      }
    }
  }
}
