package io.castile.soap.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.castile.soap.SmallShop;
import io.castile.soap.SoapVersion;
import io.castile.soap.TestPort;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.http.Credentials;
import io.castile.soap.server.ServiceEndpoint;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Username tokens (Web Services Security UsernameToken Profile 1.1) and Timestamps (SOAP Message
 * Security 1.1 §10): what a client sends, read by the JDK, and which messages a server lets in.
 */
final class SecuredCallsTest {
  private static final String OASIS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
  private static final String WSSE = OASIS + "wssecurity-secext-1.0.xsd";
  private static final String WSU = OASIS + "wssecurity-utility-1.0.xsd";
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06.789Z");

  private final List<String> sent = new ArrayList<>();
  private final List<Principal> served = new CopyOnWriteArrayList<>();

  private Interceptor wire() {
    return chain -> {
      sent.add(new String(chain.request().bytes(), StandardCharsets.UTF_8));
      return chain.proceed(chain.request());
    };
  }

  private static Interceptor as(String user, String password) {
    return chain ->
        chain.proceed(
            chain.request().newBuilder().credentials(new Credentials(user, password)).build());
  }

  private ServiceEndpoint service(ServerSecurity security) {
    Interceptor witness =
        chain -> {
          served.add(chain.request().principal());
          return chain.proceed(chain.request());
        };
    return TestPort.endpoint(
        new SmallShop.Service(),
        settings -> settings.interceptors(List.of(security.link(), witness)));
  }

  private static ServerSecurity.Builder server() {
    return ServerSecurity.builder()
        .clock(InstantSource.fixed(NOW))
        .usernameTokens(
            user ->
                switch (user) {
                  case "ada" -> "s3cret";
                  case "größe" -> "päss <&>";
                  default -> null;
                });
  }

  private SmallShop port(
      ClientSecurity security, ServerSecurity server, String user, String password) {
    return TestPort.of(SmallShop.class)
        .interceptor(as(user, password))
        .interceptor(security.link())
        .interceptor(wire())
        .served(service(server))
        .build();
  }

  private static ClientSecurity client(PasswordType type) {
    return ClientSecurity.builder()
        .usernameToken("unused", "unused", type)
        .clock(InstantSource.fixed(NOW))
        .build();
  }

