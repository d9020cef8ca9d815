package io.castile.interop.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.interop.faults.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * A client process at full load on two server processes, of which one is killed, or closed, and
 * started again all the time. A tenth of the requests is bad. Every answer is known beforehand;
 * what fails must have been made to fail, and with the exception that is for it; and when the load
 * is over, nothing is left of it in any of the processes.
 *
 * <p>{@code -Dcastile.soak.seconds} sets how long that goes on, 20 by default; {@code
 * -Dcastile.soak.seed} what is called, but for what threads and processes decide. What was counted
 * is in {@code target/soak.txt}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 60, unit = TimeUnit.MINUTES)
@Tag("long")
class SoakTest {
  private static final long SECONDS = Long.getLong("castile.soak.seconds", 20);
  private static final long SEED = Long.getLong("castile.soak.seed", System.nanoTime());
  private static final int THREADS = 8;

  /**
   * What the heap may have more of at the end than after the first third of the time, whatever its
   * length: what is kept on purpose is bounded, but pools of buffers are fuller at one time than at
   * another. That is some hundred bytes for each call of the shortest run, and few of a long one.
   */
  private static final long HEAP_MARGIN_BYTES = 8 << 20;

  /** The JVM starts a thread of its own now and then. */
  private static final int THREAD_MARGIN = 2;

  /** Closed connections are gone after so many looks at most. */
  private static final int MAX_LOOKS = 100;

  /** A state of all that lasts. */
  private record Moment(Footprint client, Footprint server, long served, long never) {}

  private final Random random = new Random(SEED);
  private final List<Child> processes = new ArrayList<>();
  private final Map<String, Long> counts = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();
  private Child client;
  private Child lasting;
  private Child mortal;
  private int mortalPort;
  private int restarts;
  private Moment begin;
  private Moment early;
  private Moment late;

  @BeforeAll
  void run() throws Exception {
    int lastingPort = Child.freePort();
    lasting = serving(lastingPort);
    mortalPort = Child.freePort();
    mortal = serving(mortalPort);
    client = Child.start(WorkshopClient.class, lastingPort, mortalPort, THREADS, random.nextLong());
    processes.add(client);
    begin = moment(Integer.MAX_VALUE);
    load(TimeUnit.SECONDS.toNanos(SECONDS) / 3);
    early = moment(begin.server.sockets());
    load(TimeUnit.SECONDS.toNanos(SECONDS) * 2 / 3);
    late = moment(begin.server.sockets());
    Path report = Path.of(System.getProperty("basedir", ""), "target", "soak.txt");
    Files.writeString(report, report());
  }

  private Child serving(int port) throws IOException {
    Child server = Child.start(WorkshopServer.class, port);
    processes.add(server);
    if (server.readLine() == null) {
      throw new IllegalStateException("a server did not start");
    }
    return server;
  }

