package io.castile.servlet;

import io.castile.ServerBuilder;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.util.LinkedHashMap;
import java.util.Map;

/** A servlet container with one application of one servlet, and maybe a filter. */
abstract class ContainerHost implements Host {
  final String contextPath;
  final String mapping;
  final Filter filter;
  final Map<String, String> parameters = new LinkedHashMap<>();

  /**
   * @param filter before the servlet; null for none
   */
  ContainerHost(String contextPath, String mapping, Filter filter) {
    this.contextPath = contextPath;
    this.mapping = mapping;
    this.filter = filter;
  }

  /** Gives the servlet a parameter of its configuration. */
  final ContainerHost with(String parameter, String value) {
    parameters.put(parameter, value);
    return this;
  }

  @Override
  public final Running start(ServerBuilder server) throws Exception {
    return start(new CastileServlet(server));
  }

  /** Starts a container with the servlet, which is initialized at once. */
  abstract Running start(Servlet servlet) throws Exception;

  /** A container that runs at a port. */
  final Running running(int port, AutoCloseable container) {
    String below =
        mapping.endsWith("/*") ? mapping.substring(0, mapping.length() - "/*".length()) : "";
    return new Running("http://localhost:" + port + contextPath + below, container);
  }
}
