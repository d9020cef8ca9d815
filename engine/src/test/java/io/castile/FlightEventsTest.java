package io.castile;

import static io.castile.CachedShop.minute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import io.castile.shop.NoSuchItem;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.exchange.CacheStatus;
import io.castile.template.Templates;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What JDK Flight Recorder is told of calls. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FlightEventsTest {
  @TempDir private Path folder;

  private final Recording recording = new Recording();
  private final Templates templates = Templates.builder().always(true).build();
  private final Differential serverLink = Differential.of(DifferentialOptions.DEFAULT);
  private SoapServer server;

  @BeforeEach
  void start() {
    server =
        Castile.server()
            .host("localhost")
            .publish("/shop", new WrappedShopService())
            .templates(templates)
            .differential(serverLink)
            .start();
    for (String name :
        List.of("castile.Call", "castile.Cache", "castile.Template", "castile.Link")) {
      recording.enable(name);
    }
    recording.start();
  }

  @AfterEach
  void stop() {
    recording.close();
    server.close();
  }

  private WrappedShop client(UnaryOperator<ClientBuilder<WrappedShop>> options) {
    return options.apply(Castile.client(WrappedShop.class).endpoint(server.url("/shop"))).build();
  }

  /** The events of a name, in the order in which they ended; of one side only if it is said. */
  private List<RecordedEvent> events(String name) throws IOException {
    Path file = folder.resolve(name);
    recording.dump(file);
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(name))
        .sorted((a, b) -> a.getEndTime().compareTo(b.getEndTime()))
        .toList();
  }

  private List<RecordedEvent> calls(String side) throws IOException {
    return events("castile.Call").stream()
        .filter(event -> event.getString("side").equals(side))
        .toList();
  }

  @Test
  void callsSayHowTheyEndedAtBothEnds() throws Exception {
    WrappedShop shop = client(options -> options);
    assertThat(shop.add(1, 2)).isEqualTo(3);
    assertThatThrownBy(() -> shop.find("nothing")).isInstanceOf(NoSuchItem.class);
    WrappedShop nowhere =
        Castile.client(WrappedShop.class).endpoint("http://localhost:1/shop?key=secret").build();
    assertThatThrownBy(() -> nowhere.add(1, 2)).isInstanceOf(WebServiceException.class);

    assertThat(calls("client"))
        .extracting(
            event -> event.getString("service"),
            event -> event.getString("operation"),
            event -> event.getString("outcome"),
            event -> event.getString("cache"))
        .containsExactly(
            tuple("WrappedShop", "add", "response", "none"),
            tuple("WrappedShop", "find", "fault", "none"),
            tuple("WrappedShop", "add", "failure", "none"));
    assertThat(calls("client")).noneMatch(event -> event.getString("endpoint").contains("secret"));
    assertThat(calls("client")).noneMatch(event -> event.getDuration().isZero());
    List<RecordedEvent> served = calls("server");
    while (served.size() < 2) { // they come when the last byte has been sent; time is limited
      served = calls("server");
    }
    assertThat(served)
        .extracting(event -> event.getString("operation"), event -> event.getString("outcome"))
        .containsExactlyInAnyOrder(tuple("add", "response"), tuple("find", "fault"));
  }

  @Test
  void theCacheSaysWhatItDid() throws Exception {
    List<CacheStatus> seen = new CopyOnWriteArrayList<>();
    try (ResponseCache cache = ResponseCache.builder().policy(minute()).build()) {
      WrappedShop direct = client(options -> options.cache(cache));
      for (int i = 0; i < 3; i++) {
        direct.add(1, 2);
      }
      WrappedShop watched =
          client(
              options ->
                  options
                      .cache(cache)
                      .interceptor(
                          chain -> {
                            var response = chain.proceed(chain.request());
                            seen.add(chain.request().exchange().cacheStatus());
                            return response;
                          }));
      watched.add(3, 4);
      watched.add(3, 4);
    }

    assertThat(calls("client"))
        .extracting(event -> event.getString("cache"))
        .containsExactly("miss", "hit", "hit", "miss", "hit");
    assertThat(seen).containsExactly(CacheStatus.MISS, CacheStatus.HIT);
    assertThat(events("castile.Cache"))
        .extracting(event -> event.getString("operation"), event -> event.getString("status"))
        .contains(tuple("add", "miss"), tuple("add", "hit"));
  }

  @Test
  void theCacheSaysWhenItGivesWhatIsOldOrLetsACallPass() throws Exception {
    CachePolicy policy =
        CachePolicy.builder()
            .rule(
                CacheRule.forOperations("add")
                    .cache(true)
                    .ttl(Duration.ofMinutes(1))
                    .staleIfError(Duration.ofHours(1))
                    .build())
            .build();
    CachedShop.Clock clock = new CachedShop.Clock();
    try (ResponseCache cache = ResponseCache.builder().policy(policy).clock(clock).build()) {
      WrappedShop shop = client(options -> options.cache(cache));
      shop.sameItem(new Item("a", "9.90", 4, Item.Color.RED, "new", "small"));
      shop.add(1, 2);
      server.close();
      clock.pass(Duration.ofMinutes(2));
      assertThat(shop.add(1, 2)).isEqualTo(3);
    }

    assertThat(calls("client"))
        .extracting(event -> event.getString("operation"), event -> event.getString("cache"))
        .containsExactly(tuple("sameItem", "passed"), tuple("add", "miss"), tuple("add", "stale"));
  }

  @Test
  void aPortOfAnotherStackIsSeenThroughTheCacheBeforeIt() throws Exception {
    WrappedShop port =
        new WrappedShopService() {
          @Override
          public int add(int a, int b) {
            if (a < 0) {
              throw new WebServiceException("no such number");
            }
            return super.add(a, b);
          }
        };
    try (ResponseCache cache = ResponseCache.builder().policy(minute()).build()) {
      WrappedShop cached = Castile.cached(port, cache);
      cached.echo("the recording is noticed where the port is called");
      cached.add(1, 2);
      cached.add(1, 2);
      assertThatThrownBy(() -> cached.add(-1, 2)).isInstanceOf(WebServiceException.class);
      assertThatThrownBy(() -> cached.find("nothing")).isInstanceOf(NoSuchItem.class);
    }

    assertThat(calls("client"))
        .filteredOn(event -> !event.getString("operation").equals("echo"))
        .extracting(event -> event.getString("cache"), event -> event.getString("outcome"))
        .containsExactly(
            tuple("miss", "response"),
            tuple("hit", "response"),
            tuple("miss", "failure"),
            tuple("miss", "fault"));
  }

  @Test
  void templatesAndTheLinkSayWhatTheySaved() throws Exception {
    Differential link = Differential.of(DifferentialOptions.builder().typed(false).build());
    WrappedShop shop = client(options -> options.templates(templates).differential(link));
    Item item = new Item("a", "9.90", 4, Item.Color.RED, "x".repeat(2000), "small");
    shop.sameItem(item);
    shop.sameItem(item);

    assertThat(events("castile.Template"))
        .extracting(event -> event.getString("direction"), event -> event.getString("match"))
        .contains(tuple("request", "first-time"), tuple("request", "content"));
    assertThat(events("castile.Template")).allMatch(event -> event.getLong("messageBytes") > 2000);
    List<RecordedEvent> answers =
        events("castile.Link").stream()
            .filter(event -> event.getString("form").equals("delta"))
            .toList();
    assertThat(answers).isNotEmpty();
    assertThat(answers)
        .allMatch(event -> event.getLong("wireBytes") < event.getLong("messageBytes"));
  }

  @Test
  void nothingIsRecordedOfWhatIsNotAskedFor() throws Exception {
    recording.disable("castile.Call");
    assertThat(client(options -> options).add(1, 2)).isEqualTo(3);
    assertThat(events("castile.Call")).isEmpty();
  }
}
