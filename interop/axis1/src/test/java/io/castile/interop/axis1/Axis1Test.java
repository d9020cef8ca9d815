package io.castile.interop.axis1;

import static io.castile.interop.axis1.AxisCalls.struct;
import static io.castile.interop.axis1.AxisCalls.xsd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.builders.Builders;
import io.castile.builders.BuildersService;
import io.castile.builders.Node;
import io.castile.builders.SoapArrayStruct;
import io.castile.builders.SoapStruct;
import io.castile.builders.SoapStructStruct;
import java.math.BigDecimal;
import java.util.Calendar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import javax.xml.rpc.ParameterMode;
import org.apache.axis.Constants;
import org.apache.axis.client.Call;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Castile and Axis 1.4 call each other: SOAPBuilders' operations, and graphs. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class Axis1Test {
  private static SoapServer castile;

  @BeforeAll
  static void start() {
    castile = Castile.server().host("localhost").publish("/echo", new BuildersService()).start();
  }

  @AfterAll
  static void stop() {
    castile.close();
  }

  // ---- Axis calls Castile ----

  private static AxisCalls axis() {
    return new AxisCalls(castile.url("/echo"));
  }

  private static Object axisEchoes(String operation, QName type, Object value) throws Exception {
    return axis().echo(operation, parameter(operation), type, value.getClass(), value);
  }

  private static String parameter(String operation) {
    return operation.startsWith("echoNested") ? "inputStruct" : operation.replace("echo", "input");
  }

  @Test
  void axisCallsWithSimpleValues() throws Exception {
    assertThat(axisEchoes("echoString", xsd("string"), "a < b & c")).isEqualTo("a < b & c");
    assertThat(axisEchoes("echoInteger", xsd("int"), -7)).isEqualTo(-7);
    assertThat(axisEchoes("echoFloat", xsd("float"), 1.5f)).isEqualTo(1.5f);
    assertThat(axisEchoes("echoBoolean", xsd("boolean"), true)).isEqualTo(true);
    assertThat(axisEchoes("echoDecimal", xsd("decimal"), new BigDecimal("12.50")))
        .isEqualTo(new BigDecimal("12.50"));
    assertThat((byte[]) axisEchoes("echoBase64", xsd("base64Binary"), new byte[] {1, 2}))
        .containsExactly(1, 2);
    Calendar date = Calendar.getInstance(TimeZone.getTimeZone("GMT"));
    date.setTimeInMillis(1_000_000_000_000L);
    Calendar back =
        (Calendar) axis().echo("echoDate", "inputDate", xsd("dateTime"), Calendar.class, date);
    assertThat(back.getTimeInMillis()).isEqualTo(date.getTimeInMillis());
    assertThat(axis().call("echoVoid", List.of(), null, null)).isNull();
  }

  @Test
  void axisCallsWithArraysAndStructs() throws Exception {
    QName array = Constants.SOAP_ARRAY;
    assertThat((String[]) axisEchoes("echoStringArray", array, new String[] {"a", null, "c"}))
        .containsExactly("a", null, "c");
    assertThat((int[]) axisEchoes("echoIntegerArray", array, new int[] {1, 2}))
        .containsExactly(1, 2);
    String[][] table = {{"a", "b"}, {"c"}};
    assertThat((String[][]) axisEchoes("echo2DStringArray", array, table)).isDeepEqualTo(table);
    SoapStruct one = new SoapStruct("x", 1, 2.5f);
    assertThat(axisEchoes("echoStruct", struct("SOAPStruct"), one))
        .usingRecursiveComparison()
        .isEqualTo(one);
    SoapStruct[] several = {one, new SoapStruct(null, 3, 0f)};
    assertThat(axisEchoes("echoStructArray", struct("ArrayOfSOAPStruct"), several))
        .usingRecursiveComparison()
        .isEqualTo(several);
    SoapStructStruct nested = new SoapStructStruct("y", 2, 1f, one);
    assertThat(axisEchoes("echoNestedStruct", struct("SOAPStructStruct"), nested))
        .usingRecursiveComparison()
        .isEqualTo(nested);
    SoapArrayStruct holder = new SoapArrayStruct("z", 2, 1f, new String[] {"p", "q"});
    assertThat(axisEchoes("echoNestedArray", struct("SOAPArrayStruct"), holder))
        .usingRecursiveComparison()
        .isEqualTo(holder);
    Map<Object, Object> map = new HashMap<>(Map.of("one", 1, 2, "two"));
    map.put("struct", one);
    Map<?, ?> read =
        (Map<?, ?>) axis().echo("echoMap", "inputMap", Constants.SOAP_MAP, Map.class, map);
    assertThat(read.get("one")).isEqualTo(1);
    assertThat(read.get(2)).isEqualTo("two");
    assertThat(read.get("struct")).usingRecursiveComparison().isEqualTo(one);
  }

  @Test
  void axisGetsOutputParameters() throws Exception {
    Call call = axis().call("echoStructAsSimpleTypes");
    call.addParameter("inputStruct", struct("SOAPStruct"), ParameterMode.IN);
    call.addParameter("outputString", xsd("string"), ParameterMode.OUT);
    call.addParameter("outputInteger", xsd("int"), ParameterMode.OUT);
    call.addParameter("outputFloat", xsd("float"), ParameterMode.OUT);
    call.setReturnType(org.apache.axis.encoding.XMLType.AXIS_VOID);
    call.invoke(new Object[] {new SoapStruct("x", 1, 2.5f)});

    assertThat(call.getOutputParams().values())
        .extracting(Object.class::cast)
        .containsExactlyInAnyOrder("x", 1, 2.5f);
  }

  @Test
  void graphsOfAxisArriveAndComeBack() throws Exception {
    Node shared = new Node(1, null, null, null);
    Node root = new Node(2, shared, shared, null);
    root.setOthers(new Node[] {root, shared});

    Node read = (Node) axisEchoes("echoNode", struct("Node"), root);

    assertGraph(read);
    assertThat(same(shared, shared)).isEqualTo(true);
    assertThat(same(shared, new Node(1, null, null, null))).isEqualTo(false);
  }

  private static Object same(Node one, Node other) throws Exception {
    return axis()
        .call(
            "areSame",
            List.of(
                new AxisCalls.Parameter("one", struct("Node")),
                new AxisCalls.Parameter("other", struct("Node"))),
            xsd("boolean"),
            boolean.class,
            one,
            other);
  }

  private static void assertGraph(Node read) {
    assertThat(read.getData()).isEqualTo(2);
    assertThat(read.getLeft()).isSameAs(read.getRight());
    assertThat(read.getLeft().getData()).isEqualTo(1);
    assertThat(read.getOthers()).containsExactly(read, read.getLeft());
  }

  @Test
  void axisIsToldWhatIsWrong() {
    assertThatThrownBy(() -> axisEchoes("echoInteger", xsd("string"), "seven"))
        .hasMessageContaining("expected")
        .hasMessageContaining("seven");
  }

  // ---- Castile calls Axis ----

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void castileCallsAxis(boolean multiRefs) throws Exception {
    try (AxisServer server = new AxisServer(multiRefs)) {
      Builders port = Castile.client(Builders.class).endpoint(server.url()).build();
      assertThat(port.echoString("a < b")).isEqualTo("a < b");
      assertThat(port.echoStringArray(new String[] {"a", null})).containsExactly("a", null);
      assertThat(port.echoInteger(5)).isEqualTo(5);
      assertThat(port.echoIntegerArray(new int[] {1, 2})).containsExactly(1, 2);
      assertThat(port.echoFloatArray(new float[] {0.5f})).containsExactly(0.5f);
      assertThat(port.echoBase64(new byte[] {1, 2})).containsExactly(1, 2);
      assertThat(port.echoDecimal(new BigDecimal("1.5"))).isEqualTo("1.5");
      assertThat(port.echoBoolean(true)).isTrue();
      Calendar date = Calendar.getInstance(TimeZone.getTimeZone("GMT"));
      date.setTimeInMillis(1_000_000_000_000L);
      assertThat(port.echoDate(date).getTimeInMillis()).isEqualTo(date.getTimeInMillis());
      SoapStruct one = new SoapStruct("x", 1, 2.5f);
      assertThat(port.echoStruct(one)).usingRecursiveComparison().isEqualTo(one);
      SoapStruct[] several = {one, new SoapStruct(null, 3, 0f)};
      assertThat(port.echoStructArray(several)).usingRecursiveComparison().isEqualTo(several);
      SoapArrayStruct holder = new SoapArrayStruct("z", 2, 1f, new String[] {"p", "q"});
      assertThat(port.echoNestedArray(holder)).usingRecursiveComparison().isEqualTo(holder);
      String[][] table = {{"a", "b"}, {"c"}};
      assertThat(port.echo2DStringArray(table)).isDeepEqualTo(table);
      Map<Object, Object> map = new HashMap<>(Map.of("one", 1, 2, "two"));
      assertThat(port.echoMap(map)).isEqualTo(map);
      port.echoVoid();
      ((AutoCloseable) port).close();
    }
  }

  @Test
  void graphsOfCastileArriveAtAxisAndComeBack() throws Exception {
    try (AxisServer server = new AxisServer(true)) {
      Builders port = Castile.client(Builders.class).endpoint(server.url()).build();
      Node shared = new Node(1, null, null, null);
      Node root = new Node(2, shared, shared, null);
      root.setOthers(new Node[] {root, shared});

      assertGraph(port.echoNode(root));

      assertThat(port.areSame(shared, shared)).isTrue();
      assertThat(port.areSame(shared, new Node(1, null, null, null))).isFalse();
      ((AutoCloseable) port).close();
    }
  }
}
