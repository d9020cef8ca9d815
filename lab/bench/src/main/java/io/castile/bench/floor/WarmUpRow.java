package io.castile.bench.floor;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.bench.calls.LoopbackRow;
import io.castile.bench.calls.MetroServer;
import io.castile.codec.CodecMode;
import io.castile.demo.Peer;
import io.castile.demo.portal.Portal;
import java.util.List;
import java.util.stream.Stream;

/** A stack that warms up: client and server, each in a fresh JVM. */
enum WarmUpRow {
  /** As it comes. */
  CASTILE("Castile"),
  /** The same, which never compiles codecs. */
  INTERPRETED("Castile, interpreted"),
  CXF("Apache CXF"),
  METRO("Metro");

  private final String label;

  WarmUpRow(String label) {
    this.label = label;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  static List<String> labels() {
    return Stream.of(values()).map(WarmUpRow::label).toList();
  }

  /** The class path of its JVMs. */
  String classPath() {
    return (this == METRO ? LoopbackRow.METRO : LoopbackRow.CASTILE).classPath();
  }

  private CodecMode mode() {
    return this == INTERPRETED ? CodecMode.INTERPRETED : CodecMode.ADAPTIVE;
  }

  /** Starts the server in this JVM, which ends with it; returns its address. */
  String serve(Portal service) throws Exception {
    return switch (this) {
      case CXF -> Peer.cxfServer(service, LoopbackRow.PATH, 0).url();
      case METRO -> MetroServer.publish(service, LoopbackRow.PATH).address();
      default -> {
        SoapServer server =
            Castile.server().codecMode(mode()).publish(LoopbackRow.PATH, service).start();
        yield server.url(LoopbackRow.PATH);
      }
    };
  }

  /** Makes a client in this JVM, which ends with it. */
  Portal open(String address) throws Exception {
    return switch (this) {
      case CXF -> Peer.cxfClient(address).portal();
      case METRO -> Peer.metroClient(address).portal();
      default -> Castile.client(Portal.class).endpoint(address).codecMode(mode()).build();
    };
  }
}
