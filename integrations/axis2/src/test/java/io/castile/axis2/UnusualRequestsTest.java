package io.castile.axis2;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewayConfig;
import io.castile.gateway.config.ListenAddress;
import io.castile.unusual.UnusualCalls;
import io.castile.unusual.UnusualRequest;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.transport.http.SimpleHTTPServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As for other stacks: Axis2 finds the operation by the action, in the type or the field. */
@Tag("long")
final class UnusualRequestsTest {
  private static final int PAIRS = 1_000;
  private static final long SEED = 44;

  private static final String POLICY =
      """
      rules:
        - operation: echo
          cache: true
          ttl: 1h
          shared: true
      """;

  private static final UnusualRequest.Operation ECHO =
      new UnusualRequest.Operation(
          "urn:echo",
          "<q:echo xmlns:q='" + Messages.NAMESPACE + "'><q:text>",
          "</q:text></q:echo>");

  @Test
  void throughTheGatewayTheyGetTheAnswersOfTheService(@TempDir Path folder) throws Exception {
    ConfigurationContext context = Repositories.context(folder);
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    AxisService service =
        AxisService.createService(EchoedText.class.getName(), context.getAxisConfiguration());
    context.getAxisConfiguration().addService(service);
    SimpleHTTPServer server = new SimpleHTTPServer(context, port);
    server.start();
    GatewayConfig config =
        GatewayConfig.of(
            new ListenAddress("localhost", 0), URI.create("http://localhost:" + port));
    try (Gateway gateway = Gateway.start(config)) {
      gateway.policy(CachePolicy.parse("policy", POLICY));
      String path = "/axis2/services/" + service.getName();
      URI direct = URI.create("http://localhost:" + port + path);
      URI through = URI.create("http://localhost:" + gateway.port() + path);

      assertThat(UnusualCalls.wrong(direct, through, ECHO, PAIRS, SEED)).isEmpty();
      assertThat(gateway.statistics().row("echo").hits()).isGreaterThan(PAIRS / 10);
    } finally {
      server.stop();
      context.terminate();
    }
  }
}
