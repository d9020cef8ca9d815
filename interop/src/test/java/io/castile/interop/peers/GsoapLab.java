package io.castile.interop.peers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.Castile;
import io.castile.SoapServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The service and a client of it in C++: what gSOAP generates from the description that Castile's
 * server gives, and {@code lab.cpp}. Compiled once for all tests of a run. Because the description
 * binds a prefix to SOAP 1.2's namespace the client calls in SOAP 1.2, and is answered in that.
 */
final class GsoapLab {
  private static final List<String> TOOLS = List.of("wsdl2h", "soapcpp2", "g++");

  private static Path program;

  private GsoapLab() {}

  /** The compiled program; the test is skipped where the tools for that are absent. */
  static synchronized Path program() throws Exception {
    for (String tool : TOOLS) {
      assumeTrue(
          Programs.isOnPath(tool),
          tool + " is absent (Debian: apt install gsoap libgsoap-dev g++)");
    }
    if (program == null) {
      program = build();
    }
    return program;
  }

  private static Path build() throws Exception {
    Path folder = Files.createDirectories(Programs.module().resolve("target/gsoap"));
    Files.copy(
        Programs.module().resolve("src/test/cpp/lab.cpp"),
        folder.resolve("lab.cpp"),
        StandardCopyOption.REPLACE_EXISTING);
    describe(folder);
    keepNilItems(folder.resolve("lab.h"));
    Programs.run(folder, "soapcpp2", "-L", "-x", "-w", "lab.h");
    Programs.run(
        folder,
        "g++",
        "-o",
        "lab",
        "lab.cpp",
        "soapC.cpp",
        "soapClient.cpp",
        "soapServer.cpp",
        "-lgsoap++");
    return folder.resolve("lab");
  }

  /** A vector of ints has no place for an item that is nil; one of pointers has. */
  private static void keepNilItems(Path header) throws IOException {
    String generated = Files.readString(header);
    String changed = generated.replaceFirst("<int *> gaps ", "<int*> gaps ");
    if (changed.equals(generated)) {
      throw new IllegalStateException("no vector of ints named gaps in " + header);
    }
    Files.writeString(header, changed);
  }

  /** Wants the server to answer: the description refers to its schema there. */
  private static void describe(Path folder) throws Exception {
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .differential(true)
            .publish("/lab", new LabService())
            .start()) {
      Programs.run(folder, "wsdl2h", "-o", "lab.h", server.url("/lab") + "?wsdl");
    }
  }

  /** Starts the service, which ends when it is closed or left alone. */
  static LabServer.Running serve() throws Exception {
    Path lab = program();
    Process process =
        Programs.program(lab.getParent(), List.of(lab.toString(), "serve"))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String port = lines.readLine();
    if (port == null) {
      process.waitFor();
      throw new IllegalStateException("the service in C++ ended with " + process.exitValue());
    }
    return new LabServer.Running("http://127.0.0.1:" + port + "/lab", process::destroyForcibly);
  }
}
