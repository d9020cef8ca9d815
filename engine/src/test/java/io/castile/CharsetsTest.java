package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How senders name the encoding of a message in its Content-Type (RFC 9110 §8.3.2). */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CharsetsTest {
  private static SoapServer server;

  @BeforeAll
  static void start() {
    server =
        Castile.server()
            .sameVersion(false)
            .host("localhost")
            .publish("/shop", new WrappedShopService())
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String message(String payload) {
    return "<e:Envelope xmlns:e='%s'><e:Body>%s</e:Body></e:Envelope>"
        .formatted(SoapVersion.SOAP_1_1.namespace(), payload);
  }

  private static byte[] echo(String charset) {
    return message("<m:echo xmlns:m='http://shop.castile.io/'><arg0>Größe</arg0></m:echo>")
        .getBytes(Charset.forName(charset));
  }

  private static RawHttp.Answer post(String contentType, byte[] body) throws IOException {
    return RawHttp.post(server.port(), contentType, body, "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "charset=utf-8 | UTF-8",
        "charset=UTF8 | UTF-8",
        "charset=\"utf-8\" | UTF-8",
        "charset='utf-8' | UTF-8",
        "charset='UTF-8'; action=\"x\" | UTF-8",
        "CHARSET = 'utf-8' | UTF-8",
        "charset='iso-8859-1' | ISO-8859-1",
        "charset=\"'utf-8'\" | UTF-8",
        "charset= | UTF-8",
        "charset=\"\" | UTF-8",
        "charset='' | UTF-8",
        "charset= ; action=x | UTF-8",
        "charset=utf-16le | UTF-16LE",
        "charset=UTF-16BE | UTF-16BE",
        "charset=utf-16 | UTF-16BE",
        "charset=utf-16 | UTF-16LE",
        "charset=utf-16 | UTF-16",
        "charset=windows-1252 | windows-1252",
      })
  void theirHabitsAreTaken(String parameter, String charset) throws IOException {
    for (SoapVersion version : SoapVersion.values()) {
      String text =
          new String(echo(charset), Charset.forName(charset))
              .replace(SoapVersion.SOAP_1_1.namespace(), version.namespace());
      RawHttp.Answer answer =
          post(version.mediaType() + "; " + parameter, text.getBytes(Charset.forName(charset)));
      assertThat(answer.body()).contains("Größe");
      assertThat(answer.status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"klingon-8", "utf-32x", "u t f", "'latin", "utf-8,utf-8", "%u"})
  void whatIsNotKnownIsRefusedByName(String charset) throws IOException {
    for (SoapVersion version : SoapVersion.values()) {
      RawHttp.Answer answer = post(version.mediaType() + "; charset=" + charset, echo("UTF-8"));
      assertThat(answer.status()).isEqualTo(415);
      assertThat(answer.body())
          .isEqualTo(
              "expected a charset that is known here, as utf-8, found '"
                  + charset.replace("'", "")
                  + "'\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"charset='utf-8'", "charset=", "charset=''", "charset=\"\""})
  void clientsTakeThemToo(String parameter) {
    String answer =
        message(
            "<m:echoResponse xmlns:m='http://shop.castile.io/'>"
                + "<return>Größe</return></m:echoResponse>");
    WrappedShop shop =
        Castile.client(WrappedShop.class)
            .endpoint("http://localhost/shop")
            .transport(new CannedTransport(200, "text/xml; " + parameter, answer))
            .build();
    assertThat(shop.echo("x")).isEqualTo("Größe");
  }

  @ParameterizedTest
  @ValueSource(strings = {"charset='utf-8'", "charset=", "charset=\"'utf-8'\""})
  void rootPartsTakeThemToo(String parameter) throws IOException {
    String content =
        "--b\r\nContent-Type: text/xml; "
            + parameter
            + "\r\n\r\n"
            + new String(echo("UTF-8"), StandardCharsets.UTF_8)
            + "\r\n--b--\r\n";
    RawHttp.Answer answer =
        post(
            "multipart/related; boundary=b; type=\"text/xml\"",
            content.getBytes(StandardCharsets.UTF_8));
    assertThat(answer.body()).contains("Größe");
  }
}
