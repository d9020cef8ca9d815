package io.castile.interop.faults;

/**
 * An end that asks, and checks what it gets. Used by one thread at a time.
 *
 * <p>The methods throw a {@link jakarta.xml.ws.WebServiceException} for a call that failed, and an
 * {@link AssertionError} for a wrong answer.
 */
interface Caller extends AutoCloseable {
  /** Asks for a board, and returns who has made it. */
  Boards.Maker board(String user, String market, long tick);

  /** Sends an order, and returns the generation of the server that has served it. */
  int order(String user, String id, String market, long tick);

  @Override
  void close();
}
