package io.castile;

import static io.castile.CachedShop.minute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.Bypass;
import io.castile.cache.CacheEntry;
import io.castile.cache.CacheStatistics;
import io.castile.cache.CacheStore;
import io.castile.cache.ResponseCache;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.IgnoredPart;
import io.castile.cache.policy.Invalidation;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.policy.Vary;
import io.castile.shop.Item;
import io.castile.shop.NoSuchItem;
import io.castile.shop.WrappedShop;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.Interceptor;
import io.castile.xml.Payload;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CachedClientTest {
  private static Item item(String name) {
    return new Item(name, "9.90", 4, Item.Color.RED, "new", "small");
  }

  // ---- hits ----

  @Test
  void aRepeatedCallIsAnsweredFromTheCache() throws Exception {
    try (CachedShop test = new CachedShop(minute())) {
      assertThat(test.shop.sameItem(item("a"))).isEqualTo(item("a"));
      assertThat(test.shop.sameItem(item("a"))).isEqualTo(item("a"));
      assertThat(test.shop.sameItem(item("b"))).isEqualTo(item("b"));

      assertThat(test.served).containsExactly("sameItem", "sameItem");
      CacheStatistics.Row row = test.row("sameItem");
      assertThat(row.hits()).isEqualTo(1);
      assertThat(row.misses()).isEqualTo(2);
      assertThat(row.calls()).isEqualTo(3);
      assertThat(row.entries()).isEqualTo(2);
      assertThat(row.bytes()).isPositive();
      assertThat(row.savedNanos()).isPositive();
    }
  }

  @Test
  void byDefaultNothingIsCached() throws Exception {
    try (CachedShop test = new CachedShop(CachePolicy.NOTHING)) {
      test.shop.add(1, 2);
      test.shop.add(1, 2);

      assertThat(test.served).hasSize(2);
      assertThat(test.cache.statistics().rows()).isEmpty();
    }
  }

  @Test
  void whatCallersDoToAnswersReachesNobody() throws Exception {
    try (CachedShop test = new CachedShop(minute())) {
      Item first = test.shop.sameItem(item("a"));
      Item second = test.shop.sameItem(item("a"));
      assertThat(second).isNotSameAs(first);
      ShopItems.spoil(first);
      ShopItems.spoil(second);
      List<Item> items = test.shop.sameItems(List.of(item("a")));
      items.clear();
      byte[] bytes = test.shop.bytes(new byte[] {1, 2});
      bytes[0] = 9;

      assertThat(test.shop.sameItem(item("a"))).isEqualTo(item("a"));
      assertThat(test.shop.sameItems(List.of(item("a")))).containsExactly(item("a"));
      assertThat(test.shop.bytes(new byte[] {1, 2})).containsExactly(1, 2);
      assertThat(test.served).containsExactly("sameItem", "sameItems", "bytes");
    }
  }

  @Test
  void whatCallersDoToArgumentsReachesNobody() throws Exception {
    try (CachedShop test = new CachedShop(minute())) {
      Item argument = item("a");
      test.shop.sameItem(argument);
      ShopItems.spoil(argument);

      assertThat(test.shop.sameItem(item("a"))).isEqualTo(item("a"));
      assertThat(test.shop.sameItem(argument).getStock()).isEqualTo(-1);
      assertThat(test.served).hasSize(2);
    }
  }

  @Test
  void readOnlyAnswersAreShared() throws Exception {
    try (CachedShop test = new CachedShop(minute(rule -> rule.readOnly(true)))) {
      Item first = test.shop.sameItem(item("a"));

      assertThat(test.shop.sameItem(item("a"))).isSameAs(test.shop.sameItem(item("a")));
      assertThat(test.shop.sameItem(item("a"))).isEqualTo(first);
      assertThat(test.served).hasSize(1);
    }
  }

  @Test
  void holdersGetWhatTheyGot() throws Exception {
    try (CachedShop test = new CachedShop(minute())) {
      for (int i = 0; i < 2; i++) {
        Holder<String> both = new Holder<>("b");
        Holder<Item> out = new Holder<>();
        assertThat(test.shop.exchange("in", both, out)).isEqualTo(2);
        assertThat(both.value).isEqualTo("b!");
        assertThat(out.value.getName()).isEqualTo("in");
        Holder<String> session = new Holder<>("s");
        assertThat(test.shop.session("t", "me", session)).isEqualTo("t by me");
        assertThat(session.value).isEqualTo("s+1");
      }
      test.shop.exchange("in", new Holder<>("c"), new Holder<>());
      test.shop.session("t", "you", new Holder<>("s"));
      test.shop.session("t", "me", new Holder<>("r"));

      assertThat(test.served).hasSize(5);
    }
  }

  @Test
  void nothingIsAnAnswerToo() throws Exception {
    try (CachedShop test = new CachedShop(minute())) {
      for (int i = 0; i < 2; i++) {
        assertThat(test.shop.sameItem(null)).isNull();
        assertThat(test.shop.echo(null)).isNull();
        test.shop.ping();
      }

      assertThat(test.served).containsExactly("sameItem", "echo", "ping");
    }
  }

  @ParameterizedTest
  @EnumSource(KeyKind.class)
  void everyKindOfKeyTellsRequestsApart(KeyKind kind) throws Exception {
    try (CachedShop test = new CachedShop(minute(rule -> rule.key(kind)))) {
      for (int i = 0; i < 2; i++) {
        assertThat(test.shop.echo("ab", 1)).isEqualTo("ab");
        assertThat(test.shop.echo("ab", 2)).isEqualTo("abab");
        assertThat(test.shop.echo("ab1", 1)).isEqualTo("ab1");
        assertThat(test.shop.sameItem(item("a"))).isEqualTo(item("a"));
        assertThat(test.shop.sameItem(item("b"))).isEqualTo(item("b"));
        assertThat(test.shop.numbers(new double[] {1, 2})).containsExactly(1, 2);
        assertThat(test.shop.numbers(new double[] {1.5})).containsExactly(1.5);
        assertThat(test.shop.session("t", "me", new Holder<>("s"))).isEqualTo("t by me");
        assertThat(test.shop.session("t", "you", new Holder<>("s"))).isEqualTo("t by you");
      }

      assertThat(test.row("repeat").hits()).isEqualTo(3);
      assertThat(test.row("numbers").hits()).isEqualTo(2);
      assertThat(test.row("session").hits()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource(value = RepresentationKind.class, mode = Mode.EXCLUDE, names = "REFERENCE")
  void everyRepresentationGivesTheAnswer(RepresentationKind kind) throws Exception {
    try (CachedShop test = new CachedShop(minute(rule -> rule.representation(kind)))) {
      for (int i = 0; i < 3; i++) {
        Item answer = test.shop.sameItem(item("a"));
        assertThat(answer).isEqualTo(item("a"));
        ShopItems.spoil(answer);
        assertThat(test.shop.sameItems(List.of(item("a"), item("b"))))
            .containsExactly(item("a"), item("b"));
        assertThat(test.shop.numbers(new double[] {1, 2})).containsExactly(1, 2);
        assertThat(test.shop.add(1, 2)).isEqualTo(3);
        Holder<Item> out = new Holder<>();
        test.shop.exchange("in", new Holder<>("b"), out);
        assertThat(out.value.getStock()).isEqualTo(3);
      }

      assertThat(test.served).hasSize(5);
    }
  }

  @Test
  void clientsOfOneInterfaceShareACache() throws Exception {
    try (CachedShop test = new CachedShop(minute())) {
      WrappedShop other = test.client().build();
      test.shop.sameItem(item("a"));

      assertThat(other.sameItem(item("a"))).isEqualTo(item("a"));
      assertThat(test.served).hasSize(1);
    }
  }

  @Test
  void endpointVersionAndActionCount() throws Exception {
    try (CachedShop test = new CachedShop(minute())) {
      test.shop.add(1, 2);
      Map<String, Object> context = ((BindingProvider) test.shop).getRequestContext();
      context.put(
          BindingProvider.ENDPOINT_ADDRESS_PROPERTY,
          test.server.url("/shop").replace("localhost", "127.0.0.1"));
      test.shop.add(1, 2);
      context.put(BindingProvider.SOAPACTION_USE_PROPERTY, true);
      context.put(BindingProvider.SOAPACTION_URI_PROPERTY, "urn:other");
      test.shop.add(1, 2);
      test.client().soapVersion(SoapVersion.SOAP_1_2).build().add(1, 2);

      assertThat(test.served).hasSize(4);
    }
  }

  // ---- what is not kept ----

  @Test
  void faultsAreNeverKept() throws Exception {
    try (CachedShop test = new CachedShop(minute())) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> test.shop.find("x"))
            .isInstanceOf(NoSuchItem.class)
            .hasMessageContaining("no item x");
        assertThatThrownBy(() -> test.shop.fail("fault")).isInstanceOf(SOAPFaultException.class);
        assertThatThrownBy(() -> test.shop.fail("")).isInstanceOf(SOAPFaultException.class);
      }

      assertThat(test.served).hasSize(6);
      assertThat(test.row("find").entries()).isZero();
      assertThat(test.row("find").notKept()).containsEntry(Bypass.FAULT, 2L);
    }
  }

  @Test
  void oneWayCallsAreMadeEachTime() throws Exception {
    try (CachedShop test = new CachedShop(minute())) {
      test.shop.tell("x");
      test.shop.tell("x");
      test.shop.ping();

      assertThat(test.served).containsExactly("tell", "tell", "ping");
    }
  }

  @Test
  void largeAnswersAreNotKept() throws Exception {
    try (CachedShop test = new CachedShop(minute(rule -> rule.maxEntryBytes(1000)))) {
      String large = "x".repeat(2000);
      test.shop.echo(large);
      test.shop.echo(large);
      test.shop.echo("x");
      test.shop.echo("x");

      assertThat(test.served).hasSize(3);
      assertThat(test.row("echo").notKept()).containsEntry(Bypass.TOO_LARGE, 2L);
    }
  }

  @Test
  void answersBecomeStale() throws Exception {
    try (CachedShop test = new CachedShop(minute())) {
      test.shop.add(1, 2);
      test.clock.pass(Duration.ofMillis(59_999));
      test.shop.add(1, 2);
      assertThat(test.served).hasSize(1);
      test.clock.pass(Duration.ofMillis(1));
      test.shop.add(1, 2);
      test.shop.add(1, 2);

      assertThat(test.served).hasSize(2);
    }
  }

  // ---- what counts of a request ----

  @Test
  void anIgnoredArgumentDoesNotCount() throws Exception {
    for (KeyKind kind : List.of(KeyKind.AUTOMATIC, KeyKind.XML_MESSAGE)) {
      CachePolicy policy = minute(rule -> rule.key(kind).ignore(IgnoredPart.argument("times")));
      try (CachedShop test = new CachedShop(policy)) {
        assertThat(test.shop.echo("a", 2)).isEqualTo("aa");
        assertThat(test.shop.echo("a", 3)).isEqualTo("aa");
        assertThat(test.shop.echo("b", 3)).isEqualTo("bbb");
      }
    }
  }

  @Test
  void anIgnoredElementDoesNotCount() throws Exception {
    CachePolicy policy = minute(rule -> rule.ignore(IgnoredPart.element("/repeat/times")));
    try (CachedShop test = new CachedShop(policy)) {
      assertThat(test.shop.echo("a", 2)).isEqualTo("aa");
      assertThat(test.shop.echo("a", 3)).isEqualTo("aa");
      assertThat(test.shop.echo("b", 3)).isEqualTo("bbb");
    }
  }

  @Test
  void anIgnoredHeaderDoesNotCount() throws Exception {
    for (KeyKind kind : List.of(KeyKind.AUTOMATIC, KeyKind.XML_MESSAGE)) {
      CachePolicy policy =
          minute(rule -> rule.key(kind).ignore(IgnoredPart.soapHeader("sessionId")));
      try (CachedShop test = new CachedShop(policy)) {
        test.shop.session("t", "me", new Holder<>("s"));
        test.shop.session("t", "me", new Holder<>("r"));
        test.shop.session("t", "you", new Holder<>("r"));

        assertThat(test.served).hasSize(2);
      }
    }
  }

  // ---- identity ----

  private static void callTwice(CachedShop test, WrappedShop one, WrappedShop other) {
    one.add(1, 2);
    one.add(1, 2);
    other.add(1, 2);
    other.add(1, 2);
    assertThat(test.row("add").calls()).isEqualTo(4);
  }

  private static WrappedShop user(CachedShop test, String name) {
    WrappedShop shop = test.client().build();
    Map<String, Object> context = ((BindingProvider) shop).getRequestContext();
    context.put(BindingProvider.USERNAME_PROPERTY, name);
    context.put(BindingProvider.PASSWORD_PROPERTY, "secret");
    return shop;
  }

  @Test
  void whatIsForOneUserIsNotKept() throws Exception {
    try (CachedShop test = new CachedShop(minute())) {
      callTwice(test, user(test, "ann"), user(test, "bob"));

      assertThat(test.served).hasSize(4);
      assertThat(test.row("add").bypassed()).containsEntry(Bypass.AUTHORIZATION, 4L);
      assertThat(test.row("add").entries()).isZero();
    }
  }

  @Test
  void aUserIsNotAnsweredWithWhatWasKeptForNobody() throws Exception {
    try (CachedShop test = new CachedShop(minute())) {
      test.shop.add(1, 2);
      user(test, "ann").add(1, 2);
      test.client().header("Cookie", "id=7").build().add(1, 2);

      assertThat(test.served).hasSize(3);
      assertThat(test.row("add").bypassed())
          .containsOnly(Map.entry(Bypass.AUTHORIZATION, 1L), Map.entry(Bypass.COOKIE, 1L));
    }
  }

  @Test
  void usersHaveEntriesOfTheirOwnWherePolicySaysSo() throws Exception {
    CachePolicy policy = minute(rule -> rule.vary(Vary.httpHeader("Authorization")));
    try (CachedShop test = new CachedShop(policy)) {
      callTwice(test, user(test, "ann"), user(test, "bob"));
      test.shop.add(1, 2);

      assertThat(test.served).hasSize(3);
      assertThat(test.row("add").hits()).isEqualTo(2);
    }
  }

  @Test
  void usersShareWherePolicySaysSo() throws Exception {
    try (CachedShop test = new CachedShop(minute(rule -> rule.shared(true)))) {
      callTwice(test, user(test, "ann"), user(test, "bob"));

      assertThat(test.served).hasSize(1);
    }
  }

  @Test
  void headersThatVaryCount() throws Exception {
    CachePolicy policy = minute(rule -> rule.vary(Vary.httpHeader("Accept-Language")));
    try (CachedShop test = new CachedShop(policy)) {
      callTwice(
          test,
          test.client().header("accept-language", "en").build(),
          test.client().header("Accept-Language", "da").build());
      test.client().header("Accept-Language", "en").build().add(1, 2);
      test.shop.add(1, 2);

      assertThat(test.served).hasSize(3);
    }
  }

  @Test
  void aCertificateTellsWhoCalls() throws Exception {
    try (CachedShop test = new CachedShop(minute())) {
      SSLSocketFactory tls = (SSLSocketFactory) SSLSocketFactory.getDefault();
      callTwice(
          test,
          test.client().transport(t -> t.tls(tls)).build(),
          test.client().transport(t -> t.tls(tls)).build());

      assertThat(test.served).hasSize(4);
      assertThat(test.row("add").bypassed()).containsEntry(Bypass.CERTIFICATE, 4L);
    }
  }

  @Test
  void whatAnInterceptorHasWrittenMayTellWhoCalls() throws Exception {
    Interceptor writer =
        chain -> {
          byte[] message = chain.request().bytes();
          return chain.proceed(chain.request().withPayload(Payload.of(message, message.length)));
        };
    try (CachedShop test = new CachedShop(minute(), client -> client.interceptor(writer))) {
      assertThat(test.shop.add(1, 2)).isEqualTo(3);
      assertThat(test.shop.add(1, 2)).isEqualTo(3);

      assertThat(test.served).hasSize(2);
      assertThat(test.row("add").bypassed()).containsEntry(Bypass.HIDDEN_PARTS, 2L);
    }
  }

  @Test
  void anAnswerLargerThanItsStoreIsGivenAndNotKept() throws Exception {
    try (CachedShop test = new CachedShop(minute());
        ResponseCache small =
            ResponseCache.builder().policy(minute()).store(CacheStore.inMemory(2000)).build()) {
      WrappedShop shop = test.client().cache(small).build();
      String large = "x".repeat(10_000);
      for (int i = 0; i < 2; i++) {
        assertThat(shop.echo(large)).isEqualTo(large);
        assertThat(shop.echo("x")).isEqualTo("x");
      }

      assertThat(test.served).hasSize(3);
      assertThat(small.statistics().row("echo").entries()).isEqualTo(1);
    }
  }

  // ---- invalidation ----

  private static CachePolicy invalidating(Invalidation... invalidations) {
    return minute().toBuilder()
        .rule(CacheRule.forOperations("ping", "sameItem").invalidates(invalidations).build())
        .build();
  }

  @Test
  void aCallDropsWhatItMakesWrong() throws Exception {
    try (CachedShop test = new CachedShop(invalidating(Invalidation.of("a*")))) {
      test.shop.add(1, 2);
      test.shop.echo("x");
      test.shop.ping();
      test.shop.add(1, 2);
      test.shop.echo("x");

      assertThat(test.served).containsExactly("add", "echo", "ping", "add");
    }
  }

  @Test
  void aCallDropsOnlyWhatHasTheSameArgument() throws Exception {
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("repeat").cache(true).ttl(Duration.ofHours(1)).build())
            .rule(
                CacheRule.forOperations("echo")
                    .invalidates(Invalidation.of("repeat").matching("arg0", "text"))
                    .build())
            .build();
    try (CachedShop test = new CachedShop(policy)) {
      test.shop.echo("a", 1);
      test.shop.echo("b", 1);
      test.shop.echo("a");
      test.shop.echo("a", 1);
      test.shop.echo("b", 1);

      assertThat(test.served).containsExactly("repeat", "repeat", "echo", "repeat");
    }
  }

  @Test
  void aRefusedCallDropsNothing() throws Exception {
    CachePolicy policy =
        minute().toBuilder()
            .rule(CacheRule.forOperations("find").invalidates(Invalidation.of("*")).build())
            .build();
    try (CachedShop test = new CachedShop(policy)) {
      test.shop.add(1, 2);
      assertThatThrownBy(() -> test.shop.find("x")).isInstanceOf(NoSuchItem.class);
      test.shop.add(1, 2);

      assertThat(test.served).containsExactly("add", "find");
    }
  }

  @Test
  void entriesAreDroppedByHand() throws Exception {
    try (CachedShop test = new CachedShop(minute())) {
      List<Runnable> ways =
          List.of(
              test.cache::invalidateAll,
              () -> test.cache.invalidate("WrappedShopService"),
              () -> test.cache.invalidate("WrappedShopService", "add"),
              () -> test.cache.invalidateIf(key -> key.scope().endpoint().endsWith("/shop")));
      test.shop.add(1, 2);
      for (Runnable way : ways) {
        test.shop.add(1, 2);
        way.run();
        int before = test.served.size();
        test.shop.add(1, 2);
        assertThat(test.served).hasSize(before + 1);
      }
      test.cache.invalidate("OtherService");
      test.cache.invalidate("WrappedShopService", "echo");
      test.shop.add(1, 2);

      assertThat(test.served).hasSize(1 + ways.size());
    }
  }

  @Test
  void anotherPolicyHoldsAtOnce() throws Exception {
    try (CachedShop test = new CachedShop(minute(rule -> rule.readOnly(true)))) {
      Item shared = test.shop.sameItem(item("a"));
      test.shop.add(1, 2);
      test.cache.policy(
          minute(rule -> rule.readOnly(true)).toBuilder()
              .rule(CacheRule.forOperations("sameItem").readOnly(false).build())
              .build());

      assertThat(test.shop.sameItem(item("a"))).isNotSameAs(shared);
      test.shop.add(1, 2);
      assertThat(test.served).containsExactly("sameItem", "add", "sameItem");
      test.cache.policy(CachePolicy.NOTHING);
      test.shop.add(1, 2);
      assertThat(test.served).hasSize(4);
    }
  }

  // ---- a store that fails ----

  @Test
  void aStoreThatDidNotDropIsNotAskedBeforeItHas() throws Exception {
    AtomicBoolean down = new AtomicBoolean();
    CacheStore inner = CacheStore.inMemory(1 << 20);
    CacheStore store =
        (CacheStore)
            Proxy.newProxyInstance(
                CacheStore.class.getClassLoader(),
                new Class<?>[] {CacheStore.class},
                (proxy, method, arguments) -> {
                  if (method.isDefault()) {
                    return InvocationHandler.invokeDefault(proxy, method, arguments);
                  }
                  if (down.get() && method.getName().equals("removeIf")) {
                    throw new IllegalStateException("the store is down");
                  }
                  return method.invoke(inner, arguments);
                });
    try (CachedShop test = new CachedShop(minute());
        ResponseCache cache = ResponseCache.builder().policy(minute()).store(store).build()) {
      WrappedShop shop = test.client().cache(cache).build();
      shop.add(1, 2);
      down.set(true);
      cache.invalidateAll();
      shop.add(1, 2);
      assertThat(test.served).hasSize(2);
      down.set(false);
      cache.invalidate("OtherService");
      shop.add(1, 2);
      shop.add(1, 2);

      assertThat(test.served).hasSize(3);
    }
  }

  private static final class BrokenStore implements CacheStore {
    @Override
    public boolean keepsObjects() {
      return true;
    }

    @Override
    public CacheEntry get(CacheKey key) {
      throw new IllegalStateException("the store is down");
    }

    @Override
    public void put(CacheKey key, CacheEntry entry) {
      throw new IllegalStateException("the store is down");
    }

    @Override
    public void remove(CacheKey key, CacheEntry entry) {
      throw new IllegalStateException("the store is down");
    }

    @Override
    public void removeIf(Predicate<CacheKey> keys) {
      throw new IllegalStateException("the store is down");
    }

    @Override
    public void forEach(ObjLongConsumer<CacheKey> action) {
      throw new IllegalStateException("the store is down");
    }

    @Override
    public void close() {}
  }

  @Test
  void callsSucceedWithoutTheirStore() throws Exception {
    try (CachedShop test = new CachedShop(minute());
        ResponseCache broken =
            ResponseCache.builder().policy(minute()).store(new BrokenStore()).build()) {
      WrappedShop shop = test.client().cache(broken).build();

      assertThat(shop.add(1, 2)).isEqualTo(3);
      assertThat(shop.add(1, 2)).isEqualTo(3);
      assertThat(test.served).hasSize(2);
      assertThat(broken.statistics().row("add").bypassed()).containsEntry(Bypass.STORE_FAILED, 2L);
    }
  }
}
