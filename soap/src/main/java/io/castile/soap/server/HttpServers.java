package io.castile.soap.server;

import io.castile.soap.http.HttpServerOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Starts HTTP servers that serve endpoints, by the {@link HttpServerProvider} that is on the class
 * path. Applications have them as a {@code SoapServer}, made by {@code io.castile.Castile.server}.
 */
public final class HttpServers {
  private HttpServers() {}

  /**
   * Finds a provider: the first that the class loader of this library sees, else the first that the
   * context class loader of the calling thread sees. It is looked up in each call, so that nothing
   * here keeps the class loader of an application with a provider of its own.
   *
   * @throws IllegalStateException if there is none; the message names the artifacts to add
   */
  public static HttpServerProvider provider() {
    List<Throwable> failures = new ArrayList<>();
    HttpServerProvider found = first(HttpServerProvider.class.getClassLoader(), failures);
    if (found == null) {
      found = first(Thread.currentThread().getContextClassLoader(), failures);
    }
    if (found == null) {
      throw none(failures);
    }
    return found;
  }

  /**
   * The first provider that can be made; null for none.
   *
   * @param failures takes those that cannot be made, as those of another copy of this library
   */
  private static @Nullable HttpServerProvider first(ClassLoader loader, List<Throwable> failures) {
    Iterator<HttpServerProvider> all =
        ServiceLoader.load(HttpServerProvider.class, loader).iterator();
    while (hasNext(all, failures)) {
      try {
        return all.next();
      } catch (ServiceConfigurationError e) {
        failures.add(e);
      }
    }
    return null;
  }

  /** Whether there is another one; not, where that cannot be read, as it may fail for ever. */
  private static boolean hasNext(Iterator<HttpServerProvider> all, List<Throwable> failures) {
    try {
      return all.hasNext();
    } catch (ServiceConfigurationError e) {
      failures.add(e);
      return false;
    }
  }

  private static IllegalStateException none(List<Throwable> failures) {
    IllegalStateException none =
        new IllegalStateException(
            failures.isEmpty()
                ? "Cannot start an HTTP server, because none is on the class path. Add the artifact"
                    + " io.castile:castile-jetty, or serve in a servlet container by"
                    + " io.castile:castile-servlet."
                : "Cannot start an HTTP server, because the one on the class path fails: "
                    + failures.get(0).getMessage()
                    + ". Add the artifact io.castile:castile-jetty in the version of this library.");
    failures.forEach(none::addSuppressed);
    return none;
  }

  /**
   * Starts a server.
   *
   * @param endpoints by path, each beginning with a slash
   * @throws IOException if the server cannot listen on the port
   */
  public static HttpServer start(
      HttpServerProvider provider,
      HttpServerOptions options,
      Map<String, ServiceEndpoint> endpoints)
      throws IOException {
    Objects.requireNonNull(options, "options");
    return provider.start(options, new HttpBinding(endpoints, options));
  }
}
