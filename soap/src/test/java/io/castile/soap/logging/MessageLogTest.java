package io.castile.soap.logging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.soap.SmallShop;
import io.castile.soap.TestPort;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the log shows of messages as they come: one line each, and no secret. */
final class MessageLogTest {
  static {
    System.setProperty("org.slf4j.simpleLogger.log." + MessageLog.LOGGER, "debug");
  }

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private PrintStream usual;

  @BeforeEach
  void listen() {
    usual = System.err;
    System.setErr(new PrintStream(written, true, UTF_8));
  }

  @AfterEach
  void stop() {
    System.setErr(usual);
  }

  private List<String> lines() {
    return written
        .toString(UTF_8)
        .lines()
        .filter(line -> line.contains(MessageLog.LOGGER))
        .toList();
  }

  private static String answer(String header, String value) {
    return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'"
        + " xmlns:a='http://www.w3.org/2005/08/addressing'><e:Header>"
        + header
        + "</e:Header><e:Body><s:echoResponse xmlns:s='http://shop.castile.io/'><return>"
        + value
        + "</return></s:echoResponse></e:Body></e:Envelope>";
  }

  private static SmallShop shop(MessageLog log, String type, String answer) {
    return TestPort.of(SmallShop.class).interceptor(log).answered(200, type, answer).build();
  }

  private String shown(MessageLog log, String type, String answer) {
    shop(log, type, answer).echo("x");
    assertThat(lines()).hasSize(2);
    return lines().get(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a:To>http://shop/?key=s3cret</a:To>",
        "<a:To xmlns:b='urn:b' b:c='>'>http://shop/?key=s3cret&amp;s3cret</a:To>",
        "<a:To><![CDATA[http://shop/?key=s3cret]]></a:To>",
        "<a:To>http://shop/&#63;key=s3cret</a:To>",
        "<a:To>http://shop/&#x3f;key=s3cret</a:To>",
        "<a:To>http://shop/<![CDATA[?key=s3cret]]></a:To>",
        "<a:ReplyTo><a:Address>http://shop/?key=s3cret</a:Address></a:ReplyTo>",
        "<a:ReplyTo><a:Address>\n <![CDATA[http://shop/?key=]]>s3cret</a:Address></a:ReplyTo>",
      })
  void theQueryOfAnAddressIsHiddenHoweverItIsWritten(String block) {
    assertThat(shown(MessageLog.info(), "text/xml", answer(block, "y")))
        .contains("http://shop/")
        .contains(">y</return>")
        .doesNotContain("s3cret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\t", "\u0085", "\u2028", "\u2029", "&#10;", "\u007f"})
  void aMessageIsOneLineOfTheLog(String separator) {
    String forged = "x" + separator + "INFO " + MessageLog.LOGGER + " - request operation=steal";

    String line = shown(MessageLog.info(), "text/xml", answer("", forged));

    assertThat(line)
        .contains("operation=echo")
        .contains("operation=steal")
        .doesNotContain("\u2028");
  }

  @Test
  void aCharacterOfTwoUnitsIsNotCut() {
    String answer = answer("", "\ud83d\ude00".repeat(10));
    int before = answer.indexOf("\ud83d\ude00");

    String line = shown(MessageLog.info().showing(before + 3), "text/xml", answer);

    assertThat(line).endsWith(">\ud83d\ude00…");
  }

  @Test
  void nothingIsShownOfAMessageThatIsNotInUtf8() {
    String line = shown(MessageLog.info(), "text/xml; charset=windows-1252", answer("", "y"));

    assertThat(line).endsWith("message=(not in UTF-8)");
  }

  @Test
  void nothingIsShownWhereNothingIsToBe() {
    assertThat(shown(MessageLog.info().showing(0), "text/xml", answer("", "y")))
        .endsWith("message=-");
    assertThatThrownBy(() -> MessageLog.info().showing(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
  }

  @Test
  void aFailureIsNamedByItsClassAlone() {
    SmallShop shop =
        TestPort.of(SmallShop.class)
            .interceptor(MessageLog.info())
            .interceptor(
                chain -> {
                  throw new IllegalStateException("s3cret");
                })
            .build();

    assertThatThrownBy(() -> shop.echo("x")).hasStackTraceContaining("s3cret");

    assertThat(lines()).hasSize(2);
    assertThat(lines().get(1)).endsWith("failed=IllegalStateException");
  }

  @Test
  void aPageInThePlaceOfAMessageIsNotShown() {
    SmallShop shop =
        TestPort.of(SmallShop.class)
            .interceptor(MessageLog.info())
            .answered(500, "text/html", "<html>s3cret</html>")
            .build();

    assertThatThrownBy(() -> shop.echo("x")).isInstanceOf(WebServiceException.class);

    assertThat(lines()).hasSize(2).noneMatch(line -> line.contains("s3cret"));
  }

  @Test
  void elementsAndFieldsThatAreNamedAreAddedToThoseBefore() {
    MessageLog log = MessageLog.info().redacting("Card").redacting("Pin").showing(10_000);
    String secrets = "<Card>s3cret</Card><Pin>s3cret</Pin><Password>s3cret</Password>";

    assertThat(shown(log, "text/xml", answer(secrets, "y")))
        .contains("<Card>***</Card><Pin>***</Pin><Password>***</Password>")
        .doesNotContain("s3cret");
  }
}