  /** Has the client call for a time, while one of the servers comes and goes. */
  private void load(long nanos) throws Exception {
    tell("work");
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.sleep(500 + random.nextInt(1500));
      tell("down");
      if (random.nextBoolean()) {
        mortal.kill();
      } else {
        mortal.end();
      }
      processes.remove(mortal);
      Thread.sleep(random.nextInt(100));
      mortal = serving(mortalPort);
      tell("up");
      restarts++;
    }
    tell("rest");
  }

  /** Says something to the client, and returns what it says. */
  private List<String> tell(String line) throws IOException {
    client.println(line);
    List<String> answer = new ArrayList<>();
    String said = client.readLine();
    while (said != null && !said.equals("done")) {
      answer.add(said);
      said = client.readLine();
    }
    assertThat(said).as("the client's answer").isNotNull();
    return answer;
  }

  /** Looks at the processes, once the server has no more than these sockets. */
  private Moment moment(int sockets) throws Exception {
    Footprint footprint = null;
    wrong.clear();
    for (String line : tell("tell")) {
      String[] words = line.split(";", 3);
      switch (words[0]) {
        case "count" -> counts.put(words[1], Long.valueOf(words[2]));
        case "wrong" -> wrong.add(line);
        default -> footprint = Footprint.of(words[1]);
      }
    }
    String[] said = look();
    for (int i = 0; i < MAX_LOOKS && Footprint.of(said[2]).sockets() > sockets; i++) {
      Thread.sleep(100);
      said = look();
    }
    return new Moment(
        footprint, Footprint.of(said[2]), Long.parseLong(said[0]), Long.parseLong(said[1]));
  }

  private String[] look() throws IOException {
    lasting.println("look");
    return lasting.readLine().split(";", -1);
  }

  // ---- what has come of it ----

  private long count(String prefix) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(prefix))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  @Test
  void everyAnswerWasRightAndEveryFailureOfItsKind() {
    assertThat(wrong).as("with seed %d", SEED).isEmpty();
  }

  @Test
  void allWasDoneThatWasToBe() {
    long bad = count("lasting bad") + count("mortal bad");
    long all = count("") - count("lost");
    assertThat(all).as("calls").isGreaterThan(Math.max(1_000, 100L * restarts));
    assertThat(bad).isBetween(all * 8 / 100, all * 12 / 100);
    for (String server : List.of("lasting", "mortal")) {
      assertThat(counts)
          .containsKeys(
              server + " add",
              server + " list",
              server + " mirror",
              server + " signed",
              server + " refuse",
              server + " fail",
              server + " tell",
              server + " bad call");
      for (BadRequest request : BadRequest.values()) {
        assertThat(counts).containsKey(server + " bad " + request);
      }
    }
    assertThat(restarts).isPositive();
    assertThat(count("lost")).isPositive();
  }

  @Test
  void everyCallWasServedOnceAndNoneThatWasBad() {
    long sent = count("lasting ") - count("lasting bad") - count("lasting list");
    assertThat(late.served()).isEqualTo(sent);
    assertThat(late.never()).isZero();
  }

  @Test
  void noConnectionsAreLeft() {
    assertThat(late.server().sockets()).isEqualTo(begin.server().sockets());
    // The JDK may open one for itself when the first connection is closed.
    assertThat(late.client().sockets()).isEqualTo(early.client().sockets());
    assertThat(early.client().sockets()).isLessThanOrEqualTo(begin.client().sockets() + 1);
  }

  @Test
  void noFilesAreLeft() {
    noMoreFiles("server", early.server(), late.server());
    noMoreFiles("client", early.client(), late.client());
  }

  private static void noMoreFiles(String process, Footprint early, Footprint late) {
    assertThat(late.files().size())
        .as("the %s's open files %s, which were %s", process, late.files(), early.files())
        .isLessThanOrEqualTo(early.files().size());
  }

  /** A server keeps the selectors at which its threads wait for requests, one for each at most. */
  @Test
  void noSelectorsAreLeft() {
    assertThat(late.server().events())
        .isLessThanOrEqualTo(
            begin.server().events() + Footprint.PER_SELECTOR * WorkshopServer.MAX_THREADS);
    assertThat(late.client().events()).isLessThanOrEqualTo(early.client().events());
  }

  @Test
  void noThreadsAreLeft() {
    assertThat(late.server().threads())
        .isLessThanOrEqualTo(begin.server().threads() + WorkshopServer.MAX_THREADS + THREAD_MARGIN);
    assertThat(late.client().threads())
        .isLessThanOrEqualTo(early.client().threads() + THREAD_MARGIN);
  }

  @Test
  void noMemoryIsLeft() {
    assertThat(late.server().heapBytes())
        .isLessThan(early.server().heapBytes() + HEAP_MARGIN_BYTES);
    assertThat(late.client().heapBytes())
        .isLessThan(early.client().heapBytes() + HEAP_MARGIN_BYTES);
  }

  private String report() {
    return "seed "
        + SEED
        + ", "
        + SECONDS
        + " s: "
        + count("")
        + " calls, "
        + restarts
        + " restarts\n"
        + counts
        + "\nbegin "
        + begin
        + "\nearly "
        + early
        + "\nlate "
        + late
        + "\n";
  }

  @AfterAll
  void close() throws Exception {
    for (Child process : processes) {
      process.close();
    }
  }
}
