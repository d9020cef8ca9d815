package io.castile.interop.axis1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.builders.BuildersService;
import io.castile.dynamic.DynamicClient;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import jakarta.xml.ws.WebServiceException;
import java.math.BigDecimal;
import java.net.URI;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Axis 1.4 is called with values in the form of JSON: what it makes of them comes back. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AxisJsonTest {
  private static Description description;

  @BeforeAll
  static void read() throws Exception {
    try (SoapServer castile =
        Castile.server().host("localhost").publish("/echo", new BuildersService()).start()) {
      description = WsdlReader.create().read(URI.create(castile.url("/echo") + "?wsdl"));
    }
  }

  @AfterAll
  static void forget() {
    description = null;
  }

  private static Object echo(DynamicClient client, String operation, Object value) {
    String name = operation.startsWith("echoNested") ? "Struct" : operation.replace("echo", "");
    return client.call(operation, Map.of("input" + name, value)).get("return");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void valuesComeBack(boolean multiRefs) throws Exception {
    try (AxisServer server = new AxisServer(multiRefs);
        DynamicClient client =
            DynamicClient.of(description).endpoint(server.url()).json().build()) {
      assertThat(echo(client, "echoString", "a < b")).isEqualTo("a < b");
      assertThat(echo(client, "echoInteger", 7)).isEqualTo(7);
      assertThat(echo(client, "echoBoolean", true)).isEqualTo(true);
      assertThat(echo(client, "echoDecimal", "1.50")).isEqualTo(new BigDecimal("1.50"));
      assertThat(echo(client, "echoBase64", "AQI=")).isEqualTo("AQI=");
      assertThat(echo(client, "echoStringArray", Arrays.asList("a", null)))
          .isEqualTo(Arrays.asList("a", null));
      assertThat(echo(client, "echoIntegerArray", List.of(1, "2"))).isEqualTo(List.of(1, 2));
      assertThat(echo(client, "echo2DStringArray", List.of(List.of("a", "b"), List.of("c"))))
          .isEqualTo(List.of(List.of("a", "b"), List.of("c")));
      Map<String, Object> struct = Map.of("varString", "x", "varInt", 1, "varFloat", 2.5f);
      assertThat(echo(client, "echoStruct", struct)).isEqualTo(struct);
      assertThat(echo(client, "echoStructArray", List.of(struct, struct)))
          .isEqualTo(List.of(struct, struct));
      Map<String, Object> typed = new LinkedHashMap<>(struct);
      typed.put("@xsi:type", "{http://soapinterop.org/xsd}SOAPStruct");
      Map<String, Object> number =
          Map.of("@xsi:type", "{http://www.w3.org/2001/XMLSchema}int", "$", 1);
      Map<String, Object> map = Map.of("one", number, "text", "a", "struct", typed);
      assertThat(echo(client, "echoMap", map)).isEqualTo(map);
      assertThat(client.call("echoVoid", Map.of())).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anObjectThatIsReferredToTwiceStandsTwiceInTheTree(boolean multiRefs) throws Exception {
    try (AxisServer server = new AxisServer(multiRefs);
        DynamicClient client =
            DynamicClient.of(description).endpoint(server.url()).json().build()) {
      Map<String, Object> leaf = new LinkedHashMap<>(Map.of("data", 1));
      Map<String, Object> root = new LinkedHashMap<>(Map.of("data", 2));
      root.put("left", leaf);
      root.put("right", leaf);

      Map<?, ?> read = (Map<?, ?>) echo(client, "echoNode", root);

      assertThat(read.get("data")).isEqualTo(2);
      for (String side : List.of("left", "right")) {
        assertThat((Object) ((Map<?, ?>) read.get(side)).get("data")).isEqualTo(1);
      }
    }
  }

  @Test
  void aGraphThatIsNoTreeIsRefused() throws Exception {
    try (AxisServer server = new AxisServer(true);
        DynamicClient client =
            DynamicClient.of(description).endpoint(server.url()).json().build()) {
      Map<String, Object> root = new LinkedHashMap<>(Map.of("data", 2));
      root.put("left", root);

      assertThatThrownBy(() -> echo(client, "echoNode", root))
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining("return.left: expected a tree");
    }
  }
}
