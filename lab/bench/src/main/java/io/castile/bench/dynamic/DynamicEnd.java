package io.castile.bench.dynamic;

import io.castile.bench.calls.CallEnd;
import io.castile.bench.calls.CallOperation;
import io.castile.bench.calls.PortalEnd;
import io.castile.dynamic.DynamicClient;
import io.castile.template.Templates;
import java.io.IOException;
import java.util.Map;

/** Calls by Castile's dynamic client, with maps that are made for each call. */
record DynamicEnd(DynamicClient client) implements CallEnd {

  /**
   * A client that reads the WSDL of the portal.
   *
   * @param address of the portal
   * @param hasTemplates whether messages are written by their difference to the last
   */
  static DynamicEnd of(String address, boolean hasTemplates) throws IOException {
    var builder = DynamicClient.of(address + "?wsdl");
    if (!hasTemplates) {
      builder.templates(Templates.off());
    }
    return new DynamicEnd(builder.build());
  }

  @Override
  public Object call(CallOperation operation, int turn) {
    return switch (operation) {
      case SIMPLE -> client.call("getSimple", Map.of());
      case SEARCH ->
          client.call(
              "doGoogleSearch",
              Map.of(
                  "key",
                  PortalEnd.KEY,
                  "q",
                  operation.query(turn),
                  "start",
                  0,
                  "maxResults",
                  10,
                  "filter",
                  false,
                  "restrict",
                  "",
                  "safeSearch",
                  false,
                  "lr",
                  "",
                  "ie",
                  "latin1",
                  "oe",
                  "latin1"));
      case RATINGS -> client.call("getStockRatings", Map.of());
      default -> throw new IllegalArgumentException("not one of this suite: " + operation);
    };
  }

  @Override
  public Object plain(Object answer) {
    return ((Map<?, ?>) answer).get("return");
  }

  @Override
  public void close() {
    client.close();
  }
}
