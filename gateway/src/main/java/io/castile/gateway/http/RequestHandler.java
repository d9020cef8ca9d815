package io.castile.gateway.http;

/** Decides what becomes of requests. Called on event loops: it must not block. Thread-safe. */
public interface RequestHandler {
  /**
   * Begins to handle a request whose head has come.
   *
   * @param exchange has its head only
   */
  Handling begin(FrontExchange exchange);

  /**
   * Whether a request is served though there are as many as may be: one that takes next to nothing,
   * and asks no origin.
   */
  default boolean isAlwaysServed(RequestHead head) {
    return false;
  }

  /**
   * Is told of a request that was refused before {@link #begin}: the response has been written, or
   * the connection has ended before.
   */
  void refused(FrontExchange exchange);

  /** The treatment of one request. Called on its event loop: it must not block. */
  interface Handling {
    /**
     * Returns how many bytes of the request's content are held before {@link #handle} is called.
     * The connection calls this method once.
     *
     * @return a number of bytes; 0 for a request that passes as it comes
     */
    int heldBytes();

    /**
     * Answers the request, or passes it on: by {@link FrontExchange#respond}, {@link
     * FrontExchange#pass} or {@link FrontExchange#forward}, now or later. The exchange has its
     * content if that was to be held and is not larger.
     */
    void handle();

    /** Is told that the response has been written, or that the connection has ended before. */
    void ended();
  }
}
