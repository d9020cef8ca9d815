package io.castile.servlet;

import io.castile.ServerBuilder;
import io.castile.SoapServer;

/** Castile's own server. */
final class EmbeddedHost implements Host {
  @Override
  public Running start(ServerBuilder builder) {
    SoapServer server = builder.host("localhost").start();
    return new Running(server.url(""), server);
  }
}
