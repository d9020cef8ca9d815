package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.post;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.CacheStore;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewayConfig;
import io.netty.util.ResourceLeakDetector;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

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
  void eachQuestionGetsItsWholeAnswer() throws Exception {
    ResourceLeakDetector.Level level = ResourceLeakDetector.getLevel();
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ExecutorService clients = Executors.newFixedThreadPool(THREADS);
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer(text(asked(request)))));
        Gateway gateway =
            Gateway.start(
                GatewayConfig.of(Soap.ANY_PORT, origin.uri()), 2, CacheStore.offHeap(600_000))) {
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
}
