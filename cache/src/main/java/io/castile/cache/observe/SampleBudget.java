package io.castile.cache.observe;

import java.util.HashMap;
import java.util.Map;
import javax.xml.namespace.QName;

/**
 * How many messages may be looked at in a second, of each operation and of all. Time is that of the
 * calls. Thread-safe.
 */
final class SampleBudget {
  private static final long LATE_SECONDS = 5;

  private final int perOperation;
  private final int inAll;
  private final long maxBytes;

  // Guarded by this.
  private final Map<QName, Integer> taken = new HashMap<>();
  private int takenInAll;
  private long takenBytes;

  /** Written under the lock; read without it, where an old value costs a sample at most. */
  private volatile long second = Long.MIN_VALUE + LATE_SECONDS;

  private volatile boolean isSpent;

  SampleBudget(int perOperation, int inAll, long maxBytes) {
    this.perOperation = perOperation;
    this.inAll = inAll;
    this.maxBytes = maxBytes;
  }

  boolean take(QName operation, long nowSecond, long bytes) {
    if (isSpent && !isAnother(nowSecond)) {
      return false;
    }
    synchronized (this) {
      if (isAnother(nowSecond)) {
        second = nowSecond;
        taken.clear();
        takenInAll = 0;
        takenBytes = 0;
        isSpent = false;
      }
      int ofOperation = taken.getOrDefault(operation, 0);
      if (ofOperation == perOperation || takenInAll == inAll || bytes > maxBytes - takenBytes) {
        return false;
      }
      taken.put(operation, ofOperation + 1);
      takenInAll++;
      takenBytes += bytes;
      isSpent = takenInAll == inAll;
      return true;
    }
  }

  /** Calls of one moment come by several threads, a little late, too. */
  private boolean isAnother(long nowSecond) {
    return nowSecond > second || nowSecond < second - LATE_SECONDS;
  }
}
