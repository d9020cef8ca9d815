package io.castile.delta.typed;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The experience of a server with the responses of an operation: whether to try them as values, and
 * when to check that values mean the same as their XML. Thread-safe; where threads meet, an answer
 * may be tried once more or less.
 */
public final class TypedTrials {
  /** So many answers one after the other had to go as XML before they are tried seldom. */
  private static final int PATIENCE = 4;

  /** One of so many is tried then. */
  private static final int SELDOM = 64;

  /** From so many answers on fewer are checked. */
  private static final int MANY = 4096;

  private static final int MANY_SHARE = 16;

  private final AtomicInteger answers = new AtomicInteger();
  private volatile int failures;
  private volatile boolean isDropped;

  /** Whether the next answer is to be tried. */
  public boolean isNextTried() {
    return isTried(answers.get());
  }

  private boolean isTried(int answer) {
    return !isDropped && (failures < PATIENCE || answer % SELDOM == 0);
  }

  /** Counts an answer; returns its number, below 0 where it is not to be tried. */
  public int next() {
    int answer = answers.getAndIncrement() & Integer.MAX_VALUE;
    return isTried(answer) ? answer : -1;
  }

  /**
   * Whether the values of an answer are to be checked.
   *
   * @param every so many, of the first few thousand; a sixteenth of that afterwards
   */
  public static boolean isChecked(int answer, int every) {
    return every > 0
        && answer % (every == 1 || answer < MANY ? every : (long) every * MANY_SHARE) == 0;
  }

  /** Notes that an answer went as values. */
  public void succeeded() {
    if (failures != 0) {
      failures = 0;
    }
  }

  /** Notes that an answer could not go as values. */
  public void failed() {
    failures = Math.min(PATIENCE, failures + 1);
  }

  /** Has all further answers go as XML; returns whether they did not before. */
  public synchronized boolean drop() {
    boolean was = isDropped;
    isDropped = true;
    return !was;
  }
}
