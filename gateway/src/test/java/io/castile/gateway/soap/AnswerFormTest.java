package io.castile.gateway.soap;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.soap.AnswerForm.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswerFormTest {
  private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";

  private static AnswerForm form(String version, String body) {
    return AnswerForm.of(message(version, body).getBytes(StandardCharsets.UTF_8), "utf-8");
  }

  private static String message(String version, String body) {
    return "<s:Envelope xmlns:s='" + version + "'><s:Body>" + body + "</s:Body></s:Envelope>";
  }

  /** A fault that says what is wrong, or blames the caller, is an answer like another one. */
  @ParameterizedTest
  @CsvSource({
    "<a/>, RESPONSE",
    "'', EMPTY",
    "<Fault/>, RESPONSE",
    "<s:Fault><faultcode>s:Server</faultcode></s:Fault>, FAILURE",
    "<s:Fault><faultcode>s:Server.Busy</faultcode><detail/></s:Fault>, FAILURE",
    "<s:Fault><faultcode>s:Server</faultcode><detail><d><e/></d></detail></s:Fault>, FAULT",
    "<s:Fault><faultcode>s:Client</faultcode></s:Fault>, FAULT",
    "<s:Fault><faultcode>own</faultcode></s:Fault>, FAULT",
    "<s:Fault/>, FAULT",
    "<s:Fault><faultcode>s:Server, BROKEN"
  })
  void faultsAreToldApart(String body, Kind kind) {
    assertThat(form(SOAP_11, body).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "s:Receiver, '', FAILURE",
    "s:Receiver, <s:Detail><d/></s:Detail>, FAULT",
    "s:Sender, '', FAULT"
  })
  void faultsOfSoap12AreToldApart(String code, String detail, Kind kind) {
    String subcode = "<s:Subcode><s:Value>x:Receiver</s:Value></s:Subcode>";
    String body =
        "<s:Fault><s:Code><s:Value>" + code + "</s:Value>" + subcode + "</s:Code>" + detail;

    assertThat(form(SOAP_12, body + "</s:Fault>").kind()).isEqualTo(kind);
  }

  /** Well-formed to its end, one envelope, and no fault behind an answer. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a>",
        "<a></b>",
        "<a>Tom & Jerry</a>",
        "<a>&nbsp;</a>",
        "<a><p:b/></a>",
        "<a b='1' b='2'/>",
        "<a/><s:Fault><faultcode>s:Server</faultcode></s:Fault>",
        "<a/></s:Body><s:Body><b/>",
        "<a/></s:Body><b/><s:Body>",
      })
  void whatIsNotWellFormedAnywhereIsBroken(String body) {
    assertThat(form(SOAP_11, body).kind()).isEqualTo(Kind.BROKEN);
  }

  @Test
  void everyPrefixOfAnAnswerIsBroken() {
    byte[] whole = message(SOAP_11, "<a>t<b/></a>").getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length < whole.length; length++) {
      assertThat(AnswerForm.of(Arrays.copyOf(whole, length), "utf-8").kind())
          .as("%s of %s bytes", length, whole.length)
          .isEqualTo(Kind.BROKEN);
    }
    assertThat(AnswerForm.of(whole, "utf-8").kind()).isEqualTo(Kind.RESPONSE);
  }

  @Test
  void whatFollowsTheEnvelopeOrIsNotOfTheCharsetIsBroken() {
    String whole = message(SOAP_11, "<a>\u00e9</a>");

    assertThat(AnswerForm.of(whole.getBytes(StandardCharsets.UTF_8), "utf-8").kind())
        .isEqualTo(Kind.RESPONSE);
    assertThat(AnswerForm.of(whole.getBytes(StandardCharsets.ISO_8859_1), "utf-8").kind())
        .isEqualTo(Kind.BROKEN);
    for (String tail : List.of("x", "<html/>", "</s:Envelope>", "\0")) {
      assertThat(AnswerForm.of((whole + tail).getBytes(StandardCharsets.UTF_8), "utf-8").kind())
          .isEqualTo(Kind.BROKEN);
    }
  }

  /** SOAP encoding has the objects that an answer refers to behind it (SOAP 1.1 §5.4). */
  @Test
  void anAnswerMayHaveMoreElements() {
    assertThat(form(SOAP_11, "<a><r href='#1'/></a><multiRef id='1'/>").kind())
        .isEqualTo(Kind.RESPONSE);
  }

  @Property
  void anyBytesAreRead(@ForAll byte[] message) {
    assertThat(AnswerForm.of(message, null).kind()).isEqualTo(Kind.BROKEN);
  }
}
