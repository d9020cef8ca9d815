package io.castile.delta.kept;

/** A message as one end keeps it, to be a base. Thread-safe. */
public interface Kept {
  /** Returns how large the message is, in bytes. */
  int size();

  /** Returns what the message takes with all that has been made of it, in bytes. */
  long weight();

  /** Has {@code watcher} run each time that the weight may have changed. */
  default void watch(Runnable watcher) {}

  /** The reverse of {@link #watch}. */
  default void unwatch(Runnable watcher) {}
}
