package io.castile.servlet;

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
final class JettyHost extends ContainerHost {
  /**
   * @param filter before the servlet; null for none
   */
  JettyHost(String contextPath, String mapping, Filter filter) {
    super(contextPath, mapping, filter);
  }

  @Override
  Running start(Servlet servlet) throws Exception {
    Server jetty = new Server();
    ServerConnector connector = new ServerConnector(jetty);
    connector.setHost("localhost");
    jetty.addConnector(connector);
    ServletContextHandler context =
        new ServletContextHandler(contextPath.isEmpty() ? "/" : contextPath);
    ServletHolder holder = new ServletHolder("soap", servlet);
    holder.setInitOrder(1);
    holder.setInitParameters(parameters);
    context.addServlet(holder, mapping);
    if (filter != null) {
      context.addFilter(new FilterHolder(filter), "/*", EnumSet.of(DispatcherType.REQUEST));
    }
    jetty.setHandler(context);
    jetty.start();
    return running(connector.getLocalPort(), jetty::stop);
  }
}
