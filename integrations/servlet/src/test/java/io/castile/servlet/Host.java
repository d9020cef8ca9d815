package io.castile.servlet;

import io.castile.ServerBuilder;

/** What services run in. */
interface Host {
  /** Starts to serve. */
  Running start(ServerBuilder server) throws Exception;

  /** A server that runs. */
  interface Running extends AutoCloseable {
    /** The address before the paths of services. */
    String base();

    /** Ends the services, as when an application is taken out of its container. */
    @Override
    void close() throws Exception;
  }
}
