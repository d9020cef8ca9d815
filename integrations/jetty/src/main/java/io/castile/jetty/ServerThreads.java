package io.castile.jetty;

import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.LoggerFactory;

/**
 * The threads of a server. Where a server ends before the turn of a request that waits, there is no
 * thread to go on with, and its connection ends with the server: nothing to be warned of.
 */
final class ServerThreads extends QueuedThreadPool {
  ServerThreads(int most, int least) {
    super(most, least);
  }

  @Override
  public void execute(Runnable job) {
    try {
      super.execute(job);
    } catch (RejectedExecutionException e) {
      if (isRunning() || job.getClass().getEnclosingClass() != QoSHandler.class) {
        throw e;
      }
      LoggerFactory.getLogger(ServerThreads.class).debug("a request that waited ends unserved");
    }
  }
}
