package io.castile.bench.encoded;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchRow;
import io.castile.bench.stack.GsoapProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * gSOAP, where it is installed: a program generated from the description of {@link EncodedReplies},
 * as Castile's server gives it, that writes or reads a reply in memory. It keeps objects that are
 * referred to from several places.
 */
final class EncodedGsoap implements AutoCloseable {
  private static final String PATH = "/replies";

  private final GsoapProgram program;

  private EncodedGsoap(GsoapProgram program) {
    this.program = program;
  }

  /** Compiles the program; a peer that is not present if the tools for that are missing. */
  static EncodedGsoap build(Consumer<String> progress) throws IOException {
    try (SoapServer server = Castile.server().publish(PATH, new ReadyReplies()).start()) {
      String binary = GsoapProgram.BINARY;
      return new EncodedGsoap(
          GsoapProgram.build(
              progress,
              EncodedGsoap.class,
              List.of("encoded.cpp"),
              List.of("wsdl2h", "-o", "encoded.h", server.url(PATH) + "?wsdl"),
              // SOAP 1.1, and the type of each value.
              List.of("soapcpp2", "-1", "-t", "-C", "-L", "-x", "-w", "encoded.h"),
              List.of("g++", "-O2", "-o", binary, "encoded.cpp", "soapC.cpp", "-lgsoap++")));
    }
  }

  /** What to tell the reader of a report. */
  List<String> notes() {
    return program.notes();
  }

  /**
   * Takes the times of all cells; none if it is not installed.
   *
   * @throws IllegalStateException if it writes something else than it has read
   */
  List<BenchRow> measure(List<EncodedReply> replies, Timing timing, Consumer<String> progress)
      throws Exception {
    List<BenchRow> rows = new ArrayList<>();
    if (program.isPresent()) {
      for (EncodedCell.Way way : EncodedCell.Way.values()) {
        for (EncodedReply reply : replies) {
          progress.accept(EncodedCell.scenario(way, reply) + ": " + GsoapProgram.NAME);
          rows.add(measure(way, reply, timing));
        }
      }
    }
    return rows;
  }

  private BenchRow measure(EncodedCell.Way way, EncodedReply reply, Timing timing)
      throws Exception {
    EncodedStack.Prepared writer = way.writer().prepare(reply);
    writer.write();
    Path in = program.folder().resolve("in.xml");
    Path out = program.folder().resolve("out.xml");
    Files.write(in, writer.written());
    String times =
        program.run(
            reply.operation(),
            way == EncodedCell.Way.WRITE ? "write" : "read",
            in.toString(),
            out.toString(),
            String.valueOf(timing.warmups()),
            String.valueOf(timing.rounds()),
            String.valueOf(timing.roundMillis()));
    CastileEncoded reader = new CastileEncoded(reply);
    if (!reader.isRight(reader.read(Files.readAllBytes(out)))) {
      throw new IllegalStateException(
          GsoapProgram.NAME + " reads or writes '" + reply.label() + "' wrongly");
    }
    double[] micros = times.lines().mapToDouble(Double::parseDouble).sorted().toArray();
    double median = micros[micros.length / 2];
    double halfRange = (micros[micros.length - 1] - micros[0]) / 2;
    return new BenchRow(
        GsoapProgram.NAME, EncodedCell.scenario(way, reply), median, "µs", halfRange);
  }

  @Override
  public void close() throws IOException {
    program.close();
  }
}
