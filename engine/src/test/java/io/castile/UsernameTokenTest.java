package io.castile;

import static io.castile.CachedShop.minute;
import static io.castile.TappedTransport.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.Bypass;
import io.castile.cache.CacheStatistics;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.Vary;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.soap.SoapVersion;
import io.castile.soap.http.Credentials;
import io.castile.soap.http.Transport.Incoming;
import io.castile.soap.security.PasswordType;
import io.castile.soap.security.ServerSecurity;
import io.castile.soap.security.UsernameTokenValidator;
import io.castile.template.Templates;
import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Username tokens and Timestamps of WS-Security 1.1 in client and server. */
class UsernameTokenTest {
  private static final Map<String, String> PASSWORDS =
      Map.of("alice", "wonder<land>&", "bob", "builder", "eve", "wonder<land>&");
  private static final String OASIS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";

  /** Says who asks. */
  @WebService(targetNamespace = "urn:test:who", name = "Who")
  public interface Who {
    String who(String question);

    String[] secrets(String question);
  }

  /** Knows it from its context. */
  @WebService(
      endpointInterface = "io.castile.UsernameTokenTest$Who",
      targetNamespace = "urn:test:who")
  public static final class WhoService implements Who {
    @Resource private WebServiceContext context;
    private int calls;

    @Override
    public synchronized String who(String question) {
      calls++;
      Principal user = context.getUserPrincipal();
      assertThat(context.getMessageContext().get(MessageContext.PATH_INFO)).isEqualTo("/shop");
      return user == null ? "nobody" : user.getName();
    }

    @Override
    public String[] secrets(String question) {
      String[] secrets = new String[200];
      for (int i = 0; i < secrets.length; i++) {
        secrets[i] = "a secret of " + who(question) + ", no. " + i;
      }
      secrets[0] = "call " + calls;
      return secrets;
    }
  }

  private final WhoService service = new WhoService();
  private Instant serverTime = Instant.now();
  private SoapServer server;
  private TappedTransport tap;

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private void serve(ServerBuilder builder, ServerSecurity security) {
    InstantSource clock = () -> serverTime;
    server =
        builder
            .host("localhost")
            .security(security.toBuilder().clock(clock).build())
            .publish("/shop", service)
            .start();
    tap = new TappedTransport(server);
  }

  private void serve() {
    serve(
        Castile.server().sameVersion(false),
        ServerSecurity.builder().usernameTokens(PASSWORDS::get).build());
  }

  private ClientBuilder<Who> client() {
    return Castile.client(Who.class).endpoint("http://localhost/shop").transport(tap);
  }

  private Who client(String user, PasswordType type) {
    return client().security(s -> s.usernameToken(user, PASSWORDS.get(user), type)).build();
  }

  private String lastRequest() {
    return tap.requests.get(tap.requests.size() - 1);
  }

  private String lastResponse() {
    return tap.responses.get(tap.responses.size() - 1);
  }

  // ---- tokens ----

  @ParameterizedTest
  @CsvSource({"SOAP_1_1,TEXT", "SOAP_1_2,TEXT", "SOAP_1_1,DIGEST", "SOAP_1_2,DIGEST"})
  void theServiceKnowsTheUser(SoapVersion version, PasswordType type) {
    serve();
    Who alice =
        client()
            .soapVersion(version)
            .security(
                s ->
                    s.usernameToken("alice", PASSWORDS.get("alice"), type)
                        .timestamp(Duration.ofMinutes(1)))
            .build();

    assertThat(alice.who("?")).isEqualTo("alice");
    assertThat(client("bob", type).who("?")).isEqualTo("bob");
    assertThat(tap.requests.get(0)).contains("mustUnderstand=\"1\"", "Timestamp");
    assertThat(tap.requests.get(0).contains("wonder")).isEqualTo(type == PasswordType.TEXT);
  }

  @ParameterizedTest
  @CsvSource({
    "SOAP_1_1,TEXT,alice,wrong",
    "SOAP_1_1,TEXT,nobody,wonder<land>&",
    "SOAP_1_1,TEXT,alice,''",
    "SOAP_1_1,TEXT,nobody,''",
    "SOAP_1_1,DIGEST,alice,wrong",
    "SOAP_1_1,DIGEST,nobody,wonder<land>&",
    "SOAP_1_1,DIGEST,nobody,''",
    "SOAP_1_2,TEXT,alice,wrong",
    "SOAP_1_2,DIGEST,alice,wrong",
  })
  void whoIsRefusedIsNotToldWhy(
      SoapVersion version, PasswordType type, String user, String password) {
    serve();
    Who client =
        client().soapVersion(version).security(s -> s.usernameToken(user, password, type)).build();

    assertThatThrownBy(() -> client.who("?"))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("The security token could not be authenticated or authorized");

    assertThat(lastResponse()).contains(":FailedAuthentication<").doesNotContain(user);
    assertThat(service.calls).isZero();
  }

