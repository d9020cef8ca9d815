package io.castile.interop.peers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * gSOAP's tools and a compiler of C++, in a folder of their own.
 *
 * @param folder where everything is written
 */
public record GsoapTools(Path folder) {
  private static final List<String> TOOLS = List.of("wsdl2h", "soapcpp2", "g++");

  /** Skips the test where the tools are absent. */
  public static void assumePresent() {
    for (String tool : TOOLS) {
      assumeTrue(
          Programs.isOnPath(tool),
          tool + " is absent (Debian: apt install gsoap libgsoap-dev g++)");
    }
  }

  /**
   * The tools in a folder of this name under {@code target}, which is made if need be; each JVM of
   * a run of tests has its own.
   */
  public static GsoapTools in(String name) throws IOException {
    String own = name + "-" + System.getProperty("castile.fork", "0");
    return new GsoapTools(
        Files.createDirectories(Programs.module().resolve("target").resolve(own)));
  }

  /**
   * Makes a header of descriptions of services.
   *
   * @param arguments other arguments of {@code wsdl2h}: its options, and where the descriptions are
   */
  public void describe(String header, List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("wsdl2h", "-o", header));
    command.addAll(arguments);
    Programs.run(folder, command.toArray(String[]::new));
  }

  /**
   * Makes place for null items in a list named gaps: a vector of ints has none, one of pointers
   * has.
   */
  public void keepNilItems(String header) throws IOException {
    Path file = folder.resolve(header);
    String generated = Files.readString(file);
    String changed = generated.replaceFirst("<int *> gaps ", "<int*> gaps ");
    if (changed.equals(generated)) {
      throw new IllegalStateException("no vector of ints named gaps in " + file);
    }
    Files.writeString(file, changed);
  }

  /**
   * Generates from the header {@code NAME.h} and compiles the program {@code NAME.cpp} of the
   * tests.
   *
   * @param options more options of {@code soapcpp2}
   * @return the program
   */
  public Path compile(String name, String... options) throws Exception {
    String source = name + ".cpp";
    Files.copy(
        Programs.module().resolve("src/test/cpp").resolve(source),
        folder.resolve(source),
        StandardCopyOption.REPLACE_EXISTING);
    List<String> generate = new ArrayList<>(List.of("soapcpp2", "-L", "-x", "-w"));
    generate.addAll(List.of(options));
    generate.add(name + ".h");
    Programs.run(folder, generate.toArray(String[]::new));
    List<String> compile = new ArrayList<>(List.of("g++", "-o", name, source));
    Stream.of("soapC.cpp", "soapClient.cpp", "soapServer.cpp")
        .filter(file -> Files.exists(folder.resolve(file)))
        .forEach(compile::add);
    compile.add("-lgsoap++");
    Programs.run(folder, compile.toArray(String[]::new));
    return folder.resolve(name);
  }
}
