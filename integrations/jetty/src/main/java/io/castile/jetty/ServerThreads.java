package io.castile.jetty;

import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.LoggerFactory;

/**
 * The threads of a server. Where a server ends before the turn of a request that waits, there is no
 * thread to go on with, and its connection ends with the server: nothing to be warned of.
 */
class ServerThreads extends QueuedThreadPool {
  private final Seldom warnings = new Seldom();

  ServerThreads(int most, int least) {
    super(most, least);
  }

  /**
   * Starts one more thread, or else leaves what there is to do to those that there are. An error
   * here would end the timer of the requests that wait, whose task has come by here.
   */
  @Override
  protected void startThread() {
    try {
      super.startThread();
    } catch (OutOfMemoryError e) {
      if (getThreads() == 0) {
        throw e;
      }
      if (warnings.isTime()) {
        LoggerFactory.getLogger(ServerThreads.class)
            .warn(
                "no thread could be started: {}; requests wait for one of the {} that there are. Raise"
                    + " the process's limits of threads or memory, or lower maxThreads",
                e.getMessage(),
                getThreads());
      }
    }
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
