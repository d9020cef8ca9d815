package io.castile;

import static io.castile.CachedShop.minute;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.Bypass;
import io.castile.cache.CacheStatistics;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.IgnoredPart;
import io.castile.cache.policy.Invalidation;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.policy.Vary;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.SoapResponse;
import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The cache in a server: keyed by arguments, or by whole requests. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CachedServerTest {
  /** The operations that reached the service, in their order. */
  private final List<String> called = new CopyOnWriteArrayList<>();

  private final CachedShop.Clock clock = new CachedShop.Clock();
  private ResponseCache cache;
  private SoapServer server;

  /** Notes what is called. */
  private final class Service extends WrappedShopService {
    @Override
    public int add(int a, int b) {
      called.add("add");
      return super.add(a, b);
    }

    @Override
    public Item sameItem(Item item) {
      called.add("sameItem");
      return super.sameItem(item);
    }

    @Override
    public int exchange(String in, Holder<String> both, Holder<Item> out) {
      called.add("exchange");
      return super.exchange(in, both, out);
    }

    @Override
    public String session(String text, String token, Holder<String> session) {
      called.add("session");
      return super.session(text, token, session);
    }

    @Override
    public Item find(String name) throws io.castile.shop.NoSuchItem, io.castile.shop.OutOfStock {
      called.add("find");
      return super.find(name);
    }

    @Override
    public void ping() {
      called.add("ping");
    }
  }

  private void serve(CachePolicy policy) {
    cache = ResponseCache.builder().policy(policy).clock(clock).build();
    server =
        Castile.server().host("localhost").publish("/shop", new Service()).cache(cache).start();
  }

  @AfterEach
  void close() {
    server.close();
    cache.close();
  }

  private WrappedShop client() {
    return Castile.client(WrappedShop.class).endpoint(server.url("/shop")).build();
  }

  private CacheStatistics.Row row(String operation) {
    return cache.statistics().row(operation);
  }

  private static Item item(String name) {
    return new Item(name, "9.90", 4, Item.Color.RED, "new", "small");
  }

  @Test
  void theServiceIsAskedOnce() {
    serve(minute());
    for (int i = 0; i < 3; i++) {
      assertThat(client().sameItem(item("a"))).isEqualTo(item("a"));
      assertThat(client().add(1, 2)).isEqualTo(3);
      assertThat(client().add(2, 1)).isEqualTo(3);
      Holder<Item> out = new Holder<>();
      Holder<String> both = new Holder<>("b");
      assertThat(client().exchange("in", both, out)).isEqualTo(2);
      assertThat(both.value).isEqualTo("b!");
      assertThat(out.value.getName()).isEqualTo("in");
      Holder<String> session = new Holder<>("s");
      assertThat(client().session("t", "me", session)).isEqualTo("t by me");
      assertThat(session.value).isEqualTo("s+1");
    }

    assertThat(called).containsExactly("sameItem", "add", "add", "exchange", "session");
    assertThat(row("add").hits()).isEqualTo(4);
  }

  @Test
  void aWholeRequestThatComesAgainIsNotRead() throws Exception {
    List<Boolean> read = new CopyOnWriteArrayList<>();
    cache = ResponseCache.builder().policy(minute()).clock(clock).build();
    server =
        Castile.server()
            .host("localhost")
            .publish("/shop", new Service())
            .interceptor(
                chain -> {
                  SoapResponse response = chain.proceed(chain.request());
                  read.add(chain.request().hasValues());
                  return response;
                })
            .cache(cache)
            .start();
    post(add("", "1"));
    post(add("", "1"));
    post(add("", "2"));

    assertThat(read).containsExactly(true, false, true);
    assertThat(called).hasSize(2);
  }

  @Test
  void servicesOfOneInterfaceHavePoliciesOfTheirOwn() throws Exception {
    cache =
        ResponseCache.builder()
            .policy(
                CachePolicy.builder()
                    .rule(
                        CacheRule.forOperations("*")
                            .service("ShopService")
                            .cache(true)
                            .ttl(Duration.ofHours(1))
                            .build())
                    .build())
            .build();
    server =
        Castile.server()
            .host("localhost")
            .publish("/shop", new Service())
            .publish("/other", new OtherService())
            .cache(cache)
            .start();
    WrappedShop other = Castile.client(WrappedShop.class).endpoint(server.url("/other")).build();
    for (int i = 0; i < 2; i++) {
      client().add(1, 2);
      other.add(1, 2);
    }

    assertThat(called).containsExactly("add", "other add", "other add");
  }

  /** Of the same interface, under another name. */
  @WebService(endpointInterface = "io.castile.shop.WrappedShop", serviceName = "OtherService")
  private final class OtherService extends WrappedShopService {
    @Override
    public int add(int a, int b) {
      called.add("other add");
      return super.add(a, b);
    }
  }

  @ParameterizedTest
  @EnumSource(KeyKind.class)
  void everyKindOfKeyTellsRequestsApart(KeyKind kind) {
    serve(minute(rule -> rule.key(kind)));
    for (int i = 0; i < 2; i++) {
      assertThat(client().add(1, 2)).isEqualTo(3);
      assertThat(client().add(2, 2)).isEqualTo(4);
      assertThat(client().session("t", "me", new Holder<>("s"))).isEqualTo("t by me");
      assertThat(client().session("t", "you", new Holder<>("s"))).isEqualTo("t by you");
    }

    assertThat(called).hasSize(4);
  }

  @ParameterizedTest
  @EnumSource(RepresentationKind.class)
  void everyRepresentationGivesTheAnswer(RepresentationKind kind) {
    serve(
        minute(
            rule ->
                kind == RepresentationKind.REFERENCE
                    ? rule.representation(kind).readOnly(true)
                    : rule.representation(kind)));
    for (int i = 0; i < 3; i++) {
      assertThat(client().sameItem(item("a"))).isEqualTo(item("a"));
      assertThat(client().exchange("in", new Holder<>("b"), new Holder<>())).isEqualTo(2);
    }

    assertThat(called).containsExactly("sameItem", "exchange");
  }

  private RawHttp.Answer post(String message, String... fields) throws Exception {
    StringBuilder head = new StringBuilder();
    for (String field : fields) {
      head.append(field).append("\r\n");
    }
    byte[] body = message.getBytes(StandardCharsets.UTF_8);
    return RawHttp.post(server.port(), "text/xml; charset=utf-8", body, head.toString());
  }

  private static String add(String header, String a) {
    return "<e:Envelope xmlns:e='"
        + SoapVersion.SOAP_1_1.namespace()
        + "'>"
        + (header.isEmpty() ? "" : "<e:Header>" + header + "</e:Header>")
        + "<e:Body><m:add xmlns:m='http://shop.castile.io/'><a>"
        + a
        + "</a><b>2</b></m:add></e:Body></e:Envelope>";
  }

  private static String user(String name, String password) {
    return "<w:Security xmlns:w='http://docs.oasis-open.org/wss/2004/01/"
        + "oasis-200401-wss-wssecurity-secext-1.0.xsd'><w:UsernameToken><w:Username>"
        + name
        + "</w:Username><w:Password>"
        + password
        + "</w:Password></w:UsernameToken></w:Security>";
  }

  @Test
  void messagesThatSayTheSameAreAnsweredAlike() throws Exception {
    serve(minute());
    String first = post(add("", "1")).body();
    assertThat(post(add("", "1")).body()).isEqualTo(first);
    assertThat(post(add("", " 1 ").replace("e:", "env:").replace(":e=", ":env=")).body())
        .isEqualTo(first);
    assertThat(post(add("", "+1")).body()).isEqualTo(first);
    assertThat(post(add("", "3")).body()).contains("<return>5</return>");

    assertThat(called).containsExactly("add", "add");
    assertThat(row("add").hits()).isEqualTo(3);
  }

  @Test
  void answersBecomeStale() throws Exception {
    serve(minute());
    post(add("", "1"));
    post(add("", "1"));
    clock.pass(Duration.ofMinutes(1));
    post(add("", "1"));

    assertThat(called).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "Authorization, Basic YTpi, AUTHORIZATION",
    "Cookie, id=7, COOKIE",
  })
  void whatIsForOneCallerIsNotKept(String header, String value, Bypass reason) throws Exception {
    serve(minute());
    post(add("", "1"));
    post(add("", "1"), header + ": " + value);
    post(add("", "1"), header + ": " + value);
    post(add("", "1"));

    assertThat(called).hasSize(3);
    assertThat(row("add").bypassed()).containsEntry(reason, 2L);
  }

  /** RFC 9842: a client names the last answer that it has, which is another one each time. */
  @Test
  void theDictionariesOfClientsAreNoPartOfTheQuestion() throws Exception {
    serve(minute());
    for (String held : List.of("AAAA", "BBBB", "CCCC")) {
      post(add("", "1"), "Available-Dictionary: :" + held + ":", "Dictionary-ID: \"" + held + "\"");
    }

    assertThat(called).hasSize(1);
  }

  @Test
  void callersHaveEntriesOfTheirOwnWherePolicySaysSo() throws Exception {
    serve(minute(rule -> rule.vary(Vary.httpHeader("Authorization"))));
    for (int i = 0; i < 2; i++) {
      post(add("", "1"), "Authorization: Basic YTpi");
      post(add("", "1"), "Authorization: Basic YTpj");
      post(add("", "1"));
    }

    assertThat(called).hasSize(3);
  }

  @Test
  void securityHeadersTellWhoCalls() throws Exception {
    serve(minute());
    post(add("", "1"));
    post(add(user("ann", "x"), "1"));
    post(add(user("ann", "x"), "1"));

    assertThat(called).hasSize(3);
    assertThat(row("add").bypassed()).containsEntry(Bypass.WS_SECURITY, 2L);
  }

  @Test
  void headerBlocksThatPolicyDoesNotNameMatter() throws Exception {
    serve(minute());
    String one = "<t:tenant xmlns:t='urn:t'>1</t:tenant>";
    post(add("", "1"));
    post(add(one, "1"));
    post(add(one, "1"));
    assertThat(called).hasSize(3);
    assertThat(row("add").bypassed()).containsEntry(Bypass.SOAP_HEADER, 2L);

    cache.policy(minute(rule -> rule.vary(Vary.soapHeader("{urn:t}tenant"))));
    for (int i = 0; i < 2; i++) {
      post(add(one, "1"));
      post(add(one.replace('1', '2'), "1"));
      post(add(one.replace("t:", "u:").replace(":t=", ":u="), "1"));
    }
    assertThat(called).hasSize(5);

    cache.policy(minute(rule -> rule.ignore(IgnoredPart.soapHeader("tenant"))));
    post(add(one, "1"));
    post(add(one.replace('1', '2'), "1"));
    post(add("", "1"));
    assertThat(called).hasSize(6);
  }

  @Test
  void faultsAreNeverKept() throws Exception {
    serve(minute());
    String find = add("", "1").replace("<a>1</a><b>2</b>", "<name>x</name>").replace("add", "find");
    for (int i = 0; i < 2; i++) {
      assertThat(post(find).body()).contains("noSuchItem");
    }

    assertThat(called).containsExactly("find", "find");
    assertThat(row("find").entries()).isZero();
  }

  @Test
  void aRequestThatIsNoneIsRefusedAsWithoutACache() throws Exception {
    serve(minute());
    for (int i = 0; i < 2; i++) {
      assertThat(post(add("", "x")).status()).isEqualTo(500);
      assertThat(post(add("", "1") + "<").status()).isEqualTo(500);
      assertThat(post("nothing").status()).isEqualTo(500);
      assertThat(post(add("<t:x xmlns:t='urn:t' e:mustUnderstand='1'/>", "1")).body())
          .contains("MustUnderstand");
    }

    assertThat(called).isEmpty();
  }

  @Test
  void aCallDropsWhatItMakesWrong() throws Exception {
    serve(
        minute().toBuilder()
            .rule(CacheRule.forOperations("ping").invalidates(Invalidation.of("add")).build())
            .build());
    post(add("", "1"));
    client().ping();
    post(add("", "1"));
    post(add("", "1"));

    assertThat(called).containsExactly("add", "ping", "add");
  }
}
