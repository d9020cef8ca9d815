package io.castile.cxf.link;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.apache.cxf.workqueue.AutomaticWorkQueue;
import org.apache.cxf.workqueue.WorkQueueManager;

/**
 * The thread on which an asynchronous call waits for its answer: one of those on which CXF's
 * conduits wait, by the same settings.
 */
final class WaitingThread {
  private static final String QUEUE_OF_CONDUITS = "http-conduit";

  /** For how long a conduit waits for a place in the queue, unless it is told. */
  private static final long DEFAULT_MILLIS = 1000;

  private WaitingThread() {}

  /** A task for the thread. */
  interface Call {
    void run() throws IOException;
  }

  /**
   * Makes a call on such a thread; on this one, if there is none left.
   *
   * @throws IOException what the call throws on this thread
   */
  static void run(Message request, HTTPConduit conduit, Call call) throws IOException {
    HTTPClientPolicy policy = conduit.getClient(request);
    try {
      execute(request.getExchange(), policy, () -> runOrFail(request, call));
    } catch (RejectedExecutionException e) {
      if (policy != null
          && policy.isSetAsyncExecuteTimeoutRejection()
          && policy.isAsyncExecuteTimeoutRejection()) {
        throw e;
      }
      call.run();
    }
  }

  private static void execute(Exchange exchange, HTTPClientPolicy policy, Runnable call) {
    Executor ofClient = exchange.get(Executor.class);
    if (ofClient != null) {
      exchange.put(LinkedCall.HAS_THREAD, Boolean.TRUE);
      ofClient.execute(call);
      return;
    }
    WorkQueueManager queues = exchange.getBus().getExtension(WorkQueueManager.class);
    AutomaticWorkQueue ofConduits = queues.getNamedWorkQueue(QUEUE_OF_CONDUITS);
    AutomaticWorkQueue queue = ofConduits == null ? queues.getAutomaticWorkQueue() : ofConduits;
    long millis =
        policy != null && policy.isSetAsyncExecuteTimeout()
            ? policy.getAsyncExecuteTimeout()
            : DEFAULT_MILLIS;
    if (millis > 0) {
      queue.execute(call, millis);
    } else {
      queue.execute(call);
    }
  }

  /** Makes a call, and tells the caller, which waits elsewhere, if it fails. */
  private static void runOrFail(Message request, Call call) {
    try {
      call.run();
    } catch (IOException | RuntimeException | Error e) {
      fail(request, e instanceof Exception thrown ? thrown : new IllegalStateException(e));
    }
  }

  private static void fail(Message request, Exception thrown) {
    InterceptorChain chain = request.getInterceptorChain();
    chain.abort();
    request.setContent(Exception.class, thrown);
    ((PhaseInterceptorChain) chain).unwind(request);
    MessageObserver observer = chain.getFaultObserver();
    if (observer == null) {
      observer = request.getExchange().get(MessageObserver.class);
    }
    observer.onMessage(request);
  }
}
