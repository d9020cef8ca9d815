package io.castile.cache.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.castile.cache.observe.Advice.Expectation;
import io.castile.cache.observe.Advice.OperationAdvice;
import io.castile.cache.observe.Advice.Verdict;
import io.castile.cache.observe.ObservedCall.SeenIdentity;
import io.castile.cache.observe.Recording.RecordedOperation;
import io.castile.cache.observe.Simulation.Call;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.IgnoredPart;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.Vary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Advice on calls of which the truth is known, as the test makes them. */
class AdviceTest {
  private static final QName MESSAGE_ID =
      new QName("http://www.w3.org/2005/08/addressing", "MessageID");
  private static final QName TO = new QName("http://www.w3.org/2005/08/addressing", "To");

  /** Names that no list of changing verbs had. */
  private static final List<String> WRITES =
      List.of("ackMessage", "charge", "checkIn", "markRead", "rateProduct", "voteFor", "kaufen");

  private static final Duration LENGTH = Duration.ofHours(3);

  private static Advice advice;
  private static Map<String, OperationAdvice> operations;

  @BeforeAll
  static void observe() {
    CallRecorder recorder =
        CallRecorder.builder().allMessages(true).executor(Runnable::run).build();
    Simulation mix = new Simulation(20260301, LENGTH, recorder);
    reading(mix);
    callers(mix);
    volatileParts(mix);
    changing(mix);
    advice = Advice.of(mix.run());
    operations =
        advice.operations().stream()
            .collect(
                Collectors.toMap(
                    each -> each.operation().operation().getLocalPart(),
                    Function.identity(),
                    (a, b) -> a,
                    TreeMap::new));
  }

  private static String id(Simulation mix, int count) {
    return "<id>" + mix.random.nextInt(count) + "</id>";
  }

  private static void reading(Simulation mix) {
    mix.calls(
        "getRatings",
        2,
        2_400,
        at -> {
          int id = mix.random.nextInt(4);
          long version = Simulation.version(at, Duration.ofMinutes(11), id);
          return Call.of("<r><id>" + id + "</id></r>", "<a>" + id + "/" + version + "</a>");
        });
    Function<Duration, Long> steps = mix.atRandom(Duration.ofMinutes(4));
    mix.calls("getWeather", 1, 100, at -> Call.of("<w/>", "<a><t>" + steps.apply(at) + "</t></a>"));
    mix.calls(
        "getCountries",
        0.2,
        50,
        at -> {
          String id = id(mix, 10);
          return Call.of("<c>" + id + "</c>", "<a>" + id + "</a>");
        });
    mix.calls(
        "getQuote",
        0.2,
        50,
        at -> Call.of("<q/>", "<a><p>" + at.toMillis() / 700 + "</p><m>x</m></a>"));
    mix.calls(
        "getDocument",
        0.2,
        50,
        at -> {
          int id = mix.random.nextInt(100_000);
          return Call.of("<d><id>" + id + "</id></d>", "<a><n>" + id + "</n></a>");
        });
    mix.calls("getSeldom", 0.001, 50, at -> Call.of("<s/>", "<a/>"));
  }

  private static void callers(Simulation mix) {
    mix.calls(
        "getAccount",
        1,
        200,
        at -> {
          int user = mix.random.nextInt(5);
          long version = Simulation.version(at, Duration.ofMinutes(6), user);
          return Call.of("<a/>", "<b>" + user + "/" + version + "</b>")
              .with(SeenIdentity.httpHeader("Authorization", mix.digest("user" + user)));
        });
    mix.calls(
        "getNews",
        1,
        200,
        at -> {
          int user = mix.random.nextInt(40);
          long version = Simulation.version(at, Duration.ofMinutes(5), 0);
          return Call.of("<n/>", "<b>" + version + "</b>")
              .with(SeenIdentity.user(mix.digest("user" + user)));
        });
    mix.calls(
        "getPassport",
        0.2,
        200,
        at ->
            Call.of("<p/>", "<b>1</b>")
                .with(new SeenIdentity(SeenIdentity.CERTIFICATE, mix.digest("cert"))));
  }

