package io.castile.jetty;

import io.castile.soap.http.HttpServerOptions;
import java.time.Duration;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Serves a number of requests at once, lets another number wait, without a thread, and answers the
 * rest at once with status 503 and Retry-After (RFC 9110 §15.6.4, §10.2.3).
 */
final class AdmissionHandler extends QoSHandler {
  private static final String RETRY_AFTER_SECONDS = "1";

  /** A refused request of this size at most is taken in, so that its connection may go on. */
  private static final int CONSUMED_BYTES = 64 << 10;

  AdmissionHandler(Handler handler, HttpServerOptions options, Duration maxWait) {
    super(handler);
    setMaxRequestCount(options.maxThreads());
    setMaxSuspendedRequestCount(options.maxQueued());
    setMaxSuspend(maxWait);
  }

  /** A request that waits is not silent: its client has nothing to say. */
  @Override
  public boolean onConditionsMet(Request request, Response response, Callback callback)
      throws Exception {
    request.addIdleTimeoutListener(timeout -> false);
    return super.onConditionsMet(request, response, callback);
  }

  @Override
  protected void reject(Request request, Response response, Callback callback, int status) {
    refuse(request, response, callback, status);
  }

  @Override
  protected void failSuspended(
      Request request, Response response, Callback callback, int status, Throwable failure) {
    refuse(request, response, callback, status);
  }

  private static void refuse(Request request, Response response, Callback callback, int status) {
    TimedWrite.restartIdleTime(request);
    if (!takeIn(request)) {
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    answer(response, callback, status);
  }

  /** Takes in a small request as far as it has come; returns whether that is all of it. */
  private static boolean takeIn(Request request) {
    boolean small = request.getLength() >= 0 && request.getLength() <= CONSUMED_BYTES;
    boolean whole = false;
    boolean more = small;
    while (more) {
      Content.Chunk chunk = request.read();
      more = chunk != null && !chunk.isLast() && !Content.Chunk.isFailure(chunk);
      whole = chunk != null && chunk.isLast() && !Content.Chunk.isFailure(chunk);
      if (chunk != null) {
        chunk.release();
      }
    }
    return whole;
  }

  private static void answer(Response response, Callback callback, int status) {
    answer(response, callback, status, "too many requests at once");
  }

  /** Answers that a request is not served here and now, and ends the connection. */
  static void refuse(Response response, Callback callback, String reason) {
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    answer(response, callback, 503, reason);
  }

  private static void answer(Response response, Callback callback, int status, String reason) {
    response.getHeaders().put(HttpHeader.RETRY_AFTER, RETRY_AFTER_SECONDS);
    RefusalErrorHandler.answer(response, callback, status, reason);
  }
}
