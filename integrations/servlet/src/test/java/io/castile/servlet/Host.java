package io.castile.servlet;

import io.castile.ServerBuilder;

/** What services run in. */
interface Host {
  /** Starts to serve. */
  Running start(ServerBuilder server) throws Exception;

  /**
   * A server that runs.
   *
   * @param base the address before the paths of services
   * @param server whose end is that of the services, as when an application is taken out of its
   *     container
   */
  record Running(String base, AutoCloseable server) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      server.close();
    }
  }
}
