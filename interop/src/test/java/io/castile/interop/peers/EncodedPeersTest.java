package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.builders.BuildersService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients in other languages call an rpc/encoded service by the description that it gives. */
@Tag("long")
final class EncodedPeersTest {
  private static SoapServer server;

  @BeforeAll
  static void start() {
    server =
        Castile.server()
            .sameVersion(false)
            .host("localhost")
            .publish("/echo", new BuildersService())
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void zeepCalls() throws Exception {
    Path python = Programs.module().resolve("target/zeep/bin/python");
    assumeTrue(
        Files.isExecutable(python),
        "zeep is absent (in interop: python3 -m venv target/zeep && "
            + "target/zeep/bin/pip install -r src/test/python/requirements.txt)");
    Path script = Programs.module().resolve("src/test/python/encoded.py");
    Path schema =
        Programs.module()
            .resolve("../wsdl/src/main/resources/io/castile/wsdl/catalog/soap-encoding-1.1.xsd");

    String printed =
        Programs.run(
            script.getParent(),
            python.toString(),
            script.toString(),
            server.url("/echo"),
            schema.toString());

    assertThat(printed.lines())
        .containsExactly(
            "string a < b & c", "integer -7", "struct x 3 1.5", "strings a b", "tree 1 2 None");
  }

  @Test
  void nodeSoapCalls() throws Exception {
    Path folder = Programs.module().resolve("src/test/npm");
    assumeTrue(
        Programs.isOnPath("node") && Files.isDirectory(folder.resolve("node_modules/soap")),
        "node-soap is absent (Node.js, then in interop: npm install --prefix src/test/npm)");

    String printed = Programs.run(folder, "node", "encoded.js", server.url("/echo"));

    assertThat(printed.lines())
        .containsExactly("string a < b & c", "struct x 3 1.5", "strings a b");
  }

  /** Sharing and cycles too: gSOAP has them by references. */
  @Test
  void gsoapCalls() throws Exception {
    GsoapTools.assumePresent();
    GsoapTools tools = GsoapTools.in("gsoap-encoded");
    tools.describe("encoded.h", List.of(server.url("/echo") + "?wsdl"));
    Path program = tools.compile("encoded", "-C");

    String printed = Programs.run(program.getParent(), program.toString(), server.url("/echo"));

    assertThat(printed.lines())
        .containsExactly(
            "string a < b & c",
            "integers 3: 0 1 4",
            "struct x 3 1.5",
            "graph 2 1 shared=1 cyclic=1",
            "same 1 0");
  }
}
