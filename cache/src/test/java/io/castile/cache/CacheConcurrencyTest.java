package io.castile.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.soap.Headers;
import io.castile.soap.SmallShop;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.Transport;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many threads with hits, misses, invalidations, new policies, and an origin that is slow and
 * fails: asserted by counts. More calls with {@code -Dcastile.cache.calls}.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CacheConcurrencyTest {
  private static final int THREADS = 64;
  private static final int QUESTIONS = 12;
  private static final long CALLS = Long.getLong("castile.cache.calls", 10_000);

  /** After so many calls something changes. */
  private static final int CALLS_PER_CHANGE = 100;

  /** So often an origin that is asked lets others go first, at most. */
  private static final int MAX_TURNS = 8;

  private static final Duration LIFETIME = Duration.ofSeconds(1);
  private static final long MAX_BYTES = 1 << 20;
  private static final Pattern QUESTION = Pattern.compile("<arg0>q(\\d+)</arg0>");

  /** Goes on by whole lifetimes; says at which of them an answer came. */
  private static final class Clock implements InstantSource {
    private final AtomicLong lifetimes = new AtomicLong();

    @Override
    public Instant instant() {
      long now = lifetimes.get();
      Fetched fetched = Origin.LAST.get();
      if (fetched != null) { // the first question of the time after the answer
        fetched.came = now;
        Origin.LAST.remove();
      }
      return Instant.EPOCH.plus(LIFETIME.multipliedBy(now));
    }
  }

  /** One answer of the origin. */
  private static final class Fetched {
    private final int question;
    private final long invalidations; // that had begun when it was asked
    private volatile long came = -1;

    private Fetched(int question, long invalidations) {
      this.question = question;
      this.invalidations = invalidations;
    }
  }

  /** Answers each time with a number of its own; slow, and failing now and then. */
  private static final class Origin implements Transport {
    private static final ThreadLocal<Fetched> LAST = new ThreadLocal<>();

    private final AtomicLong invalidations;
    private final Map<Integer, Fetched> answers = new ConcurrentHashMap<>();
    private final AtomicInteger count;
    private final int failing; // one in so many; 0 for none
    private final AtomicInteger[] perQuestion = new AtomicInteger[QUESTIONS];
    private final AtomicInteger failures = new AtomicInteger();

    private Origin(AtomicLong invalidations, int failing, AtomicInteger count) {
      this.invalidations = invalidations;
      this.failing = failing;
      this.count = count;
      for (int i = 0; i < QUESTIONS; i++) {
        perQuestion[i] = new AtomicInteger();
      }
    }

    @Override
    public Incoming send(Outgoing message) throws SoapTransportException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try {
        message.content().writeTo(out);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      Matcher matcher = QUESTION.matcher(out.toString(StandardCharsets.UTF_8));
      assertThat(matcher.find()).isTrue();
      int question = Integer.parseInt(matcher.group(1));
      Fetched fetched = new Fetched(question, invalidations.get());
      Random random = ThreadLocalRandom.current();
      for (int i = random.nextInt(MAX_TURNS); i > 0; i--) {
        Thread.yield(); // others ask meanwhile
      }
      if (failing > 0 && random.nextInt(failing) == 0) {
        failures.incrementAndGet();
        throw new SoapTransportException("the origin is down", null);
      }
      int number = count.incrementAndGet();
      answers.put(number, fetched);
      perQuestion[question].incrementAndGet();
      LAST.set(fetched);
      String answer =
          "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
              + "<m:echoResponse xmlns:m='http://shop.castile.io/'><return>"
              + number
              + "</return></m:echoResponse></e:Body></e:Envelope>";
      return new Incoming(
          200, Headers.of("content-type", "text/xml"), answer.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {}
  }

  private static CachePolicy policy(int maxEntryBytes) {
    return CachePolicy.builder()
        .rule(
            CacheRule.forOperations("echo")
                .cache(true)
                .ttl(LIFETIME)
                .maxEntryBytes(maxEntryBytes)
                .build())
        .build();
  }

  @Test
  void oneCallForEachQuestionAndLifetime() throws Exception {
    AtomicLong begun = new AtomicLong(); // invalidations
    AtomicLong ended = new AtomicLong();
    Clock clock = new Clock();
    Origin origin = new Origin(begun, 10, new AtomicInteger());
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    AtomicLong calls = new AtomicLong();
    try (ResponseCache cache =
        ResponseCache.builder()
            .policy(policy(1000))
            .store(CacheStore.inMemory(MAX_BYTES))
            .clock(clock)
            .build()) {
      SmallShop shop = CachedShop.cached(cache).transport(origin).build();
      Object changing = new Object();
      AtomicLong lifetimes = new AtomicLong(1);
      IntConsumer change =
          number -> {
            synchronized (changing) {
              lifetimes.incrementAndGet();
              switch (number % 4) {
                case 0, 1 -> clock.lifetimes.incrementAndGet();
                case 2 -> {
                  begun.incrementAndGet();
                  cache.invalidate("SmallShopService", "echo");
                  ended.incrementAndGet();
                }
                default -> {
                  begun.incrementAndGet();
                  cache.policy(policy(1000 + number));
                  ended.incrementAndGet();
                }
              }
            }
          };
      Callable<Void> caller =
          () -> {
            for (long call = calls.incrementAndGet();
                call <= CALLS;
                call = calls.incrementAndGet()) {
              if (call % CALLS_PER_CHANGE == 0) {
                change.accept((int) (call / CALLS_PER_CHANGE));
              }
              call(shop, origin, ended.get(), clock.lifetimes.get());
            }
            return null;
          };
      List<Future<Void>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        running.add(threads.submit(caller));
      }
      for (Future<Void> each : running) {
        each.get();
      }

      CacheStatistics.Row row = cache.statistics().row("echo");
      assertThat(row.calls()).isEqualTo(CALLS);
      assertThat(row.hits()).isPositive();
      assertThat(row.coalesced()).isPositive();
      assertThat(row.bytes()).isLessThan(MAX_BYTES);
      assertThat(row.entries()).isLessThanOrEqualTo(QUESTIONS);
      // Calls that waited for one which failed ask for themselves, and keep nothing.
      long unkept = row.bypasses();
      long fetched = origin.count.get();
      assertThat(fetched - unkept).isLessThanOrEqualTo(lifetimes.get() * QUESTIONS);
    } finally {
      threads.shutdownNow();
    }
  }

  /** The policy comes while the call looks into the store. */
  @Test
  void anAnswerToACallThatANewPolicyOvertakesIsKept() throws Exception {
    AtomicReference<Runnable> overtaking = new AtomicReference<>();
    CacheStore memory = CacheStore.inMemory(MAX_BYTES);
    CacheStore store =
        (CacheStore)
            Proxy.newProxyInstance(
                CacheStore.class.getClassLoader(),
                new Class<?>[] {CacheStore.class},
                (proxy, method, arguments) -> {
                  Runnable first =
                      method.getName().equals("get") ? overtaking.getAndSet(null) : null;
                  if (first != null) {
                    first.run();
                  }
                  return method.invoke(memory, arguments);
                });
    AtomicInteger asked = new AtomicInteger();
    try (ResponseCache cache =
        ResponseCache.builder().policy(policy(1000)).store(store).clock(new Clock()).build()) {
      SmallShop shop =
          CachedShop.cached(cache).transport(new Origin(new AtomicLong(), 0, asked)).build();
      overtaking.set(() -> cache.policy(policy(1001)));

      String answer = shop.echo("q1");

      assertThat(shop.echo("q1")).isEqualTo(answer);
      assertThat(asked).hasValue(1);
      CacheStatistics.Row row = cache.statistics().row("echo");
      assertThat(row.calls()).isEqualTo(2);
      assertThat(row.hits()).isEqualTo(1);
    } finally {
      Origin.LAST.remove();
    }
  }

  /** Calls, and checks that the answer is of this question and no older than it may be. */
  private static void call(SmallShop shop, Origin origin, long invalidations, long lifetimes) {
    int question = ThreadLocalRandom.current().nextInt(QUESTIONS);
    String answer;
    try {
      answer = shop.echo("q" + question);
    } catch (WebServiceException e) {
      assertThat(e).hasStackTraceContaining("the origin is down");
      Origin.LAST.remove();
      return;
    }
    Fetched fetched = origin.answers.get(Integer.parseInt(answer));
    assertThat(fetched.question).isEqualTo(question);
    assertThat(fetched.invalidations).isGreaterThanOrEqualTo(invalidations);
    if (fetched.came >= 0) { // else it was asked past the cache, for this call
      assertThat(fetched.came).isGreaterThanOrEqualTo(lifetimes);
    }
    Origin.LAST.remove();
  }
}
