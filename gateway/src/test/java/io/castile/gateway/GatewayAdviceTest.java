package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.cache.observe.Advice;
import io.castile.cache.observe.Advice.IdentityAdvice;
import io.castile.cache.observe.Advice.OperationAdvice;
import io.castile.cache.observe.Advice.Verdict;
import io.castile.cache.observe.Recording;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.IgnoredPart;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.Vary;
import io.castile.gateway.CorpusRequests.CorpusRequest;
import io.castile.gateway.ObservedOperation.Call;
import io.castile.gateway.ObservedOperation.Sender;
import io.castile.gateway.ObservedOperation.Truth;
import io.castile.gateway.config.GatewaySettings;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gateway observes calls of the corpus and of a portal, of which the truth is known; what it
 * advises is held against that, and then used for the same calls once more. Clock and calls are the
 * test's: days pass in seconds, and nothing depends on how long that takes.
 */
@Tag("long")
final class GatewayAdviceTest {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final int CORPUS_MESSAGES = 12;

  /** What is to be advised. */
  private static final List<Duration> LIFETIMES =
      List.of(Duration.ofSeconds(30), Duration.ofMinutes(5), Duration.ofHours(1));

  /**
   * So many lifetimes are a period, where 2 % of the answers may be stale: they are given evenly
   * over a lifetime of L, and L / 2T of them are of the period before.
   */
  private static final int PERIOD = 25;

  private static final Pattern NUMBER = Pattern.compile("<value>number (\\d+)</value>");

  @TempDir Path folder;

  private final List<ObservedOperation> operations = new ArrayList<>();
  private volatile Instant now = ObservedOperation.START;
  private volatile @Nullable Call current; // null before the first call
  private final AtomicLong answers = new AtomicLong();

  @Test
  void theAdviceIsTheTruthAndHoldsWhatItPromises() throws Exception {
    assumeTrue(CorpusRequests.folder().isPresent(), "no ../shared/corpus beside the repository");
    portal();
    corpus(CorpusRequests.find(CorpusRequests.folder().orElseThrow(), CORPUS_MESSAGES));
    Random random = new Random(20260301);
    List<Call> calls = new ArrayList<>();
    operations.forEach(operation -> calls.addAll(operation.at(random)));
    calls.sort(Comparator.comparing(Call::at));
    try (NettyOrigin origin = new NettyOrigin(this::answer)) {
      GatewaySettings config = GatewaySettings.of(Soap.ANY_PORT, origin.uri());
      Advice advice;
      try (Gateway gateway = Gateway.start(config, () -> now)) {
        for (Call each : calls) {
          assertThat(Soap.cacheStatus(made(gateway, each))).isEmpty();
        }
        advice = Advice.of(recorded(gateway, calls.size()));
      }
      for (ObservedOperation each : operations) {
        check(each, of(advice, each));
      }
      Path file = folder.resolve("draft.yaml");
      Files.writeString(file, advice.yaml());
      assertThat(CachePolicy.check(file)).isEmpty();
      assertThat(CachePolicy.load(file)).isEqualTo(advice.policy());

      try (Gateway gateway = Gateway.start(config.withPolicy(file), () -> now)) {
        replay(gateway, calls, advice);
      }
    }
  }

  // ---- the services ----

  private void portal() {
    Duration hour = Duration.ofHours(1);
    for (Duration each : LIFETIMES) {
      Duration period = each.multipliedBy(PERIOD);
      add("getRates" + each, Truth.CHANGING, Sender.AUTHORIZATION, period, 2, 4_000);
    }
    add("getCountries", Truth.CONSTANT, Sender.NOBODY, hour, 3, 300);
    add("getRegions", Truth.CONSTANT, Sender.AUTHORIZATION, hour, 3, 400);
    add("getNews", Truth.CONSTANT, Sender.USERNAME_TOKEN, hour, 2, 400);
    add("getTicket", Truth.UNIQUE, Sender.NOBODY, hour, 2, 200);
    add("getAccount", Truth.OWN, Sender.AUTHORIZATION, hour, 2, 400);
    add("getMail", Truth.OWN, Sender.USERNAME_TOKEN, hour, 2, 400);
    add("getPrice", Truth.STAMPED, Sender.NOBODY, hour, 3, 400);
    add("getOffer", Truth.STAMPED, Sender.AUTHORIZATION, hour, 12, 900);
    add("getBanner", Truth.PLACED, Sender.NOBODY, hour, 2, 400);
    add("getStatus", Truth.SERVED, Sender.NOBODY, hour, 3, 400);
    add("search", Truth.TRACED, Sender.NOBODY, hour, 3, 400);
    add("getDocument", Truth.ADDRESSED, Sender.NOBODY, hour, 3, 400);
    add("getLetter", Truth.ADDRESSED, Sender.USERNAME_TOKEN, hour, 3, 400);
  }

