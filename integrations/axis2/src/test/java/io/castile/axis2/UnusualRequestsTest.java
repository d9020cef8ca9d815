package io.castile.axis2;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.internal.Configs;
import io.castile.unusual.UnusualCalls;
import io.castile.unusual.UnusualRequest;
import java.net.URI;
import java.nio.file.Path;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.transport.http.AxisServlet;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
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
  void throughTheGatewayTheyGetTheAnswersOfTheService(
      @TempDir Path folder, @TempDir Path repository) throws Exception {
    Repositories.context(repository).terminate();
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.toString());
    tomcat.setPort(0);
    Context application = tomcat.addContext("/axis2", folder.toString());
    Wrapper servlet = Tomcat.addServlet(application, "axis2", new AxisServlet());
    servlet.addInitParameter("axis2.repository.path", repository.toString());
    servlet.setLoadOnStartup(1);
    application.addServletMappingDecoded("/services/*", "axis2");
    tomcat.start();
    try {
      AxisConfiguration axis =
          ((ConfigurationContext)
                  application.getServletContext().getAttribute(AxisServlet.CONFIGURATION_CONTEXT))
              .getAxisConfiguration();
      AxisService service = AxisService.createService(EchoedText.class.getName(), axis);
      axis.addService(service);
      check(
          URI.create("http://localhost:" + tomcat.getConnector().getLocalPort()),
          "/axis2/services/" + service.getName());
    } finally {
      tomcat.stop();
      tomcat.destroy();
    }
  }

  private static void check(URI origin, String path) throws Exception {
    GatewaySettings config = GatewaySettings.of(new ListenAddress("localhost", 0), origin);
    try (Gateway gateway = Gateway.start(Configs.of(config))) {
      gateway.policy(CachePolicy.parse("policy", POLICY));
      URI through = URI.create("http://localhost:" + gateway.port() + path);

      assertThat(UnusualCalls.wrong(URI.create(origin + path), through, ECHO, PAIRS, SEED))
          .isEmpty();
      assertThat(gateway.statistics().row("echo").hits()).isGreaterThan(PAIRS / 10);
    }
  }
}
