package io.castile.interop.peers;

/** The service on other stacks. Providers are named, never looked up. */
enum LabServer {
  CXF {
    @Override
    Running start(LabService service) {
      return PeerServers.cxf(service, "/lab");
    }
  },

  METRO {
    @Override
    Running start(LabService service) throws Exception {
      return PeerServers.metro(service, "/lab");
    }
  },

  /** In a process of its own: it does not use the service that it is given. */
  GSOAP {
    @Override
    Running start(LabService service) throws Exception {
      return GsoapLab.serve();
    }
  };

  /** A running server. */
  record Running(String url, AutoCloseable server) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      server.close();
    }
  }

  /** Serves on a free port of loopback; skips the test where the stack is absent. */
  abstract Running start(LabService service) throws Exception;

  /** Whether the service runs in this process, and tells what it has seen. */
  boolean isHere() {
    return this != GSOAP;
  }
}
