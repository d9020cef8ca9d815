package io.castile.bench.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the system says of processes, in the files of {@code /proc}. */
final class Proc {
  private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");
  private static final Pattern STATE = Pattern.compile("(?m)^State:");

  /** Places of the fields of {@code stat} behind the name, which may have spaces in it. */
  private static final int USER_TIME = 11;

  private static final int SYSTEM_TIME = 12;

  private Proc() {}

  /** The processor time of processes, in clock ticks; those that have ended have none. */
  static long ticks(Collection<Long> pids) throws IOException {
    long sum = 0;
    for (long pid : pids) {
      sum += read(pid, "stat").map(Proc::ticks).orElse(0L);
    }
    return sum;
  }

  /** How many bytes of processes are in memory; those that have ended have none. */
  static long residentBytes(Collection<Long> pids) throws IOException {
    long sum = 0;
    for (long pid : pids) {
      sum += read(pid, "status").map(Proc::residentBytes).orElse(0L);
    }
    return sum;
  }

  /** Reads the processor time, in user mode and in the kernel, from {@code stat}. */
  static long ticks(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    if (fields.length <= SYSTEM_TIME) {
      throw new IllegalStateException("expected the fields of /proc/…/stat, found " + stat);
    }
    return Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
  }

  /**
   * Reads the resident memory from {@code status}. It is zero for a process that has ended and is
   * not waited for yet, of which the file says nothing of memory.
   */
  static long residentBytes(String status) {
    Matcher found = RESIDENT.matcher(status);
    if (found.find()) {
      return 1_024 * Long.parseLong(found.group(1));
    }
    if (!STATE.matcher(status).find()) {
      throw new IllegalStateException("expected the lines of /proc/…/status, found " + status);
    }
    return 0;
  }

  /** Empty if the process has ended. */
  private static Optional<String> read(long pid, String name) throws IOException {
    Path file = Path.of("/proc/" + pid + "/" + name);
    try {
      return Optional.of(Files.readString(file));
    } catch (IOException e) {
      if (Files.exists(file)) {
        throw e;
      }
      return Optional.empty();
    }
  }
}
