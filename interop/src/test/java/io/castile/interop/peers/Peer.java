package io.castile.interop.peers;

import jakarta.xml.ws.spi.Provider;

/** Stacks of Jakarta XML Web Services. Providers are named, never looked up. */
enum Peer {
  CXF(new org.apache.cxf.jaxws.spi.ProviderImpl()) {
    @Override
    LabServer.Running serve(Object service, String path) {
      return PeerServers.cxf(service, path);
    }
  },

  METRO(new com.sun.xml.ws.spi.ProviderImpl()) {
    @Override
    LabServer.Running serve(Object service, String path) throws Exception {
      return PeerServers.metro(service, path);
    }
  };

  /** Makes clients. */
  final Provider provider;

  Peer(Provider provider) {
    this.provider = provider;
  }

  /** Serves on a free port of loopback. */
  abstract LabServer.Running serve(Object service, String path) throws Exception;
}
