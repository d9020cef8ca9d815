package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.builders.Node;
import io.castile.builders.Sessions;
import io.castile.builders.SessionsService;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.codec.annotation.Literal;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.SoapResponse;
import io.castile.template.Templates;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Holder;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Header blocks of operations whose messages are in SOAP encoding. */
class EncodedHeadersTest {
  /** A literal block beside one that is encoded. */
  @WebService(name = "Traces", targetNamespace = Sessions.NAMESPACE)
  @SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
  public interface Traces {
    @WebResult(partName = "return")
    String trace(
        @WebParam(partName = "text") String text,
        @WebParam(name = "trace", header = true) @Literal Trace trace,
        @WebParam(name = "marks", header = true, mode = WebParam.Mode.OUT) Holder<String[]> marks);
  }

  /** A block. */
  public static final class Trace {
    public String id;
  }

  /** Says what the block has. */
  @WebService(
      endpointInterface = "io.castile.EncodedHeadersTest$Traces",
      targetNamespace = Sessions.NAMESPACE)
  public static final class TracesService implements Traces {
    @Override
    public String trace(String text, Trace trace, Holder<String[]> marks) {
      marks.value = new String[] {text, null};
      return text + (trace == null ? "" : " " + trace.id);
    }
  }

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final List<String> sent = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private SoapServer server() {
    SoapServer server =
        Castile.server()
            .sameVersion(false)
            .host("localhost")
            .publish("/sessions", new SessionsService())
            .publish("/traces", new TracesService())
            .start();
    opened.add(server);
    return server;
  }

  private <T> ClientBuilder<T> client(Class<T> sei, SoapVersion version) {
    return Castile.client(sei)
        .endpoint(server().url("/" + sei.getSimpleName().toLowerCase(Locale.ROOT)))
        .soapVersion(version)
        .interceptor(
            chain -> {
              sent.add(new String(chain.request().bytes(), StandardCharsets.UTF_8));
              SoapResponse response = chain.proceed(chain.request());
              sent.add(new String(response.bytes(), StandardCharsets.UTF_8));
              return response;
            });
  }

  private Sessions port(SoapVersion version) {
    return built(client(Sessions.class, version));
  }

  private <T> T built(ClientBuilder<T> builder) {
    T port = builder.build();
    opened.add((AutoCloseable) port);
    return port;
  }

  private static Node node(int data, Node left) {
    return new Node(data, left, null, null);
  }

  @ParameterizedTest
  @EnumSource
  void anObjectOfTheHeaderIsThatOfTheBody(SoapVersion version) {
    Sessions port = port(version);
    Node shared = node(1, null);
    Holder<String> ticket = new Holder<>("one");

    assertThat(port.use(shared, node(20, shared), ticket)).isEqualTo(121);
    assertThat(ticket.value).isEqualTo("one punched");
    assertThat(port.use(node(1, null), node(20, node(1, null)), ticket)).isEqualTo(21);
    assertThat(port.use(shared, shared, ticket)).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void blocksWithoutAValueAreNotSent(SoapVersion version) {
    Holder<String> none = new Holder<>();

    assertThat(port(version).use(node(3, null), null, none)).isEqualTo(3);
    assertThat(none.value).isNull();
    assertThat(sent.get(0)).doesNotContain("Header");
  }

  @ParameterizedTest
  @EnumSource
  void literalBlocksStandBesideEncodedOnes(SoapVersion version) {
    Trace trace = new Trace();
    trace.id = "a < b";
    Holder<String[]> marks = new Holder<>();

    Traces port = built(client(Traces.class, version));
    assertThat(port.trace("text", trace, marks)).isEqualTo("text a < b");

    assertThat(marks.value).containsExactly("text", null);
    assertThat(sent.get(0)).containsPattern("<n\\d:trace [^>]*><id>a &lt; b</id></n\\d:trace>");
    assertThat(sent.get(1)).containsPattern("<n\\d:marks [^>]*(arrayType|itemType)=");
  }

  @Test
  void whatBlocksReferToStandsBehindTheBody() {
    Node shared = node(1, null);

    port(SoapVersion.SOAP_1_1).use(shared, node(20, shared), new Holder<>("t"));

    assertThat(sent.get(0))
        .containsPattern(
            "<n\\d:session [^>]*encodingStyle=\"[^\"]+/encoding/\" [^>]*xsi:type=\"n\\d:Node\">")
        .containsPattern("<left href=\"#id\\d\"></left>.*Header>.*<node href=\"#id\\d\"></node>")
        .containsPattern("<n\\d:ticket [^>]*xsi:type=\"xsd:string\">t</n\\d:ticket>")
        .containsPattern("use><multiRef id=\"id\\d\"");
  }

  @Test
  void templatesAndTheCacheSeeTheBlocks() {
    CachePolicy policy =
        CachePolicy.builder()
            .rule(
                CacheRule.forOperations("trace", "use")
                    .cache(true)
                    .ttl(Duration.ofMinutes(1))
                    .build())
            .build();
    Templates templates = Templates.builder().always(true).build();
    Sessions sessions =
        built(client(Sessions.class, SoapVersion.SOAP_1_1).templates(templates).cache(policy));
    Traces traces =
        built(client(Traces.class, SoapVersion.SOAP_1_1).templates(templates).cache(policy));
    for (int i = 0; i < 3; i++) {
      Trace trace = new Trace();
      trace.id = "id" + i;
      assertThat(traces.trace("text", trace, new Holder<>())).isEqualTo("text id" + i);
      assertThat(traces.trace("text", trace, new Holder<>())).isEqualTo("text id" + i);
      Holder<String> ticket = new Holder<>("t" + i);
      Node shared = node(i, null);
      assertThat(sessions.use(shared, node(20, shared), ticket)).isEqualTo(120 + i);
      assertThat(ticket.value).isEqualTo("t" + i + " punched");
    }
  }

  @Test
  void theDescriptionSaysWhatIsEncoded() throws Exception {
    SoapServer server = server();

    assertThat(text(server.url("/sessions") + "?wsdl"))
        .containsPattern("<soap:header message=\"[^\"]*use\" part=\"session\" use=\"encoded\"")
        .containsPattern("part=\"ticket\" use=\"encoded\" encodingStyle=\"[^\"]+/encoding/\"")
        .containsPattern("<wsdl:part name=\"session\" type=\"");
    String traces = text(server.url("/traces") + "?wsdl");
    assertThat(traces)
        .containsPattern("part=\"trace\" use=\"literal\"")
        .containsPattern("<wsdl:part name=\"trace\" element=\"");
    assertThat(text(server.url("/traces") + "?xsd=1"))
        .contains("element name=\"trace\"")
        .containsPattern("<xs:include schemaLocation=\"http://[^\"]+\\?xsd=2\"/>");
    assertThat(text(server.url("/traces") + "?xsd=2")).contains("ArrayOf_string");
  }

  private static String text(String url) throws Exception {
    try (InputStream in = URI.create(url).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