  /** Half of the portal speaks SOAP 1.2. */
  private void add(
      String local, Truth truth, Sender sender, Duration period, int symbols, int calls) {
    boolean isSoap12 = operations.size() % 2 == 0;
    operations.add(
        new ObservedOperation(
            operations.size(),
            "{urn:portal}" + local,
            truth,
            sender,
            period,
            symbols,
            calls,
            isSoap12,
            ObservedOperation.request(local, truth, sender, isSoap12)));
  }

  /** One message of each operation is one question; every fourth has answers that change. */
  private void corpus(List<CorpusRequest> requests) {
    assertThat(requests).hasSize(CORPUS_MESSAGES);
    for (int i = 0; i < requests.size(); i++) {
      boolean isChanging = i % 4 == 0;
      operations.add(
          new ObservedOperation(
              operations.size(),
              requests.get(i).operation(),
              isChanging ? Truth.CHANGING : Truth.CONSTANT,
              Sender.NOBODY,
              isChanging ? LIFETIMES.get(i / 4).multipliedBy(PERIOD) : Duration.ofHours(1),
              1,
              isChanging ? 3_000 : 200,
              requests.get(i).isSoap12(),
              requests.get(i).message().replace("$", "")));
    }
  }

  private NettyOrigin.Service.Answer answer(String path) {
    Call call = Objects.requireNonNull(current);
    assertThat(path).isEqualTo(call.path());
    return new NettyOrigin.Service.Answer(
        call.operation().contentType(),
        call.operation().answer(call, now, answers.incrementAndGet()));
  }

  // ---- the calls ----

  /** Makes a call at its time. */
  private HttpResponse<String> made(Gateway gateway, Call call)
      throws IOException, InterruptedException {
    now = ObservedOperation.START.plus(call.at());
    current = call;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(Soap.uri(gateway, call.path()))
            .header("Content-Type", call.operation().contentType())
            .POST(BodyPublishers.ofString(call.request()));
    if (call.operation().sender() == Sender.AUTHORIZATION) {
      request.header("Authorization", "Bearer user" + call.caller());
    }
    HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    return response;
  }

