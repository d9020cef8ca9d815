package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.xml.ws.spi.ProviderImpl;
import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.delta.Compression;
import jakarta.jws.WebService;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import jakarta.xml.ws.spi.ServiceDelegate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.TestAbortedException;

/** Clients and servers of other stacks that use {@code gzip}, on both ways of a call. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class CompressedPeersTest {
  private static final String NS = "urn:castile:compressed";
  private static final int CALLS = 20;

  /** Repeats words. */
  @WebService(name = "Words", targetNamespace = NS)
  public interface Words {
    String repeat(String text, int times);
  }

  /** The service. */
  @WebService(serviceName = "WordsService", portName = "WordsPort", targetNamespace = NS)
  public static final class WordsService implements Words {
    @Override
    public String repeat(String text, int times) {
      if (times < 0) {
        throw new IllegalArgumentException("fewer than none of " + text);
      }
      return text.repeat(times);
    }
  }

  /** How the server is set. */
  enum Setting {
    PLAIN,
    COMPRESSION,
    LINK
  }

  /** The codings of the requests that came, and of nothing where there was none. */
  private final List<String> codings = new CopyOnWriteArrayList<>();

  private SoapServer server(Setting setting) {
    var server =
        Castile.server()
            .sameVersion(false)
            .host("localhost")
            .publish("/words", new WordsService())
            .interceptor(
                chain -> {
                  codings.add(chain.request().headers().getOrDefault("content-encoding", ""));
                  return chain.proceed(chain.request());
                });
    return switch (setting) {
      case PLAIN -> server.start();
      case COMPRESSION -> server.compression(true).start();
      case LINK -> server.differential(true).start();
    };
  }

  private static void assertRepeats(Words words) {
    for (int i = 0; i < CALLS; i++) {
      assertThat(words.repeat("word " + i + ' ', 500)).isEqualTo(("word " + i + ' ').repeat(500));
    }
    assertFails(words);
  }

  /** The fault is as long as answers that are coded. */
  private static void assertFails(Words words) {
    String text = "word ".repeat(500).trim();
    assertThatThrownBy(() -> words.repeat(text, -1))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("fewer than none of " + text);
  }

  @ParameterizedTest
  @EnumSource
  void cxfWithItsFeatureIsServed(Setting setting) {
    try (SoapServer server = server(setting)) {
      GZIPFeature gzip = new GZIPFeature();
      gzip.setThreshold(0);
      JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
      factory.setServiceClass(Words.class);
      factory.setAddress(server.url("/words"));
      factory.getFeatures().add(gzip);

      assertRepeats((Words) factory.create());
      // It compresses once a server has answered so.
      assertThat(codings.get(CALLS - 1)).isEqualTo(setting == Setting.PLAIN ? "" : "gzip");
    }
  }

  @ParameterizedTest
  @EnumSource
  void cxfThatAlwaysCompressesIsServed(Setting setting) {
    try (SoapServer server = server(setting)) {
      GZIPFeature gzip = new GZIPFeature();
      gzip.setThreshold(0);
      gzip.setForce(true);
      JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
      factory.setServiceClass(Words.class);
      factory.setAddress(server.url("/words"));
      factory.getFeatures().add(gzip);

      assertRepeats((Words) factory.create());
      assertThat(codings).hasSize(CALLS + 1).containsOnly("gzip");
    }
  }

  @ParameterizedTest
  @EnumSource
  void metroIsServed(Setting setting) throws Exception {
    try (SoapServer server = server(setting)) {
      QName port = new QName(NS, "WordsPort");
      ServiceDelegate service =
          new ProviderImpl()
              .createServiceDelegate((URL) null, new QName(NS, "WordsService"), Service.class);
      service.addPort(port, SOAPBinding.SOAP11HTTP_BINDING, server.url("/words"));
      Dispatch<Source> words = service.createDispatch(port, Source.class, Service.Mode.PAYLOAD);
      words
          .getRequestContext()
          .put(
              MessageContext.HTTP_REQUEST_HEADERS,
              Map.of("Content-Encoding", List.of("gzip"), "Accept-Encoding", List.of("gzip")));
      String payload =
          "<w:repeat xmlns:w='" + NS + "'><arg0>word </arg0><arg1>500</arg1></w:repeat>";
      for (int i = 0; i < CALLS; i++) {
        StringWriter answer = new StringWriter();
        TransformerFactory.newInstance()
            .newTransformer()
            .transform(
                words.invoke(new StreamSource(new StringReader(payload))),
                new StreamResult(answer));
        assertThat(answer.toString()).contains("word ".repeat(500));
      }
      String failing = payload.replace("word ", "word ".repeat(500)).replace(">500<", ">-1<");
      assertThatThrownBy(() -> words.invoke(new StreamSource(new StringReader(failing))))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("fewer than none of word word");
      codings.remove(CALLS);
      assertThat(codings).hasSize(CALLS).containsOnly("gzip");
    }
  }

  /** As {@code HttpClientHandler.AutomaticDecompression} has it, and with coded requests. */
  @ParameterizedTest
  @EnumSource
  void dotNetIsServed(Setting setting) throws Exception {
    String envelope =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
            + "<w:repeat xmlns:w='"
            + NS
            + "'><arg0>word </arg0><arg1>500</arg1></w:repeat></e:Body></e:Envelope>";
    HttpClient client = HttpClient.newHttpClient();
    try (SoapServer server = server(setting)) {
      for (boolean coded : new boolean[] {false, true, true}) {
        byte[] message = envelope.getBytes(StandardCharsets.UTF_8);
        HttpRequest.Builder request =
            HttpRequest.newBuilder(URI.create(server.url("/words")))
                .header("Content-Type", "text/xml; charset=utf-8")
                .header("SOAPAction", "\"\"")
                .header("Accept-Encoding", "gzip, deflate");
        if (coded) {
          request.header("Content-Encoding", "gzip");
        }
        HttpRequest.BodyPublisher body =
            HttpRequest.BodyPublishers.ofByteArray(coded ? gzip(message) : message);
        HttpResponse<byte[]> answer =
            client.send(request.POST(body).build(), HttpResponse.BodyHandlers.ofByteArray());

        assertThat(answer.statusCode()).isEqualTo(200);
        String coding = answer.headers().firstValue("content-encoding").orElse("");
        assertThat(coding).isEqualTo(setting == Setting.PLAIN ? "" : "gzip");
        byte[] content = coding.isEmpty() ? answer.body() : gunzip(answer.body());
        assertThat(new String(content, StandardCharsets.UTF_8)).contains("word ".repeat(500));
      }
    }
  }

  /** {@code wsimport} and others read descriptions by this class, which asks for no coding. */
  @ParameterizedTest
  @EnumSource
  void descriptionsAreRead(Setting setting) throws Exception {
    try (SoapServer server = server(setting)) {
      URL address = new URL(server.url("/words") + "?wsdl");
      String plain = new String(address.openStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(plain).contains("<wsdl:definitions");
      assertThat(curl("--compressed", address.toString())).isEqualTo(plain);
      assertThat(curl("--compressed", "--head", address.toString()).toLowerCase(Locale.ROOT))
          .contains("\r\ncontent-length: ")
          .containsPattern(
              setting == Setting.PLAIN
                  ? "^http/1.1 200 ok\r\n(?!content-encoding)"
                  : "\r\ncontent-encoding: (gzip|zstd)\r\n");
    }
  }

  private static String curl(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("curl", "-sS", "--max-time", "60"));
    command.addAll(List.of(arguments));
    Process curl;
    try {
      curl = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new TestAbortedException("curl cannot be started", e);
    }
    String out = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(curl.waitFor()).as(out).isZero();
    return out;
  }

  private static byte[] gzip(byte[] message) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(content)) {
      out.write(message);
    }
    return content.toByteArray();
  }

  private static byte[] gunzip(byte[] content) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(content))) {
      return in.readAllBytes();
    }
  }

  // ---- Castile's client ----

  @ParameterizedTest
  @EnumSource
  void clientsThatCompressAreServed(Setting setting) {
    for (String coding : List.of("gzip", "zstd")) {
      codings.clear();
      try (SoapServer server = server(setting)) {
        Compression options =
            Compression.builder().codings(coding).minBytes(1).requests(true).build();
        assertRepeats(
            Castile.client(Words.class)
                .endpoint(server.url("/words"))
                .compression(options.toBuilder().minBytes(100).build())
                .build());
        assertThat(codings).hasSize(CALLS + 1).containsOnly(coding);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void clientsWithTheLinkThatCompressAreServed(Setting setting) {
    try (SoapServer server = server(setting)) {
      assertRepeats(
          Castile.client(Words.class)
              .endpoint(server.url("/words"))
              .differential(true)
              .compression(Compression.builder().minBytes(100).requests(true).build())
              .build());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Setting.class,
      names = {"PLAIN", "COMPRESSION"})
  void serversOfCxfAreCalled(Setting setting) throws IOException {
    String address;
    try (ServerSocket free = new ServerSocket(0)) {
      address = "http://localhost:" + free.getLocalPort() + "/words";
    }
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setServiceClass(WordsService.class);
    factory.setServiceBean(new WordsService());
    factory.setAddress(address);
    if (setting == Setting.COMPRESSION) {
      GZIPFeature gzip = new GZIPFeature();
      gzip.setThreshold(0);
      factory.getFeatures().add(gzip);
    }
    Server server = factory.create();
    try {
      boolean coded = setting == Setting.COMPRESSION;
      assertRepeats(
          Castile.client(Words.class)
              .endpoint(address)
              .compression(
                  Compression.builder().codings("gzip").minBytes(100).requests(coded).build())
              .build());
    } finally {
      server.destroy();
    }
  }
}
