package io.castile.interop.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.LinkStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The differential link while everything fails that may: servers are killed and come again, with
 * another edition of the service too; a relay sends requests now to this server, now to that one,
 * and cuts connections within messages; clients are dropped and made anew, and a process of one is
 * killed; what is kept is so little that bases are lost all the time. Then deltas are damaged. Each
 * answer tells whether it is right, and a client without the link gets the same.
 *
 * <p>{@code -Dcastile.faults.seconds} sets how long that goes on, 16 by default; {@code
 * -Dcastile.faults.seed} what is done, but for what threads and processes decide. What was counted
 * is in {@code target/faults.txt}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 60, unit = TimeUnit.MINUTES)
@Tag("long")
class FaultsTest {
  private static final long SECONDS = Long.getLong("castile.faults.seconds", 16);
  private static final long SEED = Long.getLong("castile.faults.seed", System.nanoTime());

  static {
    // One warning for each damaged delta; read when the class is first used.
    System.setProperty(
        "org.slf4j.simpleLogger.log.io.castile.delta.ClientDeltaInterceptor", "error");
  }

  /** Callers with one link. */
  private static final int SHARING = 32;

  /** Callers with a link of their own, and so with other bases. */
  private static final int ALONE = 4;

  /** So little that the messages of a few questions have room. */
  private static final long CLIENT_BYTES = 400_000;

  private static final long SMALL_BYTES = 250_000;
  private static final long LARGE_BYTES = 64 << 20;

  /** The place of the server that lives until the end of the first act. */
  private static final int LASTING = 0;

  private final Random random = new Random(SEED);
  private final Outcome outcome = new Outcome();
  private final Differential shared =
      Differential.of(DifferentialOptions.builder().maxBytes(CLIENT_BYTES).build());
  private final List<Session> sessions = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, State> states = new HashMap<>();
  private Fleet fleet;
  private Relay relay;
  private volatile boolean stopped;
  private volatile RemoteCaller remote;
  private long cut;
  private List<String> served;

  @BeforeAll
  void run(@TempDir Path ledgers) throws Exception {
    fleet = new Fleet(ledgers, List.of(SMALL_BYTES, LARGE_BYTES, SMALL_BYTES));
    for (int place = 0; place < fleet.size(); place++) {
      fleet.start(place, 1 + place);
    }
    relay = new Relay(fleet, random.nextLong());
    for (int i = 0; i < SHARING; i++) {
      String name = "sharing " + i;
      add(name, () -> new MarketCaller(name, relay.port(), shared));
    }
    for (int i = 0; i < ALONE; i++) {
      String name = "alone " + i;
      add(name, () -> new MarketCaller(name, relay.port(), Differential.of(shared.options())));
    }
    add("remote", () -> remote = new RemoteCaller("remote", relay.port(), CLIENT_BYTES));
    undisturbed();
    failures();
    undisturbed();
    cut = relay.cut();
    damages();
    undisturbed();
    served = fleet.served();
    Path report = Path.of(System.getProperty("basedir", ""), "target", "faults.txt");
    Files.writeString(report, report());
  }

  private void add(String name, Supplier<Caller> callers) {
    sessions.add(new Session(name, callers, random.nextLong(), fleet, relay, outcome));
  }

  /** All callers call, until {@code act} has ended. */
  private void during(Act act) throws Exception {
    stopped = false;
    List<Future<?>> working = new ArrayList<>();
    for (Session session : sessions) {
      working.add(
          threads.submit(
              () -> {
                while (!stopped) {
                  session.call();
                }
              }));
    }
    try {
      act.run();
    } finally {
      stopped = true;
    }
    for (Future<?> future : working) {
      future.get();
    }
  }

  private interface Act {
    void run() throws Exception;
  }

