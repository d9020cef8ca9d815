package io.castile.bench.stack;

import io.castile.bench.data.Message;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchRow;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * gSOAP, where its Debian packages are installed: a C++ program generated from the WSDL, compiled
 * here, that reads a message from a file and then writes or reads it again and again in memory, or
 * sends it. One more row of the suites, in a process of its own.
 */
public final class GsoapPeer implements AutoCloseable {
  public static final String NAME = "gSOAP";

  private static final String ABSENT =
      "gSOAP is absent: its rows are left out (Debian: apt install gsoap libgsoap-dev g++).";

  private static final Pattern RELEASE = Pattern.compile("wsdl2h release (\\S+)");

  private final Path folder;
  private final String version;

  private GsoapPeer(Path folder, String version) {
    this.folder = folder;
    this.version = version;
  }

  /** Compiles the program; a peer that is not present if the tools for that are missing. */
  public static GsoapPeer build(Consumer<String> progress) throws IOException {
    for (String tool : List.of("wsdl2h", "soapcpp2", "g++")) {
      if (!onPath(tool)) {
        return new GsoapPeer(null, null);
      }
    }
    progress.accept("compile " + NAME);
    Path folder = Files.createTempDirectory("castile-gsoap");
    copy("portal.wsdl", folder);
    copy("gsoap.cpp", folder);
    String said = run(folder, "wsdl2h", "-o", "portal.h", "portal.wsdl");
    run(folder, "soapcpp2", "-C", "-L", "-x", "-w", "portal.h");
    run(folder, "g++", "-O2", "-o", "gsoap", "gsoap.cpp", "soapC.cpp", "-lgsoap++");
    Matcher release = RELEASE.matcher(said);
    String version = release.find() ? release.group(1) : "of unknown version";
    return new GsoapPeer(folder, version);
  }

  public boolean present() {
    return folder != null;
  }

  /** What to tell the reader of a report. */
  public List<String> notes() {
    return present() ? List.of(NAME + " " + version + ", g++ -O2.") : List.of(ABSENT);
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
    Path in = folder.resolve("in.xml");
    Path out = folder.resolve("out.xml");
    Files.write(in, document);
    String times =
        run(
            folder,
            folder.resolve("gsoap").toString(),
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

  private static boolean onPath(String tool) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
  }

  private static void copy(String resource, Path folder) throws IOException {
    try (InputStream in = GsoapPeer.class.getResourceAsStream(resource)) {
      Files.copy(in, folder.resolve(resource));
    }
  }

  private static String run(Path folder, String... command) throws IOException {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      int exit = process.waitFor();
      if (exit != 0) {
        throw new IllegalStateException(
            String.format(Locale.ROOT, "%s ended with %d: %s", command[0], exit, output));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + command[0], e);
    }
    return output;
  }

  @Override
  public void close() throws IOException {
    if (present()) {
      try (Stream<Path> tree = Files.walk(folder)) {
        List<Path> all = new ArrayList<>(tree.sorted(Comparator.reverseOrder()).toList());
        for (Path path : all) {
          Files.delete(path);
        }
      }
    }
  }
}
