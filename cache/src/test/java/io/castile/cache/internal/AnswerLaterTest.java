package io.castile.cache.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.Invalidation;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Calls that are answered without a thread that waits, beside those that wait with one. */
class AnswerLaterTest {
  private static final ScheduledExecutorService LOOP =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "loop");
            thread.setDaemon(true);
            return thread;
          });

  /** A service. */
  @WebService
  interface Prices {
    String price(@WebParam(name = "item") String item);

    String set(@WebParam(name = "item") String item);
  }

  private static final ServiceModel MODEL = ServiceModel.of(Prices.class);

  /** What the origin does with a question. */
  private enum Deed {
    ANSWER,
    ANSWER_FOR_A_WHILE,
    NO_STORE,
    NOT_MODIFIED,
    FAULT,
    FAIL,
    FAIL_UNKNOWN,
    UNREADABLE
  }

  /** A cache with its clock, and with an origin that does what it is told, later or at once. */
  private static final class World {
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final ResponseCache cache;
    private final BlockingQueue<CompletableFuture<String>> questions = new LinkedBlockingQueue<>();
    private final List<String> told = new ArrayList<>();

    World(CachePolicy policy, Duration maxWait) {
      InstantSource clock = () -> now;
      cache =
          ResponseCache.builder()
              .policy(policy)
              .clock(clock)
              .executor(Runnable::run)
              .maxWait(maxWait)
              .build();
    }

    /** The next question that the origin is to answer. */
    CompletableFuture<String> question() throws InterruptedException {
      return Objects.requireNonNull(questions.poll(30, TimeUnit.SECONDS), "no question in 30 s");
    }

    Call call(String operation, String item, Headers fields) {
      return new Call(this, operation, item, fields, null);
    }

    String statistics() {
      return cache.statistics().rows().toString().replaceAll("[A-Za-z]*Nanos=[0-9]+", "");
    }
  }

  /**
   * A call.
   *
   * @param deed what the origin does; null if the test says it later
   */
  private record Call(
      World world, String operation, String item, Headers fields, @Nullable Deed deed)
      implements CacheCall<String, IOException> {
    Call with(Deed other) {
      return new Call(world, operation, item, fields, other);
    }

    @Override
    public CachedOperation cachedOperation() {
      OperationModel found =
          MODEL.operations().stream()
              .filter(each -> each.toString().equals(operation))
              .findFirst()
              .orElseThrow();
      return CallCache.of(world.cache).cachedOperation(MODEL, found);
    }

    @Override
    public String endpoint() {
      return "http://localhost/prices";
    }

    @Override
    public SoapVersion version() {
      return SoapVersion.SOAP_1_1;
    }

    @Override
    public Object[] arguments() {
      return new Object[] {item};
    }

    @Override
    public RequestAttributes facts() {
      return RequestAttributes.of(fields);
    }

    @Override
    public String ask(Headers conditional) throws IOException {
      world.told.add("asked " + operation + " " + item + (conditional.isEmpty() ? "" : " if"));
      return switch (deed) {
        case FAIL -> throw new IOException("down");
        case FAIL_UNKNOWN -> throw new IllegalStateException("a defect");
        default -> deed + " " + item;
      };
    }

    @Override
    public CompletableFuture<String> askLater(Headers conditional) {
      if (deed != null) {
        return CacheCall.super.askLater(conditional);
      }
      CompletableFuture<String> question = new CompletableFuture<>();
      world.questions.add(question);
      return question;
    }

    @Override
    public OriginReply reply(String answer) {
      Deed did = Deed.valueOf(answer.split(" ")[0]);
      return switch (did) {
        case UNREADABLE -> throw new IllegalArgumentException("unreadable");
        case FAULT -> OriginReply.FAULT;
        case NOT_MODIFIED ->
            new OriginReply(OriginReply.Kind.NOT_MODIFIED, 304, Headers.of("ETag", "\"a\""));
        case NO_STORE -> response("no-store");
        case ANSWER_FOR_A_WHILE -> response("max-age=5");
        default -> response("max-age=60");
      };
    }

    private static OriginReply response(String control) {
      return new OriginReply(
          OriginReply.Kind.RESPONSE,
          200,
          Headers.builder().add("ETag", "\"a\"").add("Cache-Control", control).build());
    }

    @Override
    public @Nullable OriginReply reply(Throwable thrown) {
      return thrown instanceof IOException ? OriginReply.FAILURE : null;
    }

    @Override
    public Object[] values(String answer) {
      return new Object[] {answer};
    }

    @Override
    public String ofValues(Object[] values) {
      return (String) values[0];
    }

    @Override
    public String onlyIfCached() {
      return "NONE KEPT";
    }

    @Override
    public String stale(String answer, String because) {
      return answer + " stale " + because;
    }

    @Override
    public String collapsed(String answer) {
      return answer + " collapsed";
    }

    @Override
    public CacheCall<String, IOException> detached() {
      return this;
    }
  }

  private static CachePolicy policy(Random random) {
    CacheRule.Builder price =
        CacheRule.forOperations("price").cache(true).ttl(Duration.ofSeconds(10));
    if (random.nextBoolean()) {
      price.http(true);
    }
    if (random.nextBoolean()) {
      price.staleWhileRevalidate(Duration.ofSeconds(10));
    }
    if (random.nextBoolean()) {
      price.refreshAhead(Duration.ofSeconds(4));
    }
    if (random.nextBoolean()) {
      price.staleIfError(Duration.ofSeconds(20));
      if (random.nextBoolean()) {
        price.staleIfSlow(Duration.ofSeconds(1));
      }
    }
    return CachePolicy.builder()
        .rule(price.build())
        .rule(CacheRule.forOperations("set").invalidates(Invalidation.of("price")).build())
        .build();
  }

  private static CachePolicy anHour() {
    return CachePolicy.builder()
        .rule(CacheRule.forOperations("price").cache(true).ttl(Duration.ofHours(1)).build())
        .build();
  }

  /** Answers, what the origin is asked, and what is counted are the same with and without. */
  @Property(tries = 2_000)
  @net.jqwik.api.Tag("long")
  void bothWaysSayTheSame(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    CachePolicy policy = policy(random);
    World one = new World(policy, Duration.ofSeconds(30));
    World other = new World(policy, Duration.ofSeconds(30));
    for (int i = 0; i < 30; i++) {
      Duration passed = Duration.ofSeconds(random.nextInt(8));
      one.now = one.now.plus(passed);
      other.now = other.now.plus(passed);
      String operation = random.nextInt(8) == 0 ? "set" : "price";
      String item = "item" + random.nextInt(2);
      Deed deed = Deed.values()[random.nextInt(Deed.values().length)];
      Headers fields =
          switch (random.nextInt(8)) {
            case 0 -> Headers.of("Cache-Control", "only-if-cached");
            case 1 -> Headers.of("Cache-Control", "no-cache");
            case 2 -> Headers.of("Cache-Control", "max-stale=3");
            default -> Headers.NONE;
          };

      one.told.add(waiting(one.call(operation, item, fields).with(deed)));
      other.told.add(later(other.call(operation, item, fields).with(deed)));
    }

    assertThat(other.told).isEqualTo(one.told);
    assertThat(other.statistics()).isEqualTo(one.statistics());
  }

  private static String waiting(Call call) {
    try {
      return CallCache.of(call.world.cache).answer(call);
    } catch (IOException | RuntimeException e) {
      return e.toString();
    }
  }

  private static String later(Call call) throws Exception {
    try {
      return CallCache.of(call.world.cache).answerLater(call, LOOP).get(30, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return e.getCause().toString();
    }
  }

  private static World anHourLong() {
    return new World(anHour(), Duration.ofSeconds(30));
  }

  private static CompletableFuture<String> begin(World world) {
    return CallCache.of(world.cache).answerLater(world.call("price", "a", Headers.NONE), LOOP);
  }

  private static String soon(CompletableFuture<String> coming) throws Exception {
    return coming.get(30, TimeUnit.SECONDS);
  }

  @Test
  void aKeptAnswerIsThereAtOnce() throws Exception {
    World world = anHourLong();
    CompletableFuture<String> first = begin(world);
    assertThat(first).isNotDone();
    world.question().complete("ANSWER a");

    assertThat(first).isCompletedWithValue("ANSWER a");
    assertThat(begin(world)).isCompletedWithValue("ANSWER a");
    assertThat(world.questions).isEmpty();
  }

  @Test
  void oneCallAsksForAllThatWait() throws Exception {
    World world = anHourLong();
    CompletableFuture<String> first = begin(world);
    List<CompletableFuture<String>> others = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      others.add(begin(world));
    }
    world.question().complete("ANSWER a");

    assertThat(soon(first)).isEqualTo("ANSWER a");
    for (CompletableFuture<String> other : others) {
      assertThat(soon(other)).isEqualTo("ANSWER a collapsed");
    }
    assertThat(world.questions).isEmpty();
    assertThat(world.cache.statistics().row("price").coalesced()).isEqualTo(1_000);
  }

  /** A thread that waits is given what a call without one has fetched. */
  @Test
  void callsWithAndWithoutAThreadWaitForEachOther() throws Exception {
    World world = anHourLong();
    CompletableFuture<String> leads = begin(world);
    CompletableFuture<String> waits =
        CompletableFuture.supplyAsync(
            () -> waiting(world.call("price", "a", Headers.NONE).with(Deed.FAIL)));
    CompletableFuture<String> follows = begin(world);
    world.question().complete("ANSWER a");

    assertThat(soon(leads)).isEqualTo("ANSWER a");
    assertThat(soon(waits)).startsWith("ANSWER a");
    assertThat(soon(follows)).isEqualTo("ANSWER a collapsed");
  }

  @Test
  void whereTheAnswerIsNotKeptEachThatWaitsAsksItself() throws Exception {
    World world = anHourLong();
    CompletableFuture<String> first = begin(world);
    CompletableFuture<String> second = begin(world);
    world.question().completeExceptionally(new IOException("down"));

    assertThatThrownBy(() -> soon(first)).cause().isInstanceOf(IOException.class);
    world.question().complete("FAULT a");
    assertThat(soon(second)).isEqualTo("FAULT a");
  }

  @Test
  void whatIsDroppedMeanwhileIsGivenToItsAskerOnly() throws Exception {
    World world = anHourLong();
    CompletableFuture<String> first = begin(world);
    CompletableFuture<String> second = begin(world);
    world.cache.invalidateAll();
    CompletableFuture<String> third = begin(world);
    world.question().complete("ANSWER old");
    assertThat(soon(first)).isEqualTo("ANSWER old");
    world.question().complete("ANSWER new");

    assertThat(soon(second)).startsWith("ANSWER new"); // it may come after that is kept
    assertThat(soon(third)).isEqualTo("ANSWER new");
    assertThat(world.questions).isEmpty();
    assertThat(begin(world)).isCompletedWithValue("ANSWER new");
  }

  @Test
  void aCallWhosePatienceHasEndedAsksItself() throws Exception {
    World world = new World(anHour(), Duration.ofMillis(1));
    CompletableFuture<String> first = begin(world);
    CompletableFuture<String> asked = world.question();
    CompletableFuture<String> second = begin(world);
    world.question().complete("ANSWER second");
    assertThat(soon(second)).isEqualTo("ANSWER second");
    asked.complete("ANSWER first");

    assertThat(soon(first)).isEqualTo("ANSWER first");
    assertThat(begin(world)).isCompletedWithValue("ANSWER first");
  }

  @Test
  void aDefectOfTheCallEndsItAndNoOther() throws Exception {
    World world = anHourLong();
    CompletableFuture<String> first = begin(world);
    CompletableFuture<String> second = begin(world);
    world.question().completeExceptionally(new StackOverflowError());

    assertThatThrownBy(() -> soon(first)).cause().isInstanceOf(StackOverflowError.class);
    world.question().complete("ANSWER a");
    assertThat(soon(second)).isEqualTo("ANSWER a");
  }
}
