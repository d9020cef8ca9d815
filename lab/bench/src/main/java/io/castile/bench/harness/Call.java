package io.castile.bench.harness;

/** One message, made and sent, or read: what is timed again and again by one thread. */
public interface Call extends AutoCloseable {
  /** Does what has to be done before each {@link #run} and is not timed. */
  default void prepare() throws Exception {}

  /** Whether {@link #prepare} does anything. */
  default boolean isPrepared() {
    return false;
  }

  /** Does what is timed. */
  void run() throws Exception;

  /** Gives back what the call has taken, once it is not timed any more. */
  @Override
  default void close() throws Exception {}
}
