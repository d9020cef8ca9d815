package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.internal.Configs;
import io.castile.unusual.UnusualCalls;
import io.castile.unusual.UnusualRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Requests that are spelled in odd ways reach services of other stacks through a gateway that
 * caches: each caller gets what the service answers to that very request, whoever asked before.
 */
@Tag("long")
final class UnusualRequestsTest {
  private static final int PAIRS = 1_000;
  private static final long SEED = 44;

  /** Even where all callers share answers. */
  private static final String POLICY =
      """
      rules:
        - operation: echo
          cache: true
          ttl: 1h
          shared: true
      """;

  private static final UnusualRequest.Operation LITERAL =
      new UnusualRequest.Operation(
          EchoedText.ACTION,
          "<q:echo xmlns:q='" + EchoedText.NAMESPACE + "'><text>",
          "</text></q:echo>");

  /** Where schemas have all elements in the namespace. */
  private static final UnusualRequest.Operation QUALIFIED =
      new UnusualRequest.Operation(
          EchoedText.ACTION,
          "<q:echo xmlns:q='" + EchoedText.NAMESPACE + "'><q:text>",
          "</q:text></q:echo>");

  private static void check(String url, UnusualRequest.Operation operation) throws IOException {
    URI service = URI.create(url);
    GatewaySettings config =
        GatewaySettings.of(
            new ListenAddress("localhost", 0), URI.create("http://" + service.getAuthority()));
    try (Gateway gateway = Gateway.start(Configs.of(config))) {
      gateway.policy(CachePolicy.parse("policy", POLICY));
      URI through = URI.create("http://localhost:" + gateway.port() + service.getPath());

      assertThat(UnusualCalls.wrong(service, through, operation, PAIRS, SEED)).isEmpty();
      assertThat(gateway.statistics().row("echo").hits()).isGreaterThan(PAIRS / 10);
    }
  }

  @Test
  void cxf() throws Exception {
    try (LabServer.Running server = PeerServers.cxf(new EchoedText(), "/echoed")) {
      check(server.url(), LITERAL);
    }
  }

  @Test
  void metro() throws Exception {
    try (LabServer.Running server = PeerServers.metro(new EchoedText(), "/echoed")) {
      check(server.url(), LITERAL);
    }
  }

  @Test
  void castile() throws Exception {
    try (SoapServer server =
        Castile.server()
            .sameVersion(false)
            .host("localhost")
            .publish("/echoed", new EchoedText())
            .start()) {
      check(server.url("/echoed"), LITERAL);
    }
  }

  @Test
  void spyne() throws Exception {
    Path python = Programs.module().resolve("target/zeep/bin/python");
    assumeTrue(
        Files.isExecutable(python),
        "spyne is absent (python3 -m venv target/zeep && "
            + "target/zeep/bin/pip install -r src/test/python/requirements.txt)");
    List<String> command = List.of(python.toString(), "src/test/python/echoed.py");
    Process server =
        Programs.program(Programs.module(), command)
            .redirectError(ProcessBuilder.Redirect.DISCARD) // it would wait for a reader
            .start();
    try (BufferedReader out = server.inputReader()) {
      check("http://localhost:" + out.readLine() + "/echoed", QUALIFIED);
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void php() throws Exception {
    assumeTrue(Programs.isOnPath("php"), "PHP is absent (apt install php-cli php-soap)");
    int port = freePort();
    List<String> command =
        List.of("php", "-q", "-S", "localhost:" + port, "src/test/php/echoed.php");
    Process server =
        Programs.program(Programs.module(), command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      awaitListener(server, port);
      check("http://localhost:" + port + "/echoed", LITERAL);
    } finally {
      server.destroyForcibly();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private static void awaitListener(Process server, int port) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      try (Socket ready = new Socket("localhost", port)) {
        return;
      } catch (ConnectException e) {
        assertThat(server.isAlive() && System.nanoTime() - deadline < 0)
            .as("PHP's server listens")
            .isTrue();
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
  }
}