  private static void volatileParts(Simulation mix) {
    mix.calls(
        "search",
        1,
        300,
        at -> {
          String term = "<term>" + mix.random.nextInt(6) + "</term>";
          long version = Simulation.version(at, Duration.ofMinutes(8), 0);
          return Call.of("<s>" + term + "</s>", "<b>" + term + version + "</b>")
              .with(
                  SeenIdentity.soapHeader(MESSAGE_ID, mix.digest("urn:uuid:" + at)),
                  SeenIdentity.soapHeader(TO, mix.digest("to")));
        });
    mix.calls(
        "getPrice",
        1,
        300,
        at -> {
          int id = mix.random.nextInt(6);
          long version = Simulation.version(at, Duration.ofMinutes(7), id);
          return Call.of(
              "<p:get xmlns:p='urn:p' request='r"
                  + at.toNanos()
                  + "'><meta><time>"
                  + at
                  + "</time><lang>en</lang></meta><id>"
                  + id
                  + "</id></p:get>",
              "<b><id>" + id + "</id><price>" + version + "</price></b>");
        });
    mix.calls(
        "getStatus",
        1,
        300,
        at -> {
          long version = Simulation.version(at, Duration.ofMinutes(25), 3);
          return Call.of(
              "<s/>", "<b><served>" + at + "</served><state>" + version + "</state></b>");
        });
  }

  private static void changing(Simulation mix) {
    mix.calls(
        "createOrder",
        0.2,
        80,
        at ->
            Call.of(
                "<o><n>" + at.toNanos() + "</n><item>" + mix.random.nextInt(9) + "</item></o>",
                "<b><order>" + at.toNanos() + "</order></b>"));
    mix.calls(
        "nextTicket",
        0.2,
        80,
        at -> Call.of("<n/>", "<b><ticket>" + at.toNanos() + "</ticket></b>"));
    mix.calls(
        "bookRoom",
        0.2,
        80,
        at -> Call.of("<b>" + id(mix, 20) + "</b>", "<ok><room>" + id(mix, 1) + "</room></ok>"));
    for (String name : WRITES) {
      mix.calls(
          name,
          0.05,
          80,
          at -> {
            String id = id(mix, 3);
            return Call.of("<w>" + id + "</w>", "<ok>" + id + "</ok>");
          });
    }
    mix.calls("mailbox", 0.2, 80, at -> Call.of("<m>" + id(mix, 20) + "</m>", "<ok/>"));
    mix.calls("notify", 0.2, 80, at -> Call.of("<n>" + id(mix, 3) + "</n>", ""));
    mix.calls(
        "getBroken",
        0.2,
        80,
        at -> {
          Call call = Call.of("<g/>", "<b>1</b>");
          return mix.random.nextInt(10) < 7 ? call.failed() : call;
        });
  }

  private static OperationAdvice of(String operation) {
    OperationAdvice found = operations.get(operation);
    assertTrue(found != null, "no advice on " + operation + " but on " + operations.keySet());
    return found;
  }

  /** What a rule says of the calls that it is for. */
  private static OperationPolicy policy(Optional<CacheRule> rule) {
    CacheRule given = rule.orElseThrow();
    CachePolicy.Target target =
        new CachePolicy.Target(
            Simulation.SERVICE.toString(), "", given.operations().get(0).pattern());
    return CachePolicy.builder().rule(given).build().forTarget(target);
  }

  private static void assertWithinAThird(double truth, double found, String what) {
    assertTrue(
        found >= truth * 2 / 3 && found <= truth * 4 / 3,
        what + ": expected " + truth + " give or take a third, found " + found);
  }

  // ---- which operations ----

