package io.castile.soap.http;

import io.castile.xml.internal.DetachedThreads;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Until when a read of a blocking channel may wait: closes the channel of one that waits longer. A
 * read with a timeout of the JDK's takes the channel out of blocking mode and polls, some eight
 * system calls; this takes none.
 *
 * <p>The JDK's own timer looks at the deadlines of all channels when the earliest of them is
 * reached, and not before. As nearly all reads end in time, that is about once in a read timeout,
 * however many reads there are.
 *
 * <p>Begun and ended by one thread at a time.
 */
final class ReadDeadline {
  /** No read is under way. */
  private static final long NONE = 0;

  /** The last read took too long, and its channel is closed. */
  private static final long PASSED = 1;

  /** Further away than any deadline; a half of all times, so that differences do not overflow. */
  private static final long FAR = Long.MAX_VALUE >> 1;

  /** The deadlines of open channels, and of some that have been closed. */
  private static final Set<ReadDeadline> ALL = ConcurrentHashMap.newKeySet();

  /** The timer holds on to this class for no longer, if no read is under way any more. */
  private static final long MAX_PAUSE = TimeUnit.SECONDS.toNanos(30);

  private static final ReentrantLock LOCK = new ReentrantLock();

  /**
   * When the timer looks next. A thread that begins to read sets its deadline and then reads this;
   * the timer sets this and then reads the deadlines: so one of them sees the other. Written under
   * {@link #LOCK}.
   */
  private static volatile long nextLook = System.nanoTime() + FAR;

  /** Waits for the next look; null for none. Guarded by {@link #LOCK}. */
  private static @Nullable CompletableFuture<Long> timer;

  private final SocketChannel channel;

  /** A time of {@link System#nanoTime}, or one of the two constants. */
  private final AtomicLong time = new AtomicLong(NONE);

  /**
   * @param channel in blocking mode
   */
  ReadDeadline(SocketChannel channel) {
    this.channel = channel;
    ALL.add(this);
  }

  /** A read begins, which may last so long. */
  void begin(long nanos) {
    long deadline = System.nanoTime() + nanos;
    if (deadline == NONE || deadline == PASSED) {
      deadline = PASSED + 1;
    }
    time.set(deadline);
    lookAt(deadline);
  }

  /** The read has ended; returns whether in time, so that the channel has not been closed. */
  boolean end() {
    long before = time.get();
    return before != PASSED && time.compareAndSet(before, NONE);
  }

  /** The channel is closed: its deadline is of no interest any more. */
  void forget() {
    ALL.remove(this);
  }

  /** Has the timer look at this time, or after {@link #MAX_PAUSE}, if it would do so later only. */
  private static void lookAt(long deadline) {
    if (deadline - nextLook >= 0) {
      return;
    }
    LOCK.lock();
    try {
      long now = System.nanoTime();
      long look = deadline - now > MAX_PAUSE ? now + MAX_PAUSE : deadline;
      if (look - nextLook < 0) {
        nextLook = look;
        if (timer != null) {
          timer.complete(look + 1); // of no meaning to look; takes it out of the JVM's queue
        }
        DetachedThreads.startTimer();
        timer =
            new CompletableFuture<Long>()
                .completeOnTimeout(look, Math.max(0, look - now), TimeUnit.NANOSECONDS);
        timer.thenAccept(new Look());
      }
    } finally {
      LOCK.unlock();
    }
  }

  /** The task of the timer; a class and no lambda, which would delay the first call. */
  private static final class Look implements Consumer<Long> {
    @Override
    public void accept(Long due) {
      look(due);
    }
  }

  /** Does nothing where an earlier look has taken the place of this one. */
  private static void look(long due) {
    LOCK.lock();
    try {
      if (nextLook != due) {
        return;
      }
      nextLook = System.nanoTime() + FAR;
      timer = null;
    } finally {
      LOCK.unlock();
    }
    long now = System.nanoTime();
    long next = now + FAR;
    for (ReadDeadline each : ALL) {
      long deadline = each.time.get();
      if (!each.channel.isOpen()) {
        ALL.remove(each);
      } else if (deadline != NONE && deadline != PASSED) {
        if (deadline - now <= 0) {
          each.pass(deadline);
        } else if (deadline - next < 0) {
          next = deadline;
        }
      }
    }
    if (next - now < FAR) {
      lookAt(next);
    }
  }

  private void pass(long deadline) {
    if (!time.compareAndSet(deadline, PASSED)) {
      return; // it has just ended
    }
    try {
      channel.close();
    } catch (IOException e) {
      LoggerFactory.getLogger(ReadDeadline.class)
          .debug("closing a silent connection failed: {}", e.getMessage());
    }
  }
}
