package io.castile.wss4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.soap.SoapVersion;
import io.castile.xml.XmlLimits;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.wss4j.dom.WSConstants;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/** Requests that a server refuses, and the codes of its faults (SOAP Message Security §12). */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RefusedRequestsTest {
  private static final String SIGNED = "Timestamp Signature";
  private static final String ENCRYPTED = "Timestamp Signature Encrypt";
  private static final String RSA_SHA1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1";
  private static final String AES_CBC = "http://www.w3.org/2001/04/xmlenc#aes256-cbc";
  private static final String RSA_15 = "http://www.w3.org/2001/04/xmlenc#rsa-1_5";

  private static final Pattern LAST_DIGIT_OF_CREATED =
      Pattern.compile("(?<=:Created>[^<]{1,40})[0-9](?=Z<)");

  /** Whom the services have greeted; each server has a service, which is told its requests. */
  private static final List<String> GREETED = new CopyOnWriteArrayList<>();

  private static SoapServer signed;
  private static SoapServer encrypted;
  private static SoapServer token;

  @BeforeAll
  static void start() {
    signed = Ends.server(new GreeterService(GREETED), Ends.settings(SIGNED, "server", "client"));
    encrypted =
        Castile.server()
            .host("localhost")
            .limits(ofDepth(20))
            .publish("/greeter", new GreeterService(GREETED))
            .security(
                s ->
                    s.messageSecurity(
                        Wss4jSecurity.of(Ends.settings(ENCRYPTED, "server", "client"))))
            .start();
    Map<String, Object> settings = Ends.settings("UsernameToken", "server", "client");
    settings.put("passwordType", "PasswordDigest");
    settings.put("responseAction", "NoSecurity");
    token = Ends.server(new GreeterService(GREETED), settings);
  }

  private static XmlLimits ofDepth(int depth) {
    XmlLimits usual = XmlLimits.DEFAULT;
    return usual.toBuilder().maxDepth(depth).build();
  }

  @AfterAll
  static void stop() {
    signed.close();
    encrypted.close();
    token.close();
  }

  @AfterEach
  void noServiceWasCalled() {
    List<String> greeted = List.copyOf(GREETED);
    GREETED.clear();
    assertThat(greeted).doesNotContain("mallory");
  }

  private static String signed(String name) throws Exception {
    return Forge.secured(Forge.request(name), Ends.settings(SIGNED, "client", "server"));
  }

  private static String answer(SoapServer server, String message) throws Exception {
    return Forge.answer(server.url("/greeter"), message);
  }

  @Test
  void whatIsAsExpectedIsServedOnce() throws Exception {
    String message = signed("bob");

    assertThat(answer(signed, message)).contains("hello bob from CN=client");
    assertThat(answer(signed, message)).isEqualTo("InvalidSecurity");
    assertThat(GREETED).containsExactly("bob");
  }

  @Test
  void aKeyThatNobodyTrustsIsRefused() throws Exception {
    String message =
        Forge.secured(Forge.request("mallory"), Ends.settings(SIGNED, "stranger", "server"));

    assertThat(answer(signed, message)).isEqualTo("FailedAuthentication");
  }

  @Test
  void anAlteredBodyIsRefused() throws Exception {
    assertThat(answer(signed, signed("bob").replace(">bob<", ">mallory<")))
        .isEqualTo("FailedCheck");
  }

  @Test
  void anAlteredTimestampIsRefused() throws Exception {
    String altered =
        LAST_DIGIT_OF_CREATED
            .matcher(signed("mallory"))
            .replaceFirst(found -> String.valueOf((Integer.parseInt(found.group()) + 1) % 10));

    assertThat(answer(signed, altered)).isEqualTo("FailedCheck");
  }

  @Test
  void aMessageThatIsTooOldIsRefused() throws Exception {
    String message =
        Forge.secured(Forge.request("mallory"), Ends.settings("Timestamp", "client", "server"))
            .replaceAll("(Created>|Expires>)20[0-9]{2}", "$12010");
    Map<String, Object> settings = Ends.settings("Timestamp", "server", "client");
    try (SoapServer server = Ends.server(new GreeterService(GREETED), settings)) {
      assertThat(answer(server, message)).isEqualTo("MessageExpired");
      assertThat(Forge.body(server.url("/greeter"), message))
          .containsPattern(": it says 2010-[-0-9T:.]+Z, and here it is 20[-0-9T:.]+Z<");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<S:Header/>"})
  void aMessageWithoutSecurityIsRefused(String header) throws Exception {
    String message = Forge.request("mallory").replace("<S:Body>", header + "<S:Body>");

    assertThat(answer(signed, message)).isEqualTo("InvalidSecurity");
    assertThat(answer(encrypted, message)).isEqualTo("InvalidSecurity");
    assertThat(answer(token, message)).isEqualTo("InvalidSecurity");
  }

  @Test
  void aSignatureOfTheTimestampOnlyIsRefused() throws Exception {
    Map<String, Object> settings = Ends.settings(SIGNED, "client", "server");
    settings.put("signatureParts", "{}{" + WSConstants.WSU_NS + "}Timestamp");

    assertThat(answer(signed, Forge.secured(Forge.request("mallory"), settings)))
        .isEqualTo("InvalidSecurity");
  }

  @Test
  void aSignatureWithoutTheTimestampIsRefused() throws Exception {
    String unsigned =
        Forge.secured(Forge.request("mallory"), Ends.settings("Signature", "client", "server"));
    String timestamp =
        "<wsu:Timestamp xmlns:wsu=\""
            + WSConstants.WSU_NS
            + "\"><wsu:Created>"
            + Instant.now()
            + "</wsu:Created></wsu:Timestamp>";
    String message = unsigned.replaceFirst("</wsse:Security>", timestamp + "$0");

    assertThat(message).contains(timestamp);
    assertThat(answer(signed, message)).isEqualTo("InvalidSecurity");
  }

  /** The signed body is there, with its id, but is not what is dispatched (signature wrapping). */
  @ParameterizedTest
  @ValueSource(strings = {"header", "security", "envelope", "same id", "body", "in body", "object"})
  void aSignedBodyInAnotherPlaceIsRefused(String place) throws Exception {
    Element root = Forge.parse(signed("bob"));
    Envelope envelope = Envelope.of(root, SoapVersion.SOAP_1_1);
    Element other =
        (Element)
            root.getOwnerDocument()
                .importNode(
                    Envelope.of(Forge.parse(Forge.request("mallory")), SoapVersion.SOAP_1_1).body(),
                    true);
    Element signedBody = envelope.body();
    Element security = envelope.blocks().get(0);
    root.replaceChild(other, signedBody);
    Element wrapper = root.getOwnerDocument().createElementNS("urn:wrapper", "w:wrapper");
    wrapper.appendChild(signedBody);
    switch (place) {
      case "header" -> envelope.header().appendChild(wrapper);
      case "security" -> security.appendChild(wrapper);
      case "envelope" -> root.appendChild(wrapper);
      case "same id" -> {
        other.setAttributeNS(
            WSConstants.WSU_NS, "wsu:Id", signedBody.getAttributeNS(WSConstants.WSU_NS, "Id"));
        other.setAttributeNS(WSConstants.XMLNS_NS, "xmlns:wsu", WSConstants.WSU_NS);
        envelope.header().appendChild(wrapper);
      }
      case "body" -> root.appendChild(signedBody);
      case "in body" -> other.appendChild(wrapper);
      default -> {
        Element object = root.getOwnerDocument().createElementNS(WSConstants.SIG_NS, "ds:Object");
        object.appendChild(signedBody);
        security
            .getElementsByTagNameNS(WSConstants.SIG_NS, "Signature")
            .item(0)
            .appendChild(object);
      }
    }

    assertThat(answer(signed, Forge.text(root))).isIn("InvalidSecurity", "FailedCheck");
  }

  @Test
  void aSignatureByAKeyThatTheMessageBringsIsNoCertificate() throws Exception {
    SecuritySettings settings = new SecuritySettings(Ends.settings(ENCRYPTED, "client", "server"));
    Protection asked = new Actions(settings).requests(null).get(0);
    Protection forged =
        new Protection(
            true,
            null,
            false,
            new Protection.Signing(true, Set.of(), Set.of(), false, Set.of(), true, 0),
            new Protection.Encrypting(true, false, true, WSConstants.ISSUER_SERIAL),
            false,
            Algorithms.ofPolicy(
                WSConstants.HMAC_SHA256,
                WSConstants.SHA256,
                asked.algorithms().encryption(),
                asked.algorithms().keyTransport()));

    assertThat(answer(encrypted, Forge.secured(Forge.request("mallory"), settings, forged)))
        .isEqualTo("InvalidSecurity");
  }

  @ParameterizedTest
  @CsvSource({
    "signatureAlgorithm, " + RSA_SHA1,
    "signatureDigestAlgorithm, http://www.w3.org/2000/09/xmldsig#sha1",
    "encryptionSymAlgorithm, " + AES_CBC,
    "encryptionKeyTransportAlgorithm, " + RSA_15,
  })
  void weakAlgorithmsAreRefusedUnlessTheyAreNamed(String key, String algorithm) throws Exception {
    Map<String, Object> weak = Ends.settings(ENCRYPTED, "client", "server", key, algorithm);

    assertThat(answer(encrypted, Forge.secured(Forge.request("mallory"), weak)))
        .isEqualTo("InvalidSecurity");
  }

  @Test
  void whatIsToBeEncryptedIsRefusedInClear() throws Exception {
    assertThat(answer(encrypted, signed("mallory"))).isEqualTo("InvalidSecurity");
  }

  @Test
  void whatIsEncryptedForAnotherIsRefused() throws Exception {
    Map<String, Object> settings = Ends.settings(ENCRYPTED, "client", "stranger");

    assertThat(answer(encrypted, Forge.secured(Forge.request("mallory"), settings)))
        .isIn("FailedCheck", "SecurityTokenUnavailable", "InvalidSecurity");
  }

  @Test
  void alteredCipherTextIsRefusedAsASignatureIs() throws Exception {
    String message =
        Forge.secured(Forge.request("mallory"), Ends.settings(ENCRYPTED, "client", "server"));
    int last = message.lastIndexOf("CipherValue>", message.lastIndexOf("CipherValue>") - 1);
    char there = message.charAt(last + 40);
    String altered =
        message.substring(0, last + 40) + (there == 'A' ? 'B' : 'A') + message.substring(last + 41);

    assertThat(answer(encrypted, altered)).isEqualTo("FailedCheck");
  }

  @Test
  void whatIsDecryptedIsWithinTheLimits() throws Exception {
    answer(encrypted, deep("shallow", 10));
    answer(encrypted, deep("mallory", 40));

    assertThat(GREETED).containsExactly("shallow");
  }

  private static String deep(String name, int depth) throws Exception {
    String more = "<a>".repeat(depth) + "</a>".repeat(depth);
    String message = Forge.request(name).replace("</name>", "</name>" + more);
    return Forge.secured(message, Ends.settings(ENCRYPTED, "client", "server"));
  }

  @Test
  void aNonceIsGoodOnce() throws Exception {
    String message = token("alice", "wonderland");

    assertThat(answer(token, message)).contains("hello bob from alice");
    assertThat(answer(token, message)).isEqualTo("FailedAuthentication");
  }

  private static String token(String user, String password) throws Exception {
    Map<String, Object> settings = Ends.settings("UsernameToken", "client", "server");
    settings.put("passwordType", "PasswordDigest");
    settings.put("ws-security.username", user);
    settings.put("ws-security.password", password);
    return Forge.secured(Forge.request("bob"), settings);
  }

  @ParameterizedTest
  @CsvSource({"alice, looking-glass", "mallory, wonderland"})
  void aWrongPasswordAndAnUnknownUserAreRefusedAlike(String user, String password)
      throws Exception {
    assertThat(answer(token, token(user, password))).isEqualTo("FailedAuthentication");
    assertThat(GREETED).isEmpty();
  }

  @Test
  void aSecondTokenIsRefused() throws Exception {
    String message = token("alice", "wonderland");
    String other = token("alice", "wonderland");
    String second =
        other.substring(other.indexOf("<wsse:UsernameToken"), other.indexOf("</wsse:Security>"));

    assertThat(answer(token, message.replace("</wsse:Security>", second + "</wsse:Security>")))
        .isEqualTo("InvalidSecurity");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<x xmlns=\"urn:x\"/>",
        "<wsc:DerivedKeyToken"
            + " xmlns:wsc=\"http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512\"/>",
        "<saml:Assertion xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\"/>"
      })
  void whatIsNotKnownInTheHeaderIsRefused(String stranger) throws Exception {
    String message = signed("mallory").replace("</wsse:Security>", stranger + "</wsse:Security>");

    assertThat(message).contains(stranger);
    assertThat(answer(signed, message)).isEqualTo("InvalidSecurity");
  }

  @Test
  void aSecondSignatureIsRefused() throws Exception {
    String message = signed("mallory");
    String second =
        message.substring(
            message.indexOf("<ds:Signature "), message.indexOf("</ds:Signature>") + 15);

    String other = second.replaceAll("Id=\"(SIG|KI|STR)-", "$0other-");

    assertThat(other).isNotEqualTo(second);
    assertThat(answer(signed, message.replace(second, second + other)))
        .isEqualTo("InvalidSecurity");
  }

  @Test
  void headersForOthersAreRefused() throws Exception {
    String message = signed("mallory");
    String other = message.replaceFirst("<wsse:Security ", "<wsse:Security S:actor=\"urn:other\" ");
    String second =
        message.replaceFirst(
            "</wsse:Security>", "$0<wsse:Security xmlns:wsse=\"" + WSConstants.WSSE_NS + "\"/>");

    assertThat(answer(signed, other)).isEqualTo("InvalidSecurity");
    assertThat(answer(signed, second)).isEqualTo("InvalidSecurity");
  }
}
