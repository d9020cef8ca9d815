package io.castile.jetty;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connector that can stop to listen so that each connection that it has accepted is known to its
 * selectors, which close it in the end. Jetty interrupts who accepts, and stops the selectors at
 * the same time; without waiting, some connections were seen to stay open for ever.
 */
final class EndingConnector extends ServerConnector {
  private static final Logger log = LoggerFactory.getLogger(EndingConnector.class);

  /** Held by those who accept; whoever has the other lock knows that nobody does. */
  private final ReentrantReadWriteLock accepting = new ReentrantReadWriteLock();

  EndingConnector(Server server, ConnectionFactory... factories) {
    super(server, factories);
  }

  @Override
  public void accept(int acceptor) throws IOException {
    accepting.readLock().lock();
    try {
      super.accept(acceptor);
    } finally {
      accepting.readLock().unlock();
    }
  }

  /** Stops to listen, and waits until what was accepted has been handed on. */
  void stopListening() {
    close();
    try {
      if (accepting.writeLock().tryLock(1, TimeUnit.SECONDS)) {
        accepting.writeLock().unlock();
      } else {
        log.debug("a connection was still being accepted a second after the end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
