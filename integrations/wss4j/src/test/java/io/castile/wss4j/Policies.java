package io.castile.wss4j;

import io.castile.soap.model.PortDescription;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.xml.namespace.QName;

/** Descriptions of the greeter with policies. */
final class Policies {
  private static final String SP = "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702";
  private static final String TOKEN = SP + "/IncludeToken/";
  private static final String PLAIN = plain();

  static final QName SERVICE = new QName("urn:greeter", "GreeterService");
  static final QName PORT = new QName("urn:greeter", "GreeterPort");

  static final String SIGNED = "<sp:SignedParts><sp:Body/></sp:SignedParts>";
  static final String ENCRYPTED = "<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>";

  private Policies() {}

  private static String plain() {
    try (InputStream in = Policies.class.getResourceAsStream("greeter.wsdl")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A description whose binding has a policy. */
  static String wsdl(String assertions) {
    return wsdl(assertions, "");
  }

  /**
   * @param ofMessages what requests and responses have beside it
   */
  static String wsdl(String assertions, String ofMessages) {
    String policy =
        "<wsp:Policy xmlns:wsp=\"http://www.w3.org/ns/ws-policy\" xmlns:sp=\""
            + SP
            + "\" xmlns:wsu=\""
            + "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
            + "\" wsu:Id=\"%s\"><wsp:ExactlyOne><wsp:All>%s</wsp:All></wsp:ExactlyOne></wsp:Policy>";
    String reference =
        "<wsp:PolicyReference xmlns:wsp=\"http://www.w3.org/ns/ws-policy\" URI=\"#%s\"/>";
    String wsdl =
        PLAIN
            .replaceFirst("<wsdl:binding [^>]*>", "$0" + reference.formatted("Port"))
            .replace(
                "<wsdl:service ",
                policy.formatted("Port", assertions)
                    + policy.formatted("Messages", ofMessages)
                    + "<wsdl:service ");
    return ofMessages.isEmpty()
        ? wsdl
        : wsdl.replaceAll(
            "<wsdl:(?:input|output|fault name=\"Refusal\")>",
            "$0" + reference.formatted("Messages"));
  }

  static PortDescription described(String wsdl) {
    return new PortDescription(
        SERVICE,
        PORT,
        null,
        Map.of(URI.create("file:/greeter.wsdl"), wsdl.getBytes(StandardCharsets.UTF_8)));
  }

  // ---- assertions ----

  static String asymmetric(String suite, String more) {
    return "<sp:AsymmetricBinding><wsp:Policy><sp:InitiatorToken><wsp:Policy>"
        + x509("AlwaysToRecipient", "")
        + "</wsp:Policy></sp:InitiatorToken><sp:RecipientToken><wsp:Policy>"
        + x509("Never", "<sp:RequireThumbprintReference/>")
        + "</wsp:Policy></sp:RecipientToken>"
        + common(suite)
        + more
        + "</wsp:Policy></sp:AsymmetricBinding>"
        + "<sp:Wss11><wsp:Policy><sp:MustSupportRefThumbprint/></wsp:Policy></sp:Wss11>";
  }

  static String symmetric(String suite, String more) {
    return "<sp:SymmetricBinding><wsp:Policy><sp:ProtectionToken><wsp:Policy>"
        + x509("Never", "<sp:RequireThumbprintReference/>")
        + "</wsp:Policy></sp:ProtectionToken>"
        + common(suite)
        + more
        + "</wsp:Policy></sp:SymmetricBinding>"
        + "<sp:Wss11><wsp:Policy><sp:MustSupportRefThumbprint/>"
        + "<sp:MustSupportRefEncryptedKey/></wsp:Policy></sp:Wss11>";
  }

  static String transport(String more) {
    return "<sp:TransportBinding><wsp:Policy><sp:TransportToken><wsp:Policy><sp:HttpsToken>"
        + "<wsp:Policy/></sp:HttpsToken></wsp:Policy></sp:TransportToken>"
        + common("Basic256")
        + "</wsp:Policy></sp:TransportBinding>"
        + more;
  }

  static String token(String kind, String inner) {
    return "<sp:"
        + kind
        + "><wsp:Policy><sp:UsernameToken sp:IncludeToken=\""
        + TOKEN
        + "AlwaysToRecipient\"><wsp:Policy>"
        + inner
        + "</wsp:Policy></sp:UsernameToken>"
        + "</wsp:Policy></sp:"
        + kind
        + ">";
  }

  private static String x509(String include, String inner) {
    return "<sp:X509Token sp:IncludeToken=\""
        + TOKEN
        + include
        + "\"><wsp:Policy>"
        + "<sp:WssX509V3Token10/>"
        + inner
        + "</wsp:Policy></sp:X509Token>";
  }

  private static String common(String suite) {
    return "<sp:AlgorithmSuite><wsp:Policy><sp:"
        + suite
        + "/></wsp:Policy></sp:AlgorithmSuite>"
        + "<sp:Layout><wsp:Policy><sp:Lax/></wsp:Policy></sp:Layout><sp:IncludeTimestamp/>";
  }
}
