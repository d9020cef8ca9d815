package io.castile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.shop.WrappedShop;
import io.castile.soap.ScriptedServer;
import io.castile.soap.SoapVersion;
import io.castile.xml.XmlLimits;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Content codings of answers for which the client has not asked (RFC 9110 §12.5.3). */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class UnaskedCodingsTest {
  private static final String START =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>";
  private static final String END = "</e:Body></e:Envelope>";
  private static final String SUM =
      START
          + "<s:addResponse xmlns:s='http://shop.castile.io/'><return>42</return></s:addResponse>"
          + END;
  private static final String FAULT =
      START
          + "<e:Fault><faultcode>e:Server</faultcode><faultstring>out of stock</faultstring>"
          + "</e:Fault>"
          + END;

  @WebService(name = "Feed", targetNamespace = "urn:feed")
  public interface Feed {
    @WebResult(name = "item")
    Stream<String> items();
  }

  private static byte[] coded(String codings, byte[] content) throws IOException {
    byte[] coded = content;
    for (String coding : codings.split(",")) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (OutputStream coder =
          switch (coding.strip().toLowerCase(java.util.Locale.ROOT)) {
            case "gzip", "x-gzip" -> new GZIPOutputStream(out);
            case "deflate" -> new DeflaterOutputStream(out);
            case "raw" -> new DeflaterOutputStream(out, new Deflater(9, true));
            default -> out;
          }) {
        coder.write(coded);
      }
      coded = out.toByteArray();
    }
    return coded;
  }

  private static String answer(String status, String type, String codings, byte[] content) {
    return "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(
            status,
            type,
            codings.replace("raw", "deflate"),
            content.length,
            new String(content, ISO_8859_1));
  }

  private static String answer(String status, String codings, String message) throws IOException {
    return answer(
        status, "text/xml; charset=utf-8", codings, coded(codings, message.getBytes(UTF_8)));
  }

  private static ClientBuilder<WrappedShop> client(ScriptedServer server) {
    return Castile.client(WrappedShop.class).endpoint(server.url());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "x-gzip", "deflate", "raw", "identity", "GZIP", "deflate, gzip"})
  void anAnswerIsDecodedWhateverTheClientHasSaid(String codings) throws Exception {
    List<ClientBuilder<WrappedShop>> kinds =
        List.of(
            Castile.client(WrappedShop.class),
            Castile.client(WrappedShop.class).header("Accept-Encoding", "identity"),
            Castile.client(WrappedShop.class).header("Accept-Encoding", "gzip"),
            Castile.client(WrappedShop.class).header("Accept-Encoding", "gzip").compression(true),
            Castile.client(WrappedShop.class).differential(true),
            Castile.client(WrappedShop.class).header("Accept-Encoding", "gzip").differential(true),
            Castile.client(WrappedShop.class).soapVersion(SoapVersion.SOAP_1_2));
    for (ClientBuilder<WrappedShop> kind : kinds) {
      try (ScriptedServer server =
          new ScriptedServer(ScriptedServer.send(answer("200 OK", codings, SUM)))) {
        assertThat(kind.endpoint(server.url()).build().add(20, 22)).isEqualTo(42);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"gzip, 500", "x-gzip, 500", "deflate, 500", "raw, 500", "gzip, 200", "gzip, 400"})
  void aFaultIsDecoded(String coding, String status) throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(ScriptedServer.send(answer(status + " X", coding, FAULT)))) {
      WrappedShop shop = client(server).build();

      assertThatThrownBy(() -> shop.add(1, 2))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("out of stock");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate", "raw"})
  void aPackageIsDecoded(String coding) throws Exception {
    String parts =
        "--b\r\nContent-Type: text/xml\r\nContent-ID: <r>\r\n\r\n" + SUM + "\r\n--b--\r\n";
    String type = "multipart/related; type=\"text/xml\"; start=\"<r>\"; boundary=b";
    try (ScriptedServer server =
        new ScriptedServer(
            ScriptedServer.send(
                answer("200 OK", type, coding, coded(coding, parts.getBytes(UTF_8)))))) {
      assertThat(client(server).build().add(20, 22)).isEqualTo(42);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate", "raw"})
  void itemsAreDecoded(String coding) throws Exception {
    StringBuilder items = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      items.append("<item>").append(i).append("</item>");
    }
    String message =
        START + "<f:itemsResponse xmlns:f='urn:feed'>" + items + "</f:itemsResponse>" + END;
    try (ScriptedServer server =
        new ScriptedServer(ScriptedServer.send(answer("200 OK", coding, message)))) {
      Feed feed = Castile.client(Feed.class).endpoint(server.url()).build();

      try (Stream<String> read = feed.items()) {
        assertThat(read.toList()).hasSize(20_000).endsWith("19999");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate", "raw"})
  void whatComesOutIsBounded(String coding) throws Exception {
    String bomb = START + " ".repeat(8 << 20) + END;
    try (ScriptedServer server =
        new ScriptedServer(ScriptedServer.send(answer("200 OK", coding, bomb)))) {
      WrappedShop shop =
          client(server).limits(XmlLimits.builder().maxBytes(1 << 20).build()).build();

      assertThatThrownBy(() -> shop.add(1, 2))
          .hasMessageContaining("content coding " + coding.replace("raw", "deflate"))
          .hasMessageContaining("could not be decoded");
    }
  }

  @Test
  void contentThatIsCutOrNotCodedIsAnErrorThatNamesTheCoding() throws Exception {
    byte[] whole = coded("gzip", SUM.getBytes(UTF_8));
    for (byte[] content :
        List.of(java.util.Arrays.copyOf(whole, whole.length - 9), new byte[] {1, 2, 3})) {
      try (ScriptedServer server =
          new ScriptedServer(ScriptedServer.send(answer("200 OK", "text/xml", "gzip", content)))) {
        WrappedShop shop = client(server).build();

        assertThatThrownBy(() -> shop.add(1, 2))
            .hasMessageContaining("came with content coding gzip and could not be decoded");
      }
    }
  }

  @Test
  void aCodingThatIsNotKnownIsNamed() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            ScriptedServer.send(
                answer("200 OK", "text/xml", "br", new byte[] {11, 2, 0x7f, 0x11})))) {
      WrappedShop shop = client(server).build();

      assertThatThrownBy(() -> shop.add(1, 2)).hasMessageContaining("in the coding br");
    }
  }

  /** An intermediary has decoded the answer, and left the field. */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate"})
  void anAnswerThatIsXmlAsItIsIsRead(String coding) throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            ScriptedServer.send(answer("200 OK", "text/xml", coding, SUM.getBytes(UTF_8))))) {
      assertThat(client(server).build().add(20, 22)).isEqualTo(42);
    }
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void aFaultOfEachVersionIsDecoded(SoapVersion version) throws Exception {
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .compression(io.castile.delta.Compression.builder().minBytes(1).build())
            .sameVersion(false)
            .publish("/shop", new io.castile.shop.WrappedShopService())
            .start()) {
      WrappedShop shop =
          Castile.client(WrappedShop.class)
              .endpoint(server.url("/shop"))
              .soapVersion(version)
              .header("Accept-Encoding", "gzip")
              .build();

      assertThatThrownBy(() -> shop.find("nothing")).isInstanceOf(io.castile.shop.NoSuchItem.class);
    }
  }
}
