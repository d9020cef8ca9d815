package io.castile.jaxws;

import io.castile.soap.server.HttpExchange;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;

/** Has requests answered by the threads that an application has for them. */
final class Requests {
  private Requests() {}

  /**
   * Answers a request; returns when it has been answered.
   *
   * @throws IOException as {@link MountedEndpoint.Mount#serve}
   */
  static void serve(MountedEndpoint.Mount mount, HttpExchange exchange, Executor executor)
      throws IOException {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              mount.serve(exchange);
              return null;
            });
    executor.execute(task);
    try {
      task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the request was being served", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IllegalStateException("Cannot serve the request: " + e.getCause(), e.getCause());
    }
  }
}
