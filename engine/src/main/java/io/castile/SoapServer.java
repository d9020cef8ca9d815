package io.castile;

import io.castile.soap.SoapHttpServer;
import io.castile.template.Templates;

/** A running server. Thread-safe. */
public final class SoapServer implements AutoCloseable {
  private final SoapHttpServer server;
  private final Templates templates;
  private final String host;

  SoapServer(SoapHttpServer server, Templates templates, String host) {
    this.server = server;
    this.templates = templates;
    this.host = host == null ? "localhost" : host;
  }

  /** Returns the port on which the server listens. */
  public int port() {
    return server.port();
  }

  /** Returns the address of a service for clients on this machine. */
  public String url(String path) {
    return "http://" + host + ":" + port() + path;
  }

  /** Returns where the templates of this server's responses are kept. */
  public Templates templates() {
    return templates;
  }

  /** Stops to listen, and ends requests under way within a second. */
  @Override
  public void close() {
    server.close();
  }
}
