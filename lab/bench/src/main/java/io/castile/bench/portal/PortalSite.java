package io.castile.bench.portal;

import io.castile.bench.harness.PageLoad;
import io.castile.cache.ResponseCache;
import java.io.IOException;
import java.net.InetAddress;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * The portal of Takase and Tatsubori (section 5.2), a program of its own: a servlet engine that
 * makes each page from what the search service answers. Prints its port; ends when its standard
 * input does.
 */
final class PortalSite implements AutoCloseable {
  /** What stands before the port. */
  static final String PORT = "port ";

  /** Where the page is. */
  static final String PATH = "/search";

  private final PortalClient.Open client;
  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server);

  private PortalSite(PortalClient.Open client) {
    this.client = client;
  }

  /**
   * Runs the portal.
   *
   * @param arguments the word for a {@link PortalClient}, and the address of the search service
   */
  public static void main(String[] arguments) throws Exception {
    PortalClient client = PortalClient.of(arguments[0]);
    try (PortalSite site = start(client, arguments[1])) {
      site.check(client);
      System.out.println(PORT + site.port());
      while (System.in.read() >= 0) {
        // Nothing is ever said to it but that it shall end.
      }
    }
  }

  /** Starts the portal in this JVM. */
  static PortalSite start(PortalClient kind, String url) throws Exception {
    PortalClient.Open client = kind.open(url);
    PortalSite site = new PortalSite(client);
    try {
      site.listen();
    } catch (Exception e) {
      site.close();
      throw e;
    }
    return site;
  }

  private void listen() throws Exception {
    connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler("/");
    context.addServlet(new ServletHolder(new SearchServlet(client.google())), PATH);
    server.setHandler(context);
    server.start();
  }

  int port() {
    return connector.getLocalPort();
  }

  /**
   * Asks twice, and looks whether the first answer was kept.
   *
   * @throws IllegalStateException if it was and should not have been, or the other way round
   */
  void check(PortalClient kind) {
    Object first = SearchServlet.ask(client.google(), PageLoad.QUERY);
    Object second = SearchServlet.ask(client.google(), PageLoad.QUERY);
    ResponseCache cache = client.cache();
    boolean isKept =
        cache == null
            ? first == second // Spring keeps the object itself.
            : cache.statistics().rows().stream().mapToLong(row -> row.hits()).sum() == 1;
    if (isKept != kind.isCached()) {
      throw new IllegalStateException(
          kind.label() + (isKept ? " keeps answers" : " keeps no answer"));
    }
  }

  @Override
  public void close() throws IOException {
    try {
      server.stop();
      client.close();
    } catch (Exception e) {
      throw new IOException("the portal did not stop: " + e.getMessage(), e);
    }
  }
}
