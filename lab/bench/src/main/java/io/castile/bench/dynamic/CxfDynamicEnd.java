package io.castile.bench.dynamic;

import io.castile.bench.calls.CallEnd;
import io.castile.bench.calls.CallOperation;
import io.castile.bench.calls.PortalEnd;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.jaxws.endpoint.dynamic.JaxWsDynamicClientFactory;

/**
 * Calls by Apache CXF's dynamic client, which makes classes of the schema, compiles and loads them.
 * Arguments are simple values, so that no such class has to be looked for.
 */
record CxfDynamicEnd(Client client, Bus bus) implements CallEnd {

  /**
   * A client that reads the WSDL of the portal.
   *
   * @param address of the portal
   */
  static CxfDynamicEnd of(String address) {
    Bus bus = new ExtensionManagerBus();
    return new CxfDynamicEnd(
        JaxWsDynamicClientFactory.newInstance(bus).createClient(address + "?wsdl"), bus);
  }

  @Override
  public Object call(CallOperation operation, int turn) throws Exception {
    return switch (operation) {
      case SIMPLE -> client.invoke("getSimple")[0];
      case SEARCH ->
          client
              .invoke(
                  "doGoogleSearch",
                  PortalEnd.KEY,
                  operation.query(turn),
                  0,
                  10,
                  false,
                  "",
                  false,
                  "",
                  "latin1",
                  "latin1")[0];
      case RATINGS -> client.invoke("getStockRatings", List.of())[0];
      default -> throw new IllegalArgumentException("not one of this suite: " + operation);
    };
  }

  @Override
  public void close() {
    client.destroy();
    bus.shutdown(true);
  }
}
