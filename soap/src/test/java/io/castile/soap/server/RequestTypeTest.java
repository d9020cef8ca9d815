package io.castile.soap.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.SoapVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a head says of a message (SOAP 1.1 §6; SOAP 1.2 part 2 §7; RFC 3902; RFC 2387; XOP §4.1).
 */
final class RequestTypeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "none",
      value = {
        "text/xml | none | SOAP_1_1 | none | ``",
        "Text/XML;charset=UTF-8 | \"urn:a\" | SOAP_1_1 | UTF-8 | urn:a",
        "text/xml; charset=utf-8 | urn:a | SOAP_1_1 | utf-8 | urn:a",
        "text/xml | ` \"urn:a\" ` | SOAP_1_1 | none | urn:a",
        "text/xml | \"\" | SOAP_1_1 | none | ``",
        "text/xml | `` | SOAP_1_1 | none | ``",
        "text/xml | \" | SOAP_1_1 | none | \"",
        "application/soap+xml | none | SOAP_1_2 | none | ``",
        "application/soap+xml; action=\"urn:a;b\"; charset=utf-16 | none | SOAP_1_2 | utf-16 | urn:a;b",
        "application/soap+xml;action=urn:a | none | SOAP_1_2 | none | urn:a",
        "application/soap+xml;action=urn:a | \"urn:b\" | SOAP_1_2 | none | urn:b",
      })
  void versionEncodingAndActionAreSaid(
      String contentType, String soapAction, SoapVersion version, String charset, String action) {
    RequestType type = RequestType.of(contentType, soapAction);

    assertThat(type).isEqualTo(new RequestType(version, charset, action, null));
    assertThat(RequestType.of(contentType, soapAction)).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "multipart/related; type=\"text/xml\"; boundary=b | SOAP_1_1 | false | ",
        "multipart/related; boundary=b | SOAP_1_1 | false | ",
        "Multipart/Related; Type=\"application/soap+xml\"; boundary=\"b c\" | SOAP_1_2 | false | ",
        "multipart/related; type=\"application/soap+xml\"; action=\"urn:a\"; boundary=b | SOAP_1_2 | false | urn:a",
        "multipart/related; type=\"application/xop+xml\"; start-info=\"text/xml\"; boundary=b | SOAP_1_1 | true | ",
        "multipart/related; type=\"application/xop+xml\"; start-info=\"application/soap+xml\"; boundary=b | SOAP_1_2 | true | ",
        "multipart/related; type=\"application/xop+xml\"; start-info=\"application/soap+xml; action=\\\"urn:a\\\"\"; boundary=b | SOAP_1_2 | true | urn:a",
      })
  void aPackageIsOfItsRootPart(
      String contentType, SoapVersion version, boolean isXop, String action) {
    RequestType type = RequestType.of(contentType, null);

    assertThat(type).isNotNull();
    assertThat(type.version()).isEqualTo(version);
    assertThat(type.packageType()).isNotNull();
    assertThat(type.packageType().isXop()).isEqualTo(isXop);
    assertThat(type.action()).isEqualTo(action == null ? "" : action);
    assertThat(type.charset()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "text/plain",
        "application/json",
        "text/xmlx",
        "xml",
        "application/xop+xml",
        "multipart/mixed; boundary=b",
        "multipart/related; type=\"text/html\"; boundary=b",
        "multipart/related; type=\"application/xop+xml\"; start-info=\"text/html\"; boundary=b",
      })
  void otherTypesAreOfNoMessage(String contentType) {
    assertThat(RequestType.of(contentType, "\"urn:a\"")).isNull();
  }

  @Test
  void withoutATypeThereIsNoMessage() {
    assertThat(RequestType.of(null, null)).isNull();
  }
}
