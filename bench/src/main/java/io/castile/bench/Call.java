package io.castile.bench;

/** One message, made and sent, or read: what is timed again and again by one thread. */
interface Call {
  /** Does what has to be done before each {@link #run} and is not timed. */
  default void prepare() throws Exception {}

  /** Whether {@link #prepare} does anything. */
  default boolean isPrepared() {
    return false;
  }

  /** Does what is timed. */
  void run() throws Exception;
}
