package io.castile.bench.floor.items;

import io.castile.bench.harness.ChildJvm;
import io.castile.bench.stack.GsoapProgram;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Both ends of gSOAP, a program of C++ that says the lines of {@link ItemsServer} and {@link
 * ItemsClient}; what they allocate is NaN.
 */
final class GsoapItems implements AutoCloseable {
  /** What both ends are asked, and what stands before the answer in bytes. */
  private static final String PEAK = "peak";

  private static final int MIB = 1 << 20;

  private final GsoapProgram program;

  private GsoapItems(GsoapProgram program) {
    this.program = program;
  }

  /** Compiles the program; one that is not present if the tools for that are missing. */
  static GsoapItems build(Consumer<String> progress) throws IOException {
    return new GsoapItems(
        GsoapProgram.build(
            progress,
            GsoapItems.class,
            List.of("items.h", "items.cpp"),
            List.of("soapcpp2", "-L", "-x", "-w", "items.h"),
            List.of(
                "g++",
                "-O2",
                "-o",
                GsoapProgram.BINARY,
                "items.cpp",
                "soapC.cpp",
                "soapClient.cpp",
                "soapServer.cpp",
                "-lgsoap++")));
  }

  boolean isPresent() {
    return program.isPresent();
  }

  /** What to tell the reader of a report. */
  List<String> notes() {
    return program.notes();
  }

  /** Starts both ends. */
  ItemEnds start() throws IOException {
    return ItemEnds.start(
        ChildJvm.start(program.command("serve")),
        address -> ChildJvm.start(program.command("call", address)));
  }

  /** The most memory that one end has held during some calls, in MiB. */
  int peak(ItemsRound round, boolean isClient) throws IOException {
    try (ItemEnds ends = start()) {
      ends.play(round);
      ChildJvm end = isClient ? ends.client() : ends.server();
      end.say(PEAK);
      return (int) (Long.parseLong(end.hear(PEAK + " ", "peak of gSOAP")) / MIB);
    }
  }

  @Override
  public void close() throws IOException {
    program.close();
  }
}
