package io.castile.interop.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Applications in the words of Jakarta XML Web Services, written after those that Metro and CXF
 * ship as samples: each stack runs them, in a JVM that is told its provider, and what they print is
 * compared. What differs is in {@code known-sample-differences.tsv}.
 */
@Tag("long")
final class SamplesTest {
  private static final String CASTILE = "io.castile.jaxws.CastileProvider";

  private static final Map<String, String> OTHERS =
      Map.of(
          "Metro",
          "com.sun.xml.ws.spi.ProviderImpl",
          "CXF",
          "org.apache.cxf.jaxws.spi.ProviderImpl");

  /** A line of what a sample prints, on which a stack differs. */
  private record Difference(String stack, String sample, String castile, String other) {}

  @Test
  void samplesPrintOnCastileWhatTheyPrintOnTheirOwnStacks() throws Exception {
    Map<String, List<String>> castile = run("Castile", CASTILE);
    List<Difference> known = known();
    SoftAssertions softly = new SoftAssertions();
    assertThat(castile.keySet()).isEqualTo(Samples.all().keySet());
    for (Map.Entry<String, String> stack : OTHERS.entrySet()) {
      Map<String, List<String>> other = run(stack.getKey(), stack.getValue());
      for (String sample : castile.keySet()) {
        if (stack.getKey().equals("Metro") && sample.equals(Samples.ADDED_PORT)) {
          continue;
        }
        List<String> expected =
            other.getOrDefault(sample, List.of()).stream()
                .map(line -> castileWould(line, stack.getKey(), sample, known))
                .toList();
        softly
            .assertThat(castile.get(sample))
            .as("%s, beside %s", sample, stack.getKey())
            .isEqualTo(expected);
      }
      for (Difference difference : known) {
        if (difference.stack().equals(stack.getKey())) {
          softly
              .assertThat(other.get(difference.sample()))
              .as("known difference %s still occurs", difference)
              .contains(difference.other());
        }
      }
    }
    softly.assertAll();
  }

  /** The gateway looks at all of them, keeps what it may for a moment, and passes the rest. */
  @Test
  void samplesPrintThroughAGatewayWhatTheyPrintWithoutIt() throws Exception {
    SoftAssertions softly = new SoftAssertions();
    for (Map.Entry<String, String> stack : OTHERS.entrySet()) {
      Map<String, List<String>> direct = run(stack.getKey(), stack.getValue());
      Map<String, List<String>> through =
          run(stack.getKey(), stack.getValue(), "-D" + Sample.THROUGH_GATEWAY + "=true");
      for (Map.Entry<String, List<String>> sample : direct.entrySet()) {
        softly
            .assertThat(through.get(sample.getKey()))
            .as("%s of %s", sample.getKey(), stack.getKey())
            .isEqualTo(sample.getValue());
      }
    }
    softly.assertAll();
  }

  private static String castileWould(
      String line, String stack, String sample, List<Difference> known) {
    for (Difference difference : known) {
      if (difference.stack().equals(stack)
          && difference.sample().equals(sample)
          && difference.other().equals(line)) {
        return difference.castile();
      }
    }
    return line;
  }

  private static List<Difference> known() throws Exception {
    try (InputStream in = SamplesTest.class.getResourceAsStream("known-sample-differences.tsv")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .map(line -> line.split("\t"))
          .map(row -> new Difference(row[0], row[1], row[2], row[3]))
          .toList();
    }
  }

  /** That of the tests, without the other stacks. */
  private static String classPath(String stack) {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(System.getProperty("java.class.path"))
        .filter(entry -> stack.equals("CXF") || !entry.contains("cxf-"))
        .filter(entry -> stack.equals("Metro") || !entry.contains("webservices-rt"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** What each sample prints. */
  private static Map<String, List<String>> run(String stack, String provider, String... options)
      throws Exception {
    Path folder = Files.createDirectories(Path.of("target", "samples"));
    Path out = folder.resolve(stack + ".txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djakarta.xml.ws.spi.Provider=" + provider);
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", classPath(stack), Samples.class.getName()));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve(stack + ".log").toFile())
            .start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("%s ends", stack).isTrue();
    } finally {
      process.destroyForcibly();
    }
    Map<String, List<String>> printed = new LinkedHashMap<>();
    try (Stream<String> lines = Files.lines(out)) {
      String[] sample = {""};
      lines.forEach(
          line -> {
            if (line.startsWith("== ")) {
              sample[0] = line.substring(3);
              printed.put(sample[0], new ArrayList<>());
            } else {
              printed.get(sample[0]).add(line);
            }
          });
    }
    return printed;
  }
}
