package io.castile.template.internal;

/**
 * Finds out, by counting, whether a message outgrows its old places nearly everywhere: then to go
 * on with the update would cost several times what it costs to write the message plainly.
 *
 * <p>Counted is a run: values that follow one another, nearly all of which have been written anew
 * and moved. It tells something once it is a certain share of the message. Where so few values are
 * a larger share the message is small, and its update cheap enough.
 *
 * <p>Owned by the thread that updates the template.
 */
final class ResizeMonitor {
  /** A run has so many moved values at least. */
  private static final int MIN_VALUES = 256;

  /** The run is looked at each time that so many values have been moved. */
  private static final int STEP = MIN_VALUES / 2;

  /** The number of a run's values of which all but one have been moved. */
  private static final int ALL_BUT = 8;

  /** One part in so many of the message is run before that tells something of the rest. */
  private static final int MIN_SHARE = 64;

  /** A run is no more than one part in so many: that bounds what it costs to find out. */
  private static final int MAX_SHARE = 16;

  private long size;
  private int moved;
  private int due;
  private int values;
  private long bytes;
  private boolean abandoned;

  /**
   * Begins an update.
   *
   * @param messageBytes the size of the message before it; 0 for an update that is not abandoned
   */
  void begin(long messageBytes) {
    size = messageBytes;
    abandoned = false;
    breakRun();
  }

  /** Ends the run: the next value belongs to none that is known. */
  void breakRun() {
    moved = 0;
    values = 0;
    bytes = 0;
    due = size == 0 ? Integer.MAX_VALUE : STEP;
  }

  /** Notes that so many values have been written anew and moved. */
  void moved(int newValues) {
    moved += newValues;
  }

  /** Whether the run has become so long that it should be looked at. */
  boolean isDue() {
    return moved >= due;
  }

  /** Notes what has been passed since the last time: all values, and the bytes they had. */
  void passed(int passedValues, long passedBytes) {
    values += passedValues;
    bytes += passedBytes;
  }

  /**
   * Looks at the run.
   *
   * @return whether it tells that what is like it will be moved, too
   */
  boolean isEvident() {
    if ((long) ALL_BUT * moved < (ALL_BUT - 1L) * values) {
      breakRun();
      return false;
    }
    due = moved + STEP;
    if (moved < MIN_VALUES || MIN_SHARE * bytes < size) {
      return false;
    }
    if (MAX_SHARE * bytes > size) {
      size = 0; // and nothing is looked at any more
      breakRun();
      return false;
    }
    return true;
  }

  /** Whether so many bytes are the better part of the message. */
  boolean isMost(long part) {
    return 2 * part >= size;
  }

  /** Ends the update. */
  void abandon() {
    abandoned = true;
    throw new AbandonedException();
  }

  /** Whether the update is to end, or has ended; also where the exception was caught on its way. */
  boolean isAbandoned() {
    return abandoned;
  }

  /**
   * Ends an update in which nearly everything outgrows its place: the message is to be written
   * plainly. It tells of no error, and never leaves {@link Template#update}.
   */
  private static final class AbandonedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AbandonedException() {
      super("nearly everything outgrows its place", null, false, false);
    }
  }
}