  @Test
  void whatVerifiesPasswordsTakesNoDigests() {
    serve(
        Castile.server().sameVersion(false),
        ServerSecurity.builder()
            .usernameTokens(
                UsernameTokenValidator.ofVerifier(
                    (user, password) -> password.equals(PASSWORDS.get(user))))
            .build());

    assertThat(client("alice", PasswordType.TEXT).who("?")).isEqualTo("alice");
    assertThatThrownBy(() -> client("alice", PasswordType.DIGEST).who("?"))
        .isInstanceOf(SOAPFaultException.class);
  }

  @Test
  void aValidatorThatFailsSaysNothing() {
    serve(
        Castile.server().sameVersion(false),
        ServerSecurity.builder()
            .usernameTokens(
                user -> {
                  throw new IllegalStateException("the table of passwords: " + PASSWORDS);
                })
            .build());

    assertThatThrownBy(() -> client("alice", PasswordType.TEXT).who("?"))
        .isInstanceOf(SOAPFaultException.class);
    assertThat(lastResponse()).doesNotContain("table", "wonder");
  }

  @Test
  void aTokenIsAskedForUnlessItNeedNotBe() throws Exception {
    serve();
    assertThatThrownBy(() -> client().build().who("?"))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("expected a UsernameToken, found none");
    assertThat(lastResponse()).contains(":InvalidSecurity<");
    server.close();

    serve(
        Castile.server().sameVersion(false),
        ServerSecurity.builder().usernameTokens(PASSWORDS::get).tokenRequired(false).build());
    assertThat(client().build().who("?")).isEqualTo("nobody");
    assertThat(client("bob", PasswordType.TEXT).who("?")).isEqualTo("bob");
    Who wrong = client().security(s -> s.usernameToken("bob", "wrong")).build();
    assertThatThrownBy(() -> wrong.who("?")).isInstanceOf(SOAPFaultException.class);
  }

  @Test
  void aTimestampMayBeAskedFor() {
    serve(
        Castile.server().sameVersion(false),
        ServerSecurity.builder().usernameTokens(PASSWORDS::get).timestampRequired(true).build());

    assertThatThrownBy(() -> client("bob", PasswordType.TEXT).who("?"))
        .hasMessageContaining("expected a Timestamp, found none");
    Who bob =
        client()
            .security(s -> s.usernameToken("bob", "builder").timestamp(Duration.ofSeconds(9)))
            .build();
    assertThat(bob.who("?")).isEqualTo("bob");
  }

  @Test
  void aServerWithoutRefusesWhatItDoesNotUnderstand() {
    server =
        Castile.server().sameVersion(false).host("localhost").publish("/shop", service).start();
    tap = new TappedTransport(server);

    assertThatThrownBy(() -> client("alice", PasswordType.TEXT).who("?"))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("Security must be understood");
  }

  // ---- time ----

  private Incoming again(String message) throws Exception {
    return tap.post("text/xml", "", message);
  }

