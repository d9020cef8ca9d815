package io.castile.gateway.route;

import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.http.OriginFailure;
import io.castile.gateway.http.Reply;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests that wait for an origin, with a thread or without. {@code limits.waiting} bounds
 * them: callers look at {@link #isFull} before they have a request wait without a thread.
 * Thread-safe.
 */
final class WaitingRequests {
  private static final Logger log = LoggerFactory.getLogger(WaitingRequests.class);

  /** After which a thread is asked for again that there was none of. */
  private static final int PAUSE_MILLIS = 20;

  private final Executor executor;
  private final IntSupplier most;
  private final AtomicInteger waiting = new AtomicInteger();

  /** What is done for a request. */
  interface Work {
    /**
     * Does it.
     *
     * @throws OriginFailure if there is no response
     */
    void run() throws OriginFailure;
  }

  /**
   * @param executor has a thread for each request that waits, and refuses those for which it has
   *     none
   * @param most how many may wait now
   */
  WaitingRequests(Executor executor, IntSupplier most) {
    this.executor = executor;
    this.most = most;
  }

  /** How many threads may wait for clients, so that as many are left to wait for origins. */
  int mostStreams() {
    return Math.max(1, most.getAsInt() / 2);
  }

  /** Whether as many requests wait as may. */
  boolean isFull() {
    return waiting.get() >= most.getAsInt();
  }

  /**
   * Has a thread do the work for a request, which is refused if there is no thread for it. One that
   * has given its response may not be free yet: it is waited for.
   */
  void onThread(IncomingRequest request, Work work) {
    if (isFull()) {
      refuse(request);
      return;
    }
    Runnable countDown = begin(request);
    try {
      executor.execute(() -> end(request, work, countDown));
    } catch (RejectedExecutionException e) {
      if (waiting.get() > most.getAsInt()) { // another one was counted at the same time
        ended(request, countDown);
        refuse(request);
      } else {
        onFreeThreadLater(request.exchange().eventLoop(), () -> end(request, work, countDown));
      }
    }
  }

  private static void refuse(IncomingRequest request) {
    Reply busy =
        Reply.ofText(
            503, "as many requests wait for the origin as may (limits.waiting of the gateway)");
    busy.fields().set(HttpHeaderNames.RETRY_AFTER, "1");
    request.exchange().respond(busy);
  }

  /**
   * Has the work done once something has come. The request waits until then; the work may have it
   * wait again.
   */
  void whenCome(IncomingRequest request, CompletableFuture<?> coming, Work work) {
    FrontExchange exchange = request.exchange();
    Runnable countDown = begin(request);
    coming.whenComplete(
        (come, thrown) -> {
          countDown.run();
          try {
            run(request, work);
          } finally {
            exchange.awaits(false);
          }
        });
  }

  /**
   * Has the work done once something has come: at once where that takes no time, or a thread has it
   * already, and else on a thread. The request waits until the work is done: whatever else waits
   * meanwhile, the origin has done what it was asked for.
   *
   * @param isSoon whether the work with what has come takes no time
   */
  <T> void whenCome(
      IncomingRequest request, CompletableFuture<T> coming, Predicate<T> isSoon, Work work) {
    Runnable countDown = begin(request);
    coming.whenComplete((come, thrown) -> come(request, come, isSoon, work, countDown));
  }

  private <T> void come(
      IncomingRequest request, T come, Predicate<T> isSoon, Work work, Runnable countDown) {
    EventLoop loop = request.exchange().eventLoop();
    boolean isHere;
    try {
      isHere = come == null || !loop.inEventLoop() || isSoon.test(come);
    } catch (RuntimeException | Error e) { // a defect, which the client is told of
      end(
          request,
          () -> {
            throw e;
          },
          countDown);
      return;
    }
    if (isHere) {
      end(request, work, countDown);
    } else {
      onFreeThread(loop, () -> end(request, work, countDown));
    }
  }

  /** Has a thread do something; where there is none for it, as soon as there is one. */
  private void onFreeThread(EventLoop loop, Runnable work) {
    try {
      executor.execute(work);
    } catch (RejectedExecutionException e) {
      onFreeThreadLater(loop, work);
    }
  }

  private void onFreeThreadLater(EventLoop loop, Runnable work) {
    loop.schedule(() -> onFreeThread(loop, work), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Counts a request in.
   *
   * @return counts it out, once: before its client has the response, so that the next request of
   *     that client is not refused for its sake
   */
  private Runnable begin(IncomingRequest request) {
    request.exchange().awaits(true);
    waiting.incrementAndGet();
    AtomicBoolean isCounted = new AtomicBoolean(true);
    Runnable countDown =
        () -> {
          if (isCounted.compareAndSet(true, false)) {
            waiting.decrementAndGet();
          }
        };
    request.exchange().beforeResponse(countDown);
    return countDown;
  }

  private static void ended(IncomingRequest request, Runnable countDown) {
    countDown.run();
    request.exchange().awaits(false);
  }

  private static void end(IncomingRequest request, Work work, Runnable countDown) {
    try {
      run(request, work);
    } finally {
      ended(request, countDown);
    }
  }

  /** Does the work; what it throws is the response. */
  static void run(IncomingRequest request, Work work) {
    try {
      work.run();
    } catch (OriginFailure failure) {
      request.exchange().fail(failure);
    } catch (RuntimeException | Error e) {
      log.error("a request of {} failed in the gateway", request.operation(), e);
      request.exchange().respond(Reply.ofText(500, "the gateway failed"));
    }
  }

  /**
   * Returns what has come.
   *
   * @param come completed
   * @throws OriginFailure if that is why nothing came
   */
  static <T> T valueOf(CompletableFuture<T> come) throws OriginFailure {
    try {
      return come.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof OriginFailure failure) {
        throw failure;
      }
      throw e;
    }
  }
}
