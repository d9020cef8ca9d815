package io.castile;

import static io.castile.CachedShop.minute;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.castile.delta.Compression;
import io.castile.shop.NoSuchItem;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.SoapResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server answers leaves in a coding, whatever it is, and says what it depends on. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CodedAnswersTest {
  /** How the server is set. */
  enum Setting {
    COMPRESSION,
    LINK
  }

  private static final String LONG = "long ".repeat(300);

  private final HttpClient client = HttpClient.newHttpClient();
  private SoapServer server;

  private void serve(ServerBuilder builder) {
    server = builder.host("localhost").publish("/shop", new WrappedShopService()).start();
  }

  private void serve(Setting setting) {
    serve(
        setting == Setting.LINK
            ? Castile.server().sameVersion(false).differential(true)
            : Castile.server().sameVersion(false).compression(true));
  }

  @AfterEach
  void close() {
    server.close();
  }

  private HttpResponse<byte[]> call(String operation, String content, String... fields)
      throws Exception {
    String message =
        "<m:%1$s xmlns:m='http://shop.castile.io/'>%2$s</m:%1$s>".formatted(operation, content);
    return post(SoapVersion.SOAP_1_1, message, fields);
  }

  private HttpResponse<byte[]> post(SoapVersion version, String body, String... fields)
      throws Exception {
    String message =
        "<e:Envelope xmlns:e='%s'><e:Body>%s</e:Body></e:Envelope>"
            .formatted(version.namespace(), body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url("/shop")))
            .header("Content-Type", version.mediaType())
            .POST(HttpRequest.BodyPublishers.ofString(message));
    return send(request, fields);
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request, String... fields)
      throws Exception {
    if (fields.length > 0) {
      request.headers(fields);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private HttpResponse<byte[]> get(String query, String... fields) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(server.url("/shop") + query)), fields);
  }

  private static String coding(HttpResponse<byte[]> answer) {
    return answer.headers().firstValue("content-encoding").orElse("");
  }

  private static List<String> vary(HttpResponse<byte[]> answer) {
    return answer.headers().allValues("vary").stream().map(String::toLowerCase).toList();
  }

  private static String text(HttpResponse<byte[]> answer) throws IOException {
    byte[] body = answer.body();
    return switch (coding(answer)) {
      case "gzip" ->
          new String(new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes(), UTF_8);
      case "zstd" -> new String(Zstd.decompress(body, 1 << 20), UTF_8);
      default -> new String(body, UTF_8);
    };
  }

  // ---- faults ----

  /** What goes wrong, and where: in the service, before its operation is known, in the message. */
  @ParameterizedTest
  @CsvSource({
    "fail, COMPRESSION, gzip",
    "fail, LINK, gzip",
    "fail, COMPRESSION, zstd",
    "unknown, COMPRESSION, gzip",
    "unknown, LINK, zstd",
    "malformed, COMPRESSION, gzip"
  })
  void faultsAreCoded(String what, Setting setting, String coding) throws Exception {
    serve(setting);
    String body =
        switch (what) {
          case "fail" -> "<m:fail xmlns:m='http://shop.castile.io/'><how>x</how></m:fail>";
          case "unknown" -> "<m:unknown xmlns:m='urn:m'/>";
          default -> "<m:add xmlns:m='http://shop.castile.io/'><a>x</a></m:add>";
        };
    String accepted = coding + ", identity;q=0"; // however short it is
    HttpResponse<byte[]> plain = post(SoapVersion.SOAP_1_1, body);
    HttpResponse<byte[]> answer = post(SoapVersion.SOAP_1_1, body, "Accept-Encoding", accepted);

    assertThat(plain.statusCode()).isEqualTo(500);
    assertThat(coding(plain)).isEmpty();
    assertThat(vary(plain)).containsExactly("accept-encoding");
    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(coding(answer)).isEqualTo(coding);
    assertThat(vary(answer)).containsExactly("accept-encoding");
    assertThat(text(answer)).isEqualTo(text(plain)).contains("<faultcode>");
  }

  /** The status is that of the fault (SOAP 1.2 part 2 §7.5.2.2), and short ones are left. */
  @Test
  void faultsKeepTheirStatus() throws Exception {
    serve(Setting.COMPRESSION);
    String body = "<m:add xmlns:m='http://shop.castile.io/'><a>x</a></m:add>";
    String[] accepted = {"Accept-Encoding", "gzip"};
    HttpResponse<byte[]> answer = post(SoapVersion.SOAP_1_2, body, accepted);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(coding(answer)).isEmpty();

    accepted[1] = "gzip, identity;q=0";
    answer = post(SoapVersion.SOAP_1_2, body, accepted);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(coding(answer)).isEqualTo("gzip");
    assertThat(answer.headers().firstValue("content-type"))
        .hasValue("application/soap+xml; charset=utf-8");
  }

  @Test
  void clientsReadFaultsThatAreCoded() {
    serve(
        Castile.server().sameVersion(false).compression(Compression.builder().minBytes(1).build()));
    WrappedShop shop =
        Castile.client(WrappedShop.class)
            .endpoint(server.url("/shop"))
            .header("Accept-Encoding", "gzip, identity;q=0")
            .build();
    assertThatThrownBy(() -> shop.find("nothing")).isInstanceOf(NoSuchItem.class);

    WrappedShop knowing =
        Castile.client(WrappedShop.class)
            .endpoint(server.url("/shop"))
            .compression(true)
            .interceptor(
                chain -> {
                  SoapResponse response = chain.proceed(chain.request());
                  assertThat(response.fault()).isNotNull();
                  return response;
                })
            .build();
    assertThatThrownBy(() -> knowing.find("nothing")).isInstanceOf(NoSuchItem.class);
    assertThatThrownBy(() -> knowing.fail("x")).hasMessageContaining("the shop <burns>");
  }

  // ---- descriptions ----

  @ParameterizedTest
  @EnumSource
  void descriptionsAreCoded(Setting setting) throws Exception {
    serve(setting);
    for (String query : List.of("?wsdl", "?WSDL")) {
      HttpResponse<byte[]> plain = get(query);
      HttpResponse<byte[]> answer = get(query, "Accept-Encoding", "gzip, deflate, br");

      assertThat(plain.statusCode()).isEqualTo(200);
      assertThat(coding(plain)).isEmpty();
      assertThat(vary(plain)).containsExactly("accept-encoding");
      assertThat(coding(answer)).isEqualTo("gzip");
      assertThat(vary(answer)).containsExactly("accept-encoding");
      assertThat(text(answer)).isEqualTo(text(plain));
      HttpRequest.Builder head =
          HttpRequest.newBuilder(URI.create(server.url("/shop") + query))
              .method("HEAD", HttpRequest.BodyPublishers.noBody());
      assertThat(send(head, "Accept-Encoding", "gzip").headers().firstValue("content-length"))
          .hasValue(Integer.toString(answer.body().length));
    }
  }

  // ---- what it depends on ----

  @ParameterizedTest
  @ValueSource(strings = {"", "gzip", "gzip;q=0", "identity", "br"})
  void answersSayWhatTheyDependOn(String accepted) throws Exception {
    serve(Setting.COMPRESSION);
    for (String text : List.of("short", LONG)) {
      HttpResponse<byte[]> answer =
          call("echo", "<arg0>" + text + "</arg0>", "Accept-Encoding", accepted);

      assertThat(coding(answer))
          .isEqualTo(text.equals(LONG) && accepted.equals("gzip") ? "gzip" : "");
      assertThat(vary(answer)).containsExactly("accept-encoding");
      assertThat(text(answer)).contains(text);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Vary | Origin | origin, accept-encoding",
        "vary | Accept-ENCODING | accept-encoding",
        "Vary | Origin, Accept-Encoding, X | origin, accept-encoding, x",
        "Vary | * | *"
      })
  void whatTheApplicationSaysOfItIsKept(String name, String own, String told) throws Exception {
    serve(
        Castile.server()
            .sameVersion(false)
            .compression(true)
            .interceptor(
                chain -> chain.proceed(chain.request()).withHeaders(Headers.of(name, own))));
    for (String accepted : List.of("gzip", "identity")) {
      HttpResponse<byte[]> answer =
          call("echo", "<arg0>" + LONG + "</arg0>", "Accept-Encoding", accepted);
      assertThat(vary(answer)).containsExactly(told);
    }
  }

  @Test
  void whatTheApplicationHasCodedIsLeft() throws Exception {
    serve(
        Castile.server()
            .sameVersion(false)
            .compression(true)
            .interceptor(
                chain ->
                    chain
                        .proceed(chain.request())
                        .withHeaders(Headers.of("content-encoding", "turned"))));
    HttpResponse<byte[]> answer =
        call("echo", "<arg0>" + LONG + "</arg0>", "Accept-Encoding", "gzip");

    assertThat(coding(answer)).isEqualTo("turned");
    assertThat(new String(answer.body(), UTF_8)).contains(LONG);
  }

  @Test
  void serversWithoutCodingsSayNothing() throws Exception {
    serve(Castile.server().sameVersion(false));
    HttpResponse<byte[]> answer =
        call("echo", "<arg0>" + LONG + "</arg0>", "Accept-Encoding", "gzip");

    assertThat(coding(answer)).isEmpty();
    assertThat(vary(answer)).isEmpty();
  }

  /** Several lines are one (RFC 9110 §5.3), and a message may be unwanted as it is (§12.5.3). */
  @Test
  void whatIsAcceptedIsHonoured() throws Exception {
    serve(Setting.COMPRESSION);
    String text = "<arg0>" + LONG + "</arg0>";

    assertThat(coding(call("echo", text, "Accept-Encoding", "br", "Accept-Encoding", "GZIP")))
        .isEqualTo("gzip");
    assertThat(coding(call("echo", text, "Accept-Encoding", "gzip;q=0.1, zstd;q=0.2")))
        .isEqualTo("zstd");
    assertThat(coding(call("echo", text, "Accept-Encoding", "gzip", "Accept-Encoding", "*;q=0")))
        .isEqualTo("gzip");
    for (String refusing : List.of("gzip, identity;q=0", "gzip, *;q=0", "*, identity;q=0")) {
      HttpResponse<byte[]> answer = call("echo", "<arg0>x</arg0>", "Accept-Encoding", refusing);
      assertThat(coding(answer)).isEqualTo("gzip");
      assertThat(text(answer)).contains(">x<");
    }
    // The service has been called, and there is nothing else to be said.
    assertThat(text(call("echo", "<arg0>x</arg0>", "Accept-Encoding", "identity;q=0")))
        .contains(">x<");
  }

  // ---- validators ----

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void tagsAreThoseOfTheCoding(String coding) throws Exception {
    serve(Castile.server().sameVersion(false).compression(true).cache(minute()));
    String text = "<arg0>" + LONG + "</arg0>";
    HttpResponse<byte[]> first = call("echo", text);
    String plain = first.headers().firstValue("etag").orElseThrow();
    HttpResponse<byte[]> answer = call("echo", text, "Accept-Encoding", coding);
    String coded = answer.headers().firstValue("etag").orElseThrow();

    assertThat(coding(answer)).isEqualTo(coding);
    assertThat(coded).isEqualTo(plain.substring(0, plain.length() - 1) + "~" + coding + "\"");
    for (String held : List.of(plain, coded)) {
      for (String accepted : List.of(coding, "identity", "gzip, identity;q=0")) {
        HttpResponse<byte[]> again =
            call("echo", text, "Accept-Encoding", accepted, "If-None-Match", held);
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.headers().firstValue("etag")).hasValue(held);
        assertThat(vary(again)).containsExactly("accept-encoding");
        assertThat(coding(again)).isEmpty();
        assertThat(again.body()).isEmpty();
      }
    }
  }
}
