package io.castile.cache.observe;

import java.io.IOException;

/**
 * Thrown for a file that is no recording, with line and column, the expected and the found text.
 */
public final class RecordingFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  RecordingFormatException(int line, int column, String problem) {
    super("line " + line + ", column " + column + ": " + problem);
    this.line = line;
    this.column = column;
  }

  /** Returns the line, from 1. */
  public int line() {
    return line;
  }

  /** Returns the column, from 1. */
  public int column() {
    return column;
  }
}
