package io.castile.gateway.admin;

import io.castile.gateway.log.LogFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Writes a line for each request that may change something, and for each one that is refused for
 * want of a token or role, or as it comes from elsewhere. Thread-safe.
 */
final class AuditLog implements AutoCloseable {
  private static final int MOST_WAITING = 1_000;

  /** Room that requests without a token cannot take from changes. */
  private static final int FOR_CHANGES = MOST_WAITING / 2;

  private final LogFile file;

  /**
   * Opens a file, to which lines are added.
   *
   * @throws IOException if it cannot be written
   */
  AuditLog(Path file) throws IOException {
    this.file = new LogFile("the audit log", file, MOST_WAITING, Duration.ZERO);
  }

  /** Takes a request that might change something, and was answered. */
  void done(AuditLine line, int status) {
    file.write(line.of(status));
  }

  /** Takes a request that was refused before anything was done. */
  void refused(AuditLine line, ApiException why) {
    line.problem(why);
    file.write(line.of(why.reply().status()), FOR_CHANGES);
  }

  /** Writes what waits, and ends. */
  @Override
  public void close() {
    file.close();
  }
}
