package io.castile.engine;

import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.Response;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/**
 * A call that is made by another thread (Jakarta XML Web Services 4.0 §4.3.3). Cancelling it, where
 * it may be interrupted, ends the call with its connection. Thread-safe.
 */
public final class AsyncCall<T> extends CompletableFuture<T> implements Response<T>, Runnable {
  /** The call itself. */
  public interface Body<T> {
    /**
     * Makes the call, on the thread that runs it.
     *
     * @param context told the response context
     */
    @Nullable T call(Consumer<Map<String, Object>> context) throws Throwable;
  }

  private final Body<T> body;
  private final @Nullable AsyncHandler<T> handler; // null for none
  private volatile Map<String, Object> context = Map.of();

  /** Makes the call now, and may be interrupted; null before and after. Guarded by this. */
  private @Nullable Thread runner;

  public AsyncCall(Body<T> body, @Nullable AsyncHandler<T> handler) {
    this.body = Objects.requireNonNull(body, "body");
    this.handler = handler;
  }

  @Override
  public void run() {
    if (begin()) {
      T result = null;
      Throwable failure = null;
      try {
        result = body.call(told -> context = Map.copyOf(told));
      } catch (Throwable t) {
        failure = t;
      }
      end();
      if (failure == null) {
        if (!complete(result) && result instanceof BaseStream<?, ?> items) {
          items.close(); // no caller gets them
        }
      } else {
        completeExceptionally(failure);
      }
    }
    if (handler != null) {
      handler.handleResponse(this);
    }
  }

  private synchronized boolean begin() {
    if (isDone()) {
      return false;
    }
    runner = Thread.currentThread();
    return true;
  }

  /**
   * From here on no thread interrupts this one; an earlier interrupt must not reach its next task.
   */
  private synchronized void end() {
    runner = null;
    if (isCancelled()) {
      Thread.interrupted();
    }
  }

  @Override
  public synchronized boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    if (cancelled && mayInterruptIfRunning && runner != null) {
      runner.interrupt();
    }
    return cancelled;
  }

  /** The response context of the call; empty before there is a response. */
  @Override
  public Map<String, Object> getContext() {
    return context;
  }
}