  @Test
  void aTokenIsGoodOnce() throws Exception {
    serve();
    assertThat(client("alice", PasswordType.DIGEST).who("?")).isEqualTo("alice");

    Incoming second = again(lastRequest());

    assertThat(second.status()).isEqualTo(500);
    assertThat(new String(second.body(), UTF_8)).contains(":FailedAuthentication<");
    assertThat(service.calls).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "0,,",
    "-290,,",
    "-310,,InvalidSecurity",
    "350,,",
    "370,,MessageExpired",
    "590,digest,",
    "610,digest,MessageExpired"
  })
  void timesAreGoodWithinTheSkew(long seconds, String digest, String refused) throws Exception {
    serve();
    Who alice =
        digest == null
            ? client()
                .security(
                    s ->
                        s.usernameToken("alice", PASSWORDS.get("alice"))
                            .timestamp(Duration.ofMinutes(1)))
                .build()
            : client("alice", PasswordType.DIGEST);
    serverTime = Instant.now().plusSeconds(seconds);

    if (refused == null) {
      assertThat(alice.who("?")).isEqualTo("alice");
    } else {
      assertThatThrownBy(() -> alice.who("?"))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("and it is " + serverTime.truncatedTo(ChronoUnit.MILLIS) + " here")
          .message()
          .containsPattern("(expires at|was made at|not come yet:) 20\\d\\d-\\d\\d-\\d\\dT");
      assertThat(lastResponse()).contains(":" + refused + "<");
    }
  }

  @Test
  void whatElseASecurityHeaderHasIsNamed() throws Exception {
    serve();

    String signed = "[T(BOB PW)<d:Signature xmlns:d=\"http://www.w3.org/2000/09/xmldsig#\"/>]";
    String confirmed =
        "[<c:SignatureConfirmation xmlns:c=\"http://docs.oasis-open.org/wss/"
            + "oasis-wss-wssecurity-secext-1.1.xsd\"/>]";

    assertThat(new String(again(security(signed)).body(), UTF_8))
        .contains("found Signature; ", "castile-wss4j");
    assertThat(new String(again(security(confirmed)).body(), UTF_8))
        .contains("found SignatureConfirmation; ");
    assertThat(new String(again(security("[T(BOB PW)T(BOB PW)]")).body(), UTF_8))
        .contains("found more");
  }

  // ---- what headers may have ----

  private static String security(String content) {
    return ("<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\" xmlns:s=\"%1$s"
            + "wssecurity-secext-1.0.xsd\" xmlns:u=\"%1$swssecurity-utility-1.0.xsd\"><e:Header>"
            + "%2$s</e:Header><e:Body><w:who xmlns:w=\"urn:test:who\"><arg0>?</arg0></w:who>"
            + "</e:Body></e:Envelope>")
        .formatted(
            OASIS,
            content
                .replace("[", "<s:Security>")
                .replace("]", "</s:Security>")
                .replace("T(", "<s:UsernameToken>")
                .replace(")", "</s:UsernameToken>")
                .replace("BOB", "<s:Username>bob</s:Username>")
                .replace("PW", "<s:Password>builder</s:Password>")
                .replace("#D", "Type=\"" + OASIS + "username-token-profile-1.0#PasswordDigest\"")
                .replace("LINES", ("A".repeat(76) + "\r\n").repeat(20))
                .replace("LONG", "x".repeat(1025)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[T(BOB PW)] | bob",
        "[<u:Timestamp><u:Created>2100-01-01T00:00:00Z</u:Created></u:Timestamp>T(BOB PW)] |",
        "[T(BOB PW)][T(BOB PW)] |",
        "[T(BOB PW)T(BOB PW)] |",
        "[T(BOB BOB PW)] |",
        "[T(BOB PW PW)] |",
        "[T(BOB)] |",
        "[T(PW)] |",
        "[T(BOB PW)<s:Username>alice</s:Username>] |",
        "[T(BOB PW)<x><s:Username>alice</s:Username></x>] |",
        "[T(BOB PW <s:Username><s:Username>alice</s:Username></s:Username>)] |",
        "[T(<s:Username>bob<x>x</x></s:Username> PW)] |",
        "[T(<s:Username></s:Username> PW)] |",
        "[T(<s:Username>bob&#10;x</s:Username> PW)] |",
        "[T(<s:Username>LONG</s:Username> PW)] |",
        "[T(BOB <s:Password>LONG</s:Password>)] |",
        "[T(BOB <s:Password Type=\"urn:x\">builder</s:Password>)] |",
        "[T(BOB <s:Password #D>builder</s:Password>)] |",
        "[T(BOB PW <s:Nonce>?</s:Nonce>)] |",
        "[T(BOB PW <s:Nonce></s:Nonce>)] |",
        "[T(BOB PW <u:Created>yesterday</u:Created>)] |",
        "[T(BOB PW) <u:Timestamp/>] |",
        "[T(BOB PW) <u:Timestamp><u:Expires>soon</u:Expires></u:Timestamp>] |",
        "[<s:BinarySecurityToken/>T(BOB PW)] |",
        "[T(BOB PW <x:tenant xmlns:x='urn:x'>7<x:k/>8</x:tenant>)] | bob",
        "[T(BOB PW <x:tenant xmlns:x='urn:x'>7<s:Username>alice</s:Username></x:tenant>)] |",
        "[T(BOB PW <x:tenant xmlns:x='urn:x'><y><Username>alice</Username></y></x:tenant>)] |",
        "[T(<tenant/> BOB <x:a xmlns:x='urn:x'/> PW)] | bob",
        "[T(BOB PW <Nonce>AAAA</Nonce>)] |",
        "[T(BOB PW <v:Salt xmlns:v='http://docs.oasis-open.org/wss/x'>AAAA</v:Salt>)] |",
        "[T(BOB PW <s:Nonce>AAAA&#13;&#10; AAAA&#10;</s:Nonce>)] | bob",
        "[T(BOB PW <s:Nonce>LINES</s:Nonce>)] | bob",
        "[T(BOB PW <s:Nonce>LINESLINESLINES</s:Nonce>)] |",
        "[T(BOB PW <s:Nonce>AA?A</s:Nonce>)] |",
      })
  void whatIsNotKnownIsRefused(String header, String user) throws Exception {
    serve();

    Incoming answer = again(security(header));

    String message = new String(answer.body(), UTF_8);
    if (user == null) {
      assertThat(text(message, "faultcode")).endsWith(":InvalidSecurity");
      assertThat(message).doesNotContain("builder");
    } else {
      assertThat(text(message, "return")).isEqualTo(user);
    }
    assertThat(service.calls).isEqualTo(user == null ? 0 : 1);
  }

  // ---- clients ----

  @Test
  void theRequestContextNamesUsers() {
    serve();
    Who who = client().build();
    Map<String, Object> context = ((BindingProvider) who).getRequestContext();
    context.put("ws-security.username", "bob");
    assertThatThrownBy(() -> who.who("?"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("no ws-security.password");

    context.put("ws-security.password", "builder");
    assertThat(who.who("?")).isEqualTo("bob");

    context.put("ws-security.username", "alice");
    context.put("ws-security.password", PASSWORDS.get("alice"));
    assertThat(who.who("?")).isEqualTo("alice");
    assertThat(context.toString()).contains("ws-security.password").doesNotContain("wonder");
  }

  @Test
  void anInterceptorNamesUsers() {
    serve();
    Who who =
        client()
            .interceptor(
                chain ->
                    chain.proceed(
                        chain
                            .request()
                            .newBuilder()
                            .credentials(new Credentials("bob", "builder"))
                            .build()))
            .build();

    assertThat(who.who("?")).isEqualTo("bob");
    assertThat(new Credentials("bob", "builder").toString()).doesNotContain("builder");
  }

  @ParameterizedTest
  @EnumSource(PasswordType.class)
  void templatesWriteTheTokenOfEachMessage(PasswordType type) {
    Templates always = Templates.builder().always(true).build();
    serve(
        Castile.server().sameVersion(false).templates(always),
        ServerSecurity.builder().usernameTokens(PASSWORDS::get).build());
    Set<String> nonces = new HashSet<>();
    Who alice =
        client()
            .security(s -> s.usernameToken("alice", PASSWORDS.get("alice"), type))
            .templates(always)
            .build();
    Who bob =
        client().security(s -> s.usernameToken("bob", "builder", type)).templates(always).build();

    for (int i = 0; i < 20; i++) {
      assertThat(alice.who("?" + i)).isEqualTo("alice");
      nonces.add(text(lastRequest(), "Nonce"));
      assertThat(bob.who("?" + i)).isEqualTo("bob");
      assertThat(lastRequest()).doesNotContain("alice", "wonder");
      nonces.add(text(lastRequest(), "Nonce"));
    }

    assertThat(nonces).hasSize(type == PasswordType.DIGEST ? 40 : 1);
  }

  // ---- caches ----

  @ParameterizedTest
  @EnumSource(PasswordType.class)
  void theServersCacheGivesEachUserItsOwn(PasswordType type) {
    serve(
        Castile.server().sameVersion(false).cache(minute(rule -> rule.vary(Vary.wsSecurityUser()))),
        ServerSecurity.builder().usernameTokens(PASSWORDS::get).build());

    for (int i = 0; i < 3; i++) {
      for (String user : PASSWORDS.keySet()) {
        assertThat(client(user, type).who("?")).isEqualTo(user);
      }
    }
    Who wrong = client().security(s -> s.usernameToken("alice", "wrong", type)).build();
    assertThatThrownBy(() -> wrong.who("?")).isInstanceOf(SOAPFaultException.class);

    assertThat(service.calls).isEqualTo(3);
    assertThat(server.cache().orElseThrow().statistics().row("who").hits()).isEqualTo(6);
  }

  @ParameterizedTest
  @EnumSource(PasswordType.class)
  void theServersCacheIsPassedByWhereThePolicyDoesNotKnowUsers(PasswordType type) {
    serve(
        Castile.server().sameVersion(false).cache(minute()),
        ServerSecurity.builder().usernameTokens(PASSWORDS::get).build());

    for (String user : List.of("alice", "bob", "alice", "bob")) {
      assertThat(client(user, type).who("?")).isEqualTo(user);
    }

    assertThat(service.calls).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(PasswordType.class)
  void aClientsCacheGivesEachUserItsOwn(PasswordType type) {
    serve();
    try (ResponseCache cache = ResponseCache.of(minute(rule -> rule.vary(Vary.wsSecurityUser())))) {
      for (int i = 0; i < 3; i++) {
        for (String user : PASSWORDS.keySet()) {
          Who client =
              client()
                  .security(s -> s.usernameToken(user, PASSWORDS.get(user), type))
                  .cache(cache)
                  .build();
          assertThat(client.who("?")).isEqualTo(user);
        }
      }
      assertThat(service.calls).isEqualTo(3);

      // Somebody else who only says that he is alice.
      Who wrong =
          client().security(s -> s.usernameToken("alice", "wrong", type)).cache(cache).build();
      assertThatThrownBy(() -> wrong.who("?")).isInstanceOf(SOAPFaultException.class);
      CacheStatistics.Row row = cache.statistics().row("who");
      assertThat(row.hits()).isEqualTo(6);
    }
  }

  @Test
  void aClientsCacheIsPassedByWhereThePolicyDoesNotKnowUsers() {
    serve();
    try (ResponseCache cache = ResponseCache.of(minute())) {
      for (String user : List.of("alice", "bob", "alice", "bob")) {
        Who client =
            client().security(s -> s.usernameToken(user, PASSWORDS.get(user))).cache(cache).build();
        assertThat(client.who("?")).isEqualTo(user);
      }
      assertThat(cache.statistics().row("who").bypassed().get(Bypass.WS_SECURITY)).isEqualTo(4);
    }
    assertThat(service.calls).isEqualTo(4);
  }

  // ---- differences ----

  @ParameterizedTest
  @EnumSource(PasswordType.class)
  void differencesAreMadeForEachUser(PasswordType type) {
    Differential serverLink = Differential.of(DifferentialOptions.DEFAULT);
    Differential clientLink = Differential.of(DifferentialOptions.DEFAULT);
    serve(
        Castile.server().sameVersion(false).differential(serverLink),
        ServerSecurity.builder().usernameTokens(PASSWORDS::get).build());

    for (int i = 0; i < 3; i++) {
      for (String user : List.of("alice", "bob")) {
        Who client =
            client()
                .security(
                    s ->
                        s.usernameToken(user, PASSWORDS.get(user), type)
                            .timestamp(Duration.ofMinutes(1)))
                .differential(clientLink)
                .build();
        assertThat(client.secrets("?")).contains("a secret of " + user + ", no. 7").hasSize(200);
      }
    }

    // A digest says nothing by which the next message could be known to be of the same user.
    boolean known = type == PasswordType.TEXT;
    assertThat(serverLink.statistics().deltas()).isEqualTo(known ? 4 : 0);
  }

  @Test
  void theBaseOfAnotherUserIsNotKnown() {
    Differential serverLink = Differential.of(DifferentialOptions.DEFAULT);
    serve(
        Castile.server().sameVersion(false).differential(serverLink),
        ServerSecurity.builder().usernameTokens(PASSWORDS::get).build());
    List<String> names = new ArrayList<>();
    tap.change(
        answer -> {
          names.add(answer.headers().get("castile"));
          return answer;
        });
    Who alice =
        client()
            .security(s -> s.usernameToken("alice", PASSWORDS.get("alice")))
            .differential(true)
            .build();
    alice.secrets("?");
    alice.secrets("?");
    assertThat(serverLink.statistics().deltas()).isEqualTo(1);
    String base = names.get(0).replaceAll(".*;v=([^;]+).*", "1;b=$1");

    // Eve has the same password, and knows the name of what alice has got.
    Who eve =
        client()
            .security(s -> s.usernameToken("eve", PASSWORDS.get("eve")))
            .header("Castile", base)
            .build();
    assertThat(eve.secrets("?")).contains("a secret of eve, no. 7");

    assertThat(lastResponse()).contains("a secret of eve").doesNotContain("alice");
    assertThat(serverLink.statistics().unknownBases()).isEqualTo(1);
    assertThat(serverLink.statistics().deltas()).isEqualTo(1);
  }
}
