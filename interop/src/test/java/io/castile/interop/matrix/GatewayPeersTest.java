package io.castile.interop.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.CacheStatistics;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.internal.Configs;
import io.castile.soap.SoapVersion;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Clients of six stacks call services of CXF and Metro through a gateway that caches what it may:
 * every answer is what the client gets without it, and the second time it is asked, the gateway has
 * it.
 */
@Tag("long")
final class GatewayPeersTest {
  private static final String POLICY =
      """
      rules:
        - operation: "echo*"
          cache: true
          ttl: 1h
      """;

  private static final Map<String, Caller.Maker> CLIENTS = new LinkedHashMap<>();

  static {
    CLIENTS.put("CXF", Caller.of(Stack.CXF));
    CLIENTS.put("Metro", Caller.of(Stack.METRO));
    CLIENTS.put("Castile", Caller.of(Stack.CASTILE));
    CLIENTS.put("zeep", ProgramCaller::zeep);
    CLIENTS.put("node-soap", ProgramCaller::nodeSoap);
    CLIENTS.put("gSOAP", ProgramCaller::gsoap);
  }

  private static final List<Setting> SETTINGS =
      List.of(
          new Setting(Style.WRAPPED, SoapVersion.SOAP_1_1, false),
          new Setting(Style.WRAPPED, SoapVersion.SOAP_1_2, false),
          new Setting(Style.RPC, SoapVersion.SOAP_1_1, false));

  @TestFactory
  Stream<DynamicTest> answersAreThoseWithoutTheGateway() {
    return SETTINGS.stream()
        .flatMap(
            setting ->
                Stream.of(Stack.CXF, Stack.METRO)
                    .map(
                        server ->
                            DynamicTest.dynamicTest(
                                server.title + ", " + setting.title(),
                                () -> check(server, setting))));
  }

  private static void check(Stack server, Setting setting) throws Exception {
    ProbeService service = Probes.create(setting);
    try (Stack.Running running = server.serve(service, setting)) {
      for (Map.Entry<String, Caller.Maker> client : CLIENTS.entrySet()) {
        URI url = URI.create(running.url());
        try (Gateway gateway = gateway(running)) {
          String through = "http://localhost:" + gateway.port() + url.getPath();
          List<Feature> features = features(client.getKey(), setting);
          List<String> direct = told(client.getValue(), setting, running.url(), features);
          List<String> first = told(client.getValue(), setting, through, features);
          List<String> second = told(client.getValue(), setting, through, features);

          assertThat(first).as(client.getKey()).isEqualTo(direct);
          assertThat(second).as(client.getKey()).isEqualTo(direct);
          CacheStatistics.Row row = row(gateway);
          assertThat(row.hits()).as(client.getKey()).isEqualTo(row.misses()).isGreaterThan(5);
        }
      }
    }
  }

  /** Each stack spells a question in its own way. */
  @Test
  void stacksShareTheAnswersToOneQuestion() throws Exception {
    Setting setting = SETTINGS.get(0);
    ProbeService service = Probes.create(setting);
    try (Stack.Running running = Stack.CXF.serve(service, setting);
        Gateway gateway = gateway(running)) {
      URI url = URI.create(running.url());
      String through = "http://localhost:" + gateway.port() + url.getPath();
      for (Map.Entry<String, Caller.Maker> client : CLIENTS.entrySet()) {
        told(client.getValue(), setting, through, List.of(Feature.ENUMERATIONS));
      }

      assertThat(row(gateway).misses()).isEqualTo(1);
      assertThat(row(gateway).hits()).isEqualTo(CLIENTS.size() - 1);
    }
  }

  /** A program that knows nothing of SOAP sends what a stack has sent. */
  @Test
  void curlGetsTheSameAnswerAndSharesIt() throws Exception {
    Setting setting = SETTINGS.get(0);
    try (Stack.Running running = Stack.CXF.serve(Probes.create(setting), setting);
        Gateway gateway = gateway(running)) {
      String path = URI.create(running.url()).getPath();
      String through = "http://localhost:" + gateway.port() + path;
      Curl.Response direct = Curl.post(running.url(), Curl.ECHO);
      Curl.Response first = Curl.post(through, Curl.ECHO);
      Curl.Response second = Curl.post(through, Curl.ECHO, "--compressed");

      assertThat(direct.status()).isEqualTo(200);
      assertThat(first.content()).isEqualTo(direct.content());
      assertThat(second.content()).isEqualTo(direct.content());
      assertThat(row(gateway).hits()).isEqualTo(1);
      assertThat(Curl.get(through + "?wsdl").content()).contains(through);
    }
  }

  private static Gateway gateway(Stack.Running running) throws Exception {
    URI origin = URI.create("http://" + URI.create(running.url()).getAuthority());
    Gateway gateway =
        Gateway.start(Configs.of(GatewaySettings.of(new ListenAddress("localhost", 0), origin)));
    gateway.policy(CachePolicy.parse("policy", POLICY));
    return gateway;
  }

  private static CacheStatistics.Row row(Gateway gateway) {
    List<CacheStatistics.Row> rows = gateway.statistics().rows();
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  /** Those that the client can ask of a service of Castile's, whose WSDL says the same. */
  static List<Feature> features(String client, Setting setting) {
    List<Feature> features = new ArrayList<>();
    for (Cell cell : Cell.tested()) {
      boolean isClients = cell.pair().title.startsWith(client + " ");
      if (isClients && cell.setting().equals(setting) && !features.contains(cell.feature())) {
        features.add(cell.feature());
      }
    }
    return features;
  }

  static List<String> told(Caller.Maker maker, Setting setting, String url, List<Feature> features)
      throws Exception {
    List<String> told = new ArrayList<>();
    try (Caller caller = maker.make(setting, url, features)) {
      for (Feature feature : features) {
        told.add(feature + ": " + caller.call(feature));
      }
    }
    return told;
  }
}
