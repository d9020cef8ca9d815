package io.castile.wss4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import jakarta.xml.ws.WebServiceException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.wss4j.dom.WSConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts that properties and policies name: each is signed or encrypted, or refused. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SignedPartsTest {
  private static final String SIGNED = "Timestamp Signature";
  private static final String SOAP = "{http://schemas.xmlsoap.org/soap/envelope/}";
  private static final String WSSE = "{" + WSConstants.WSSE_NS + "}";
  private static final String WSU = "{" + WSConstants.WSU_NS + "}";
  private static final String DS = "{" + WSConstants.SIG_NS + "}";
  private static final String BODY = "{}" + SOAP + "Body";
  private static final String TICKET = "<t:ticket xmlns:t=\"urn:ticket\">7</t:ticket>";

  private final List<String> greeted = new CopyOnWriteArrayList<>();

  private static Map<String, Object> client(String parts) {
    return Ends.settings(SIGNED, "client", "server", "signatureParts", parts);
  }

  private static Map<String, Object> server(String parts) {
    Map<String, Object> settings = Ends.settings(SIGNED, "server", "client");
    settings.put("signatureParts", parts);
    settings.put("responseSignatureParts", "Body");
    return settings;
  }

  private static String request(String name, String header) {
    return Forge.request(name).replace("<S:Body>", "<S:Header>" + header + "</S:Header><S:Body>");
  }

  private void refusesWhenSet(Map<String, Object> settings, String... texts) {
    assertThatThrownBy(() -> Ends.client("http://localhost:9/greeter", settings))
        .isInstanceOf(IllegalArgumentException.class)
        .satisfies(e -> assertThat(e.getMessage()).contains(texts));
    assertThatThrownBy(() -> Ends.server(new GreeterService(greeted), settings).close())
        .isInstanceOf(IllegalArgumentException.class)
        .satisfies(e -> assertThat(e.getMessage()).contains(texts));
  }

  // ---- what is no part ----

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Boddy",
        "body",
        "{}{}Boddy",
        "{Element}{}body",
        "S:Body",
        "{}{http://schemas.xmlsoap.org/soap/envelope/}body",
        "{}{http://schemas.xmlsoap.org/soap/envelope/}Header",
        "{}{http://schemas.xmlsoap.org/soap/envelope/}Envelope",
        "{}{http://www.w3.org/2003/05/soap-envelope}Boddy",
        "{}{Null}ticket",
        "{}{}ticket",
        "cid:Attachments",
        "//ticket",
        "{}" + WSU + "Timestampp",
        "{}" + WSU + "Body",
        "{}" + WSSE + "Timestamp",
        "{}" + WSSE + "Usernametoken",
        "{}" + WSSE + "Security",
        "{}" + WSSE + "SecurityTokenReference",
        "{}" + DS + "KeyInfo",
        "{}" + DS + "Signature",
        "{}{http://www.w3.org/2001/04/xmlenc#}EncryptedData",
        "{}{urn:oasis:names:tc:SAML:2.0:assertion}Assertion",
      })
  void aNameOfNoPartIsRefusedWhenItIsSet(String part) {
    refusesWhenSet(client(part), "signatureParts: expected ", part);
    refusesWhenSet(client(BODY + ";" + part), "signatureParts: expected ", part);
    Map<String, Object> responses = client(BODY);
    responses.put("responseSignatureParts", part);
    refusesWhenSet(responses, "responseSignatureParts: expected ", part);
    Map<String, Object> optional = client(BODY);
    optional.put("optionalSignatureParts", part);
    refusesWhenSet(optional, "optionalSignatureParts: expected ", part);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Boddy",
        "{Element}" + SOAP + "Body",
        "{}" + WSSE + "Usernametoken",
        "{Content}" + WSSE + "UsernameToken",
        "{Content}" + DS + "Signature",
        "{}{urn:ticket}ticket",
        "Token"
      })
  void aNameOfNoPartThatIsEncryptedIsRefusedWhenItIsSet(String part) {
    Map<String, Object> settings =
        Ends.settings("UsernameToken Signature Encrypt", "client", "server");
    settings.put("encryptionParts", part);

    refusesWhenSet(settings, "encryptionParts: expected ", part);
  }

  @ParameterizedTest
  @CsvSource({
    "Signature, signatureParts, {}" + WSU + "Timestamp",
    "Signature, signatureParts, Body;{}" + WSSE + "UsernameToken",
    "Timestamp Encrypt, encryptionParts, {}" + WSSE + "UsernameToken",
    "Timestamp Encrypt, encryptionParts, Body;{Element}" + DS + "Signature",
  })
  void aPartOfAnActionThatIsNotDoneIsRefused(String action, String key, String part) {
    refusesWhenSet(
        Ends.settings(action, "client", "server", key, part),
        " in " + key + ", because action has only ");
  }

  @Test
  void aResponseOfWhichNothingIsProtectedIsRefused() {
    Map<String, Object> encrypted = Ends.settings("UsernameToken Encrypt", "client", "server");
    encrypted.put("encryptionParts", "{Element}" + WSSE + "UsernameToken");
    Map<String, Object> signed = Ends.settings("UsernameToken Signature", "client", "server");
    signed.put("signatureParts", "{}" + WSSE + "UsernameToken");

    refusesWhenSet(encrypted, "responseAction names no part that Encrypt encrypts");
    refusesWhenSet(signed, "responseAction names no part that Signature signs");
  }

  @Test
  void aBinarySecurityTokenThatIsNotSentIsRefused() {
    Map<String, Object> settings = client(BODY + ";{}" + WSSE + "BinarySecurityToken");
    settings.put("signatureKeyIdentifier", "IssuerSerial");

    refusesWhenSet(
        settings,
        "Cannot sign BinarySecurityToken of signatureParts",
        "IssuerSerial. Set DirectReference.");
  }

  // ---- header blocks ----

  @ParameterizedTest
  @ValueSource(
      strings = {"{}{urn:ticket}ticket", "{Content}{ urn:ticket } ticket", "{}{urn:ticket}*"})
  void aHeaderBlockThatIsNamedIsSignedAndDemanded(String part) throws Exception {
    String parts = BODY + ";" + part;
    try (SoapServer server = Ends.server(new GreeterService(greeted), server(parts))) {
      String url = server.url("/greeter");
      String good = Forge.secured(request("bob", TICKET), client(parts));
      String altered =
          Forge.secured(request("mallory", TICKET), client(parts)).replace(">7<", ">8<");
      String unsigned = Forge.secured(request("mallory", TICKET), client(BODY));
      String without = Forge.secured(Forge.request("mallory"), client(BODY));

      assertThat(Forge.answer(url, good)).contains("hello bob");
      assertThat(Forge.answer(url, altered)).isEqualTo("FailedCheck");
      assertThat(Forge.answer(url, unsigned)).isEqualTo("InvalidSecurity");
      assertThat(Forge.answer(url, without)).isEqualTo("InvalidSecurity");
      assertThat(greeted).containsExactly("bob");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{urn:other}ticket", "{urn:ticket}Ticket", "{urn:ticket/}*"})
  void aMessageWithoutTheHeaderBlockIsNotSent(String part) throws Exception {
    Map<String, Object> settings = client(BODY + ";{}" + part);

    assertThatThrownBy(() -> Forge.secured(request("bob", TICKET), settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Cannot sign the header block " + part);
    Greeter greeter = Ends.client("http://localhost:9/greeter", settings);
    assertThatThrownBy(() -> greeter.greet("bob"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("Cannot sign the header block " + part);
    Ends.close(greeter);
  }

  @Test
  void aResponseWithoutTheHeaderBlockIsRefused() throws Exception {
    Map<String, Object> ofServer = Ends.settings(SIGNED, "server", "client");
    Map<String, Object> ofClient = Ends.settings(SIGNED, "client", "server");
    ofClient.put("responseSignatureParts", BODY + ";{}{urn:ticket}ticket");
    try (SoapServer server = Ends.server(new GreeterService(greeted), ofServer)) {
      Greeter greeter = Ends.client(server.url("/greeter"), ofClient);

      assertThatThrownBy(() -> greeter.greet("bob"))
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining("expected the header block {urn:ticket}ticket");
      Ends.close(greeter);
    }
  }

  @Test
  void anOptionalHeaderBlockIsSignedWhereItIsThere() throws Exception {
    Map<String, Object> ofClient = client(BODY);
    ofClient.put("optionalSignatureParts", "{}{urn:ticket}ticket");
    Map<String, Object> ofServer = server(BODY);
    ofServer.put("optionalSignatureParts", "{}{urn:ticket}ticket");
    try (SoapServer server = Ends.server(new GreeterService(greeted), ofServer)) {
      String url = server.url("/greeter");
      String altered = Forge.secured(request("mallory", TICKET), ofClient).replace(">7<", ">8<");
      String unsigned = Forge.secured(request("mallory", TICKET), client(BODY));

      assertThat(Forge.answer(url, Forge.secured(Forge.request("bob"), ofClient)))
          .contains("hello bob");
      assertThat(Forge.answer(url, Forge.secured(request("bob", TICKET), ofClient)))
          .contains("hello bob");
      assertThat(Forge.answer(url, altered)).isEqualTo("FailedCheck");
      assertThat(Forge.answer(url, unsigned)).isEqualTo("InvalidSecurity");
    }
  }

  // ---- the token by which the signature is verified ----

  @ParameterizedTest
  @CsvSource({
    "{}" + WSSE + "BinarySecurityToken, DirectReference",
    "Token, DirectReference",
    "Token, IssuerSerial",
    "STRTransform, DirectReference",
    "{}{}STRTransform, Thumbprint",
    "{Element}{}STRTransform, IssuerSerial",
    "{}" + WSSE + "BinarySecurityToken;STRTransform, DirectReference",
  })
  void aTokenThatIsNamedIsSignedAndDemanded(String token, String identifier) throws Exception {
    String parts = BODY + ";" + token;
    Map<String, Object> ofClient = client(parts);
    ofClient.put("signatureKeyIdentifier", identifier);
    Map<String, Object> ofServer = Ends.settings(SIGNED, "server", "client");
    ofServer.put("signatureParts", parts);
    ofServer.put("signatureKeyIdentifier", identifier);
    Map<String, Object> without = client(BODY);
    without.put("signatureKeyIdentifier", identifier);
    try (SoapServer server = Ends.server(new GreeterService(greeted), ofServer)) {
      Greeter greeter = Ends.client(server.url("/greeter"), ofClient);

      assertThat(greeter.greet("bob")).isEqualTo("hello bob from CN=client");
      assertThat(
              Forge.answer(
                  server.url("/greeter"), Forge.secured(Forge.request("mallory"), without)))
          .isEqualTo("InvalidSecurity");
      assertThat(greeted).containsExactly("bob");
      Ends.close(greeter);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}" + WSSE + "BinarySecurityToken", "{}{}STRTransform"})
  void aTokenIsSignedAsCxfDoes(String token) throws Exception {
    String parts = Ends.SIGNED_PARTS + ";" + token;
    Map<String, Object> cxfOut = Ends.cxf(SIGNED, "client", "server");
    cxfOut.put("signatureParts", parts);
    Map<String, Object> ofClient = client(parts);
    ofClient.put("responseSignatureParts", "Body");
    try (SoapServer server = Ends.server(new GreeterService(greeted), server(parts));
        Ends.Published cxf =
            Ends.cxfServer(
                new GreeterService(),
                Ends.cxf(SIGNED, "server", "client"),
                Ends.cxf(SIGNED, "server", "client"))) {
      Greeter ofCxf =
          Ends.cxfClient(server.url("/greeter"), cxfOut, Ends.cxf(SIGNED, "client", "server"));
      Greeter ofCastile = Ends.client(cxf.url(), ofClient);

      assertThat(ofCxf.greet("bob")).isEqualTo("hello bob from CN=client");
      assertThat(ofCastile.greet("bob")).startsWith("hello bob from CN=client");
      Ends.close(ofCxf);
      Ends.close(ofCastile);
    }
  }

  // ---- policies ----

  @ParameterizedTest
  @CsvSource({
    "<sp:SignedParts><sp:Boddy/></sp:SignedParts>, }Boddy",
    "<sp:SignedParts><sp:Body/><sp:Headers Namespace=\"urn:t\"/></sp:SignedParts>, }Headers",
    "<sp:SignedParts><Body/></sp:SignedParts>, Body",
    "<sp:SignedParts><sp:Header Name=\"ticket\"/></sp:SignedParts>, Namespace of Header",
    "<sp:EncryptedParts><sp:Boddy/></sp:EncryptedParts>, }Boddy",
    "<sp:SignedElements><sp:XPath>//x</sp:XPath></sp:SignedElements>, }SignedElements",
    "<sp:EncryptedElements><sp:XPath>//x</sp:XPath></sp:EncryptedElements>, }EncryptedElements",
    "<sp:ContentEncryptedElements><sp:XPath>//x</sp:XPath></sp:ContentEncryptedElements>,"
        + " }ContentEncryptedElements",
    "<sp:RequiredElements><sp:XPath>//x</sp:XPath></sp:RequiredElements>, }RequiredElements",
  })
  void aPartOfAPolicyThatNothingMeetsIsRefused(String assertion, String text) {
    String wsdl = Policies.wsdl(Policies.asymmetric("Basic256", "") + assertion);
    Map<String, Object> settings = Ends.settings("", "client", "server");
    settings.remove("action");

    assertThatThrownBy(
            () ->
                Castile.client(Greeter.class)
                    .endpoint("http://localhost:9/greeter")
                    .jaxws(j -> j.port(Policies.described(wsdl)))
                    .security(s -> s.messageSecurity(Wss4jSecurity.of(settings)))
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text);
  }
}
