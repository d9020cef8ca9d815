package io.castile.axis2;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.Bypass;
import io.castile.cache.ResponseCache;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.transport.http.AxisServlet;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.realm.GenericPrincipal;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.ValveBase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The module in Axis2 as a web application, in Tomcat. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class AxisServletTest {
  private static final Tomcat TOMCAT = new Tomcat();
  private static ConfigurationContext context;

  private AxisService service;

  /** Says who has logged in, as a container does that has authenticated a request. */
  private static final class LogIn extends ValveBase {
    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
      String user = request.getHeader("x-test");
      if (user != null) {
        request.setUserPrincipal(new GenericPrincipal(user));
      }
      getNext().invoke(request, response);
    }
  }

  @BeforeAll
  static void start(@TempDir Path folder, @TempDir Path repository) throws Exception {
    Repositories.context(repository).terminate();
    TOMCAT.setBaseDir(folder.toString());
    TOMCAT.setPort(0);
    Context application = TOMCAT.addContext("/axis2", folder.toString());
    Wrapper servlet = Tomcat.addServlet(application, "axis2", new AxisServlet());
    servlet.addInitParameter("axis2.repository.path", repository.toString());
    servlet.setLoadOnStartup(1);
    application.addServletMappingDecoded("/services/*", "axis2");
    application.getPipeline().addValve(new LogIn());
    TOMCAT.start();
    context =
        (ConfigurationContext)
            application.getServletContext().getAttribute(AxisServlet.CONFIGURATION_CONTEXT);
  }

  @AfterAll
  static void stop() throws Exception {
    TOMCAT.stop();
    TOMCAT.destroy();
  }

  @BeforeEach
  void renew() throws Exception {
    Quotes.reset();
    if (context.getAxisConfiguration().getService("Quotes") != null) {
      context.getAxisConfiguration().removeService("Quotes");
    }
    service = AxisService.createService(Quotes.class.getName(), context.getAxisConfiguration());
    context.getAxisConfiguration().addService(service);
    service.addParameter(new Parameter(CastileModule.DIFFERENTIAL, "true"));
  }

  private void engage(String policy) throws Exception {
    service.addParameter(new Parameter(CastileModule.POLICY, policy));
    service.engageModule(context.getAxisConfiguration().getModule(CastileModule.NAME));
  }

  private static HttpResponse<String> post(String message, String... fields) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://localhost:"
                        + TOMCAT.getConnector().getLocalPort()
                        + "/axis2/services/Quotes"))
            .header("Content-Type", "text/xml; charset=utf-8")
            .header("SOAPAction", "\"\"")
            .POST(HttpRequest.BodyPublishers.ofString(message));
    if (fields.length > 0) {
      request.headers(fields);
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private ResponseCache cache() throws Exception {
    return Objects.requireNonNull(CastileModule.cache(service));
  }

  @Test
  void aRepeatedRequestGetsTheBytesOfTheFirstAnswer() throws Exception {
    HttpResponse<String> plain = post(Messages.getPrice("A"));
    engage(Axis2Server.POLICY);
    HttpResponse<String> miss = post(Messages.getPrice("A"));
    HttpResponse<String> hit = post(Messages.getPrice("A"));

    assertThat(plain.body()).contains("9.9");
    for (HttpResponse<String> each : List.of(miss, hit)) {
      assertThat(each.statusCode()).isEqualTo(200);
      assertThat(each.body()).isEqualTo(plain.body());
      assertThat(each.headers().allValues("content-type"))
          .isEqualTo(plain.headers().allValues("content-type"));
    }
    assertThat(Quotes.served()).hasSize(2);
  }

  @Test
  void whoHasLoggedInIsNotGivenTheAnswerToAnother() throws Exception {
    engage(Axis2Server.POLICY);
    post(Messages.getPrice("A"));
    for (String user : List.of("alice", "alice", "bob")) {
      post(Messages.getPrice("A"), "x-test", user);
    }

    assertThat(Quotes.served()).hasSize(4);
    assertThat(cache().statistics().row("getPrice").bypassed())
        .isEqualTo(Map.of(Bypass.WS_SECURITY, 3L));
  }

  @Test
  void usersHaveAnswersOfTheirOwnWhereThePolicyVaries() throws Exception {
    engage(
        """
        rules:
          - operation: getPrice
            cache: true
            ttl: 1h
            vary: [wsSecurityUser]
        """);
    for (String user : List.of("alice", "bob", "alice", "bob")) {
      post(Messages.getPrice("A"), "x-test", user);
    }

    assertThat(Quotes.served()).hasSize(2);
  }

  @Test
  void aFaultIsAsBefore() throws Exception {
    HttpResponse<String> plain = post(Messages.getPrice("none"));
    engage(Axis2Server.POLICY);
    HttpResponse<String> fault = post(Messages.getPrice("none"));
    HttpResponse<String> linked = post(Messages.getPrice("none"), "Castile", "1");

    assertThat(plain.statusCode()).isEqualTo(500);
    for (HttpResponse<String> each : List.of(fault, linked)) {
      assertThat(each.statusCode()).isEqualTo(500);
      assertThat(each.body()).contains("there is no none");
    }
  }

  @Test
  void answersGoAsDifferencesOfKeptOnes() throws Exception {
    engage(Axis2Server.POLICY);
    HttpResponse<String> first = post(Messages.getPrice("A"), "Castile", "1;t");
    String version =
        first.headers().firstValue("castile").orElseThrow().replaceAll(".*v=\"([^\"]+)\".*", "$1");
    HttpResponse<String> delta =
        post(Messages.getPrice("A"), "Castile", "1;b=\"" + version + "\";t");

    assertThat(first.body()).contains("9.9");
    assertThat(delta.headers().firstValue("content-encoding")).hasValue("csd");
    assertThat(delta.body().length()).isLessThan(first.body().length());
    assertThat(Quotes.served()).hasSize(1);
  }
}
