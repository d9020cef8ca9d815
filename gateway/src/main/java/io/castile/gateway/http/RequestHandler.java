package io.castile.gateway.http;

/** Decides what becomes of requests. Called on event loops: it must not block. Thread-safe. */
public interface RequestHandler {
  /**
   * Says how much of a request's content is to be held before {@link #handle} is called, by its
   * head.
   *
   * @return a number of bytes; 0 for a request that passes as it comes
   */
  int heldBytes(FrontExchange exchange);

  /**
   * Whether a request is served though there are as many as may be: one that takes next to nothing,
   * and asks no origin.
   */
  default boolean isAlwaysServed(RequestHead head) {
    return false;
  }

  /**
   * Answers a request, or passes it on: by {@link FrontExchange#respond}, {@link
   * FrontExchange#pass} or {@link FrontExchange#forward}, now or later.
   *
   * @param exchange has its content if that was to be held and is not larger
   */
  void handle(FrontExchange exchange);

  /** Is told that the response has been written, or that the connection has ended before. */
  void ended(FrontExchange exchange);
}
