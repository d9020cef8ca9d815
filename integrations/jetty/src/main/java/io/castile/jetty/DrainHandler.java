package io.castile.jetty;

import io.castile.soap.server.RequestCount;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Counts the requests of a server, until their answers are complete. Thread-safe. */
final class DrainHandler extends Handler.Wrapper {
  private final RequestCount requests;

  DrainHandler(Handler handler, RequestCount requests) {
    super(handler);
    this.requests = requests;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (!requests.begin()) {
      AdmissionHandler.refuse(response, callback, "the server is being closed");
      return true;
    }
    return super.handle(request, response, Callback.from(requests::end, callback));
  }
}
