package io.castile.interop.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.internal.Configs;
import io.castile.redis.RedisStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three gateways that share what they know in a Redis, while each of the four comes and goes. */
@Tag("long")
final class GatewayFleetTest {
  /**
   * Longer than Redis takes on a busy machine: without its answer a node asks the origin itself.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final int TTL_MILLIS = 2_000;

  /** On a machine that has more to do, an answer may wait as long before the gateway sees it. */
  private static final int SLACK_MILLIS = 5_000;

  private static final String POLICY =
      "rules: [{operation: ask, cache: true, ttl: 2s, vary: [{httpHeader: authorization}]}]";
  private static final String AN_HOUR =
      "rules: [{operation: ask, cache: true, ttl: 1h, vary: [{httpHeader: authorization}]}]";

  private static final Pattern ANSWER =
      Pattern.compile("<text>(.*)</text><user>(.*)</user><made>(\\d+)</made>");

  private final AtomicReferenceArray<Gateway> gateways = new AtomicReferenceArray<>(3);
  private RedisServer redis;
  private StampingOrigin origin;

  @BeforeEach
  void start() throws Exception {
    redis = new RedisServer();
    origin = new StampingOrigin(20);
  }

  @AfterEach
  void stop() throws Exception {
    for (int i = 0; i < gateways.length(); i++) {
      Gateway gateway = gateways.get(i);
      if (gateway != null) {
        gateway.close();
      }
    }
    origin.close();
    redis.close();
  }

  private void startAll(String policy) throws Exception {
    for (int i = 0; i < gateways.length(); i++) {
      gateways.set(i, startOne(policy, redis.store()));
    }
  }

  private Gateway startOne(String policy, RedisStore store) throws Exception {
    Gateway gateway =
        Gateway.start(
            Configs.of(GatewaySettings.of(new ListenAddress("127.0.0.1", 0), origin.uri())),
            1,
            store);
    gateway.policy(CachePolicy.parse("policy", policy));
    return gateway;
  }

  private static PlainPost.Response ask(Gateway gateway, String text, String user)
      throws IOException {
    return PlainPost.send(gateway.port(), StampingOrigin.question(text), user);
  }

  private static Matcher answer(PlainPost.Response response) {
    Matcher found = ANSWER.matcher(response.content());
    assertThat(found.find()).as(response.content()).isTrue();
    return found;
  }

  @Test
  void aQuestionIsAskedOnceByAll() throws Exception {
    startAll(AN_HOUR);
    ExecutorService callers = Executors.newFixedThreadPool(30);
    try {
      for (int round = 0; round < 10; round++) {
        String text = "burst " + round;
        List<Future<PlainPost.Response>> answers = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
          Gateway gateway = gateways.get(i % 3);
          answers.add(callers.submit(() -> ask(gateway, text, "")));
        }
        String made = null;
        for (Future<PlainPost.Response> each : answers) {
          Matcher answer = answer(each.get());
          made = made == null ? answer.group(3) : made;
          assertThat(answer.group(3)).isEqualTo(made);
        }
        assertThat(origin.calls(text)).as(text).isEqualTo(1);
      }
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void whatOneDropsIsDroppedInAll() throws Exception {
    startAll(AN_HOUR);
    for (int i = 0; i < 3; i++) {
      ask(gateways.get(i), "q", "");
    }
    assertThat(origin.calls("q")).isEqualTo(1);
    for (int round = 0; round < 5; round++) {
      long dropped = System.currentTimeMillis();
      gateways.get(round % 3).cache().invalidateAll();
      for (int i = 0; i < 3; i++) {
        Gateway gateway = gateways.get(i);
        long made = Long.parseLong(answer(ask(gateway, "q", "")).group(3));
        while (made < dropped) {
          assertThat(System.currentTimeMillis() - dropped).as("ms").isLessThan(10_000);
          made = Long.parseLong(answer(ask(gateway, "q", "")).group(3));
        }
      }
    }
  }

  @Test
  void usersHaveTheirOwnAnswersOnAllNodes() throws Exception {
    startAll(AN_HOUR);
    for (int i = 0; i < 60; i++) {
      String user = "user " + i % 4;
      String text = "q" + i % 3;
      Matcher answer = answer(ask(gateways.get(i % 3), text, user));

      assertThat(answer.group(1)).isEqualTo(text);
      assertThat(answer.group(2)).isEqualTo(user);
    }
    for (int i = 0; i < 3; i++) {
      assertThat(origin.calls("q" + i)).isEqualTo(4);
    }
  }

  /** Nobody sees that one of them is away, but for their time. */
  @Test
  void eachMayComeAndGoUnderLoad() throws Exception {
    for (int i = 0; i < gateways.length(); i++) {
      gateways.set(i, startOne(POLICY, redis.store(PATIENCE)));
    }
    AtomicBoolean ends = new AtomicBoolean();
    AtomicLong answers = new AtomicLong();
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Thread caller =
          new Thread(
              () -> {
                while (!ends.get()) {
                  try {
                    call(answers, wrong);
                  } catch (Exception e) {
                    wrong.add(e.toString());
                  }
                }
              });
      caller.start();
      callers.add(caller);
    }
    try {
      for (int i = 0; i < 3; i++) { // a gateway leaves, as the balancer is told, and comes back
        TimeUnit.SECONDS.sleep(1);
        Gateway leaving = gateways.getAndSet(i, null);
        assertThat(leaving.drain()).isTrue();
        TimeUnit.SECONDS.sleep(1);
        gateways.set(i, startOne(POLICY, redis.store(PATIENCE)));
      }
      redis.kill();
      TimeUnit.SECONDS.sleep(3);
      redis.start();
      TimeUnit.SECONDS.sleep(3);
      redis.signal("STOP"); // as where the network is parted
      TimeUnit.SECONDS.sleep(3);
      redis.signal("CONT");
      TimeUnit.SECONDS.sleep(3);
    } finally {
      ends.set(true);
      for (Thread caller : callers) {
        caller.join();
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(answers.get()).isGreaterThan(1_000);
    long before = gateways.get(0).statistics().rows().get(0).hits();
    ProcessFleet.until( // which may be some time after Redis is back
        "answers are kept again",
        () -> {
          ask(gateways.get(0), "after", "");
          return gateways.get(0).statistics().rows().get(0).hits() > before;
        });
  }

  private void call(AtomicLong answers, Queue<String> wrong) throws Exception {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    int node = random.nextInt(3);
    Gateway gateway = gateways.get(node);
    if (gateway == null) {
      return;
    }
    String text = "q" + random.nextInt(1 + random.nextInt(40));
    String user = random.nextInt(3) == 0 ? "user " + random.nextInt(3) : "";
    long sent = System.currentTimeMillis();
    PlainPost.Response response;
    try {
      response = ask(gateway, text, user);
    } catch (IOException e) {
      if (gateways.get(node) == gateway) { // else it has left meanwhile
        wrong.add(e.toString());
      }
      return;
    }
    answers.incrementAndGet();
    if (response.status() != 200) {
      wrong.add(response.status() + " " + response.content());
      return;
    }
    Matcher answer = answer(response);
    String expected = user.isEmpty() ? "null" : user;
    if (!answer.group(1).equals(text) || !answer.group(2).equals(expected)) {
      wrong.add("asked " + text + " as " + expected + ", got " + answer.group());
    }
    long age = sent - Long.parseLong(answer.group(3));
    if (age > TTL_MILLIS + SLACK_MILLIS) {
      wrong.add("an answer of " + age + " ms");
    }
  }
}
