package io.castile.jetty;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connector that keeps accepting connections whatever fails, until it is to end; and that can
 * stop listening so that each connection that it has accepted is known to its selectors, which
 * close it in the end. Jetty interrupts the accepting threads, and stops the selectors at the same
 * time; without waiting, some connections were seen to stay open for ever.
 */
class DrainingConnector extends ServerConnector {
  private static final Logger log = LoggerFactory.getLogger(DrainingConnector.class);

  /** How long to wait where a connection could not be accepted: others may have ended then. */
  private static final long PAUSE_MILLIS = 100;

  private final Seldom warnings = new Seldom();

  /** Accepting threads hold the read lock; while a thread holds the write lock, none accepts. */
  private final ReentrantReadWriteLock accepting = new ReentrantReadWriteLock();

  private final RequestWaits waits;

  /**
   * @param waits for the next request of a connection; closed with this connector
   */
  DrainingConnector(Server server, RequestWaits waits, ConnectionFactory... factories) {
    super(server, factories);
    this.waits = waits;
  }

  @Override
  protected SocketChannelEndPoint newEndPoint(
      SocketChannel channel, ManagedSelector selector, SelectionKey key) {
    SocketChannelEndPoint endPoint =
        new WaitingEndPoint(channel, selector, key, getScheduler(), waits);
    endPoint.setIdleTimeout(getIdleTimeout());
    return endPoint;
  }

  @Override
  protected void doStop() throws Exception {
    waits.close();
    super.doStop();
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

  /**
   * Returns whether to accept again: always, but at the end. Jetty would end here too where memory
   * ran out while it says so.
   */
  @Override
  protected boolean handleAcceptFailure(Throwable failure) {
    if (!isOpen()
        || !isRunning()
        || failure instanceof InterruptedException
        || failure instanceof ClosedByInterruptException) {
      return super.handleAcceptFailure(failure);
    }
    try {
      tell(failure);
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      return false; // by Jetty, which ends
    } catch (Throwable e) {
      failure = e; // there is no memory to say so
    }
    return true;
  }

  private void tell(Throwable failure) {
    if (!warnings.isTime()) {
      log.debug("still no connection can be accepted: {}", failure.toString());
      return;
    }
    log.warn(
        "no connection can be accepted: {}; it is tried again. Where files are too many, raise their"
            + " limit for the process (ulimit -n), or lower the server's idleTimeout",
        failure.toString());
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
