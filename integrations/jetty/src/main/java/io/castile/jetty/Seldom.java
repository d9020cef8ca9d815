package io.castile.jetty;

import java.util.concurrent.TimeUnit;

/** Says at most once a minute that it is time to warn of what comes again and again. */
final class Seldom {
  private static final long NANOS_BETWEEN = TimeUnit.MINUTES.toNanos(1);

  /** When it was last time; 0 for never. Two threads at once may both be told so. */
  private volatile long last;

  /** Whether it is time; then it is not again for a minute. */
  boolean isTime() {
    long now = System.nanoTime();
    boolean isTime = last == 0 || now - last > NANOS_BETWEEN;
    if (isTime) {
      last = now == 0 ? 1 : now;
    }
    return isTime;
  }
}
