package io.castile.soap.http;

import io.castile.xml.DetachedThreads;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
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

  /** Of open channels, and of some that have been closed. */
  private static final Set<ReadDeadline> ALL = ConcurrentHashMap.newKeySet();

  /**
   * When the timer looks next. A thread that begins to read sets its deadline and then reads this;
   * the timer sets this and then reads the deadlines: so one of them sees the other.
   */
  private static final AtomicLong NEXT_LOOK = new AtomicLong(System.nanoTime() + FAR);

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

  private static void lookAt(long deadline) {
    long next = NEXT_LOOK.get();
    while (deadline - next < 0) {
      if (NEXT_LOOK.compareAndSet(next, deadline)) {
        DetachedThreads.startTimer();
        new CompletableFuture<Long>()
            .completeOnTimeout(
                deadline, Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)
            .thenAccept(new Look());
        return;
      }
      next = NEXT_LOOK.get();
    }
  }

  /** What the timer does; a class and no lambda, which would delay the first call. */
  private static final class Look implements Consumer<Long> {
    @Override
    public void accept(Long due) {
      look(due);
    }
  }

  /** Does nothing where an earlier look has taken the place of this one. */
  private static void look(long due) {
    if (!NEXT_LOOK.compareAndSet(due, System.nanoTime() + FAR)) {
      return;
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
