package io.castile.bench.floor;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.bench.harness.AllocationMeter;
import io.castile.xml.XmlLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * The server of {@link Items}. Says its address, and what it has allocated since it was asked the
 * last time for each line that it is told; ends with its input.
 */
final class ItemsServer {
  /** Enough for a million ratings. */
  static final int MAX_BYTES = 1 << 30;

  private ItemsServer() {}

  static XmlLimits limits() {
    XmlLimits usual = XmlLimits.DEFAULT;
    return new XmlLimits(
        MAX_BYTES,
        usual.maxDepth(),
        usual.maxAttributes(),
        usual.maxNameBytes(),
        usual.maxTextBytes(),
        usual.maxNamespaces());
  }

  public static void main(String[] arguments) throws IOException {
    AllocationMeter meter = new AllocationMeter();
    try (SoapServer server =
            Castile.server()
                .port(0)
                .limits(limits())
                .publish("/items", new ItemsService())
                .start();
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      System.out.println("address http://localhost:" + server.port() + "/items");
      while (in.readLine() != null) {
        System.out.println("allocated " + meter.sinceLast());
      }
    }
  }
}
