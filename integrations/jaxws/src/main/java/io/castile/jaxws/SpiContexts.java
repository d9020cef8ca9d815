package io.castile.jaxws;

import jakarta.xml.ws.spi.http.HttpContext;
import jakarta.xml.ws.spi.http.HttpExchange;
import jakarta.xml.ws.spi.http.HttpHandler;
import java.io.IOException;
import java.util.concurrent.Executor;

/** A server that brings requests as Jakarta XML Web Services 4.0 says (§5.2.5). Thread-safe. */
final class SpiContexts implements MountedEndpoint.Host {
  private final HttpContext context;

  SpiContexts(HttpContext context) {
    this.context = context;
  }

  @Override
  public void serve(MountedEndpoint.Mount mount, Executor executor) {
    context.setHandler(new Answering(mount, executor));
  }

  /** A context cannot be without a handler: the mount, which is closed, refuses what comes. */
  @Override
  public void end() {}

  /** Answers what the server brings. */
  private static final class Answering extends HttpHandler {
    private final MountedEndpoint.Mount mount;
    private final Executor executor;

    Answering(MountedEndpoint.Mount mount, Executor executor) {
      this.mount = mount;
      this.executor = executor;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
      try {
        Requests.serve(mount, new SpiExchange(exchange), executor);
      } finally {
        exchange.close();
      }
    }
  }
}
