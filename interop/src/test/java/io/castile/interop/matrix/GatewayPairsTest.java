package io.castile.interop.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.internal.Configs;
import io.castile.interop.peers.HttpMessage;
import io.castile.interop.peers.Programs;
import io.castile.interop.peers.Tap;
import io.castile.soap.SoapVersion;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients of other stacks call services of CXF through two gateways with the differential link
 * between them: every answer is what the client gets without them.
 */
@Tag("long")
final class GatewayPairsTest {
  private static final String NS = "urn:castile:ratings";
  private static final int STOCKS = 195;
  private static final int ROUNDS = 12;

  private static final Map<String, Caller.Maker> CLIENTS = new LinkedHashMap<>();

  static {
    CLIENTS.put("CXF", Caller.of(Stack.CXF));
    CLIENTS.put("Metro", Caller.of(Stack.METRO));
    CLIENTS.put("zeep", ProgramCaller::zeep);
    CLIENTS.put("node-soap", ProgramCaller::nodeSoap);
    CLIENTS.put("gSOAP", ProgramCaller::gsoap);
  }

  /** What analysts say of a stock. */
  public static final class Rating {
    public String symbol;
    public String verdict;
    public double price;
    public int analysts;
    public String updated;
  }

  /** Tells ratings, of which every tenth changes from round to round. */
  @WebService(serviceName = "Ratings", portName = "RatingsPort", targetNamespace = NS)
  public static final class Ratings {
    /** Returns the ratings of a round. */
    public List<Rating> ratings(@WebParam(name = "round") int round) {
      List<Rating> ratings = new ArrayList<>();
      for (int i = 0; i < STOCKS; i++) {
        Random random = new Random(i + 1_000L * ((round + i) / 10));
        Rating rating = new Rating();
        rating.symbol = "S" + i * 7919 % 10_000;
        rating.verdict = List.of("Buy", "Hold", "Sell").get(random.nextInt(3));
        rating.price = random.nextInt(100_000) / 100.0;
        rating.analysts = 1 + random.nextInt(30);
        rating.updated = "2026-01-%02dT12:00:00Z".formatted(1 + random.nextInt(28));
        ratings.add(rating);
      }
      return ratings;
    }
  }

  private static Gateway far(URI service) throws Exception {
    URI origin = URI.create("http://" + service.getAuthority());
    return Gateway.start(
        Configs.of(GatewaySettings.of(new ListenAddress("127.0.0.1", 0), origin).withLink(true)));
  }

  private static Gateway near(String line) throws Exception {
    URI origin = URI.create("http://" + URI.create(line).getAuthority());
    return Gateway.start(
        Configs.of(
            GatewaySettings.of(new ListenAddress("127.0.0.1", 0), origin)
                .withRoutes(List.of(RouteConfig.of(origin).withLink(true)))));
  }

  private static String address(Gateway gateway, URI service) {
    return "http://127.0.0.1:" + gateway.port() + service.getPath();
  }

  @Test
  void zeepPollsRatingsOfCxf() throws Exception {
    Path python = Programs.module().resolve("target/zeep/bin/python");
    assumeTrue(
        Files.isExecutable(python),
        "zeep is absent (in interop: python3 -m venv target/zeep && "
            + "target/zeep/bin/pip install -r src/test/python/requirements.txt)");
    URI service = URI.create("http://localhost:" + freePort() + "/ratings");
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setServiceBean(new Ratings());
    factory.setAddress(service.toString());
    Server server = factory.create();
    try (Gateway far = far(service);
        Tap line = Tap.open(address(far, service));
        Gateway near = near(line.url())) {
      String direct = polled(python, service.toString());
      String through = polled(python, address(near, service));

      assertThat(through).isEqualTo(direct);
      assertThat(direct.lines()).hasSize(STOCKS * ROUNDS);
      List<HttpMessage> deltas = deltas(line);
      assertThat(deltas).hasSize(ROUNDS - 1);
      assertThat(line.responses()).hasSize(1);
      int whole = line.responses().get(0).text().length();
      assertThat(deltas).allMatch(delta -> delta.text().length() < whole / 20);
    } finally {
      server.destroy();
    }
  }

  private static String polled(Path python, String url) throws Exception {
    Path script = Programs.module().resolve("src/test/python/ratings.py");
    return Programs.run(
        script.getParent(), python.toString(), script.toString(), url, Integer.toString(ROUNDS));
  }

  private static int freePort() throws Exception {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"SOAP_1_1", "SOAP_1_2"})
  void answersAreThoseWithoutThePair(SoapVersion version) throws Exception {
    Setting setting = new Setting(Style.WRAPPED, version, false);
    ProbeService probes = Probes.create(setting);
    try (Stack.Running running = Stack.CXF.serve(probes, setting)) {
      URI service = URI.create(running.url());
      for (Map.Entry<String, Caller.Maker> client : CLIENTS.entrySet()) {
        try (Gateway far = far(service);
            Tap line = Tap.open(address(far, service));
            Gateway near = near(line.url())) {
          List<Feature> features = GatewayPeersTest.features(client.getKey(), setting);
          List<String> direct =
              GatewayPeersTest.told(client.getValue(), setting, running.url(), features);
          for (int i = 0; i < 2; i++) {
            assertThat(
                    GatewayPeersTest.told(
                        client.getValue(), setting, address(near, service), features))
                .as(client.getKey())
                .isEqualTo(direct);
          }

          assertThat(deltas(line)).as(client.getKey()).hasSizeGreaterThan(5);
        }
      }
    }
  }

  private static List<HttpMessage> deltas(Tap line) {
    return line.answers().stream()
        .filter(
            answer -> answer.head().toLowerCase(Locale.ROOT).contains("\ncontent-encoding: csd\r"))
        .toList();
  }
}
