package io.castile.jaxws;

import com.sun.net.httpserver.HttpContext;
import java.util.concurrent.Executor;

/** A context of the JDK's own HTTP server. Thread-safe. */
final class SunContexts implements MountedEndpoint.Host {
  private final HttpContext context;
  private final String path;

  SunContexts(Object context, String path) {
    this.context = (HttpContext) context;
    this.path = path;
  }

  /** Whether an object is such a context; not where the runtime has no such server. */
  static boolean isOne(Object context) {
    try {
      return context instanceof HttpContext;
    } catch (NoClassDefFoundError e) {
      return false;
    }
  }

  static String path(Object context) {
    return ((HttpContext) context).getPath();
  }

  @Override
  public void serve(MountedEndpoint.Mount mount, Executor executor) {
    context.setHandler(
        exchange -> {
          try (exchange) {
            Requests.serve(mount, new SunExchange(exchange, path), executor);
          }
        });
  }

  @Override
  public void end() {
    context.getServer().removeContext(context);
  }
}
