package io.castile.template.internal;

import io.castile.template.TemplateStatistics.PlainReason;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether a template pays for the messages of one shape: found by writing a few of them in turns
 * with and without, and comparing the medians. Guarded by its {@link KeyTemplates}.
 *
 * <pre>
 * first call plain → trying → pays       → trying, after many calls, or when matches get worse
 *                           → does not   → trying, after ever more calls
 * </pre>
 *
 * <p>A shape that comes once costs nothing. What the trial itself costs is bounded: {@link #CALLS}
 * calls, and then at least {@link #FIRST_REST} calls without one.
 */
final class CostTrial {
  /**
   * Whether the code of templates has run so often that the JVM has compiled it. A trial before
   * that compares it with the code of plain messages, which runs more often and is compiled sooner.
   * Thread-safe.
   */
  public static final class Warmth {
    /** HotSpot's second compiler takes what has been called 5 000 times, in the background. */
    static final int WARM_UPDATES = 10_000;

    private final AtomicInteger updates = new AtomicInteger();
    private volatile boolean warm;

    /** Tells that a template has written a message. */
    void updated() {
      if (!warm && updates.incrementAndGet() >= WARM_UPDATES) {
        warm = true;
      }
    }

    boolean isWarm() {
      return warm;
    }
  }

  /** How the next message is written. */
  enum Turn {
    /** The message is written as if there were no templates. */
    PLAIN,
    /** Without a template, and timed. */
    TIMED_PLAIN,
    /** The message is written with a template, and timed. */
    TIMED_TEMPLATE,
    /** The message is written with a template. */
    TEMPLATE
  }

  /** Messages of each kind that are compared. */
  static final int SAMPLES = 8;

  /**
   * Messages that are written one way before the other way has its turn. One more comes before
   * those with a template, which is not timed: it would pay for all changes since the template was
   * used last.
   */
  static final int RUN = 4;

  /** Calls of a whole trial. */
  static final int CALLS = 2 * SAMPLES + SAMPLES / RUN;

  /** Calls without a template after the first trial that was lost; twice as many each time. */
  static final int FIRST_REST = 32;

  /**
   * Calls without a template after a trial that was lost by time while the code of templates may
   * not have been compiled: at most so many, so that 7 % of the messages bring it to be compiled.
   */
  static final int COLD_REST = 128;

  private static final int LAST_REST = 1 << 17;

  /**
   * Over so many calls without a template it is kept: places that have become wide enough, and code
   * that has been compiled, may let it win the next time.
   */
  private static final int SHORT_REST = 1024;

  /** Calls with a template before it is tried again; times the factor by which it wins. */
  private static final int CALLS_BETWEEN_TRIALS = 1024;

  /**
   * The time that a template takes beside its update, by measurement: to be lent and given back.
   */
  static final long LEASE_NANOS = 200;

  private static final long GREATEST_FACTOR = 64;

  /** The number of calls that may pass without an end, such as when every template is dropped. */
  private static final int MAX_TRIAL_CALLS = 16 * SAMPLES;

  /** The number of messages in a row that matched worse than at the trial and start a new one. */
  private static final int WORSE_IN_A_ROW = 8;

  private static final int MIN_CALLS_BETWEEN_TRIALS = 64;

  /** The number of abandoned updates in a row that count as a lost trial. */
  private static final int ABANDONED_IN_A_ROW = 2;

  private enum State {
    UNSEEN,
    TRYING,
    PAYS,
    RESTS
  }

  private final long[] plain = new long[SAMPLES];
  private final long[] updates = new long[SAMPLES];
  private final boolean always;
  private final Warmth warmth;
  private State state;
  private int plainCount;
  private int updateCount;
  private int trialCalls;

  /** Whether the template is in step: it has written the message before. */
  private boolean inStep;

  /** Calls until the next trial. */
  private long left;

  private int rest = FIRST_REST;
  private PlainReason reason = PlainReason.FIRST;
  private Match worstTried = Match.CONTENT;
  private int worseInARow;
  private int abandonedInARow;
  private int sinceTrial;
  private long savedNanos;

  /**
   * @param always whether there is no trial: templates pay
   * @param warmth whether the code of templates has been compiled
   */
  CostTrial(boolean always, Warmth warmth) {
    this.always = always;
    this.warmth = warmth;
    this.state = always ? State.PAYS : State.UNSEEN;
  }

  /** How the message of the call that begins now is written. */
  Turn next() {
    if (always) {
      return Turn.TEMPLATE;
    }
    switch (state) {
      case UNSEEN -> {
        begin();
        return Turn.PLAIN;
      }
      case PAYS -> {
        sinceTrial++;
        if (--left > 0) {
          return Turn.TEMPLATE;
        }
        begin();
      }
      case RESTS -> {
        if (--left > 0) {
          return Turn.PLAIN;
        }
        begin();
      }
      case TRYING -> {
        // The turn follows below.
      }
    }
    if (++trialCalls > MAX_TRIAL_CALLS) {
      lose(PlainReason.SLOWER);
      return Turn.PLAIN;
    }
    if (plainCount < updateCount && updateCount % RUN == 0) {
      inStep = false;
      return Turn.TIMED_PLAIN;
    }
    if (!inStep) {
      inStep = true;
      return Turn.TEMPLATE;
    }
    return Turn.TIMED_TEMPLATE;
  }

  private void begin() {
    state = State.TRYING;
    plainCount = 0;
    updateCount = 0;
    trialCalls = 0;
    inStep = false;
    worstTried = Match.CONTENT;
    abandonedInARow = 0;
  }

  /** Tells what a {@link Turn#TIMED_PLAIN} took. */
  void plain(long nanos) {
    if (state == State.TRYING && plainCount < SAMPLES) {
      plain[plainCount++] = nanos;
      judge();
    }
  }

  /** Tells what a {@link Turn#TIMED_TEMPLATE} took, and how the message matched. */
  void updated(long nanos, Match match) {
    boolean remade = match == Match.FIRST_TIME && abandonedInARow > 0;
    if (match != Match.FIRST_TIME) {
      abandonedInARow = 0;
      if (state == State.TRYING) {
        worstTried = worse(worstTried, match);
      }
    }
    if (match != Match.FIRST_TIME || remade) { // to make one anew is part of what it costs to fail
      sample(nanos);
    }
  }

  private void sample(long nanos) {
    if (state == State.TRYING && updateCount < SAMPLES) {
      updates[updateCount++] = nanos;
      judge();
    }
  }

  /** Tells how the message of a {@link Turn#TEMPLATE} matched. */
  void matched(Match match) {
    if (match != Match.FIRST_TIME) {
      abandonedInARow = 0;
    }
    matchedWith(match);
  }

  private void matchedWith(Match match) {
    if (always || state != State.PAYS) {
      return;
    }
    worseInARow = match.compareTo(worstTried) > 0 ? worseInARow + 1 : 0;
    if (worseInARow >= WORSE_IN_A_ROW && sinceTrial >= MIN_CALLS_BETWEEN_TRIALS) {
      left = 1;
    }
  }

  /**
   * Tells that an update was abandoned: once may happen, but again with nothing in between, but for
   * the message for which the template was made anew, is a trial that is lost.
   *
   * @param nanos what the message took if it was timed; else negative
   */
  void abandoned(long nanos) {
    abandonedInARow++;
    if (abandonedInARow >= ABANDONED_IN_A_ROW && state != State.RESTS) {
      lose(PlainReason.CHANGES);
    } else if (nanos >= 0) {
      sample(nanos);
    } else {
      matchedWith(Match.FIRST_TIME);
    }
  }

  private static Match worse(Match a, Match b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private void judge() {
    if (plainCount < SAMPLES || updateCount < SAMPLES) {
      return;
    }
    long without = median(plain);
    long with = median(updates);
    if (20 * (with + LEASE_NANOS) > 19 * without) { // less than 5 % is not worth the memory
      lose(PlainReason.SLOWER);
      return;
    }
    state = State.PAYS;
    long factor = Math.max(1, Math.min(GREATEST_FACTOR, without / Math.max(1, with)));
    left = CALLS_BETWEEN_TRIALS * factor;
    rest = FIRST_REST;
    worseInARow = 0;
    sinceTrial = 0;
    savedNanos = without - with;
  }

  /** The template does not pay, or costs too much memory. */
  void lose(PlainReason why) {
    if (!always) {
      reason = why;
      state = State.RESTS;
      boolean isCold = why == PlainReason.SLOWER && !warmth.isWarm();
      int most = isCold ? COLD_REST : LAST_REST;
      left = Math.min(most, rest);
      rest = Math.min(most, 2 * rest);
    }
  }

  private static long median(long[] samples) {
    long[] sorted = samples.clone();
    Arrays.sort(sorted);
    return (sorted[SAMPLES / 2 - 1] + sorted[SAMPLES / 2]) / 2;
  }

  /** Why the message of the last {@link Turn#PLAIN} has no template. */
  PlainReason reason() {
    return reason;
  }

  /** Whether messages are written without templates now. */
  boolean rests() {
    return state == State.RESTS;
  }

  /** Whether templates are not worth keeping. */
  boolean givesUp() {
    return state == State.RESTS && rest > SHORT_REST;
  }

  /** Whether a writer for plain messages is needed again soon. */
  boolean isTrying() {
    return state == State.TRYING;
  }

  /** The time by which a message was faster than a plain one at the last trial, in nanoseconds. */
  long savedNanos() {
    return state == State.PAYS ? savedNanos : 0;
  }
}
