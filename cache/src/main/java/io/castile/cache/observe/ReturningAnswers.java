package io.castile.cache.observe;

import io.castile.cache.observe.ObservedCall.CallDigest;
import java.util.HashMap;
import java.util.Map;

/**
 * Answers that come back: a request had one answer, then another one, then the first one again.
 * What changes with time hardly does that after a few calls; what depends on something that is not
 * in the request does little else. A return is hasty if few calls were between, or few beside those
 * that had the answer before and after.
 *
 * <p>Immutable.
 *
 * @param count how often an answer came back
 * @param hasty how often it did so soon
 */
record ReturningAnswers(int count, int hasty) {
  /** After fewer calls a return is hasty. */
  private static final int FEW_CALLS = 5;

  /** The share of calls in between below which calls that had the response are hasty. */
  private static final double FEW_BESIDE = 0.05;

  /** Where answers change with time alone, fewer returns are hasty. */
  private static final double BY_CHANCE = 1.0 / 3;

  /** Calls of one request with the same answer, one after the other. */
  private static final class Run {
    final CallDigest answer;
    int calls;

    Run(CallDigest answer) {
      this.answer = answer;
    }
  }

  /** The observations of one request. Owned by one thread. */
  private static final class Question {
    private Run last = new Run(new CallDigest(0, 0));
    private int calls;
    private int returns;
    private int hasty;

    /** The last run with each answer, and after how many calls it ended. */
    private final Map<CallDigest, int[]> ended = new HashMap<>();

    /** Calls between the last run and the one before it with the same answer; -1 for none. */
    private int between = -1;

    /** The calls of that run. */
    private int before;

    void add(CallDigest answer) {
      if (!answer.equals(last.answer) || calls == 0) {
        end();
        last = new Run(answer);
        int[] known = ended.get(answer);
        between = known == null ? -1 : calls - known[0];
        before = known == null ? 0 : known[1];
      }
      last.calls++;
      calls++;
    }

    void end() {
      if (between >= 0) {
        returns++;
        hasty += between < Math.max(FEW_CALLS, FEW_BESIDE * (before + last.calls)) ? 1 : 0;
      }
      ended.put(last.answer, new int[] {calls, last.calls});
    }
  }

  static ReturningAnswers of(CallView view) {
    Map<CallDigest, Question> questions = new HashMap<>();
    for (int i = 0; i < view.size(); i++) {
      questions
          .computeIfAbsent(view.questions().get(i), added -> new Question())
          .add(view.answers().get(i));
    }
    int count = 0;
    int hasty = 0;
    for (Question each : questions.values()) {
      each.end();
      count += each.returns;
      hasty += each.hasty;
    }
    return new ReturningAnswers(count, hasty);
  }

  /** Whether something that is not in the request seems to decide the answer. */
  boolean isStrange() {
    return hasty > 0 && hasty >= BY_CHANCE * count;
  }
}
