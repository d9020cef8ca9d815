package io.castile.bench.harness;

/**
 * How long to measure.
 *
 * @param forks how many fresh JVMs, one after the other; 0 for this one, which tests use
 * @param warmups how many rounds before those that count
 * @param rounds how many rounds count, in each JVM
 * @param roundMillis the length of a round
 */
public record Timing(int forks, int warmups, int rounds, int roundMillis) {
  /** What published numbers are taken with. */
  public static final Timing FULL = new Timing(1, 5, 5, 300);

  /** A first look. */
  public static final Timing QUICK = new Timing(1, 5, 5, 100);

  /** What numbers are taken with where several cells share a JVM. */
  public static final Timing FULL_CELLS = new Timing(1, 3, 5, 200);

  /** The same where there are hundreds of cells. */
  public static final Timing FULL_MANY_CELLS = new Timing(1, 3, 5, 60);

  /** A first look at such suites. */
  public static final Timing QUICK_CELLS = new Timing(1, 3, 3, 25);

  /** A first look at calls of nanoseconds, which take more of them to become fast. */
  public static final Timing QUICK_NANOS = new Timing(1, 4, 3, 60);

  /** A first look at codings, which have much code to become fast. */
  public static final Timing QUICK_CODINGS = new Timing(1, 5, 3, 30);

  /** What processor time is taken with, which the system counts in steps, by rows in turns. */
  public static final Timing FULL_PROCESSOR = new Timing(1, 8, 7, 250);

  /** The same for calls that take long. */
  public static final Timing FULL_LONG_PROCESSOR = new Timing(1, 10, 5, 400);

  /** A first look at both. */
  public static final Timing QUICK_PROCESSOR = new Timing(1, 2, 3, 100);

  /** What allocated bytes are counted with, which differ little from round to round. */
  public static final Timing FULL_ALLOCATION = new Timing(1, 3, 3, 80);

  /** A first look at them. */
  public static final Timing QUICK_ALLOCATION = new Timing(1, 2, 2, 50);

  /** What the numbers of the portal are taken with: CXF is settled after half a minute only. */
  public static final Timing FULL_PORTAL = new Timing(1, 60, 7, 500);

  /** A first look at it. */
  public static final Timing QUICK_PORTAL = new Timing(1, 14, 2, 150);

  /** What the numbers of whole calls are taken with; each round warms up one operation. */
  public static final Timing FULL_CALLS = new Timing(2, 16, 3, 300);

  /** A first look at them. */
  public static final Timing QUICK_CALLS = new Timing(1, 10, 2, 100);

  /** What rows are taken with that have JVMs of their own and play in turns. */
  public static final Timing FULL_TURNS = new Timing(3, 8, 7, 200);

  /** The same, where there are many cells. */
  public static final Timing FULL_CALL_TURNS = new Timing(3, 4, 5, 150);

  /** A first look at them. */
  public static final Timing QUICK_TURNS = new Timing(1, 8, 5, 100);

  /** How often JVMs are started to be timed. */
  public static final Timing FULL_STARTUP = new Timing(1, 1, 11, 0);

  /** A first look at that. */
  public static final Timing QUICK_STARTUP = new Timing(1, 0, 3, 0);

  /** So many times as many rounds. */
  public Timing times(int many) {
    return new Timing(forks, warmups, rounds * many, roundMillis);
  }

  /** Nothing but one round, after so many times the warm-up. */
  Timing longer(int times) {
    return new Timing(forks, warmups * times, 1, roundMillis);
  }

  /** Enough memory for the largest message; and JMH 1.37 warned of once is enough. */
  public static String[] jvmArguments() {
    return Runtime.version().feature() >= 24
        ? new String[] {"-Xms1g", "-Xmx2g", "--sun-misc-unsafe-memory-access=allow"}
        : new String[] {"-Xms1g", "-Xmx2g"};
  }
}
