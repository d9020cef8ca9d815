package io.castile.bench.parameterized;

import io.castile.bench.calls.CallRow;
import io.castile.bench.calls.RmiNames;
import io.castile.bench.harness.ChildJvm;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The server of a {@link CallRow}, a program of its own. Prints its address; ends when its standard
 * input does.
 */
final class TextsServer {
  private static final String ADDRESS = "address ";

  /** The servers that this JVM has started. Guarded by itself. */
  private static final Map<CallRow, Started> STARTED = new EnumMap<>(CallRow.class);

  private record Started(ChildJvm jvm, String address) {}

  private TextsServer() {}

  /**
   * Runs the server.
   *
   * @param arguments the name of the row
   */
  public static void main(String[] arguments) throws Exception {
    try (CallRow.Served server = CallRow.valueOf(arguments[0]).serve(new TextsService())) {
      System.out.println(ADDRESS + server.address());
      while (System.in.read() >= 0) {
        // Nothing is ever said to it but that it shall end.
      }
    }
    System.exit(0); // What CXF and RMI leave running shall not keep it.
  }

  /**
   * The address of the server of a row in a process of its own: one for all cells that this JVM
   * measures. It ends with this JVM, as its input does.
   */
  static String addressFor(CallRow row) throws IOException {
    synchronized (STARTED) {
      Started started = STARTED.get(row);
      if (started == null) {
        List<String> options = List.of("-Xmx512m", RmiNames.LOOPBACK);
        ChildJvm jvm = ChildJvm.start(TextsServer.class, options, List.of(row.name()));
        started = new Started(jvm, jvm.hear(ADDRESS, "address of the server of " + row.label()));
        STARTED.put(row, started);
      }
      return started.address();
    }
  }
}
