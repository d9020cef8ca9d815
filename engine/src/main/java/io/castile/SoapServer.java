package io.castile;

import io.castile.soap.SoapHttpServer;

/** A running server. Thread-safe. */
public final class SoapServer implements AutoCloseable {
  private final SoapHttpServer server;
  private final String host;

  SoapServer(SoapHttpServer server, String host) {
    this.server = server;
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

  /** Stops to listen, and ends requests under way within a second. */
  @Override
  public void close() {
    server.close();
  }
}
