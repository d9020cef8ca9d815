package io.castile.gateway.soap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestFormTest {
  private static final byte[] PLAIN = "<a/>".getBytes(StandardCharsets.UTF_8);

  private static RequestForm form(String type, String... actions) {
    return RequestForm.of(List.of(type), List.of(actions), PLAIN);
  }

  /** What stacks send: CXF, Metro, Axis, .NET, PHP, zeep, node-soap, gSOAP, SAAJ. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "text/xml; charset=UTF-8 | text/xml; charset=utf-8",
        "text/xml;charset=utf-8 | text/xml; charset=utf-8",
        "text/xml; charset=\"utf-8\" | text/xml; charset=utf-8",
        "text/xml ; charset=utf-8 | text/xml; charset=utf-8",
        "text/xml | text/xml; charset=utf-8",
        "text/xml; charset=iso-8859-1 | text/xml; charset=iso-8859-1",
        "application/soap+xml; action=\"urn:a\"; charset=UTF-8"
            + " | application/soap+xml; charset=utf-8; action=\"urn:a\"",
        "application/soap+xml; charset=utf-8;action=\"\""
            + " | application/soap+xml; charset=utf-8; action=\"\"",
        "application/soap+xml; charset=utf-8 | application/soap+xml; charset=utf-8",
      })
  void whatStacksSendIsPlain(String sent, String plain) {
    assertThat(form(sent)).isEqualTo(new RequestForm(plain, "", null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/xml; xcharset=iso-8859-1",
        "text/xml; charset=utf-8; charset=iso-8859-1",
        "text/xml; charset=utf-8; charset=utf-8",
        "text/xml; charset=utf-8; x=\"; charset=iso-8859-1\"",
        "text/xml; charset=utf-16",
        "text/xml; charset=IBM1047",
        "text/xml; charset=utf8",
        "text/xml; charset='utf-8'",
        "text/xml; charset=\"u\\tf-8\"",
        "text/xml; charset=",
        "text/xml; charset = utf-8",
        "text/xml; charset=utf-8,",
        "text/xml, text/xml",
        "text/xml; action=\"A\"",
        "text/xml;;charset=utf-8",
        "text/xml charset=utf-8",
        "text/xml;",
        "Text/XML; charset=utf-8",
        "text/xml; Charset=utf-8",
        "text/xmlx",
        "application/xml; charset=utf-8",
        "application/soap+xml; action=\"a\\\"b\"",
        "application/soap+xml; action=urn:a",
        "",
      })
  void whatReadersDifferInIsNot(String type) {
    assertThat(form(type).oddity()).isNotNull();
  }

  @Test
  void theActionIsPlainWhereItIsSaidOnceOrTheSame() {
    assertThat(form("text/xml", "\"urn:a\""))
        .isEqualTo(new RequestForm("text/xml; charset=utf-8", "SOAPAction: \"urn:a\"", null));
    assertThat(form("text/xml", "")).isNotEqualTo(form("text/xml")); // some read none, some ""
    assertThat(form("text/xml", "urn:a").oddity()).isNull();
    assertThat(form("text/xml; action=\"A\"", "\"A\"").oddity()).isNull();
    assertThat(form("application/soap+xml; action=\"A\"", "\"A\"").oddity()).isNull();

    assertThat(form("text/xml; action=\"A\"", "\"B\"").oddity()).isNotNull();
    assertThat(form("application/soap+xml; action=\"A\"", "\"B\""))
        .isEqualTo(
            new RequestForm(
                "application/soap+xml; charset=utf-8; action=\"A\"", "SOAPAction: \"B\"", null));
    assertThat(form("text/xml", "\"a\"", "\"b\"").oddity()).isNotNull();
    assertThat(form("text/xml", "\"a\\b\"").oddity()).isNotNull();
    assertThat(form("text/xml", "\"a\" b").oddity()).isNotNull();
    assertThat(form("text/xml", "\"a\u00e9\"").oddity()).isNotNull();
    assertThat(RequestForm.of(List.of("text/xml", "text/xml"), List.of(), PLAIN).oddity())
        .isNotNull();
    assertThat(RequestForm.of(List.of(), List.of(), PLAIN).oddity()).isNotNull();
  }

  /** Named charset, message, and the charset that all readers take; - for none. */
  @ParameterizedTest
  @CsvSource({
    "-, <a/>, utf-8",
    "-, <a>\u00e9</a>, -",
    "-, \ufeff<a/>, -",
    "-, <?xml version='1.0' encoding='UTF-8'?><a/>, utf-8",
    "-, <?xml version='1.0' encoding='UTF-8'?><a>\u00e9</a>, -",
    "-, <?xml version='1.0' encoding='ISO-8859-1'?><a/>, -",
    "utf-8, <a>\u00e9</a>, utf-8",
    "UTF-8, \ufeff<a>\u00e9</a>, utf-8",
    "utf-8, <?xml version=\"1.0\" encoding=\"utf-8\" standalone='yes' ?><a>\u00e9</a>, utf-8",
    "utf-8, <?xml version='1.0'?><a>\u00e9</a>, utf-8",
    "utf-8, <?xml version='1.0' encoding='ISO-8859-1'?><a/>, -",
    "utf-8, <?xml version='1.1'?><a/>, -",
    "utf-8, <?xml encoding='utf-8'?><a/>, -",
    "iso-8859-1, <a/>, iso-8859-1",
    "iso-8859-1, <a>\u00e9</a>, -",
    "iso-8859-1, \ufeff<a/>, -",
    "iso-8859-1, <?xml version='1.0' encoding='ISO-8859-1'?><a>\u00e9</a>, iso-8859-1",
    "us-ascii, <a/>, us-ascii",
    "us-ascii, <?xml version='1.0' encoding='us-ascii'?><a>\u00e9</a>, -",
    "utf-16, <a/>, -",
  })
  void theCharsetIsPlainWhereAllThatSayItAgree(String named, String message, String charset) {
    byte[] content = message.getBytes(StandardCharsets.UTF_8);

    assertThat(RequestForm.charset(named.equals("-") ? null : named, content))
        .isEqualTo(charset.equals("-") ? null : charset);
  }

  @Property
  void anythingHasAForm(@ForAll String type, @ForAll String action, @ForAll byte[] content) {
    assertThat(RequestForm.of(List.of(type), List.of(action), content)).isNotNull();
    assertThat(RequestForm.of(List.of("text/xml;" + type), List.of(), content)).isNotNull();
  }
}
