package io.castile.soap;

import java.io.IOException;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands the requests of the embedded server to the binding. */
final class EndpointHandler extends Handler.Abstract {
  private static final Logger log = LoggerFactory.getLogger(EndpointHandler.class);

  private final HttpBinding binding;
  private final int maxHeaderFields;

  EndpointHandler(HttpBinding binding, int maxHeaderFields) {
    this.binding = binding;
    this.maxHeaderFields = maxHeaderFields;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    if (request.getHeaders().size() > maxHeaderFields) {
      Refusals.end(response, callback, 431, "the request has too many header fields");
      return true;
    }
    try {
      binding.serve(new JettyExchange(request, response));
    } catch (IOException e) {
      log.debug("a request did not arrive, or its answer did not leave: {}", e.getMessage());
      callback.failed(new EofException(e)); // which Jetty does not log: it is the client's doing
      return true;
    }
    callback.succeeded();
    return true;
  }
}
