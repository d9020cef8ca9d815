package io.castile.cli;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Some lines on the terminal that are written over again; nothing at all in a pipe. */
final class LiveTable implements AutoCloseable {
  private static final String UP = "\033[%dA";
  private static final String CLEAR_BELOW = "\033[J";

  private final @Nullable PrintStream terminal; // null where there is none
  private int lines;

  LiveTable(@Nullable PrintStream terminal) {
    this.terminal = terminal;
  }

  static LiveTable onTerminal() {
    return new LiveTable(Progress.isTerminal() ? System.err : null);
  }

  /** Shows a text of whole lines in place of the last one. */
  void show(String text) {
    if (terminal != null) {
      clear(terminal);
      terminal.print(text);
      terminal.flush();
      lines = (int) text.lines().count();
    }
  }

  private void clear(PrintStream on) {
    if (lines > 0) {
      on.print(UP.formatted(lines) + "\r" + CLEAR_BELOW);
      lines = 0;
    }
  }

  /** Takes the lines away. */
  @Override
  public void close() {
    if (terminal != null) {
      clear(terminal);
      terminal.flush();
    }
  }
}
