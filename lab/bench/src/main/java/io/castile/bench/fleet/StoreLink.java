package io.castile.bench.fleet;

import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A node's way to its store, which gives up for a while after failures in a row. Not thread-safe.
 */
final class StoreLink {
  private static final long TIMEOUT_MICROS = 50_000;
  private static final int FAILURES = 3;
  private static final long PAUSE_MICROS = 250_000;

  private final VirtualTime time;
  private final SimulatedStore store;
  private final Random random;
  private final double wayMillis;
  private final Runnable counted;
  private int failures;
  private long nextTrial;

  /**
   * @param wayMillis there and back
   * @param counted run for each command
   */
  StoreLink(
      VirtualTime time, SimulatedStore store, Random random, double wayMillis, Runnable counted) {
    this.time = time;
    this.store = store;
    this.random = random;
    this.wayMillis = wayMillis;
    this.counted = counted;
  }

  SimulatedStore store() {
    return store;
  }

  /**
   * Sends commands that are answered together.
   *
   * @param then given the result, when it comes
   * @param otherwise run where there is none
   */
  <T> void send(int commands, Supplier<T> work, Consumer<T> then, Runnable otherwise) {
    if (!admits()) {
      otherwise.run();
      return;
    }
    if (!store.isUp()) {
      time.after(
          TIMEOUT_MICROS,
          () -> {
            failures++;
            nextTrial = time.now() + PAUSE_MICROS;
            otherwise.run();
          });
      return;
    }
    tell(
        commands,
        () -> {
          T result = work.get();
          time.after(
              half(),
              () -> {
                failures = 0;
                then.accept(result);
              });
        });
  }

  /** Sends commands without waiting for what they do. */
  void tell(int commands, Runnable work) {
    if (store.isUp()) {
      for (int i = 0; i < commands; i++) {
        counted.run();
      }
      time.after(half(), work);
    }
  }

  /** How long one way takes now. */
  long half() {
    return FleetDelays.micros(wayMillis / 2, random);
  }

  private boolean admits() {
    if (failures < FAILURES) {
      return true;
    }
    if (time.now() < nextTrial) {
      return false;
    }
    nextTrial = time.now() + PAUSE_MICROS;
    return true;
  }
}