  @Test
  void theOperationsToCacheAreNamedAndNoOthers() {
    List<String> named =
        operations.keySet().stream().filter(name -> of(name).verdict() == Verdict.CACHE).toList();

    assertEquals(
        List.of(
            "getAccount",
            "getCountries",
            "getNews",
            "getPrice",
            "getRatings",
            "getWeather",
            "search"),
        named,
        advice::yaml);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bookRoom", "getPassport", "getStatus", "mailbox"})
  void whatIsUncertainIsForAPersonToLookAt(String operation) {
    assertEquals(Verdict.LOOK, of(operation).verdict(), advice::yaml);
    assertTrue(of(operation).rule().isPresent());
  }

  @Test
  void aWriteWhoseAnswersRepeatIsACommentWithItsReason() {
    for (String each : WRITES) {
      assertEquals(Verdict.LOOK, of(each).verdict(), () -> each + ": " + of(each).reasons());
      assertTrue(of(each).reasons().get(0).startsWith("its name "), of(each).reasons()::toString);
    }
  }

  @Test
  void whatIsNotCachedHasItsReason() {
    Map<String, String> expected =
        Map.of(
            "createOrder", "the same question hardly comes again",
            "getDocument", "the same question hardly comes again",
            "nextTicket", "the answer is another one each time",
            "notify", "nothing comes back",
            "getBroken", "had a fault");

    expected.forEach(
        (operation, reason) -> {
          assertEquals(Verdict.NOT, of(operation).verdict(), operation);
          assertTrue(
              of(operation).reasons().get(0).contains(reason),
              () -> operation + ": " + of(operation).reasons());
        });
  }

  @Test
  void whatWasSeenTooSeldomIsNotKnownYet() {
    OperationAdvice seldom = of("getSeldom");

    assertEquals(Verdict.UNKNOWN, seldom.verdict());
    assertTrue(seldom.reasons().get(0).contains("times only"), seldom.reasons()::toString);
    assertTrue(seldom.rule().isEmpty());
    assertTrue(advice.yaml().contains("# ---- operations of which too little was seen yet ----"));
  }

  @Test
  void anAnswerThatChangesAllTheTimeIsNotCached() {
    assertFalse(of("getQuote").verdict() == Verdict.CACHE, advice::yaml);
  }

  // ---- for how long ----

  /** Where answers change at even times, a lifetime of L has L / 2T stale ones among the hits. */
  @Test
  void lifetimesAreWithinAThird() {
    Map<String, Duration> intervals =
        Map.of(
            "getRatings", Duration.ofMinutes(11),
            "getWeather", Duration.ofMinutes(4),
            "getAccount", Duration.ofMinutes(6),
            "getNews", Duration.ofMinutes(5),
            "search", Duration.ofMinutes(8),
            "getPrice", Duration.ofMinutes(7));

    intervals.forEach(
        (operation, interval) -> {
          OperationAdvice found = of(operation);
          assertWithinAThird(
              interval.toMillis(), found.changeInterval().orElseThrow().toMillis(), operation);
          Duration ttl = policy(found.rule()).ttl().orElseThrow();
          if (found.expectation().orElseThrow().hits() > 0.5) {
            assertWithinAThird(
                0.04 * interval.toMillis(), ttl.toMillis(), operation + "'s ttl " + ttl);
          }
          assertTrue(found.expectation().orElseThrow().stale() <= 0.02, operation);
        });
  }

  @Test
  void anAnswerThatNeverChangedHasNoIntervalAndALifetimeThatWasWatched() {
    OperationAdvice countries = of("getCountries");

    assertTrue(countries.changeInterval().isEmpty());
    Duration ttl = policy(countries.rule()).ttl().orElseThrow();
    assertTrue(ttl.compareTo(LENGTH) <= 0 && ttl.toMinutes() >= 20, ttl::toString);
    assertTrue(
        countries.reasons().stream().anyMatch(each -> each.startsWith("no answer was seen")),
        countries.reasons()::toString);
  }

  @Test
  void aGreaterRiskGivesALongerLifetime() {
    RecordedOperation recorded = of("getRatings").operation();
    Recording recording = new Recording(0, 0, List.of(recorded));

    Duration careful = ttl(Advice.of(recording, 0.005));
    Duration usual = ttl(Advice.of(recording, 0.02));
    Duration bold = ttl(Advice.of(recording, 0.1));

    assertTrue(careful.compareTo(usual) < 0, careful::toString);
    assertWithinAThird(usual.toMillis() * 5.0, bold.toMillis(), "10 %");
    assertThrows(IllegalArgumentException.class, () -> Advice.of(recording, 0));
    assertThrows(IllegalArgumentException.class, () -> Advice.of(recording, Double.NaN));
  }

  private static Duration ttl(Advice found) {
    return policy(found.operations().get(0).rule()).ttl().orElseThrow();
  }

  /** Of calls at random, evenly spread, a lifetime of L has as many hits for each miss as come. */
  @Test
  void savingsAreWhatTheTruthSays() {
    OperationAdvice ratings = of("getRatings");
    Expectation expected = ratings.expectation().orElseThrow();
    double ttl = policy(ratings.rule()).ttl().orElseThrow().toMillis() / 1000.0;
    double perQuestion = 2 / 4.0;
    double hits = perQuestion * (ttl + 2.4) / (1 + perQuestion * (ttl + 2.4));

    assertEquals(hits, expected.hits(), 0.03);
    assertEquals(2_400 * hits, expected.savedMillis(), 2_400 * 0.08);
    double bytes =
        (double) ratings.operation().totals().requestBytes()
            + ratings.operation().totals().responseBytes();
    assertEquals(hits * bytes * 8, expected.savedBytesPerDay(), 0.05 * hits * bytes * 8);
  }

  // ---- by what requests differ ----

  @Test
  void callersWithAnswersOfTheirOwnHaveEntriesOfTheirOwn() {
    OperationAdvice account = of("getAccount");

    assertTrue(account.identities().get(0).matters());
    assertEquals(List.of(Vary.httpHeader("authorization")), policy(account.rule()).vary());
    assertTrue(account.shared().isEmpty());
  }

  @Test
  void sharingIsNeverAdvisedOnlyShown() {
    OperationAdvice news = of("getNews");

    assertFalse(news.identities().get(0).matters());
    assertEquals(List.of(Vary.wsSecurityUser()), policy(news.rule()).vary());
    assertTrue(policy(news.shared()).shared());
    assertTrue(
        news.sharedExpectation().orElseThrow().hits()
            > news.expectation().orElseThrow().hits() + 0.2);
    assertTrue(
        advice.policy().rules().stream().noneMatch(rule -> policy(Optional.of(rule)).shared()));
  }

  @Test
  void messageIdsInHeadersAreIgnoredAndOtherBlocksAreNot() {
    OperationAdvice search = of("search");

    assertEquals(
        List.of(IgnoredPart.soapHeader(MESSAGE_ID.toString())), policy(search.rule()).ignore());
    assertEquals(List.of(Vary.soapHeader(TO.toString())), policy(search.rule()).vary());
  }

  @Test
  void volatilePartsOfBodiesAreIgnoredByTheirPaths() {
    OperationAdvice price = of("getPrice");

    assertEquals(
        List.of("/get/@request", "/get/meta/time"),
        price.volatileRequestParts().stream().sorted().toList());
    assertEquals(
        List.of(IgnoredPart.element("/get/@request"), IgnoredPart.element("/get/meta/time")),
        policy(price.rule()).ignore().stream()
            .sorted((a, b) -> a.name().compareTo(b.name()))
            .toList());
    assertEquals(List.of("/b/served"), of("getStatus").volatileAnswerParts());
  }

  @Test
  void whatIsAskedElsewhereIsAnotherQuestionWhereAPartIsIgnored() {
    CallRecorder recorder =
        CallRecorder.builder().allMessages(true).executor(Runnable::run).build();
    for (int i = 0; i < 200; i++) {
      String place = "/shop/" + i % 2;
      byte[] request = Simulation.envelope("<g><sent>" + i + "</sent></g>");
      byte[] answer = Simulation.envelope("<b>" + place + "</b>");
      recorder.record(
          ObservedCall.of(new QName("get"), "", Instant.ofEpochSecond(10 * i))
              .question(recorder.digest(request, place))
              .answer(recorder.digest(answer))
              .messages(new ObservedCall.Messages(place, request, null, answer, null))
              .build());
    }

    OperationAdvice found = Advice.of(recorder.snapshot()).operations().get(0);

    assertEquals(Verdict.CACHE, found.verdict(), found.reasons()::toString);
    assertEquals(List.of("/g/sent"), found.volatileRequestParts());
    assertEquals(2, found.questions());
  }

  /** Of 100 calls in a second the messages of 20 are looked at. */
  @Test
  void partsAreFoundByTheMessagesThatAreSampled() {
    CallRecorder sampling = CallRecorder.builder().executor(Runnable::run).build();
    Simulation busy = new Simulation(5, Duration.ofMinutes(10), sampling);
    busy.calls(
        "getPrice",
        100,
        20,
        at -> {
          int id = busy.random.nextInt(30);
          long version = Simulation.version(at, Duration.ofMinutes(5), id);
          return Call.of(
              "<g><trace>" + at.toNanos() + "</trace><id>" + id + "</id></g>",
              "<b>" + id + "/" + version + "</b>");
        });

    OperationAdvice found = Advice.of(busy.run()).operations().get(0);

    assertEquals(List.of("/g/trace"), found.volatileRequestParts());
    assertEquals(Verdict.CACHE, found.verdict(), found.reasons()::toString);
    assertWithinAThird(300_000, found.changeInterval().orElseThrow().toMillis(), "interval");
    assertWithinAThird(12_000, policy(found.rule()).ttl().orElseThrow().toMillis(), "ttl");
  }

  // ---- the draft ----

  @Test
  void theDraftIsAPolicyWithReasons() {
    String yaml = advice.yaml();

    CachePolicy read = CachePolicy.parse("draft", yaml);

    assertEquals(advice.policy(), read);
    CachePolicy.Target ratings =
        new CachePolicy.Target(Simulation.SERVICE.toString(), "", "{urn:shop}getRatings");
    assertTrue(read.forTarget(ratings).cached());
    assertTrue(yaml.contains("answers change every "), yaml);
    assertTrue(yaml.contains("# ---- operations not to cache ----"), yaml);
  }

  @Test
  void rulesInCommentsAreRulesOnceTheyAreNoComments() {
    String yaml = advice.yaml().replaceAll("(?m)^  # (  [a-zA-Z]+: |- )", "  $1");
    String rules =
        yaml.lines()
            .filter(line -> !line.startsWith("  #") || line.startsWith("rules"))
            .collect(Collectors.joining("\n"));

    CachePolicy read = CachePolicy.parse("draft", rules);

    assertTrue(
        read.forTarget(
                new CachePolicy.Target(Simulation.SERVICE.toString(), "", "{urn:shop}bookRoom"))
            .cached(),
        rules);
  }

  @Test
  void nothingRecordedGivesThePolicyOfNothing() {
    Advice none = Advice.of(new Recording(0, 0, List.of()));

    assertEquals(CachePolicy.NOTHING, none.policy());
    assertEquals(CachePolicy.NOTHING, CachePolicy.parse("draft", none.yaml()));
  }

  @Test
  void oneServiceAtTwoAddressesHasRulesForEach() {
    CallRecorder recorder = CallRecorder.create();
    for (int i = 0; i < 200; i++) {
      for (String endpoint : List.of("http://a.test/s?wsdl", "http://b.test/s")) {
        recorder.record(
            ObservedCall.of(new QName("get"), endpoint, Instant.ofEpochSecond(i))
                .service(Simulation.SERVICE)
                .question(recorder.digest("q"))
                .answer(recorder.digest(endpoint.contains("b.test") ? "a" + i / 2 : "a"))
                .build());
      }
    }

    CachePolicy policy = Advice.of(recorder.snapshot()).policy();

    String service = Simulation.SERVICE.toString();
    assertTrue(
        policy.forTarget(new CachePolicy.Target(service, "http://a.test/s?wsdl", "get")).cached());
    assertFalse(
        policy.forTarget(new CachePolicy.Target(service, "http://b.test/s", "get")).cached());
  }
}
