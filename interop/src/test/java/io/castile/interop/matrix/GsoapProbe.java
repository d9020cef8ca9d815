package io.castile.interop.matrix;

import io.castile.Castile;
import io.castile.ServerBuilder;
import io.castile.SoapServer;
import io.castile.interop.peers.GsoapTools;
import io.castile.soap.SoapVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The client in C++: what gSOAP generates from the descriptions that Castile's server gives of the
 * three styles, and {@code probe.cpp}. Compiled once for all tests of a run; the version of SOAP is
 * chosen by the call, whatever the description says.
 */
final class GsoapProbe {
  /** The prefixes, which are in the names that the program uses. */
  private static final String TYPEMAP =
      """
      t = "%s"
      w = "%s"
      b = "%s"
      r = "%s"
      """
          .formatted(
              Probe.TYPES, Style.WRAPPED.namespace, Style.BARE.namespace, Style.RPC.namespace);

  private static Path program;

  /** Why there is no program; it is not tried again. */
  private static Exception failure;

  private GsoapProbe() {}

  /** The compiled program; the test is skipped where the tools for that are absent. */
  static synchronized Path program() throws Exception {
    GsoapTools.assumePresent();
    if (failure != null) {
      throw failure;
    }
    if (program == null) {
      try {
        program = build();
      } catch (Exception e) {
        failure = e;
        throw e;
      }
    }
    return program;
  }

  private static Path build() throws Exception {
    GsoapTools tools = GsoapTools.in("gsoap-probe");
    Files.writeString(tools.folder().resolve("typemap.dat"), TYPEMAP);
    ServerBuilder builder = Castile.server().host("localhost");
    for (Style style : Style.values()) {
      Setting setting = new Setting(style, SoapVersion.SOAP_1_1, false);
      builder.publish(path(style), Probes.create(setting));
    }
    try (SoapServer server = builder.start()) {
      List<String> arguments = new ArrayList<>(List.of("-t", "typemap.dat"));
      for (Style style : Style.values()) {
        arguments.add(server.url(path(style)) + "?wsdl");
      }
      tools.describe("probe.h", arguments);
    }
    tools.keepNilItems("probe.h");
    return tools.compile("probe", "-C");
  }

  private static String path(Style style) {
    return "/" + style.name();
  }
}
