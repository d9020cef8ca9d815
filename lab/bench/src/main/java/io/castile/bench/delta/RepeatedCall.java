package io.castile.bench.delta;

import io.castile.bench.data.StockAnswers;
import io.castile.bench.data.WholeLoad;
import io.castile.bench.harness.AnswerCycle;
import io.castile.bench.harness.Call;

/** Asks a service for the same again and again. */
final class RepeatedCall implements Call {
  /** Every answer of the cycle comes so often before calls are timed. */
  private static final int CHECKS = 3;

  private final WholeRow.Pair pair;
  private final WholeLoad load;
  private long calls;
  private Object last; // kept, so that nothing of the call can be left out

  private RepeatedCall(WholeRow.Pair pair, WholeLoad load) {
    this.pair = pair;
    this.load = load;
  }

  /**
   * Makes calls whose first answers are right.
   *
   * @param pair closed with the calls
   * @param what is called, for the message
   * @throws IllegalStateException if an answer is wrong
   */
  static RepeatedCall checked(WholeRow.Pair pair, WholeLoad load, StockAnswers service, String what)
      throws Exception {
    RepeatedCall call = new RepeatedCall(pair, load);
    try {
      for (int i = 0; i < CHECKS * AnswerCycle.LENGTH; i++) {
        call.run();
        if (!service.isLast(call.last)) {
          throw new IllegalStateException("there is a wrong answer to a " + what);
        }
      }
      return call;
    } catch (RuntimeException e) {
      call.close();
      throw e;
    }
  }

  @Override
  public void run() {
    last = load.ask(pair.client());
    calls++;
  }

  @Override
  public void close() throws Exception {
    pair.close();
  }

  @Override
  public String toString() {
    return calls + " calls";
  }
}