  /** Nothing fails any more, and so no call does, not even the first one of each caller. */
  private void undisturbed() throws Exception {
    relay.cuts(0);
    relay.damages(0);
    relay.idleMillis(0);
    fleet.open(-1);
    List<Future<?>> working = new ArrayList<>();
    for (Session session : sessions) {
      working.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 5; i++) {
                  session.callUndisturbed();
                }
              }));
    }
    for (Future<?> future : working) {
      future.get();
    }
  }

  // ---- the first act ----

  private void failures() throws Exception {
    during(
        () -> {
          List<Future<?>> killing = new ArrayList<>();
          long third = TimeUnit.SECONDS.toNanos(SECONDS) / 3;
          long start = System.nanoTime();
          for (int part = 0; part < 3; part++) {
            for (int place = 0; part == 0 && place < fleet.size(); place++) {
              int mortal = place;
              long seed = random.nextLong();
              if (mortal != LASTING) {
                killing.add(threads.submit(() -> killAgainAndAgain(mortal, new Random(seed))));
              }
            }
            relay.cuts(20);
            remote.kill();
            while (System.nanoTime() - start < (part + 1) * third) {
              disturb();
              Thread.sleep(20 + random.nextInt(100));
            }
            measure("part " + part);
          }
          stopped = true;
          for (Future<?> future : killing) {
            future.get();
          }
        });
    relay.cuts(0);
    fleet.kill(LASTING);
    relay.forget(fleet.at(LASTING));
    fleet.start(LASTING, 3);
  }

  private void disturb() throws Exception {
    switch (random.nextInt(40)) {
      case 0 -> remote.kill();
      case 1, 2, 3 -> relay.cuts(0);
      case 4, 5, 6 -> relay.cuts(1 + random.nextInt(30));
      case 7, 8, 9 -> relay.cuts(1 + random.nextInt(300));
      case 10, 11, 12 -> relay.idleMillis(random.nextBoolean() ? 0 : 1 + random.nextInt(20));
      case 13, 14, 15, 16 -> fleet.open(1 + random.nextInt((1 << fleet.size()) - 1));
      default -> fleet.open(1 << random.nextInt(fleet.size()));
    }
  }

  private Void killAgainAndAgain(int place, Random random)
      throws IOException, InterruptedException {
    while (!stopped) {
      Thread.sleep(500 + random.nextInt(2500));
      Fleet.Server server = fleet.at(place);
      fleet.kill(place);
      relay.forget(server);
      Thread.sleep(random.nextInt(300));
      fleet.start(place, 1 + random.nextInt(3));
    }
    return null;
  }

  private void measure(String when) {
    states.put("server, " + when, fleet.at(LASTING).state());
    states.put("client, " + when, State.of(shared));
  }

  // ---- the second act ----

  /** One server at a time, which keeps what it answers for a while: so it can be fetched. */
  private void damages() throws Exception {
    states.put("client, undamaged", State.of(shared));
    fleet.open(1 << 1);
    relay.damages(200);
    during(() -> Thread.sleep(TimeUnit.SECONDS.toMillis(SECONDS) / 4));
    states.put("damaged", fleet.at(1).state());
  }

  // ---- what has come of it ----

  @Test
  void noAnswerIsWrong() {
    assertThat(outcome.wrong).as("wrong with seed %d", SEED).isEmpty();
    assertThat(outcome.right.sum()).isGreaterThan(SECONDS * 10);
    assertThat(outcome.controls.sum()).isPositive();
  }

  @Test
  void callsFailOnlyForFaultsThatWereMade() {
    assertThat(outcome.unexplained).as("failed with seed %d", SEED).isEmpty();
  }

  @Test
  void theFaultsWereMade() {
    assertThat(cut).isPositive();
    assertThat(relay.damaged()).isPositive();
    assertThat(outcome.failed.sum()).isPositive();
    assertThat(outcome.renewed.sum()).isPositive();
    assertThat(outcome.killedClients.sum()).isPositive();
    assertThat(fleet.started()).isGreaterThan(fleet.size() + 1);
  }

  @Test
  void ordersAreServedOnce() {
    assertThat(served).as("with seed %d", SEED).doesNotHaveDuplicates();
    assertThat(served).containsAll(outcome.confirmed);
    assertThat(outcome.confirmed).isNotEmpty();
  }

  @Test
  void deltasWentAndBasesWereUnknown() {
    LinkStatistics client = shared.statistics();
    LinkStatistics server = states.get("server, part 2").link();
    assertThat(client.deltas()).isPositive();
    assertThat(client.requestDeltas()).isPositive();
    assertThat(client.unknownRequestBases()).isPositive();
    assertThat(server.deltas()).isPositive();
    assertThat(server.unknownBases()).isPositive();
    assertThat(server.requestDeltas()).isPositive();
    assertThat(server.unknownRequestBases()).isPositive();
    assertThat(server.mismatches() + server.fetched()).isZero();
  }

  @Test
  void onlyDamagedDeltasCouldNotBeApplied() {
    assertThat(states.get("client, undamaged").link().mismatches()).isZero();
    assertThat(shared.statistics().mismatches()).isPositive();
    assertThat(shared.statistics().fetched()).isPositive();
    assertThat(states.get("damaged").link().fetched()).isPositive();
    assertThat(states.get("damaged").link().unknownRequestBases()).isPositive();
  }

  @Test
  void nothingGrows() {
    // Responses and requests are kept apart, each in these bounds; a server keeps the values of
    // both beside them, in the same bounds each.
    assertThat(shared.keptBytes()).isBetween(1L, 2 * CLIENT_BYTES);
    for (String end : List.of("client", "server")) {
      State first = states.get(end + ", part 0");
      State last = states.get(end + ", part 2");
      String what = String.format("%s with seed %d: %s", end, SEED, states);
      long kinds = end.equals("server") ? 4 : 2;
      assertThat(last.keptBytes()).as(what).isBetween(1L, kinds * SMALL_BYTES);
      assertThat(last.threads()).as(what).isLessThan(2 * first.threads() + 20);
      assertThat(last.heapBytes()).as(what).isLessThan(first.heapBytes() * 3 / 2 + (16 << 20));
    }
  }

  private String report() {
    return "seed "
        + SEED
        + ": "
        + outcome.right.sum()
        + " boards, "
        + outcome.controls.sum()
        + " controls, "
        + outcome.confirmed.size()
        + " orders, "
        + outcome.failed.sum()
        + " calls failed, "
        + cut
        + " messages cut, "
        + relay.damaged()
        + " damaged, "
        + fleet.started()
        + " servers, "
        + outcome.renewed.sum()
        + " clients dropped, "
        + outcome.killedClients.sum()
        + " killed\nshared link "
        + shared.statistics()
        + "\n"
        + states
        + "\n";
  }

  @AfterAll
  void close() throws Exception {
    stopped = true;
    for (Session session : sessions) {
      session.caller().close();
    }
    threads.shutdownNow();
    if (relay != null) {
      relay.close();
    }
    fleet.close();
  }
}
