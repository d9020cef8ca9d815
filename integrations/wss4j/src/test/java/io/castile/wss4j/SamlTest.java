package io.castile.wss4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.SoapServer;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.security.Principal;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.w3c.dom.Element;

/** Assertions of SAML, which pass through: the application makes them, and decides on them. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SamlTest {
  private static final String NAMESPACE = "urn:oasis:names:tc:SAML:2.0:assertion";
  private static final String ACTION = "SAMLTokenUnsigned Timestamp Signature";

  private static Element assertion(String subject) throws Exception {
    return Forge.parse(
        "<saml:Assertion xmlns:saml=\""
            + NAMESPACE
            + "\" ID=\"_1\" Version=\"2.0\"><saml:Subject><saml:NameID>"
            + subject
            + "</saml:NameID></saml:Subject></saml:Assertion>");
  }

  private static Principal validated(Element assertion, Principal signer) {
    String subject = assertion.getElementsByTagNameNS(NAMESPACE, "NameID").item(0).getTextContent();
    if (!subject.equals("carol")) {
      throw new SecurityException("not carol");
    }
    return () -> subject + " by " + signer.getName();
  }

  private static SoapServer server() {
    SamlAssertionValidator validator = SamlTest::validated;
    return Ends.server(
        new GreeterService(),
        Ends.settings(ACTION, "server", "client", "ws-security.saml2.validator", validator));
  }

  private static Greeter client(String url, String subject) throws Exception {
    Map<String, Object> settings =
        Ends.settings(ACTION, "client", "server", "ws-security.token.element", assertion(subject));
    return Ends.client(url, settings);
  }

  @Test
  void theSubjectOfAnAssertionIsTheCaller() throws Exception {
    try (SoapServer server = server()) {
      Greeter client = client(server.url("/greeter"), "carol");

      assertThat(client.greet("bob")).isEqualTo("hello bob from carol by CN=client");
      Ends.close(client);
    }
  }

  @Test
  void anAssertionThatItsValidatorRefusesIsRefused() throws Exception {
    try (SoapServer server = server()) {
      Greeter client = client(server.url("/greeter"), "mallory");

      assertThatThrownBy(() -> client.greet("bob"))
          .isInstanceOfSatisfying(
              SOAPFaultException.class,
              e ->
                  assertThat(e.getFault().getFaultCodeAsQName().getLocalPart())
                      .isEqualTo("FailedAuthentication"));
      Ends.close(client);
    }
  }

  @Test
  void aServerWithoutAValidatorIsNotStarted() {
    assertThatThrownBy(
            () -> Ends.server(new GreeterService(), Ends.settings(ACTION, "server", "client")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ws-security.saml2.validator");
  }
}
