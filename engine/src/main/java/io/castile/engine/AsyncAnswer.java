package io.castile.engine;

import jakarta.xml.ws.Response;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The result of an asynchronous method of a cached port. Thread-safe. */
public final class AsyncAnswer extends CompletableFuture<Object> implements Response<Object> {
  /** The result of the port; null for a hit. */
  private volatile @Nullable Future<?> pending;

  public void pendingAt(@Nullable Future<?> port) {
    pending = port;
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    Future<?> port = pending;
    if (cancelled && port != null) {
      port.cancel(mayInterruptIfRunning);
    }
    return cancelled;
  }

  /** The response context of the port; empty for a hit. */
  @Override
  public Map<String, Object> getContext() {
    return pending instanceof Response<?> response ? response.getContext() : Map.of();
  }

  /** Waits for what one brings, and gives it to the other. */
  public static void pass(Future<?> from, CompletableFuture<Object> to) {
    try {
      to.complete(from.get());
    } catch (ExecutionException e) {
      to.completeExceptionally(e.getCause() == null ? e : e.getCause()); // of any stack
    } catch (InterruptedException | RuntimeException e) {
      to.completeExceptionally(e);
    }
  }

  /** Waits for a result, and throws what it failed with. */
  public static Object await(CompletableFuture<Object> result) throws Throwable {
    try {
      return result.get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }
}
