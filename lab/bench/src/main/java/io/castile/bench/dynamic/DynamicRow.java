package io.castile.bench.dynamic;

import io.castile.Castile;
import io.castile.bench.calls.CallEnd;
import io.castile.bench.calls.PortalEnd;
import io.castile.demo.portal.Portal;
import java.io.IOException;
import java.util.Optional;

/** A client in the suite {@code dynamic}, each in a process of its own. */
enum DynamicRow {
  /** As it comes: templates, and reading by difference where that is for dynamic clients. */
  CASTILE("Castile, dynamic"),
  /** Every message is written and read whole. */
  CASTILE_PLAIN("Castile, dynamic, templates off"),
  /** What the interface and classes of the service bring. */
  CASTILE_TYPED("Castile, typed"),
  CXF("Apache CXF, dynamic"),
  ZEEP("zeep"),
  NODE_SOAP("node-soap");

  private final String label;

  DynamicRow(String label) {
    this.label = label;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** The program of another language; empty for what runs in a JVM. */
  Optional<ScriptPeer> script() {
    return switch (this) {
      case ZEEP -> Optional.of(ScriptPeer.ZEEP);
      case NODE_SOAP -> Optional.of(ScriptPeer.NODE_SOAP);
      default -> Optional.empty();
    };
  }

  /**
   * Opens a client in this JVM.
   *
   * @param address of the portal
   * @throws IllegalStateException if it does not run in a JVM
   */
  CallEnd open(String address) throws IOException {
    return switch (this) {
      case CASTILE -> DynamicEnd.of(address, true);
      case CASTILE_PLAIN -> DynamicEnd.of(address, false);
      case CASTILE_TYPED -> {
        Portal portal = Castile.client(Portal.class).endpoint(address).build();
        yield new PortalEnd(portal, (AutoCloseable) portal);
      }
      case CXF -> CxfDynamicEnd.of(address);
      case ZEEP, NODE_SOAP -> throw new IllegalStateException(label + " does not run in a JVM");
    };
  }
}
