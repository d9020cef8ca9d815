package io.castile.bench.stack;

import io.castile.bench.data.Message;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * gSOAP, where it is installed: a program generated from the WSDL that reads a message from a file
 * and then writes or reads it again and again in memory, or sends it. One more row of the suites,
 * in a process of its own.
 */
public final class GsoapPeer implements AutoCloseable {
  public static final String NAME = GsoapProgram.NAME;

  private final GsoapProgram program;

  private GsoapPeer(GsoapProgram program) {
    this.program = program;
  }

  /** Compiles the program; a peer that is not present if the tools for that are missing. */
  public static GsoapPeer build(Consumer<String> progress) throws IOException {
    return new GsoapPeer(
        GsoapProgram.build(
            progress,
            GsoapPeer.class,
            List.of("portal.wsdl", "gsoap.cpp"),
            List.of("wsdl2h", "-o", "portal.h", "portal.wsdl"),
            List.of("soapcpp2", "-C", "-L", "-x", "-w", "portal.h"),
            List.of(
                "g++", "-O2", "-o", GsoapProgram.BINARY, "gsoap.cpp", "soapC.cpp", "-lgsoap++")));
  }

  public boolean present() {
    return program.isPresent();
  }

  /** What to tell the reader of a report. */
  public List<String> notes() {
    return program.notes();
  }

  /** Checks the answer, then takes the time to {@code write} or {@code read} the message. */
  public BenchRow measure(Message message, String way, Timing timing) throws IOException {
    return measure(message, way, 0, way + " " + message.name(), timing);
  }

  /**
   * Checks the answer, then takes the time.
   *
   * @param way {@code write}, {@code read} or {@code send}
   * @param port where to send messages on this machine
   * @param scenario what tables call it
   */
  BenchRow measure(Message message, String way, int port, String scenario, Timing timing)
      throws IOException {
    byte[] document = documentOf(message);
    Path in = program.folder().resolve("in.xml");
    Path out = program.folder().resolve("out.xml");
    Files.write(in, document);
    String times =
        program.run(
            message.element().getLocalPart(),
            way,
            in.toString(),
            out.toString(),
            String.valueOf(timing.warmups()),
            String.valueOf(timing.rounds()),
            String.valueOf(timing.roundMillis()),
            String.valueOf(port));
    check(message, way, document, Files.readAllBytes(out));
    double[] micros = times.lines().mapToDouble(Double::parseDouble).sorted().toArray();
    double median = micros[micros.length / 2];
    double halfRange = (micros[micros.length - 1] - micros[0]) / 2;
    return new BenchRow(NAME, scenario, median, "µs", halfRange);
  }

  private static byte[] documentOf(Message message) {
    try {
      return ReferenceAnswers.document(message);
    } catch (Exception e) {
      throw new IllegalStateException("cannot write '" + message.name() + "'", e);
    }
  }

  private static void check(Message message, String way, byte[] document, byte[] written) {
    try {
      ReferenceAnswers.same(NAME, message, way + "s", document, written);
    } catch (IllegalStateException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("cannot read what " + NAME + " wrote", e);
    }
  }

  @Override
  public void close() throws IOException {
    program.close();
  }
}
