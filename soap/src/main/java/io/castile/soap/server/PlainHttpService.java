package io.castile.soap.server;

import io.castile.soap.http.HttpServerOptions;
import java.io.IOException;
import java.time.Duration;

/**
 * Serves requests over HTTP whose content is the application's own affair, within the bounds of
 * size and time that SOAP messages have. Thread-safe.
 */
public final class PlainHttpService {
  private final RequestReceiver receiver;
  private final Application application;
  private final RequestCount requests = new RequestCount();

  /** Answers a request whose content has arrived. */
  public interface Application {
    /**
     * Answers by the exchange.
     *
     * @param content of the request; maybe without bytes
     * @throws IOException if the answer does not leave as a whole
     */
    void answer(HttpExchange exchange, byte[] content) throws IOException;
  }

  /**
   * Makes a service.
   *
   * @param options size of a request, and the time within which it must have arrived
   */
  public PlainHttpService(HttpServerOptions options, Application application) {
    this.receiver = new RequestReceiver(options);
    this.application = application;
  }

  /**
   * Answers a request, on the calling thread.
   *
   * @throws IOException if the request did not arrive, or the answer did not leave, as a whole: the
   *     server is to end the connection
   */
  public void serve(HttpExchange exchange) throws IOException {
    if (!requests.begin()) {
      Refusals.refuseForNow(exchange, "the server is being closed");
      return;
    }
    try {
      serveCounted(exchange);
    } finally {
      requests.end();
    }
  }

  private void serveCounted(HttpExchange exchange) throws IOException {
    byte[] content = receiver.bytes(exchange);
    if (content != null) {
      application.answer(exchange, content);
    }
  }

  /**
   * Refuses new requests with status 503, and waits for those under way.
   *
   * @param drain how long to wait at most
   */
  public void close(Duration drain) {
    requests.refuse();
    requests.await(drain);
  }
}
