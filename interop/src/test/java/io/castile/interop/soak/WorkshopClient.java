package io.castile.interop.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.template.Templates;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A process that calls two servers from several threads, as it is told line by line. */
final class WorkshopClient {
  private static final long KEPT_BYTES = 400_000;

  private final Peer mortal;
  private final Tally tally = new Tally();
  private final List<Worker> workers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  private WorkshopClient(Peer lasting, Peer mortal, int count, Random random) {
    this.mortal = mortal;
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("list").cache(true).ttl(Duration.ofMillis(20)).build())
            .build();
    Worker.Shared shared =
        new Worker.Shared(
            Differential.of(DifferentialOptions.builder().maxBytes(KEPT_BYTES).build()),
            Templates.builder().maxBytes(KEPT_BYTES).maxReadBytes(KEPT_BYTES).build(),
            ResponseCache.of(policy),
            tally);
    for (int i = 0; i < count; i++) {
      workers.add(new Worker(lasting, mortal, shared, random.nextLong()));
    }
  }

  /**
   * Does what it is told: {@code work} until {@code rest}; {@code down} and {@code up} say what
   * becomes of the second server; {@code tell} what has come of it all. Each is answered by a line
   * {@code done}, after what is told.
   *
   * @param args the ports of the server that lasts and of the other one, the number of threads, and
   *     a seed
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    WorkshopClient client =
        new WorkshopClient(
            new Peer("lasting", Integer.parseInt(args[0])),
            new Peer("mortal", Integer.parseInt(args[1])),
            Integer.parseInt(args[2]),
            new Random(Long.parseLong(args[3])));
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      client.obey(line);
      System.out.println("done");
    }
  }

  private void obey(String line) throws IOException, InterruptedException {
    switch (line) {
      case "work" -> work();
      case "rest" -> rest();
      case "down", "up" -> mortal.changes().incrementAndGet();
      case "tell" -> {
        tally.print();
        System.out.println("footprint;" + Footprint.now().line());
      }
      default -> throw new IllegalArgumentException(line);
    }
  }

  private void work() {
    stopped = false;
    for (Worker worker : workers) {
      Thread thread =
          new Thread(
              () -> {
                while (!stopped) {
                  worker.call();
                }
              },
              "worker");
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
  }

  private void rest() throws InterruptedException {
    stopped = true;
    for (Thread thread : threads) {
      thread.join();
    }
    threads.clear();
    workers.forEach(Worker::close);
  }
}
