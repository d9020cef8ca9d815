package io.castile.delta.format;

/**
 * The parts of a target, in their order: runs of rows of the base, and new bytes. Not thread-safe.
 */
final class Runs {
  /** Stands for the first row of what does not come from the base. */
  static final int NEW = -1;

  private final Ints sources = new Ints();
  private final Ints lengths = new Ints();
  private final Ints starts = new Ints();

  /** The whole base. */
  static Runs whole(RowDocument base) {
    Runs runs = new Runs();
    runs.addRows(0, base.rows());
    return runs;
  }

  /** Adds a run of {@code length} rows from {@code source} on. */
  void addRows(int source, int length) {
    sources.add(source);
    lengths.add(length);
    starts.add(0);
  }

  /** Adds new bytes, where they stand in the array of new texts. */
  void addNew(int start, int length) {
    sources.add(NEW);
    lengths.add(length);
    starts.add(start);
  }

  int count() {
    return sources.size();
  }

  /** The first row of a run in the base, or {@link #NEW}. */
  int source(int run) {
    return sources.get(run);
  }

  /** How many rows the run has; of new ones, how many bytes. */
  int length(int run) {
    return lengths.get(run);
  }

  /** Where new bytes start. */
  int start(int run) {
    return starts.get(run);
  }

  /** Sets where new bytes start. */
  void startsAt(int run, int start) {
    starts.set(run, start);
  }

  boolean isWhole(RowDocument base) {
    return count() == 1 && source(0) == 0 && length(0) == base.rows();
  }
}
