package io.castile;

import static io.castile.CachedShop.minute;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.Bypass;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.Vary;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.Interceptor;
import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a request says in odd places, nobody gets an answer that is another caller's. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CallerAttacksTest {
  private static final String OASIS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
  private static final Map<String, String> PASSWORDS = Map.of("alice", "wonder", "bob", "builder");

  /** Says who calls. */
  @WebService(targetNamespace = "urn:test:who")
  public interface Who {
    String who(String text);
  }

  /** Knows it from the server. */
  @WebService(
      endpointInterface = "io.castile.CallerAttacksTest$Who",
      targetNamespace = "urn:test:who")
  public static final class WhoService implements Who {
    final AtomicInteger calls = new AtomicInteger();
    @Resource WebServiceContext context;

    @Override
    public String who(String text) {
      int number = calls.incrementAndGet();
      return (context.getUserPrincipal() == null ? "nobody" : context.getUserPrincipal().getName())
          + (text.length() > 1 ? ", call " + number : "");
    }
  }

  private final WhoService service = new WhoService();
  private SoapServer server;

  @AfterEach
  void close() {
    server.close();
  }

  private void serve(ServerBuilder builder) {
    if (server != null) {
      server.close();
    }
    service.calls.set(0);
    server = builder.host("localhost").publish("/shop", service).start();
  }

  private static CachePolicy byUser() {
    return minute(rule -> rule.vary(Vary.wsSecurityUser()));
  }

  private static String security(String content) {
    return "<s:Security xmlns:s='%1$swssecurity-secext-1.0.xsd' xmlns:u='%1$swssecurity-utility-1.0.xsd'>%2$s</s:Security>"
        .formatted(OASIS, content);
  }

  private static String token(String user) {
    return "<s:UsernameToken><s:Username>%s</s:Username><s:Password>%s</s:Password></s:UsernameToken>"
        .formatted(user, PASSWORDS.get(user));
  }

  private static String envelope(String header) {
    return "<e:Envelope xmlns:e='"
        + SoapVersion.SOAP_1_1.namespace()
        + "'><e:Header>"
        + header
        + "</e:Header><e:Body><w:who xmlns:w='urn:test:who'><arg0>?</arg0></w:who></e:Body></e:Envelope>";
  }

  /** What the service said, or "refused". */
  private String ask(String header, String... fields) throws Exception {
    String body = post("/shop", envelope(header), fields);
    int start = body.indexOf("<return>");
    return start < 0 ? "refused" : body.substring(start + 8, body.indexOf("</return>"));
  }

  private String post(String path, String message, String... fields) throws Exception {
    return answer(path, message, fields).body();
  }

  // ---- the server's cache ----

  /** Header blocks of Bob's request, who says in odd places that he is Alice. */
  static List<String> attacks() {
    String bob = token("bob");
    String claim = "<s:UsernameToken><s:Username>alice</s:Username></s:UsernameToken>";
    String note = "<x:note xmlns:x='urn:x'><Username>alice</Username></x:note>";
    String other =
        "<s:Security e:actor='urn:other' xmlns:s='%swssecurity-secext-1.0.xsd'>%s</s:Security>";
    return List.of(
        security(bob + note),
        security(note + bob),
        security(bob + "<s:Username>alice</s:Username>"),
        security(bob + claim),
        security(claim + bob),
        security(bob.replace("</s:UsernameToken>", note + "</s:UsernameToken>")),
        security(bob.replace("<s:Password>", "<s:Username>alice</s:Username><s:Password>")),
        security(bob) + other.formatted(OASIS, claim),
        other.formatted(OASIS, claim) + security(bob),
        security(bob) + security(claim),
        security(bob) + "<x:Security xmlns:x='urn:x'><x:Username>alice</x:Username></x:Security>",
        security(bob) + "<x:h xmlns:x='urn:x'>" + security(claim) + "</x:h>");
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void aServerGivesAnswersToWhomItHasAuthenticated(String attack) throws Exception {
    serve(
        Castile.server()
            .sameVersion(false)
            .cache(byUser())
            .security(s -> s.usernameTokens(PASSWORDS::get)));
    assertThat(ask(security(token("alice")))).isEqualTo("alice");
    assertThat(ask(security(token("alice")))).isEqualTo("alice");
    assertThat(service.calls).hasValue(1);
    assertThat(ask(attack)).isIn("bob", "refused");

    serve(
        Castile.server()
            .sameVersion(false)
            .cache(byUser())
            .security(s -> s.usernameTokens(PASSWORDS::get)));
    assertThat(ask(attack)).isIn("bob", "refused");
    assertThat(ask(security(token("alice")))).isEqualTo("alice");
  }

  /** A login of the application's own, which takes what the server's would refuse. */
  private static Interceptor login() {
    return chain -> {
      String user = chain.request().headers().get("x-badge");
      return user == null
          ? chain.proceed(chain.request())
          : chain.proceed(chain.request().newBuilder().principal(() -> user).build());
    };
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void aServerBelievesNoClaimBesideAnotherLogin(String attack) throws Exception {
    serve(
        Castile.server()
            .sameVersion(false)
            .cache(minute(rule -> rule.vary(Vary.wsSecurityUser(), Vary.httpHeader("X-Badge"))))
            .interceptor(login()));
    for (String user : List.of("alice", "bob", "alice", "bob")) {
      assertThat(ask(attack, "X-Badge: " + user)).isEqualTo(user);
    }
    assertThat(service.calls).hasValue(4);
  }

  @Test
  void whatNobodyHasAuthenticatedIsNoIdentity() throws Exception {
    serve(Castile.server().sameVersion(false).cache(byUser()));
    ask(security(token("alice")));
    ask(security(token("alice")));

    assertThat(service.calls).hasValue(2);
    assertThat(server.cache().orElseThrow().statistics().row("who").bypassed())
        .isEqualTo(Map.of(Bypass.WS_SECURITY, 2L));
  }

  /** A login of the application's own that takes the last name it finds, and tells no one. */
  private static Interceptor silentLogin(List<String> users) {
    Pattern name = Pattern.compile("<(?:\\w+:)?Username>([^<]*)<");
    return chain -> {
      String message = new String(chain.request().bytes(), StandardCharsets.UTF_8);
      Matcher found = name.matcher(message);
      String last = "nobody";
      while (found.find()) {
        last = found.group(1);
      }
      users.add(last);
      return chain.proceed(chain.request());
    };
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void aServerSharesNothingAfterALoginThatNamesNoPrincipal(String attack) throws Exception {
    List<String> users = new CopyOnWriteArrayList<>();
    serve(Castile.server().sameVersion(false).cache(byUser()).interceptor(silentLogin(users)));
    for (String header : List.of(security(token("alice")), attack, security(token("bob")))) {
      ask(header);
      ask(header);
    }
    assertThat(users).hasSize(6).startsWith("alice", "alice").endsWith("bob", "bob");
    assertThat(service.calls).hasValue(6);
  }

  @Test
  void aPrincipalIsInTheKeyWhateverElseThePolicyVariesBy() throws Exception {
    serve(
        Castile.server()
            .sameVersion(false)
            .cache(minute(rule -> rule.vary(Vary.httpHeader("Cookie"))))
            .interceptor(login()));
    for (String user : List.of("alice", "bob", "alice", "bob")) {
      assertThat(ask("", "X-Badge: " + user, "Cookie: a=1")).isEqualTo(user);
    }
    assertThat(service.calls).hasValue(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization",
        "Proxy-Authorization",
        "Cookie",
        "X-Api-Key",
        "Api-Key",
        "X-Auth-Token",
        "X-Amz-Security-Token",
        "X-Forwarded-User",
        "X-Forwarded-Client-Cert",
        "Remote-User",
        "X-Remote-User",
        "X-Authenticated-User",
        "X-Badge",
      })
  void fieldsThatSayWhoAsksKeepCallsFromAServersCache(String field) throws Exception {
    serve(Castile.server().sameVersion(false).cache(minute(rule -> rule.credentials("x-badge"))));
    for (String user : List.of("alice", "alice", "bob")) {
      ask("", field + ": " + user);
    }
    assertThat(service.calls).hasValue(3);

    serve(
        Castile.server()
            .sameVersion(false)
            .cache(minute(rule -> rule.vary(Vary.httpHeader(field)))));
    for (String user : List.of("alice", "bob", "alice", "bob")) {
      ask("", field + ": " + user);
    }
    assertThat(service.calls).hasValue(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void pathsQueriesAndHostsAreQuestionsOfTheirOwn(boolean shared) throws Exception {
    serve(Castile.server().sameVersion(false).cache(minute(rule -> rule.shared(shared))));
    List<String[]> questions =
        List.of(
            new String[] {"/shop"},
            new String[] {"/shop?user=alice"},
            new String[] {"/shop?user=bob"},
            new String[] {"/shop;jsessionid=1"},
            new String[] {"/shop;jsessionid=2"},
            new String[] {"/shop", "Host: one.example"},
            new String[] {"/shop", "Host: two.example"},
            new String[] {"/shop", "X-Forwarded-Host: one.example"},
            new String[] {"/shop", "X-Original-URL: /one"},
            new String[] {"/shop", "Forwarded: for=192.0.2.1;host=one.example"});
    for (int i = 0; i < 2; i++) {
      for (String[] each : questions) {
        String[] fields = List.of(each).subList(1, each.length).toArray(String[]::new);
        assertThat(post(each[0], envelope(""), fields)).contains("<return>nobody</return>");
      }
    }
    assertThat(service.calls).hasValue(questions.size());
    // Who has come by way of a proxy is no place.
    post("/shop", envelope(""), "Forwarded: for=192.0.2.2;host=one.example");
    assertThat(service.calls).hasValue(questions.size());
  }

  // ---- clients ----

  private static SoapHeader block(String xml) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return SoapHeader.of(
        factory
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
            .getDocumentElement());
  }

  private ClientBuilder<Who> client(ResponseCache cache, String... blocks) throws Exception {
    SoapHeader[] headers = new SoapHeader[blocks.length];
    for (int i = 0; i < blocks.length; i++) {
      headers[i] = block(blocks[i]);
    }
    return Castile.client(Who.class)
        .endpoint(server.url("/shop"))
        .cache(cache)
        .interceptor(
            chain ->
                chain.proceed(
                    blocks.length == 0
                        ? chain.request()
                        : chain.request().withSoapHeaders(List.of(headers))));
  }

  @Test
  void aClientsCacheTellsTokensApartByNameAndPassword() throws Exception {
    serve(Castile.server().sameVersion(false));
    try (ResponseCache cache = ResponseCache.of(byUser())) {
      String wrong = token("alice").replace("wonder", "x");
      for (int i = 0; i < 2; i++) {
        client(cache, security(token("alice"))).build().who("?");
        client(cache, security(token("bob"))).build().who("?");
        client(cache, security(wrong)).build().who("?");
        client(cache).build().who("?");
      }
      assertThat(service.calls).hasValue(4);
    }
  }

  static List<List<String>> unclear() {
    String bob = token("bob");
    String claim = "<s:UsernameToken><s:Username>alice</s:Username></s:UsernameToken>";
    String digest =
        bob.replace(
            "<s:Password>",
            "<s:Password Type='" + OASIS + "username-token-profile-1.0#PasswordDigest'>");
    return List.of(
        List.of(security(bob + "<x:note xmlns:x='urn:x'><Username>alice</Username></x:note>")),
        List.of(security(bob + claim)),
        List.of(security(claim + bob)),
        List.of(security(bob), security(claim)),
        List.of(security(bob + "<s:Username>alice</s:Username>")),
        List.of(security(digest)), // which says nothing by which another one could be told apart
        List.of(
            "<x:Security xmlns:x='urn:x'><x:UsernameToken><x:Username>bob</x:Username>"
                + "</x:UsernameToken></x:Security>"));
  }

  @ParameterizedTest
  @MethodSource("unclear")
  void aClientsCacheIsPassedByWhereATokenIsNotClear(List<String> blocks) throws Exception {
    serve(Castile.server().sameVersion(false));
    try (ResponseCache cache = ResponseCache.of(byUser())) {
      Who port = client(cache, blocks.toArray(String[]::new)).build();
      port.who("?");
      port.who("?");
      assertThat(service.calls).hasValue(2);
      assertThat(cache.statistics().row("who").bypassed())
          .isEqualTo(Map.of(Bypass.WS_SECURITY, 2L));
    }
  }

  @Test
  void aTokenBesideOneThatTheClientWillAddIsNotClear() throws Exception {
    serve(Castile.server().sameVersion(false).security(s -> s.usernameTokens(PASSWORDS::get)));
    try (ResponseCache cache = ResponseCache.of(byUser())) {
      Who port =
          client(cache, security(token("alice")))
              .security(s -> s.usernameToken("bob", "builder"))
              .build();
      for (int i = 0; i < 2; i++) {
        try {
          port.who("?");
        } catch (jakarta.xml.ws.soap.SOAPFaultException e) {
          assertThat(e).hasMessageContaining("expected one header");
        }
      }
      assertThat(cache.statistics().row("who").bypassed())
          .isEqualTo(Map.of(Bypass.WS_SECURITY, 2L));
    }
  }

  /** Its cookies are added to what is sent, behind the cache. */
  @Test
  void aMaintainedSessionKeepsCallsFromAClientsCache() throws Exception {
    serve(Castile.server().sameVersion(false));
    try (ResponseCache cache = ResponseCache.of(minute())) {
      Who port = client(cache).build();
      port.who("?");
      ((BindingProvider) port)
          .getRequestContext()
          .put(BindingProvider.SESSION_MAINTAIN_PROPERTY, true);
      port.who("?");
      port.who("?");
      assertThat(service.calls).hasValue(3);
      assertThat(cache.statistics().row("who").bypassed())
          .isEqualTo(Map.of(Bypass.HIDDEN_PARTS, 2L));
    }
    service.calls.set(0);
    try (ResponseCache cache = ResponseCache.of(minute(rule -> rule.shared(true)))) {
      Who port = Castile.client(Who.class).endpoint(server.url("/shop")).cache(cache).build();
      ((BindingProvider) port)
          .getRequestContext()
          .put(BindingProvider.SESSION_MAINTAIN_PROPERTY, true);
      port.who("?");
      port.who("?");
      assertThat(service.calls).hasValue(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-Api-Key", "X-Forwarded-User", "Proxy-Authorization", "X-Auth-Token"})
  void fieldsThatSayWhoAsksKeepCallsFromCachesOfClientsAndPorts(String field) throws Exception {
    serve(Castile.server().sameVersion(false));
    try (ResponseCache cache = ResponseCache.of(minute())) {
      for (String user : List.of("alice", "bob")) {
        client(cache).header(field, user).build().who("?");
      }
      assertThat(service.calls).hasValue(2);
    }
    service.calls.set(0);
    Who port =
        Castile.cached(Castile.client(Who.class).endpoint(server.url("/shop")).build(), minute());
    for (String user : List.of("alice", "bob")) {
      ((BindingProvider) port)
          .getRequestContext()
          .put(MessageContext.HTTP_REQUEST_HEADERS, Map.of(field, List.of(user)));
      port.who("?");
    }
    assertThat(service.calls).hasValue(2);
  }

  // ---- the link ----

  /** As an observer would who knows the name of what Alice has got. */
  @ParameterizedTest
  @ValueSource(strings = {"X-Api-Key", "X-Forwarded-User", "Proxy-Authorization", "X-Badge"})
  void theBaseOfWhoHasAnotherKeyIsNotKnown(String field) throws Exception {
    Differential link =
        Differential.of(DifferentialOptions.builder().credentials("X-Badge").build());
    serve(Castile.server().sameVersion(false).differential(link));
    String message = envelope("").replace("<arg0>?", "<arg0>??");
    String name = named(message, field + ": alice");

    RawHttp.Answer own = answer("/shop", message, field + ": alice", "Castile: 1;b=" + name);
    assertThat(link.statistics().unknownBases()).isZero();
    assertThat(own.head()).containsIgnoringCase("castile");
    answer("/shop", message, field + ": bob", "Castile: 1;b=" + name);
    answer("/shop", message, "Castile: 1;b=" + name);

    assertThat(link.statistics().unknownBases()).isEqualTo(2);
  }

  @Test
  void theBaseOfAnotherHostOrQueryIsNotKnown() throws Exception {
    Differential link = Differential.of(DifferentialOptions.DEFAULT);
    serve(Castile.server().sameVersion(false).differential(link));
    String message = envelope("").replace("<arg0>?", "<arg0>??");
    String name = named(message, "Host: one.example");

    answer("/shop", message, "Host: two.example", "Castile: 1;b=" + name);
    answer("/shop?user=bob", message, "Host: one.example", "Castile: 1;b=" + name);
    assertThat(link.statistics().unknownBases()).isEqualTo(2);
    answer("/shop", message, "Host: one.example", "Castile: 1;b=" + name);
    assertThat(link.statistics().unknownBases()).isEqualTo(2);
  }

  private String named(String message, String field) throws Exception {
    String head = answer("/shop", message, field, "Castile: 1").head();
    return head.replaceAll("(?is).*castile:[^\r\n]*v=([^;\r\n]+).*", "$1").strip();
  }

  private RawHttp.Answer answer(String path, String message, String... fields) throws Exception {
    byte[] body = message.getBytes(StandardCharsets.UTF_8);
    StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\n");
    if (List.of(fields).stream().noneMatch(field -> field.startsWith("Host:"))) {
      head.append("Host: localhost\r\n");
    }
    head.append("Connection: close\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: ")
        .append(body.length)
        .append("\r\n");
    for (String field : fields) {
      head.append(field).append("\r\n");
    }
    return RawHttp.exchange(server.port(), head.append("\r\n").toString(), body);
  }
}
