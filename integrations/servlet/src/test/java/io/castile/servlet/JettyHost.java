package io.castile.servlet;

import io.castile.ServerBuilder;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.util.EnumSet;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty's servlet container. */
final class JettyHost implements Host {
  private final String contextPath;
  private final String mapping;
  private final Filter filter;

  /**
   * @param filter before the servlet; null for none
   */
  JettyHost(String contextPath, String mapping, Filter filter) {
    this.contextPath = contextPath;
    this.mapping = mapping;
    this.filter = filter;
  }

  @Override
  public Running start(ServerBuilder server) throws Exception {
    return start(new CastileServlet(server));
  }

  Running start(Servlet servlet) throws Exception {
    Server jetty = new Server();
    ServerConnector connector = new ServerConnector(jetty);
    connector.setHost("localhost");
    jetty.addConnector(connector);
    ServletContextHandler context =
        new ServletContextHandler(contextPath.isEmpty() ? "/" : contextPath);
    ServletHolder holder = new ServletHolder("soap", servlet);
    holder.setInitOrder(1);
    context.addServlet(holder, mapping);
    if (filter != null) {
      context.addFilter(new FilterHolder(filter), "/*", EnumSet.of(DispatcherType.REQUEST));
    }
    jetty.setHandler(context);
    jetty.start();
    String base = "http://localhost:" + connector.getLocalPort() + contextPath;
    return new Running() {
      @Override
      public String base() {
        return mapping.endsWith("/*") ? base + mapping.substring(0, mapping.length() - 2) : base;
      }

      @Override
      public void close() throws Exception {
        jetty.stop();
      }
    };
  }
}
