package io.castile.bench.floor.items;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.bench.calls.CallRow;
import io.castile.bench.calls.LoopbackRow;
import io.castile.bench.calls.MetroServer;
import io.castile.demo.Peer;
import io.castile.template.Templates;
import java.util.List;
import javax.xml.namespace.QName;
import org.apache.cxf.bus.extension.ExtensionManagerBus;

/** A client and its server in {@link Items}, each in a process of its own. */
enum ItemsRow {
  /** As it comes: templates, and reading by difference. */
  CASTILE("Castile"),
  /** Every message is written and read whole. */
  CASTILE_PLAIN("Castile, templates off"),
  CXF("Apache CXF"),
  METRO("Metro"),
  GRPC("gRPC"),
  /** A program of C++. */
  GSOAP("gSOAP");

  static final String NAMESPACE = "urn:castile:items";
  static final String SERVICE = "Items";
  static final String PORT = "ItemsPort";

  private static final String PATH = "/items";

  /** CXF refuses more than 50 000 items unless told. */
  private static final String MORE_ITEMS = "-Dorg.apache.cxf.stax.maxChildElements=10000000";

  private final String label;

  ItemsRow(String label) {
    this.label = label;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** Whether its ends are JVMs. */
  boolean isJava() {
    return this != GSOAP;
  }

  /** What its JVMs have to be told. */
  List<String> options() {
    return switch (this) {
      case CXF -> List.of(MORE_ITEMS);
      case METRO -> List.of(MetroServer.NO_DELAY);
      default -> List.of();
    };
  }

  /** The class path of its JVMs. */
  String classPath() {
    return (this == METRO ? LoopbackRow.METRO : LoopbackRow.CASTILE).classPath();
  }

  /** Starts the server in this JVM. */
  CallRow.Served serve(ItemsService service) throws Exception {
    return switch (this) {
      case CASTILE -> castile(service, Templates.shared());
      case CASTILE_PLAIN -> castile(service, Templates.off());
      case CXF -> {
        Peer.Running running = Peer.cxfServer(service, PATH, 0);
        yield new CallRow.Served(running.url(), running);
      }
      case METRO -> MetroServer.publish(service, PATH);
      case GRPC -> GrpcItems.serve(service);
      case GSOAP -> throw new IllegalStateException("its server is a program of its own");
    };
  }

  private static CallRow.Served castile(ItemsService service, Templates templates) {
    SoapServer server =
        Castile.server()
            .templates(templates)
            .limits(ItemsServer.limits())
            .publish(PATH, service)
            .start();
    return new CallRow.Served(server.url(PATH), server);
  }

  /** Makes a client in this JVM, which ends with it. */
  ItemCalls open(String address) {
    return switch (this) {
      case CASTILE -> castile(address, Templates.shared());
      case CASTILE_PLAIN -> castile(address, Templates.off());
      case CXF -> ItemCalls.of(Peer.cxfPort(ItemsPort.class, address, new ExtensionManagerBus()));
      case METRO ->
          ItemCalls.of(
              Peer.metroPort(
                  ItemsPort.class,
                  address,
                  new QName(NAMESPACE, SERVICE),
                  new QName(NAMESPACE, PORT)));
      case GRPC -> GrpcItems.open(address);
      case GSOAP -> throw new IllegalStateException("its client is a program of its own");
    };
  }

  private static ItemCalls castile(String address, Templates templates) {
    return ItemCalls.of(
        Castile.client(ItemsPort.class)
            .endpoint(address)
            .templates(templates)
            .limits(ItemsServer.limits())
            .build());
  }
}
