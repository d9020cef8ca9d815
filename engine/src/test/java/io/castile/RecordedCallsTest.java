package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.cache.CacheStatistics;
import io.castile.cache.ResponseCache;
import io.castile.cache.observe.Advice;
import io.castile.cache.observe.Advice.IdentityAdvice;
import io.castile.cache.observe.Advice.OperationAdvice;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.observe.Recording;
import io.castile.cache.observe.Recording.RecordedOperation;
import io.castile.cache.policy.CachePolicy;
import io.castile.shop.Item;
import io.castile.shop.NoSuchItem;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import jakarta.xml.ws.Holder;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of clients, servers and ports as a recorder sees them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RecordedCallsTest {
  private static final Item ITEM = new Item("a", "9.90", 4, Item.Color.RED, "new", "small");

  private final CallRecorder recorder =
      CallRecorder.builder().allMessages(true).executor(Runnable::run).build();
  private SoapServer server = start(Castile.server());

  private static SoapServer start(ServerBuilder builder) {
    return builder.host("localhost").publish("/shop", new WrappedShopService()).start();
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  private ClientBuilder<WrappedShop> client() {
    return Castile.client(WrappedShop.class).endpoint(server.url("/shop"));
  }

  private static RecordedOperation of(Recording recording, String operation) {
    return recording.operations().stream()
        .filter(each -> each.operation().getLocalPart().equals(operation))
        .findFirst()
        .orElseThrow();
  }

  /** Calls with three questions, one of which fails. */
  private static void call(WrappedShop shop) throws Exception {
    for (int i = 0; i < 30; i++) {
      assertThat(shop.add(1, i % 2)).isEqualTo(1 + i % 2);
      assertThat(shop.sameItem(ITEM)).isEqualTo(ITEM);
    }
    assertThatThrownBy(() -> shop.find("nothing")).isInstanceOf(NoSuchItem.class);
  }

  private void assertRecorded(Recording recording) {
    assertThat(of(recording, "add").totals().calls()).isEqualTo(30);
    assertThat(of(recording, "add").totals().requestBytes()).isGreaterThan(30 * 100);
    assertThat(of(recording, "add").totals().originNanos()).isPositive();
    assertThat(of(recording, "find").totals().faults()).isEqualTo(1);
    Advice advice = Advice.of(recording);
    OperationAdvice add = advice(advice, "add");
    assertThat(add.questions()).isEqualTo(2);
    assertThat(add.repeats()).isGreaterThan(0.9);
    assertThat(add.changeInterval()).isEmpty();
    assertThat(advice(advice, "sameItem").questions()).isEqualTo(1);
    assertThat(recording.unread()).isZero();
  }

  private static OperationAdvice advice(Advice advice, String operation) {
    return advice.operations().stream()
        .filter(each -> each.operation().operation().getLocalPart().equals(operation))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void ofAClient() throws Exception {
    WrappedShop shop = client().record(recorder).build();

    call(shop);

    Recording recording = recorder.snapshot();
    assertRecorded(recording);
    assertThat(of(recording, "add").endpoint()).isEqualTo(server.url("/shop"));
    assertThat(of(recording, "add").service().orElseThrow().getLocalPart()).isNotEmpty();
  }

  @Test
  void ofAServer() throws Exception {
    server.close();
    server = start(Castile.server().record(recorder));

    call(client().build());

    assertRecorded(recorder.snapshot());
  }

  @Test
  void ofAPortOfAnyStack() throws Exception {
    ResponseCache cache = ResponseCache.builder().recorder(recorder).build();
    WrappedShop shop = Castile.cached(client().build(), cache);

    call(shop);

    assertRecorded(recorder.snapshot());
  }

  /** Whatever it looks at, the recorder leaves to the caller. */
  @Test
  void callsAreAsTheyAreWithoutARecorder() throws Exception {
    SoapServer recording =
        start(Castile.server().record(CallRecorder.builder().allMessages(true).build()));
    try {
      WrappedShop shop =
          Castile.client(WrappedShop.class)
              .endpoint(recording.url("/shop"))
              .record(recorder)
              .build();
      Holder<String> both = new Holder<>("b");
      Holder<Item> out = new Holder<>();
      Holder<String> bothPlain = new Holder<>("b");
      Holder<Item> outPlain = new Holder<>();
      WrappedShop plain = client().build();

      assertThat(shop.exchange("in", both, out))
          .isEqualTo(plain.exchange("in", bothPlain, outPlain));
      assertThat(both.value).isEqualTo(bothPlain.value);
      assertThat(out.value).isEqualTo(outPlain.value);
      assertThat(shop.bytes(new byte[] {1, 2})).containsExactly(1, 2);
      assertThat(shop.sameItems(List.of(ITEM, ITEM))).containsExactly(ITEM, ITEM);
      Holder<String> session = new Holder<>("s");
      Holder<String> sessionPlain = new Holder<>("s");
      assertThat(shop.session("t", "u", session)).isEqualTo(plain.session("t", "u", sessionPlain));
      assertThat(session.value).isEqualTo(sessionPlain.value);
      shop.tell("x");
      shop.ping();
      assertThatThrownBy(() -> shop.fail("runtime"))
          .hasSameClassAs(catchThrowable(() -> plain.fail("runtime")));
    } finally {
      recording.close();
    }
    assertThat(recorder.snapshot().operations())
        .extracting(each -> each.operation().getLocalPart())
        .contains("exchange", "bytes", "sameItems", "session", "ping", "fail");
  }

  /** Asks three questions in no order, with time between that meets no lifetime's end. */
  private static void ask(WrappedShop shop, CachedShop.Clock clock) {
    Random random = new Random(11);
    for (int i = 0; i < 200; i++) {
      String text = "text " + random.nextInt(3);
      assertThat(shop.echo(text)).isEqualTo(text);
      clock.pass(Duration.ofMillis(1370));
    }
  }

  @Test
  void theAdvisedPolicyHasAsManyHitsAsItSays() {
    CachedShop.Clock clock = new CachedShop.Clock();
    ask(
        client().cache(ResponseCache.builder().clock(clock).recorder(recorder).build()).build(),
        clock);
    Advice advice = Advice.of(recorder.snapshot());
    ResponseCache cache = ResponseCache.builder().clock(clock).policy(advice.policy()).build();

    ask(client().cache(cache).build(), clock);

    CacheStatistics.Row row = cache.statistics().row("echo");
    double expected = advice(advice, "echo").expectation().orElseThrow().hits();
    assertThat(row.calls()).isEqualTo(200);
    assertThat(row.hits() / 200.0).isEqualTo(expected).isGreaterThan(0.3);
  }

  @Test
  void whatTheCacheAnswersIsNotRecorded() throws Exception {
    CachePolicy policy = CachedShop.minute();
    WrappedShop shop = client().cache(policy).record(recorder).build();

    for (int i = 0; i < 5; i++) {
      assertThat(shop.add(1, 2)).isEqualTo(3);
    }

    assertThat(of(recorder.snapshot(), "add").totals().calls()).isEqualTo(1);
  }

  @Test
  void whoCallsIsRecordedByDigest() throws Exception {
    for (String user : new String[] {"ann", "bob"}) {
      WrappedShop shop = client().basicAuth(user, "secret").record(recorder).build();
      for (int i = 0; i < 30; i++) {
        shop.add(1, 2);
      }
    }

    IdentityAdvice identity = advice(Advice.of(recorder.snapshot()), "add").identities().get(0);

    assertThat(identity.values()).isEqualTo(2);
    assertThat(identity.matters()).isFalse();
  }

  @Test
  void aRecorderBesideACacheOfTheApplicationsIsRefused() {
    ResponseCache cache = ResponseCache.of(CachePolicy.NOTHING);

    assertThatThrownBy(() -> client().cache(cache).record(recorder).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Set the recorder in the cache.");
    assertThatThrownBy(() -> start(Castile.server().cache(cache).record(recorder)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Set the recorder in the cache.");
  }
}
