package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.builders.Builders;
import io.castile.builders.BuildersService;
import io.castile.builders.Node;
import io.castile.builders.SoapArrayStruct;
import io.castile.builders.SoapStruct;
import io.castile.builders.SoapStructStruct;
import io.castile.soap.SoapVersion;
import io.castile.template.Templates;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Holder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rpc/encoded calls, with all that makes calls cheaper and without it. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EncodedCallsTest {
  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  /** What is used beside the codecs. */
  enum Means {
    NONE,
    TEMPLATES,
    CACHE,
    LINK,
    SOAP_1_2
  }

  private Builders port(Means means) {
    Templates templates =
        means == Means.TEMPLATES || means == Means.LINK
            ? Templates.builder().build()
            : Templates.off();
    SoapServer server =
        Castile.server()
            .sameVersion(false)
            .publish("/echo", new BuildersService())
            .templates(templates)
            .differential(means == Means.LINK)
            .start();
    opened.add(server);
    ClientBuilder<Builders> client =
        Castile.client(Builders.class)
            .endpoint(server.url("/echo"))
            .templates(templates)
            .differential(means == Means.LINK);
    if (means == Means.CACHE) {
      client.cache(CachedShop.minute());
    }
    if (means == Means.SOAP_1_2) {
      client.soapVersion(SoapVersion.SOAP_1_2);
    }
    Builders port = client.build();
    opened.add((AutoCloseable) port);
    return port;
  }

  @ParameterizedTest
  @EnumSource
  void valuesComeBackAsTheyWent(Means means) {
    Builders port = port(means);
    for (int i = 0; i < 3; i++) {
      assertThat(port.echoString("a < b & c " + i)).isEqualTo("a < b & c " + i);
      assertThat(port.echoString(null)).isNull();
      assertThat(port.echoStringArray(new String[] {"a", null, "c" + i}))
          .containsExactly("a", null, "c" + i);
      assertThat(port.echoStringArray(null)).isNull();
      assertThat(port.echoInteger(-i)).isEqualTo(-i);
      assertThat(port.echoIntegerArray(new int[] {1, i, 3})).containsExactly(1, i, 3);
      assertThat(port.echoFloatArray(new float[i])).hasSize(i);
      SoapStruct[] structs = port.echoStructArray(new SoapStruct[] {struct(i), null, struct(2)});
      assertThat(structs[0]).usingRecursiveComparison().isEqualTo(struct(i));
      assertThat(structs[1]).isNull();
      assertThat(port.echoBase64(new byte[] {1, (byte) i})).containsExactly(1, i);
      GregorianCalendar date = new GregorianCalendar(TimeZone.getTimeZone("GMT"));
      date.setTimeInMillis(1_000_000_000_000L + i);
      assertThat(port.echoDate(date).getTimeInMillis()).isEqualTo(date.getTimeInMillis());
      assertThat(port.echoDecimal(new BigDecimal("12.50"))).isEqualTo("12.50");
      assertThat(port.echoBoolean(true)).isTrue();
      String[][] table = {{"a", "b"}, {"c", "d" + i}};
      assertThat(port.echo2DStringArray(table)).isDeepEqualTo(table);
      SoapStructStruct nested = new SoapStructStruct("x", i, 1.5f, struct(i));
      assertThat(port.echoNestedStruct(nested)).usingRecursiveComparison().isEqualTo(nested);
      SoapArrayStruct array = new SoapArrayStruct("x", i, 1.5f, new String[] {"p", "q" + i});
      assertThat(port.echoNestedArray(array)).usingRecursiveComparison().isEqualTo(array);
      Map<Object, Object> map = new LinkedHashMap<>(Map.of("one", i));
      map.put(2, "two");
      assertThat(port.echoMap(map)).isEqualTo(map);
      assertThat(port.echoAny(struct(i))).usingRecursiveComparison().isEqualTo(struct(i));
      assertThat(port.echoAny(4.5)).isEqualTo(4.5);
      port.echoVoid();
      Holder<String> text = new Holder<>();
      Holder<Integer> number = new Holder<>();
      Holder<Float> real = new Holder<>();
      port.echoStructAsSimpleTypes(struct(i), text, number, real);
      assertThat(List.of(text.value, number.value, real.value)).containsExactly("s" + i, i, 0.5f);
      assertThat(port.echoSimpleTypesAsStruct("s" + i, i, 0.5f))
          .usingRecursiveComparison()
          .isEqualTo(struct(i));
    }
  }

  private static SoapStruct struct(int number) {
    return new SoapStruct("s" + number, number, 0.5f);
  }

  @ParameterizedTest
  @EnumSource
  void sharingAndCyclesArrive(Means means) {
    Builders port = port(means);
    for (int i = 0; i < 3; i++) {
      Node shared = new Node(i, null, null, null);
      Node other = new Node(9, shared, shared, null);
      other.setOthers(new Node[] {other, shared, null});

      Node read = port.echoNode(other);

      assertThat(read.getData()).isEqualTo(9);
      assertThat(read.getLeft()).isSameAs(read.getRight()).isNotSameAs(shared);
      assertThat(read.getLeft().getData()).isEqualTo(i);
      assertThat(read.getOthers()).containsExactly(read, read.getLeft(), null);
      assertThat(port.areSame(shared, shared)).isTrue();
      assertThat(port.areSame(shared, new Node(i, null, null, null))).isFalse();
      Holder<Node> one = new Holder<>(shared);
      Holder<Node> two = new Holder<>(other);
      port.swap(one, two);
      assertThat(one.value.getLeft()).isSameAs(two.value);
    }
  }

  @Test
  void aLiteralClientReadsWhatRefersToNothing() {
    Literal port = Castile.client(Literal.class).endpoint(url()).build();
    Literal strict = Castile.client(Literal.class).endpoint(url()).strict(true).build();

    assertThat(port.echoString("a")).isEqualTo("a");
    assertThatThrownBy(() -> strict.echoString("a")).hasMessageContaining("SOAP encoding");
  }

  private String url() {
    SoapServer server =
        Castile.server().sameVersion(false).publish("/echo", new BuildersService()).start();
    opened.add(server);
    return server.url("/echo");
  }

  /** The same, as if its messages were literal. */
  @WebService(name = "InteropTestPortType", targetNamespace = "http://soapinterop.org/")
  @SOAPBinding(style = SOAPBinding.Style.RPC)
  public interface Literal {
    @WebMethod(action = "http://soapinterop.org/")
    String echoString(@WebParam(partName = "inputString") String value);
  }

  @Test
  void longChainsArrive() {
    Builders port = Castile.client(Builders.class).endpoint(url()).build();
    Node chain = null;
    for (int i = 0; i < 5000; i++) {
      chain = new Node(i, chain, null, null);
    }

    Node read = port.echoNode(chain);

    for (int i = 4999; i >= 0; i--) {
      assertThat(read.getData()).isEqualTo(i);
      read = read.getLeft();
    }
    assertThat(read).isNull();
  }

  @Test
  void aValueOfNoKnownTypeIsRefusedByTheCaller() {
    Builders port = Castile.client(Builders.class).endpoint(url()).build();

    assertThatThrownBy(() -> port.echoAny(new Thread()))
        .hasMessageContaining("Cannot use java.lang.Thread");
  }
}
