package io.castile.dynamic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.builders.BuildersService;
import io.castile.builders.FaultyService;
import io.castile.cache.policy.CachePolicy;
import io.castile.soap.SoapVersion;
import io.castile.template.Templates;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.model.ValueException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rpc/encoded operations of a described service, by maps and lists. */
final class EncodedDynamicTest {
  private static final Map<String, Object> STRUCT =
      Map.of("varString", "x", "varInt", 3, "varFloat", 1.5f);

  private static SoapServer server;
  private static Description description;

  @BeforeAll
  static void start() throws Exception {
    server =
        Castile.server()
            .host("localhost")
            .sameVersion(false)
            .publish("/echo", new BuildersService())
            .start();
    description = WsdlReader.create().read(URI.create(server.url("/echo") + "?wsdl"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static DynamicClientBuilder client() {
    return DynamicClient.of(description).endpoint(server.url("/echo"));
  }

  private static Object echo(DynamicClient client, String operation, String name, Object value) {
    return client.call(operation, Map.of(name, value)).get("return");
  }

  @Test
  void theDescriptionHasNoProblems() {
    assertThat(description.problems()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void valuesComeBack(SoapVersion version) {
    try (DynamicClient client = client().soapVersion(version).build()) {
      assertThat(echo(client, "echoString", "inputString", "a < b")).isEqualTo("a < b");
      assertThat(echo(client, "echoInteger", "inputInteger", "7")).isEqualTo(7);
      assertThat(echo(client, "echoStringArray", "inputStringArray", Arrays.asList("a", null)))
          .isEqualTo(Arrays.asList("a", null));
      assertThat(echo(client, "echoIntegerArray", "inputIntegerArray", List.of(1, "2")))
          .isEqualTo(List.of(1, 2));
      assertThat(echo(client, "echo2DStringArray", "input2DStringArray", List.of(List.of("a"))))
          .isEqualTo(List.of(List.of("a")));
      assertThat(echo(client, "echoStruct", "inputStruct", STRUCT)).isEqualTo(STRUCT);
      assertThat(echo(client, "echoStructArray", "inputStructArray", List.of(STRUCT, STRUCT)))
          .isEqualTo(List.of(STRUCT, STRUCT));
      assertThat(echo(client, "echoMap", "inputMap", Map.of("one", 1))).isEqualTo(Map.of("one", 1));
      assertThat(client.call("echoStructAsSimpleTypes", Map.of("inputStruct", STRUCT)))
          .isEqualTo(Map.of("outputString", "x", "outputInteger", 3, "outputFloat", 1.5f));
      assertThat(client.call("echoVoid", Map.of())).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void graphsComeBack(boolean hasTemplates) {
    Templates templates = hasTemplates ? Templates.builder().build() : Templates.off();
    try (DynamicClient client = client().templates(templates).build()) {
      for (int i = 0; i < 3; i++) {
        Map<String, Object> shared = new LinkedHashMap<>(Map.of("data", i));
        Map<String, Object> root = new LinkedHashMap<>(Map.of("data", 9));
        root.put("left", shared);
        root.put("right", shared);
        shared.put("left", root);

        Map<?, ?> read = (Map<?, ?>) echo(client, "echoNode", "inputNode", root);

        Map<?, ?> left = (Map<?, ?>) read.get("left");
        assertThat(left.get("data")).isEqualTo(i);
        assertThat(read.get("right")).isSameAs(left);
        assertThat(left.get("left")).isSameAs(read);
        assertThat(client.call("areSame", Map.of("one", shared, "other", shared)))
            .isEqualTo(Map.of("return", true));
      }
    }
  }

  @Test
  void aTypeIsNamedWhereTheDeclaredOneSaysNothing() {
    Map<String, Object> typed = new LinkedHashMap<>(STRUCT);
    typed.put("@xsi:type", "{http://soapinterop.org/xsd}SOAPStruct");
    try (DynamicClient client = client().build()) {
      assertThat(echo(client, "echoAny", "inputAny", typed)).isEqualTo(typed);
      assertThat(echo(client, "echoAny", "inputAny", 4.5)).isEqualTo(4.5);
    }
  }

  @ParameterizedTest
  @EnumSource
  void valuesInTheFormOfJsonComeBack(SoapVersion version) {
    Map<String, Object> typed = new LinkedHashMap<>(STRUCT);
    typed.put("@xsi:type", "{http://soapinterop.org/xsd}SOAPStruct");
    Map<String, Object> number =
        Map.of("@xsi:type", "{http://www.w3.org/2001/XMLSchema}int", "$", 1);
    try (DynamicClient client = client().json().soapVersion(version).build()) {
      assertThat(echo(client, "echoBase64", "inputBase64", "AQI=")).isEqualTo("AQI=");
      assertThat(echo(client, "echoStringArray", "inputStringArray", Arrays.asList("a", null)))
          .isEqualTo(Arrays.asList("a", null));
      assertThat(echo(client, "echoStructArray", "inputStructArray", List.of(STRUCT, STRUCT)))
          .isEqualTo(List.of(STRUCT, STRUCT));
      assertThat(echo(client, "echoMap", "inputMap", Map.of("one", number, "two", "2")))
          .isEqualTo(Map.of("one", number, "two", "2"));
      assertThat(echo(client, "echoAny", "inputAny", typed)).isEqualTo(typed);
      assertThat(echo(client, "echoAny", "inputAny", number)).isEqualTo(number);
      Map<String, Object> leaf = Map.of("data", 1);
      Map<String, Object> root = Map.of("data", 2, "left", leaf, "right", leaf);
      assertThat(echo(client, "echoNode", "inputNode", root)).isEqualTo(root);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"automatic", "compiledCopy", "tagsAndTexts", "events", "xmlMessage"})
  void aCacheKeepsTheFormOfJson(String representation) throws Exception {
    CachePolicy policy =
        CachePolicy.parse(
            "policy",
            "rules:\n- operation: echo*\n  cache: true\n  ttl: 1h\n  representation: "
                + representation
                + "\n");
    Map<String, Object> node = Map.of("data", 2, "left", Map.of("data", 1));
    try (DynamicClient client = client().json().cache(policy).build()) {
      for (int i = 0; i < 2; i++) {
        assertThat(echo(client, "echoNode", "inputNode", node)).isEqualTo(node);
        assertThat(echo(client, "echoBase64", "inputBase64", "AQI=")).isEqualTo("AQI=");
      }
      assertThat(client.cache().statistics().row("echoNode").hits()).isEqualTo(1);
    }
  }

  @Test
  void detailsOfFaultsAreOfTheFormOfJsonAndTrees() throws Exception {
    try (SoapServer faulty =
            Castile.server().host("localhost").publish("/faulty", new FaultyService()).start();
        DynamicClient client =
            DynamicClient.of(faulty.url("/faulty") + "?wsdl")
                .endpoint(faulty.url("/faulty"))
                .json()
                .build()) {
      assertThat(details(client, "CodeFault").get("CodeFault"))
          .isEqualTo(Map.of("code", 7, "message", "code"));
      assertThat(details(client, "Worse").get("fault"))
          .isEqualTo(
              Map.of(
                  "@xsi:type",
                  "{http://soapinterop.org/faulty}Worse",
                  "code",
                  5,
                  "more",
                  Arrays.asList("x", null)));
      assertThat(details(client, "NodeFault"))
          .containsOnlyKeys("fault"); // of a graph: as it stands
    }
  }

  @Test
  void wrongValuesAreRefusedBeforeAnythingIsSent() {
    try (DynamicClient client = client().build()) {
      assertThatThrownBy(
              () ->
                  echo(
                      client,
                      "echoStructArray",
                      "inputStructArray",
                      List.of(STRUCT, Map.of("varInt", "x"))))
          .isInstanceOf(ValueException.class)
          .hasMessageContaining("inputStructArray[1].varInt: expected int, found 'x'");
      assertThatThrownBy(() -> echo(client, "echoStruct", "inputStruct", Map.of("other", 1)))
          .isInstanceOf(ValueException.class)
          .hasMessageContaining("found other");
      assertThatThrownBy(() -> echo(client, "echoStringArray", "inputStringArray", "a"))
          .isInstanceOf(ValueException.class)
          .hasMessageContaining("expected a list");
      for (String name : List.of("{abc", "{urn:none}None", "{http://soapinterop.org/xsd}Node")) {
        Map<String, Object> other = new LinkedHashMap<>(STRUCT);
        other.put("@xsi:type", name);
        assertThatThrownBy(() -> echo(client, "echoStruct", "inputStruct", other))
            .isInstanceOf(ValueException.class)
            .hasMessageContaining("inputStruct: expected the name of a derived type")
            .hasMessageContaining(name);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void detailsOfFaultsAreValuesOfTheirTypes(SoapVersion version) throws Exception {
    try (SoapServer faulty =
            Castile.server()
                .host("localhost")
                .sameVersion(false)
                .publish("/faulty", new FaultyService())
                .start();
        DynamicClient client =
            DynamicClient.of(faulty.url("/faulty") + "?wsdl")
                .endpoint(faulty.url("/faulty"))
                .soapVersion(version)
                .build()) {
      assertThat(details(client, "TextFault")).isEqualTo(Map.of("text", "the text"));
      assertThat(details(client, "CodeFault").get("CodeFault"))
          .isEqualTo(Map.of("code", 7, "message", "code"));
      assertThat(details(client, "Worse").get("fault"))
          .isEqualTo(
              Map.of(
                  "@xsi:type",
                  "{http://soapinterop.org/faulty}Worse",
                  "code",
                  5,
                  "more",
                  Arrays.asList("x", null)));
      Map<?, ?> root = (Map<?, ?>) details(client, "NodeFault").get("fault");
      Map<?, ?> left = (Map<?, ?>) root.get("left");
      assertThat(root.get("right")).isSameAs(left);
      assertThat(((List<?>) left.get("others")).get(0)).isSameAs(root);
    }
  }

  @Test
  void ofVeryManyEntriesOfAFaultTheFirstAreRead() throws Exception {
    StringBuilder entries = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      entries.append("<a").append(i).append(">x</a").append(i).append('>');
    }
    byte[] fault =
        ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><e:Fault>"
                + "<faultcode>e:Server</faultcode><faultstring>no</faultstring><detail>"
                + entries
                + "</detail></e:Fault></e:Body></e:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    HttpServer faulty = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
    faulty.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Content-Type", "text/xml");
          exchange.sendResponseHeaders(500, fault.length);
          exchange.getResponseBody().write(fault);
          exchange.close();
        });
    faulty.start();
    try (DynamicClient client =
        client().endpoint("http://localhost:" + faulty.getAddress().getPort() + "/").build()) {
      Map<String, Object> details =
          catchThrowableOfType(
                  DynamicFaultException.class, () -> echo(client, "echoString", "inputString", "x"))
              .details();

      assertThat(details).hasSize(100).containsKey("a99");
    } finally {
      faulty.stop(0);
    }
  }

  private static Map<String, Object> details(DynamicClient client, String name) {
    return catchThrowableOfType(
            DynamicFaultException.class, () -> client.call("fail", Map.of("name", name)))
        .details();
  }
}