  private static Document parse(String message) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(message.getBytes(StandardCharsets.UTF_8)));
  }

  private static Element only(Document message, String uri, String local) {
    assertThat(message.getElementsByTagNameNS(uri, local).getLength()).isOne();
    return (Element) message.getElementsByTagNameNS(uri, local).item(0);
  }

  // ---- what a client sends ----

  @ParameterizedTest
  @CsvSource({"ada, s3cret", "größe, päss <&>"})
  void aPasswordAsTextIsTypedAsText(String user, String password) throws Exception {
    assertThat(port(client(PasswordType.TEXT), server().build(), user, password).add(1, 2))
        .isEqualTo(3);

    Document message = parse(sent.get(0));
    assertThat(only(message, WSSE, "Username").getTextContent()).isEqualTo(user);
    Element found = only(message, WSSE, "Password");
    assertThat(found.getTextContent()).isEqualTo(password);
    assertThat(found.getAttribute("Type"))
        .isEqualTo(OASIS + "username-token-profile-1.0#PasswordText");
    assertThat(
            only(message, WSSE, "Security")
                .getAttributeNS(SoapVersion.SOAP_1_1.namespace(), "mustUnderstand"))
        .isEqualTo("1");
    assertThat(served).extracting(Principal::getName).containsExactly(user);
  }

  @ParameterizedTest
  @CsvSource({"ada, s3cret", "größe, päss <&>"})
  void aDigestIsTheSha1OfNonceCreatedAndPassword(String user, String password) throws Exception {
    assertThat(port(client(PasswordType.DIGEST), server().build(), user, password).add(1, 2))
        .isEqualTo(3);

    Document message = parse(sent.get(0));
    byte[] nonce = Base64.getDecoder().decode(only(message, WSSE, "Nonce").getTextContent());
    String created = only(message, WSU, "Created").getTextContent();
    MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
    sha1.update(nonce);
    sha1.update(created.getBytes(StandardCharsets.UTF_8));
    sha1.update(password.getBytes(StandardCharsets.UTF_8));
    assertThat(only(message, WSSE, "Password").getTextContent())
        .isEqualTo(Base64.getEncoder().encodeToString(sha1.digest()));
    assertThat(only(message, WSSE, "Password").getAttribute("Type"))
        .isEqualTo(OASIS + "username-token-profile-1.0#PasswordDigest");
    assertThat(only(message, WSSE, "Nonce").getAttribute("EncodingType"))
        .isEqualTo(OASIS + "soap-message-security-1.0#Base64Binary");
    assertThat(Instant.parse(created)).isEqualTo(NOW);
    assertThat(nonce).hasSizeGreaterThanOrEqualTo(16);
    assertThat(sent.get(0)).doesNotContain("s3cret", "päss");
  }

  @Test
  void noNonceIsSentTwice() throws Exception {
    SmallShop port = port(client(PasswordType.DIGEST), server().build(), "ada", "s3cret");
    Set<String> nonces = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      port.add(i, i);
    }
    for (String each : sent) {
      nonces.add(only(parse(each), WSSE, "Nonce").getTextContent());
    }

    assertThat(nonces).hasSize(50);
  }

  @Test
  void aTimestampEndsWhenItIsToEndAndComesBeforeTheToken() throws Exception {
    ClientSecurity security =
        client(PasswordType.TEXT).toBuilder().timestamp(Duration.ofMillis(1_211)).build();
    port(security, server().timestampRequired(true).build(), "ada", "s3cret").add(1, 2);

    Element block = only(parse(sent.get(0)), WSSE, "Security");
    Element timestamp = (Element) block.getFirstChild();
    assertThat(timestamp.getNamespaceURI()).isEqualTo(WSU);
    assertThat(timestamp.getLocalName()).isEqualTo("Timestamp");
    assertThat(timestamp.getFirstChild().getLocalName()).isEqualTo("Created");
    assertThat(Instant.parse(timestamp.getFirstChild().getTextContent())).isEqualTo(NOW);
    assertThat(timestamp.getLastChild().getLocalName()).isEqualTo("Expires");
    assertThat(Instant.parse(timestamp.getLastChild().getTextContent()))
        .isEqualTo(NOW.plusMillis(1_211));
    assertThat(timestamp.getNextSibling().getLocalName()).isEqualTo("UsernameToken");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE / 1000, Long.MAX_VALUE / 1000})
  void aTimestampIsGoodForATimeThatCanBeSaid(long seconds) {
    assertThatThrownBy(
            () -> ClientSecurity.builder().timestamp(Duration.ofSeconds(seconds)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ttl");
  }

  // ---- what a server lets in ----

  private static SOAPFaultException refusal(SmallShop port) {
    return catchThrowableOfType(SOAPFaultException.class, () -> port.add(1, 2));
  }

  @ParameterizedTest
  @EnumSource(PasswordType.class)
  void aWrongPasswordAndAnUnknownUserAreToldAlike(PasswordType type) {
    String wrong =
        refusal(port(client(type), server().build(), "ada", "S3cret")).getFault().getFaultString();
    String unknown =
        refusal(port(client(type), server().build(), "bob", "")).getFault().getFaultString();

    assertThat(wrong)
        .isEqualTo(unknown)
        .isEqualTo("The security token could not be authenticated or authorized");
    assertThat(served).isEmpty();
  }

  @Test
  void aRefusalHasTheCodeOfTheSpecification() {
    SOAPFaultException refusal =
        refusal(port(client(PasswordType.TEXT), server().build(), "ada", "no"));

    assertThat(refusal.getFault().getFaultCodeAsQName().getNamespaceURI()).isEqualTo(WSSE);
    assertThat(refusal.getFault().getFaultCodeAsQName().getLocalPart())
        .isEqualTo("FailedAuthentication");
  }

  @Test
  void aTokenThatComesAgainIsRefused() throws Exception {
    ServiceEndpoint service = service(server().build());
    SmallShop port =
        TestPort.of(SmallShop.class)
            .interceptor(as("ada", "s3cret"))
            .interceptor(client(PasswordType.DIGEST).link())
            .interceptor(wire())
            .served(service)
            .build();
    port.add(1, 2);

    String again = TestPort.post(service, SoapVersion.SOAP_1_1, sent.get(0));

    assertThat(again).contains("FailedAuthentication").doesNotContain("<return>");
    assertThat(served).hasSize(1);
  }

  private String post(ServerSecurity security, String block) throws Exception {
    return TestPort.post(
        service(security),
        SoapVersion.SOAP_1_1,
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' xmlns:w='"
            + WSSE
            + "' xmlns:u='"
            + WSU
            + "'><e:Header>"
            + block
            + "</e:Header><e:Body><s:add xmlns:s='http://shop.castile.io/'><a>1</a><b>2</b></s:add>"
            + "</e:Body></e:Envelope>");
  }

  private static String token(String more) {
    return "<w:Security><w:UsernameToken><w:Username>ada</w:Username><w:Password>s3cret"
        + "</w:Password>"
        + more
        + "</w:UsernameToken></w:Security>";
  }

  private static String created(String time) {
    return "<u:Created>" + time + "</u:Created>";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<w:UsernameToken><w:Username>ada</w:Username><w:Password>s3cret</w:Password></w:UsernameToken>",
        "<w:UsernameToken><w:Password>s3cret</w:Password><w:Username>ada</w:Username></w:UsernameToken>",
        "\n<w:UsernameToken u:Id='a'>\n<w:Username>ada</w:Username><w:Password><![CDATA[s3cret]]></w:Password>\n</w:UsernameToken>",
        "<w:UsernameToken><w:Username>ada</w:Username><w:Password>s3cret</w:Password><w:Nonce>YQ==</w:Nonce></w:UsernameToken>",
        "<w:UsernameToken><w:Username>ada</w:Username><w:Password>&#115;3cret</w:Password><x:more xmlns:x='urn:x'><x:y/></x:more></w:UsernameToken>",
      })
  void aTokenIsTakenHoweverItIsWritten(String token) throws Exception {
    assertThat(post(server().build(), "<w:Security>" + token + "</w:Security>"))
        .contains("<return>3</return>");
    assertThat(served).extracting(Principal::getName).containsExactly("ada");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<w:Security/>",
        "<w:Security><w:UsernameToken/></w:Security>",
        "<w:Security><w:UsernameToken><w:Username>ada</w:Username></w:UsernameToken></w:Security>",
        "<w:Security><w:UsernameToken><w:Username/><w:Password>s3cret</w:Password></w:UsernameToken></w:Security>",
        "<w:Security><w:UsernameToken><w:Username>ada</w:Username><w:Username>ada</w:Username><w:Password>s3cret</w:Password></w:UsernameToken></w:Security>",
        "<w:Security><w:UsernameToken><w:Username>ada</w:Username><w:Password>s3cret</w:Password><w:Password>s3cret</w:Password></w:UsernameToken></w:Security>",
        "<w:Security><w:UsernameToken><w:Username>ada</w:Username><w:Password Type='urn:other'>s3cret</w:Password></w:UsernameToken></w:Security>",
        "<w:Security><w:UsernameToken><w:Username><x/>ada</w:Username><w:Password>s3cret</w:Password></w:UsernameToken></w:Security>",
        "<w:Security><w:UsernameToken><w:Username>ada</w:Username><w:Password>s3cret</w:Password><Username>root</Username></w:UsernameToken></w:Security>",
        "<w:Security><w:UsernameToken><w:Username>ada</w:Username><w:Password>s3cret</w:Password><x:m xmlns:x='urn:x'><w:Username>root</w:Username></x:m></w:UsernameToken></w:Security>",
        "<w:Security><w:UsernameToken><w:Username>ada</w:Username><w:Password>s3cret</w:Password></w:UsernameToken><w:BinarySecurityToken/></w:Security>",
        "<w:Security><w:UsernameToken><w:Username>ada</w:Username><w:Password>s3cret</w:Password><w:Nonce>no base64!</w:Nonce></w:UsernameToken></w:Security>",
        "<w:Security><w:UsernameToken><w:Username>ada</w:Username><w:Password>s3cret</w:Password><w:Nonce/></w:UsernameToken></w:Security>",
        "<w:Security><w:UsernameToken><w:Username>ada</w:Username><w:Password>s3cret</w:Password><w:Nonce EncodingType='urn:hex'>YQ==</w:Nonce></w:UsernameToken></w:Security>",
        "<w:Security><w:UsernameToken><w:Username>a&#9;da</w:Username><w:Password>s3cret</w:Password></w:UsernameToken></w:Security>",
        "<w:Security><w:UsernameToken><w:Username>ada</w:Username><w:Password>s3cret</w:Password><u:Created>yesterday</u:Created></w:UsernameToken></w:Security>",
        "<w:Security><u:Timestamp><u:Expires>2026-02-03T05:00:00Z</u:Expires><u:Created>2026-02-03T04:05:00Z</u:Created></u:Timestamp></w:Security>",
        "<w:Security><u:Timestamp/></w:Security>",
      })
  void aBlockThatIsUnclearIsRefusedWithoutItsContent(String block) throws Exception {
    String answer = post(server().build(), block);

    assertThat(answer).contains("InvalidSecurity").doesNotContain("s3cret", "root");
    assertThat(served).isEmpty();
  }

  @Test
  void twoSecurityBlocksAreRefused() throws Exception {
    assertThat(post(server().build(), token("") + token(""))).contains("InvalidSecurity");
    assertThat(served).isEmpty();
  }

  /** NOW is 04:05:06.789; a token is good for five minutes, and clocks differ by one minute. */
  @ParameterizedTest
  @CsvSource({
    "2026-02-03T04:05:06.789Z, good",
    "2026-02-03T03:59:06.789Z, good",
    "2026-02-03T03:59:06.788Z, MessageExpired",
    "2026-02-03T04:06:06.789Z, good",
    "2026-02-03T04:06:06.790Z, InvalidSecurity",
    "2026-02-03T05:05:06.789+01:00, good",
    "2026-02-03T04:05:06.789, good",
    "1000-01-01T00:00:00Z, MessageExpired",
    "9999-12-31T23:59:59Z, InvalidSecurity",
  })
  void aTokenIsGoodFromAndUpToTheMillisecond(String time, String outcome) throws Exception {
    ServerSecurity security =
        server().maxAge(Duration.ofMinutes(5)).clockSkew(Duration.ofMinutes(1)).build();

    String answer = post(security, token(created(time)));

    assertThat(answer).contains(outcome.equals("good") ? "<return>3</return>" : outcome);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-02-03T04:00:00Z, 2026-02-03T04:04:06.789Z, good",
    "2026-02-03T04:00:00Z, 2026-02-03T04:04:06.788Z, MessageExpired",
    "2026-02-03T04:10:00Z, 2026-02-03T05:00:00Z, InvalidSecurity",
    "2026-02-03T04:05:00Z, 2026-02-03T04:04:59Z, InvalidSecurity",
    "2000-01-01T00:00:00Z, 2026-02-03T05:00:00Z, good",
  })
  void aTimestampIsGoodUpToItsEnd(String created, String expires, String outcome) throws Exception {
    ServerSecurity security =
        server().tokenRequired(false).clockSkew(Duration.ofMinutes(1)).build();

    String answer =
        post(
            security,
            "<w:Security><u:Timestamp>"
                + created(created)
                + "<u:Expires>"
                + expires
                + "</u:Expires></u:Timestamp></w:Security>");

    assertThat(answer).contains(outcome.equals("good") ? "<return>3</return>" : outcome);
  }

  @Test
  void aDigestNeedsANonceAndATime() throws Exception {
    String digest =
        "<w:Security><w:UsernameToken><w:Username>ada</w:Username><w:Password Type='"
            + OASIS
            + "username-token-profile-1.0#PasswordDigest'>YQ==</w:Password>%s</w:UsernameToken>"
            + "</w:Security>";

    assertThat(post(server().build(), digest.formatted(""))).contains("Nonce and a Created");
    assertThat(post(server().build(), digest.formatted("<w:Nonce>YQ==</w:Nonce>")))
        .contains("Nonce and a Created");
    assertThat(post(server().build(), digest.formatted(created("2026-02-03T04:05:06Z"))))
        .contains("Nonce and a Created");
  }

  @Test
  void aTokenThatNeedNotBeThereIsCheckedWhereItIs() throws Exception {
    ServerSecurity security = server().tokenRequired(false).build();

    assertThat(post(security, "")).contains("<return>3</return>");
    assertThat(post(security, token("").replace("s3cret", "wrong")))
        .contains("FailedAuthentication");
    assertThat(served).hasSize(1).containsOnlyNulls();
  }

  @Test
  void aValidatorThatFailsRefusesAndSaysNothing() throws Exception {
    ServerSecurity security =
        ServerSecurity.builder()
            .usernameTokens(
                user -> {
                  throw new IllegalStateException("the data base s3cret is down");
                })
            .build();

    String answer = post(security, token(""));

    assertThat(answer)
        .contains(":Server", "The security token could not be checked")
        .doesNotContain("s3cret", "data base");
  }

  @Test
  void optionsOfTokensWithoutAValidatorDoNotLeaveAServerOpen() {
    ServerSecurity open = ServerSecurity.builder().timestampRequired(true).build();

    assertThatThrownBy(open::checkComplete).hasMessageContaining("usernameTokens");
    assertThatThrownBy(open::link).isInstanceOf(IllegalStateException.class);
    ServerSecurity.DEFAULT.checkComplete();
    server().timestampRequired(true).build().checkComplete();
  }

  @Test
  void boundsAreBounds() {
    assertThatThrownBy(() -> server().maxNonces(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> server().maxAge(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> server().clockSkew(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
