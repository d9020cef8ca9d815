package io.castile.soap.server;

import io.castile.soap.http.HttpServerOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves endpoints inside a foreign HTTP server, such as a servlet container, which brings each
 * request on a thread of its own. Applications have it as a {@code SoapMount}, made by {@code
 * io.castile.Castile.server}. Thread-safe.
 */
public final class SoapHttpMount {
  private static final Logger log = LoggerFactory.getLogger(SoapHttpMount.class);

  private final HttpBinding binding;
  private final RequestCount requests = new RequestCount();
  private final Semaphore served;
  private final AtomicInteger waiting = new AtomicInteger();
  private final int maxQueued;
  private final Duration requestTimeout;

  /**
   * @param endpoints by path below the mount, each beginning with a slash
   * @param options bounds of requests, their number and the time that they take; address, TLS and
   *     heads are the server's own
   */
  public SoapHttpMount(Map<String, ServiceEndpoint> endpoints, HttpServerOptions options) {
    this.requestTimeout = options.requestTimeout();
    this.binding = new HttpBinding(endpoints, options);
    this.served = new Semaphore(options.maxThreads());
    this.maxQueued = options.maxQueued();
  }

  /**
   * Answers a request, on the calling thread.
   *
   * @throws IOException if the request did not arrive, or the answer did not leave, as a whole: the
   *     server is to end the connection
   */
  public void serve(HttpExchange exchange) throws IOException {
    Objects.requireNonNull(exchange, "exchange");
    if (!requests.begin()) {
      Refusals.refuseForNow(exchange, "the server is being closed");
      return;
    }
    try {
      serveInTurn(exchange);
    } finally {
      requests.end();
    }
  }

  private void serveInTurn(HttpExchange exchange) throws IOException {
    if (!hasTurn()) {
      Refusals.refuseForNow(exchange, "too many requests at once");
      return;
    }
    try {
      binding.serve(exchange);
    } finally {
      served.release();
    }
  }

  /** Waits where others are served; false where too many wait, or it takes too long. */
  private boolean hasTurn() {
    if (served.tryAcquire()) {
      return true;
    }
    try {
      return waiting.incrementAndGet() <= maxQueued
          && served.tryAcquire(requestTimeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      waiting.decrementAndGet();
    }
  }

  /**
   * Refuses new requests with status 503, and waits for those under way, which are let alone after
   * that.
   *
   * @param drain how long to wait at most; zero for not at all
   */
  public void close(Duration drain) {
    requests.refuse();
    if (!requests.await(drain)) {
      log.debug("closed with requests under way");
    }
  }
}
