package io.castile.bench.calls;

/** The client's end of a connection in the suite {@code calls}. Thread-safe. */
public interface CallEnd extends AutoCloseable {
  /**
   * Calls once.
   *
   * @param turn how many calls the same thread has made before; chooses among equal arguments
   * @return the answer as the stack gives it
   */
  Object call(CallOperation operation, int turn) throws Exception;

  /** What an answer is as the demo's beans have it; not timed. */
  default Object plain(Object answer) {
    return answer;
  }

  /** Whether that is the answer to this call; not timed. */
  default boolean isRight(CallOperation operation, int turn, Object answer) {
    return CallAnswers.isRight(operation, turn, plain(answer));
  }
}
