package io.castile.cli;

import java.io.PrintStream;

/**
 * One line on the terminal that says what is going on; nothing at all in a pipe. For one thread.
 */
public final class Progress implements AutoCloseable {
  private final PrintStream terminal; // null where there is none
  private int width;

  private Progress(PrintStream terminal) {
    this.terminal = terminal;
  }

  /** The line on standard error; one that shows nothing where that is no terminal. */
  public static Progress onTerminal() {
    return new Progress(isTerminal() ? System.err : null);
  }

  /** The launcher knows; a console without it is one whose input and output are both terminals. */
  static boolean isTerminal() {
    String told = System.getProperty("castile.terminal");
    return told != null ? Boolean.parseBoolean(told) : System.console() != null;
  }

  void step(int number, int of, String what) {
    show("[" + number + "/" + of + "] " + what);
  }

  /** Says what is going on now. */
  public void show(String line) {
    if (terminal != null) {
      terminal.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
      terminal.flush();
      width = line.length();
    }
  }

  /** Takes the line away. */
  @Override
  public void close() {
    if (terminal != null && width > 0) {
      terminal.print("\r" + " ".repeat(width) + "\r");
      terminal.flush();
    }
  }
}
