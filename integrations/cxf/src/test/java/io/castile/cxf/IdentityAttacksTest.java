package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.Vary;
import io.castile.shop.FreePorts;
import io.castile.soap.Headers;
import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceContext;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who can sign in, and says in other places of the request that he is somebody else, gets no answer
 * of hers, and leaves none for her.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class IdentityAttacksTest {
  private static final String OASIS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
  private static final Map<String, String> PASSWORDS = Map.of("alice", "wonder", "bob", "builder");

  /** Says who calls. */
  @WebService(targetNamespace = "urn:test:who")
  public interface Who {
    String who(String text);
  }

  /** Knows it by the principal, or by the header field of a request without one. */
  @WebService(
      endpointInterface = "io.castile.cxf.IdentityAttacksTest$Who",
      targetNamespace = "urn:test:who")
  public static final class WhoService implements Who {
    final AtomicInteger calls = new AtomicInteger();
    @Resource WebServiceContext context;

    @Override
    public String who(String text) {
      calls.incrementAndGet();
      Principal user = context.getUserPrincipal();
      return user == null ? "nobody" : user.getName();
    }
  }

  private final WhoService service = new WhoService();
  private final HttpClient http = HttpClient.newHttpClient();

  private String url;

  /** Serves while a test runs. */
  private interface Attack {
    void run() throws Exception;
  }

  private void serve(CachePolicy policy, Interceptor<? extends Message> login, Attack attack)
      throws Exception {
    url = "http://localhost:" + FreePorts.next() + "/who";
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setServiceClass(WhoService.class);
    factory.setServiceBean(service);
    factory.setAddress(url);
    if (login != null) {
      factory.getInInterceptors().add(login);
    }
    CastileFeature feature = new CastileFeature(policy);
    factory.getFeatures().add(feature);
    Server server = factory.create();
    try {
      attack.run();
    } finally {
      server.destroy();
      feature.close();
    }
  }

  private static CachePolicy byUser() {
    return Shops.hour(rule -> rule.vary(Vary.wsSecurityUser()));
  }

  private static WSS4JInInterceptor digests() {
    Map<String, Object> properties = new HashMap<>();
    properties.put("action", "UsernameToken");
    properties.put("passwordType", "PasswordDigest");
    CallbackHandler passwords =
        callbacks -> {
          for (Callback each : callbacks) {
            WSPasswordCallback asked = (WSPasswordCallback) each;
            asked.setPassword(PASSWORDS.get(asked.getIdentifier()));
          }
        };
    properties.put("passwordCallbackRef", passwords);
    return new WSS4JInInterceptor(properties);
  }

  /** A token that nobody can make who does not know the password. */
  private static String token(String user) throws Exception {
    byte[] nonce = UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8);
    String created = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
    sha1.update(nonce);
    sha1.update((created + PASSWORDS.get(user)).getBytes(StandardCharsets.UTF_8));
    return ("<s:UsernameToken><s:Username>%s</s:Username><s:Password Type='"
            + OASIS
            + "username-token-profile-1.0#PasswordDigest'>%s</s:Password><s:Nonce EncodingType='"
            + OASIS
            + "soap-message-security-1.0#Base64Binary'>%s</s:Nonce><u:Created>%s</u:Created>"
            + "</s:UsernameToken>")
        .formatted(
            user,
            Base64.getEncoder().encodeToString(sha1.digest()),
            Base64.getEncoder().encodeToString(nonce),
            created);
  }

  private static String envelope(String header) {
    return ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' xmlns:s='%1$s"
            + "wssecurity-secext-1.0.xsd' xmlns:u='%1$swssecurity-utility-1.0.xsd'><e:Header>%2$s"
            + "</e:Header><e:Body><w:who xmlns:w='urn:test:who'><arg0>?</arg0></w:who></e:Body>"
            + "</e:Envelope>")
        .formatted(OASIS, header);
  }

  /** What the service said, or "refused". */
  private String ask(String path, String header, String... fields) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", "text/xml; charset=utf-8")
            .POST(BodyPublishers.ofString(envelope(header)));
    for (int i = 0; i < fields.length; i += 2) {
      request.header(fields[i], fields[i + 1]);
    }
    HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
    String body = answer.body();
    int start = body.indexOf("<return>");
    return start < 0 ? "refused" : body.substring(start + 8, body.indexOf("</return>"));
  }

  /** {@code TOKEN} is Bob's own token; the rest says in other places that he is Alice. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<s:Security>TOKEN<x:note xmlns:x='urn:x'><Username>alice</Username></x:note></s:Security>",
        "<s:Security><x:note xmlns:x='urn:x'><Username>alice</Username></x:note>TOKEN</s:Security>",
        "<s:Security>TOKEN<x:note xmlns:x='urn:x'><s:Username>alice</s:Username></x:note></s:Security>",
        "<s:Security>TOKEN<s:Username>alice</s:Username></s:Security>",
        "<s:Security><s:Username>alice</s:Username>TOKEN</s:Security>",
        "<s:Security>TOKEN<s:UsernameToken><s:Username>alice</s:Username></s:UsernameToken>"
            + "</s:Security>",
        "<s:Security><s:UsernameToken><s:Username>alice</s:Username></s:UsernameToken>TOKEN"
            + "</s:Security>",
        "<s:Security>TOKEN<x:UsernameToken xmlns:x='urn:x'><x:Username>alice</x:Username>"
            + "</x:UsernameToken></s:Security>",
        "<s:Security>TOKEN</s:Security><s:Security e:actor='urn:other'><s:UsernameToken>"
            + "<s:Username>alice</s:Username></s:UsernameToken></s:Security>",
        "<s:Security e:actor='urn:other'><s:UsernameToken><s:Username>alice</s:Username>"
            + "</s:UsernameToken></s:Security><s:Security>TOKEN</s:Security>",
        "<s:Security>TOKEN</s:Security><x:Security xmlns:x='urn:x'><s:UsernameToken>"
            + "<s:Username>alice</s:Username></s:UsernameToken></x:Security>",
        "<s:Security>TOKEN</s:Security><x:h xmlns:x='urn:x'><s:Security><s:UsernameToken>"
            + "<s:Username>alice</s:Username></s:UsernameToken></s:Security></x:h>",
      })
  void whoIsAuthenticatedByDigestGetsAndLeavesNoAnswerOfAnother(String attack) throws Exception {
    serve(
        byUser(),
        digests(),
        () -> {
          String alices = "<s:Security>%s</s:Security>";
          assertThat(ask("", alices.formatted(token("alice")))).isEqualTo("alice");
          assertThat(ask("", alices.formatted(token("alice")))).isEqualTo("alice");
          assertThat(service.calls).hasValue(1); // there is an answer to be had

          assertThat(ask("", attack.replace("TOKEN", token("bob")))).isIn("bob", "refused");
        });
    serve(
        byUser(),
        digests(),
        () -> {
          assertThat(ask("", attack.replace("TOKEN", token("bob")))).isIn("bob", "refused");
          assertThat(ask("", "<s:Security>%s</s:Security>".formatted(token("alice"))))
              .isEqualTo("alice");
        });
  }

  @Test
  void whatNobodyHasAuthenticatedIsNoIdentity() throws Exception {
    String claim =
        "<s:Security><s:UsernameToken><s:Username>alice</s:Username><s:Password>wonder"
            + "</s:Password></s:UsernameToken></s:Security>";
    serve(
        byUser(),
        null,
        () -> {
          ask("", claim);
          ask("", claim);
          assertThat(service.calls).hasValue(2);
        });
  }

  /** The application's own login, by whatever it likes. */
  private static AbstractPhaseInterceptor<Message> loginBy(String field) {
    return new AbstractPhaseInterceptor<>(Phase.PRE_PROTOCOL) {
      @Override
      public void handleMessage(Message message) {
        String user = Headers.ofForeign(message.get(Message.PROTOCOL_HEADERS)).get(field);
        message.put(
            SecurityContext.class,
            new SecurityContext() {
              @Override
              public Principal getUserPrincipal() {
                return user == null ? null : () -> user;
              }

              @Override
              public boolean isUserInRole(String role) {
                return false;
              }
            });
      }
    };
  }

  @Test
  void aPrincipalIsInTheKeyWhateverElseThePolicyVariesBy() throws Exception {
    serve(
        Shops.hour(rule -> rule.vary(Vary.httpHeader("Cookie"))),
        loginBy("x-badge"),
        () -> {
          assertThat(ask("", "", "X-Badge", "alice", "Cookie", "a=1")).isEqualTo("alice");
          assertThat(ask("", "", "X-Badge", "bob", "Cookie", "a=1")).isEqualTo("bob");
          assertThat(ask("", "", "X-Badge", "alice", "Cookie", "a=1")).isEqualTo("alice");
          assertThat(service.calls).hasValue(2);
        });
  }

  @Test
  void aTokenThatIsNotThePrincipalsIsNotShared() throws Exception {
    String claim =
        "<s:Security><s:UsernameToken><s:Username>%s</s:Username></s:UsernameToken></s:Security>";
    serve(
        byUser(),
        loginBy("x-badge"),
        () -> {
          assertThat(ask("", claim.formatted("alice"), "X-Badge", "alice")).isEqualTo("alice");
          assertThat(ask("", claim.formatted("alice"), "X-Badge", "bob")).isEqualTo("bob");
          assertThat(ask("", claim.formatted("bob"), "X-Badge", "alice")).isEqualTo("alice");
          assertThat(ask("", claim.formatted("alice"), "X-Badge", "alice")).isEqualTo("alice");
          assertThat(service.calls).hasValue(3);
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization",
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
      })
  void fieldsThatSayWhoAsksKeepCallsFromTheCache(String field) throws Exception {
    serve(
        Shops.hour(),
        null,
        () -> {
          ask("", "", field, "alice");
          ask("", "", field, "alice");
          ask("", "", field, "bob");
          assertThat(service.calls).hasValue(3);
        });
    service.calls.set(0);
    serve(
        Shops.hour(rule -> rule.vary(Vary.httpHeader(field))),
        null,
        () -> {
          for (String user : List.of("alice", "bob", "alice", "bob")) {
            ask("", "", field, user);
          }
          assertThat(service.calls).hasValue(2);
        });
  }

  @Test
  void fieldsThatThePolicyNamesCountLikeTheKnownOnes() throws Exception {
    serve(
        Shops.hour(rule -> rule.credentials("X-Badge")),
        null,
        () -> {
          ask("", "", "X-Badge", "alice");
          ask("", "", "X-Badge", "bob");
          ask("", "", "X-Badge", "bob");
          assertThat(service.calls).hasValue(3);
        });
  }

  @Test
  void pathsQueriesAndHostsAreQuestionsOfTheirOwn() throws Exception {
    for (boolean shared : List.of(false, true)) {
      service.calls.set(0);
      List<String[]> questions = new ArrayList<>();
      questions.add(new String[] {""});
      questions.add(new String[] {"?user=alice"});
      questions.add(new String[] {"?user=bob"});
      questions.add(new String[] {";jsessionid=1"});
      questions.add(new String[] {";jsessionid=2"});
      questions.add(new String[] {"", "X-Forwarded-Host", "one.example"});
      questions.add(new String[] {"", "X-Forwarded-Host", "two.example"});
      questions.add(new String[] {"", "Forwarded", "for=\"[2001:db8::1]\";host=three.example"});
      serve(
          Shops.hour(rule -> rule.shared(shared)),
          null,
          () -> {
            for (int i = 0; i < 2; i++) {
              for (String[] question : questions) {
                String[] fields = Arrays.copyOfRange(question, 1, question.length);
                assertThat(ask(question[0], "", fields)).isEqualTo("nobody");
              }
            }
            assertThat(service.calls).hasValue(questions.size());
          });
    }
  }
}
