package io.castile.gateway.soap;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.soap.AnswerForm.Kind;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AnswerFormTest {
  private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";

  private static AnswerForm form(String version, String body) {
    String message =
        "<s:Envelope xmlns:s='" + version + "'><s:Body>" + body + "</s:Body></s:Envelope>";
    return AnswerForm.of(message.getBytes(StandardCharsets.UTF_8), "utf-8");
  }

  /** A fault that says what is wrong, or blames the caller, is an answer like another one. */
  @ParameterizedTest
  @CsvSource({
    "<a/>, RESPONSE",
    "'', NONE",
    "<Fault/>, RESPONSE",
    "<s:Fault><faultcode>s:Server</faultcode></s:Fault>, FAILURE",
    "<s:Fault><faultcode>s:Server.Busy</faultcode><detail/></s:Fault>, FAILURE",
    "<s:Fault><faultcode>s:Server</faultcode><detail><d><e/></d></detail></s:Fault>, FAULT",
    "<s:Fault><faultcode>s:Client</faultcode></s:Fault>, FAULT",
    "<s:Fault><faultcode>own</faultcode></s:Fault>, FAULT",
    "<s:Fault/>, FAULT",
    "<s:Fault><faultcode>s:Server, NONE"
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

  @Property
  void anyBytesAreRead(@ForAll byte[] message) {
    assertThat(AnswerForm.of(message, null).kind()).isEqualTo(Kind.NONE);
  }
}
