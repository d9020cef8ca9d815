package io.castile.jetty;

import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.server.HttpHandler;
import java.io.IOException;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands the requests of the server to the handler that answers them. */
final class EndpointHandler extends Handler.Abstract {
  private static final Logger log = LoggerFactory.getLogger(EndpointHandler.class);

  private final HttpHandler requests;
  private final HttpServerOptions options;

  EndpointHandler(HttpHandler requests, HttpServerOptions options) {
    this.requests = requests;
    this.options = options;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    if (request.getHeaders().size() > options.maxHeaderFields()) {
      RefusalErrorHandler.end(response, callback, 431, "the request has too many header fields");
      return true;
    }
    JettyExchange exchange = new JettyExchange(request, response, options.minBytesPerSecond());
    try {
      requests.serve(exchange);
    } catch (IOException e) {
      log.debug("a request did not arrive, or its answer did not leave: {}", e.getMessage());
      callback.failed(new EofException(e)); // which Jetty does not log: it is the client's doing
      return true;
    } catch (Throwable e) { // whatever it is: the handlers before this one count on the callback
      callback.failed(e);
      return true;
    }
    if (exchange.hasGivenUp()) {
      callback.failed(new EofException("the content did not arrive in time"));
    } else {
      WaitingEndPoint waiting = WaitingEndPoint.of(request);
      if (waiting != null && exchange.hasReadAll()) {
        waiting.answered();
      }
      callback.succeeded();
    }
    return true;
  }
}
