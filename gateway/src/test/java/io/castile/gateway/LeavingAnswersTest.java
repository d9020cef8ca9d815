package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.CacheEntry;
import io.castile.cache.CacheStore;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.netty.util.ResourceLeakDetector;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kept answers that are outside of the heap, and leave the cache while others read them. */
final class LeavingAnswersTest {
  private static final int ANSWER_CHARACTERS = 60_000;
  private static final int THREADS = 8;
  private static final int CALLS = 250;
  private static final int QUESTIONS = 30; // of which a third fits
  private static final Pattern ASKED = Pattern.compile("<text>(.*?)</text>");

  private static String text(String asked) {
    return (asked + ".").repeat(ANSWER_CHARACTERS / (asked.length() + 1));
  }

  @Test
  @Tag("long")
  void eachQuestionGetsItsWholeAnswer() throws Exception {
    ResourceLeakDetector.Level level = ResourceLeakDetector.getLevel();
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ExecutorService clients = Executors.newFixedThreadPool(THREADS);
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer(text(asked(request)))));
        Gateway gateway =
            Gateway.start(
                GatewaySettings.of(Soap.ANY_PORT, origin.uri()), 2, CacheStore.offHeap(600_000))) {
      gateway.policy(CachePolicy.parse("test", "rules: [{operation: ask, cache: true, ttl: 1h}]"));
      List<Future<?>> calling = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Random random = new Random(i);
        calling.add(clients.submit(() -> call(gateway, random)));
      }
      for (Future<?> each : calling) {
        each.get(120, TimeUnit.SECONDS);
      }

      assertThat(gateway.statistics().rows().get(0).hits()).isPositive();
      assertThat(origin.requests()).hasSizeGreaterThan(QUESTIONS); // some have left
    } finally {
      clients.shutdownNow();
      ResourceLeakDetector.setLevel(level);
    }
  }

  private static String asked(TestOrigin.Request request) {
    Matcher matcher = ASKED.matcher(request.text());
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  private static Void call(Gateway gateway, Random random) throws Exception {
    for (int i = 0; i < CALLS; i++) {
      String asked = "q" + random.nextInt(QUESTIONS);
      HttpResponse<String> response = post(gateway, question(asked));
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo(answer(text(asked)));
    }
    return null;
  }

  /** An answer that leaves between the look-up and the copy, which a store has it do each time. */
  @ParameterizedTest
  @ValueSource(strings = {"", "gzip"})
  void anAnswerThatIsGoneIsAskedForAgain(String codings) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    LosingStore store = new LosingStore(CacheStore.offHeap(600_000));
    try (TestOrigin origin =
            new TestOrigin(request -> Answer.soap(answer(text("a" + asked.incrementAndGet()))));
        Gateway gateway =
            Gateway.start(GatewaySettings.of(Soap.ANY_PORT, origin.uri()), 1, store)) {
      gateway.policy(CachePolicy.parse("test", "rules: [{operation: ask, cache: true, ttl: 1h}]"));
      String[] fields =
          codings.isEmpty() ? new String[0] : new String[] {"Accept-Encoding", codings};
      assertThat(post(gateway, question("q"), fields).body()).isEqualTo(answer(text("a1")));
      store.isLosing = true;

      HttpResponse<String> again = post(gateway, question("q"), fields);

      assertThat(again.body()).isEqualTo(answer(text("a2")));
      assertThat(Soap.cacheStatus(again)).isEqualTo("Castile; fwd=miss");
      assertThat(asked).hasValue(2);
    }
  }

  /** A store whose entries are gone as soon as they have been found. */
  private static final class LosingStore implements CacheStore {
    private final CacheStore store;
    private volatile boolean isLosing;

    LosingStore(CacheStore store) {
      this.store = store;
    }

    @Override
    public boolean keepsObjects() {
      return store.keepsObjects();
    }

    @Override
    public boolean isLocal() {
      return store.isLocal();
    }

    @Override
    public @Nullable CacheEntry get(CacheKey key) {
      CacheEntry entry = store.get(key);
      if (entry != null && isLosing) {
        store.remove(key, entry);
      }
      return entry;
    }

    @Override
    public void put(CacheKey key, CacheEntry entry) {
      store.put(key, entry);
    }

    @Override
    public void remove(CacheKey key, CacheEntry entry) {
      store.remove(key, entry);
    }

    @Override
    public void removeIf(Predicate<CacheKey> keys) {
      store.removeIf(keys);
    }

    @Override
    public void forEach(ObjLongConsumer<CacheKey> action) {
      store.forEach(action);
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