  /** What is recorded, once the messages have been read. */
  private static Recording recorded(Gateway gateway, int calls) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (true) {
      Recording recording = gateway.recording().orElseThrow();
      int kept = recording.operations().stream().mapToInt(each -> each.kept()).sum();
      if (kept == calls) {
        return recording;
      }
      assertThat(System.nanoTime()).as(kept + " calls after two minutes").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  // ---- what is advised ----

  private static OperationAdvice of(Advice advice, ObservedOperation operation) {
    return advice.operations().stream()
        .filter(each -> each.operation().operation().toString().equals(operation.name()))
        .findFirst()
        .orElseThrow(() -> new AssertionError(operation.name() + " was not seen"));
  }

  private static OperationPolicy policy(CacheRule rule) {
    CachePolicy policy = CachePolicy.builder().rule(rule).build();
    CachePolicy.Target target =
        new CachePolicy.Target(
            "", rule.endpoint().orElseThrow().pattern(), rule.operations().get(0).pattern());
    return policy.forTarget(target);
  }

  private static void check(ObservedOperation operation, OperationAdvice found) {
    Truth truth = operation.truth();
    String what = operation.name() + ", which is " + truth + ": " + found.reasons();
    if (truth == Truth.UNIQUE) {
      assertThat(found.verdict()).as(what).isEqualTo(Verdict.NOT);
      return;
    }
    boolean isRead = found.knownToRead(); // not all of the corpus
    boolean isLook = truth == Truth.SERVED || !isRead;
    assertThat(found.verdict()).as(what).isEqualTo(isLook ? Verdict.LOOK : Verdict.CACHE);
    OperationPolicy rule = policy(found.rule().orElseThrow());
    checkLifetime(operation, found, rule, what);
    checkSender(operation, found, rule, what);
    boolean isStamped = ObservedOperation.isStamped(truth);
    String local = operation.name().substring(operation.name().indexOf('}') + 1);
    List<IgnoredPart> ignored =
        isStamped
            ? List.of(IgnoredPart.element("/" + local + "/sent"))
            : truth == Truth.TRACED
                ? List.of(IgnoredPart.soapHeader("{urn:trace}Trace"))
                : List.of();
    assertThat(rule.ignore()).as(what).isEqualTo(ignored);
    assertThat(found.volatileRequestParts())
        .as(what)
        .isEqualTo(isStamped ? List.of("/" + local + "/sent") : List.of());
    assertThat(found.volatileAnswerParts())
        .as(what)
        .isEqualTo(truth == Truth.SERVED ? List.of("/response/made") : List.of());
  }

  private static void checkLifetime(
      ObservedOperation operation, OperationAdvice found, OperationPolicy rule, String what) {
    Duration ttl = rule.ttl().orElseThrow();
    if (operation.truth() == Truth.CHANGING) {
      double period = operation.period().toMillis();
      assertThat((double) found.changeInterval().orElseThrow().toMillis())
          .as(what)
          .isBetween(period * 2 / 3, period * 4 / 3);
      assertThat((double) ttl.toMillis())
          .as(what)
          .isBetween(period / PERIOD * 2 / 3, period / PERIOD * 4 / 3);
    } else {
      assertThat(found.changeInterval()).as(what).isEmpty();
      assertThat(ttl).as(what).isLessThan(operation.period());
    }
  }

  private static void checkSender(
      ObservedOperation operation, OperationAdvice found, OperationPolicy rule, String what) {
    List<IdentityAdvice> callers =
        found.identities().stream()
            .filter(each -> !each.name().startsWith("soapHeader: "))
            .toList();
    if (operation.sender() == Sender.NOBODY) {
      assertThat(callers).as(what).isEmpty();
      assertThat(rule.vary()).as(what).isEmpty();
      return;
    }
    assertThat(callers).as(what).hasSize(1);
    assertThat(callers.get(0).values()).as(what).isEqualTo(ObservedOperation.CALLERS);
    boolean isOwn = operation.truth() == Truth.OWN;
    assertThat(callers.get(0).matters()).as(what).isEqualTo(isOwn);
    assertThat(found.shared().isPresent()).as(what).isEqualTo(!isOwn);
    assertThat(rule.vary())
        .as(what)
        .containsExactly(
            operation.sender() == Sender.AUTHORIZATION
                ? Vary.httpHeader("authorization")
                : Vary.wsSecurityUser());
  }

  // ---- what it brings ----

  private void replay(Gateway gateway, List<Call> calls, Advice advice) throws Exception {
    Map<ObservedOperation, Integer> hits = new HashMap<>();
    for (Call each : calls) {
      HttpResponse<String> response = made(gateway, each);
      boolean isHit = Soap.cacheStatus(response).equals("Castile; hit");
      hits.merge(each.operation(), isHit ? 1 : 0, Integer::sum);
      checkAnswer(each, response.body(), gateway.policy());
    }
    for (ObservedOperation each : operations) {
      OperationAdvice found = of(advice, each);
      double expected =
          found.verdict() == Verdict.CACHE ? found.expectation().orElseThrow().hits() : 0;
      assertThat(hits.get(each) / (double) each.calls())
          .as("the share of hits of " + each.name())
          .isBetween(expected - 0.03, expected + 0.03);
      assertThat(expected > 0).isEqualTo(found.verdict() == Verdict.CACHE);
    }
  }

  /** No answer is that of somebody else, to something else, or older than its lifetime. */
  private void checkAnswer(Call call, String answer, CachePolicy policy) {
    ObservedOperation operation = call.operation();
    String right = operation.answer(call, now, 0);
    if (operation.truth() == Truth.UNIQUE || operation.truth() == Truth.SERVED) {
      String stamps = "(unique|made>stamp-)[ ]?\\d+";
      assertThat(answer.replaceAll(stamps, "")).isEqualTo(right.replaceAll(stamps, ""));
    } else if (operation.truth() != Truth.CHANGING) {
      assertThat(answer).isEqualTo(right);
    } else {
      Matcher number = NUMBER.matcher(answer);
      assertThat(number.find()).as(answer).isTrue();
      Duration ttl =
          policy.rules().stream()
              .filter(rule -> rule.operations().get(0).pattern().equals(operation.name()))
              .findFirst()
              .flatMap(rule -> policy(rule).ttl())
              .orElse(Duration.ZERO);
      assertThat(Long.parseLong(number.group(1)))
          .as("an answer at %s of %s", now, operation.name())
          .isBetween(
              operation.version(now.minus(ttl), call.symbol()),
              operation.version(now, call.symbol()));
      assertThat(NUMBER.matcher(answer).replaceAll(""))
          .isEqualTo(NUMBER.matcher(right).replaceAll(""));
    }
  }
}
