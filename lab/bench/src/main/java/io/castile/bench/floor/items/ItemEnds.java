package io.castile.bench.floor.items;

import io.castile.bench.harness.ChildJvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Both ends of an {@link ItemsRow}, each in a process of its own. */
record ItemEnds(ChildJvm server, ChildJvm client) implements AutoCloseable {
  /** In MiB; enough for everything that is measured. */
  static final int LARGE_HEAP = 3072;

  /** Time and allocation of a call. */
  record Cost(double nanos, double bytes) {}

  /** Starts both with enough memory. */
  static ItemEnds start(ItemsRow row, GsoapItems gsoap) throws IOException {
    return row.isJava() ? start(row, LARGE_HEAP, LARGE_HEAP) : gsoap.start();
  }

  /**
   * Starts both ends.
   *
   * @param row one of Java
   * @param serverHeap in MiB, as the other one
   */
  static ItemEnds start(ItemsRow row, int serverHeap, int clientHeap) throws IOException {
    return start(
        jvm(row, ItemsServer.class, serverHeap, List.of(row.name())),
        address -> jvm(row, ItemsClient.class, clientHeap, List.of(row.name(), address)));
  }

  /** Starts the other end of a server that has an address. */
  interface ClientStart {
    ChildJvm at(String address) throws IOException;
  }

  /** Starts the client when the server has said its address. */
  static ItemEnds start(ChildJvm server, ClientStart client) throws IOException {
    try {
      String address = server.hear(ItemsServer.ADDRESS, "address of the server");
      return new ItemEnds(server, client.at(address));
    } catch (IllegalStateException | IOException e) {
      server.close();
      throw e;
    }
  }

  /** A heap that is too small ends the program at once, or when collecting gets nowhere. */
  private static ChildJvm jvm(ItemsRow row, Class<?> program, int heap, List<String> arguments)
      throws IOException {
    List<String> options = new ArrayList<>(row.options());
    options.addAll(
        List.of(
            "-Xmx" + heap + "m",
            "-XX:+UseParallelGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-Djol.magicFieldOffset=true"));
    return ChildJvm.start(List.of(), options, row.classPath(), program, arguments);
  }

  /**
   * Calls.
   *
   * @return the median call's time, and what both ends allocate for a call; NaN if they do not tell
   * @throws IllegalStateException if an end has ended
   */
  Cost play(ItemsRound round) throws IOException {
    allocatedByServer();
    client.say(round.line());
    String[] done = client.hear(ItemsClient.DONE, "calls of " + round.operation()).split(" ", -1);
    double bytes = Double.parseDouble(done[2]) + allocatedByServer();
    return new Cost(Double.parseDouble(done[0]), bytes / Double.parseDouble(done[1]));
  }

  private double allocatedByServer() throws IOException {
    server.say(ItemsServer.ALLOCATED.strip());
    return Double.parseDouble(server.hear(ItemsServer.ALLOCATED, "allocation of the server"));
  }

  /** The bytes of the objects that a message is made of, as Java has them. */
  long objects(ItemOperation operation, int items) throws IOException {
    server.say(ItemsServer.OBJECTS + operation + " " + items);
    return Long.parseLong(server.hear(ItemsServer.OBJECTS, "objects of " + operation));
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
