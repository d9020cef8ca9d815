package io.castile.cache.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.castile.cache.observe.Advice.OperationAdvice;
import io.castile.cache.observe.Advice.Verdict;
import io.castile.cache.observe.Simulation.Call;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.Invalidation;
import io.castile.cache.policy.OperationPolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Writes that go before changes of what is read, and others that only look so. */
class InvalidationsTest {
  private static Advice advice;
  private static CachePolicy draft;

  @BeforeAll
  static void observe() {
    CallRecorder recorder =
        CallRecorder.builder()
            .maxBytes(128 << 20)
            .allMessages(true)
            .executor(Runnable::run)
            .build();
    Simulation mix = new Simulation(7, Duration.ofHours(4), recorder);
    int[] stock = new int[5];
    int[] rates = new int[1];
    reads(mix, "getStock", stock);
    reads(mix, "getRates", rates);
    // Answers change with each of two writes, one of which is known by its name.
    writes(mix, "sellItem", 0.004, stock);
    writes(mix, "restock", 0.003, stock);
    writes(mix, "voteFor", 0.01, new int[1]);
    writes(mix, "getAndResetRates", 0.003, rates);
    mix.calls(
        "getWeather",
        1,
        50,
        at -> Call.of("<w/>", "<t>" + at.dividedBy(Duration.ofMinutes(9)) + "</t>"));
    mix.calls("getNews", 0.05, 50, at -> Call.of("<n/>", "<n>none</n>"));
    advice = Advice.of(mix.run());
    draft = CachePolicy.parse("draft", advice.yaml());
  }

  private static void reads(Simulation mix, String name, int[] state) {
    mix.calls(
        name,
        1,
        50,
        at -> {
          int id = mix.random.nextInt(state.length);
          return Call.of("<q>" + id + "</q>", "<a>" + id + "/" + state[id] + "</a>");
        });
  }

  private static void writes(Simulation mix, String name, double perSecond, int[] state) {
    mix.calls(
        name,
        perSecond,
        50,
        at -> {
          int id = mix.random.nextInt(state.length);
          state[id]++;
          return Call.of("<w>" + id + "</w>", "<ok>" + id + "</ok>");
        });
  }

  private static OperationPolicy policy(String operation) {
    return draft.forTarget(
        new CachePolicy.Target(Simulation.SERVICE.toString(), "", "{urn:shop}" + operation));
  }

  private static OperationAdvice of(String operation) {
    return advice.operations().stream()
        .filter(each -> each.operation().operation().getLocalPart().equals(operation))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aWriteThatGoesBeforeChangesDropsTheAnswers() {
    for (String write : List.of("sellItem", "restock")) {
      assertEquals(Verdict.INVALIDATES, of(write).verdict(), of(write).reasons()::toString);
      assertEquals(
          List.of(Invalidation.of("{urn:shop}getStock")), policy(write).invalidates(), write);
      assertFalse(policy(write).cached(), write);
      assertTrue(of(write).reasons().get(0).contains("changes of getStock's answers"), write);
    }
    assertEquals(
        List.of(Invalidation.of("{urn:shop}getRates")), policy("getAndResetRates").invalidates());
    assertTrue(policy("getStock").cached());
    assertEquals(advice.policy(), draft);
  }

  @Test
  void aWriteThatChangesNothingThatIsReadDropsNothing() {
    assertTrue(policy("voteFor").invalidates().isEmpty(), of("voteFor").reasons()::toString);
    assertFalse(policy("voteFor").cached());
  }

  @Test
  void whatReadsDropsNothing() {
    for (String read : List.of("getStock", "getRates", "getWeather", "getNews")) {
      assertEquals(Verdict.CACHE, of(read).verdict(), of(read).reasons()::toString);
      assertTrue(policy(read).invalidates().isEmpty(), read);
    }
  }
}
