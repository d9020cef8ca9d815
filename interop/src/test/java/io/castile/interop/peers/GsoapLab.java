package io.castile.interop.peers;

import io.castile.Castile;
import io.castile.SoapServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The service and a client of it in C++: what gSOAP generates from the description that Castile's
 * server gives, and {@code lab.cpp}. Compiled once for all tests of a run. Because the description
 * binds a prefix to SOAP 1.2's namespace the client calls in SOAP 1.2, and is answered in that.
 */
final class GsoapLab {
  private static Path program;

  private GsoapLab() {}

  /** The compiled program; the test is skipped where the tools for that are absent. */
  static synchronized Path program() throws Exception {
    GsoapTools.assumePresent();
    if (program == null) {
      program = build();
    }
    return program;
  }

  /** Wants the server to answer: the description refers to its schema there. */
  private static Path build() throws Exception {
    GsoapTools tools = GsoapTools.in("gsoap");
    try (SoapServer server =
        Castile.server()
            .sameVersion(false)
            .host("localhost")
            .differential(true)
            .publish("/lab", new LabService())
            .start()) {
      tools.describe("lab.h", List.of(server.url("/lab") + "?wsdl"));
    }
    tools.keepNilItems("lab.h");
    return tools.compile("lab");
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
