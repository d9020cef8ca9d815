package io.castile.bench;

/**
 * How long to measure.
 *
 * @param forks how many fresh JVMs, one after the other; 0 for this one, which tests use
 * @param warmups how many rounds before those that count
 * @param rounds how many rounds count, in each JVM
 * @param roundMillis the length of a round
 */
record Timing(int forks, int warmups, int rounds, int roundMillis) {
  /** What published numbers are taken with. */
  static final Timing FULL = new Timing(1, 5, 5, 300);

  /** A first look. */
  static final Timing QUICK = new Timing(1, 5, 5, 100);
}
