package io.castile.demo.gateway;

import io.castile.demo.Peer.Calling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A small load: two threads for each client, each of which asks, checks the answer, and waits a
 * little. A load asks the same, in the same order in each thread, as any other.
 */
final class Load implements AutoCloseable {
  private static final int THREADS_PER_CLIENT = 2;
  private static final Duration PAUSE = Duration.ofMillis(150);
  private static final Duration CHANGE = Duration.ofSeconds(2);
  private static final int SHOWN = 200;

  private final Clients clients;
  private final Mix mix;
  private final Ratings ratings;
  private final Measure measure;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();

  Load(Clients clients, Mix mix, Ratings ratings, Measure measure) {
    this.clients = clients;
    this.mix = mix;
    this.ratings = ratings;
    this.measure = measure;
    for (int i = 0; i < THREADS_PER_CLIENT * clients.size(); i++) {
      int number = i;
      start("demo-client-" + i, () -> ask(number));
    }
    start("demo-ratings", this::change);
  }

  private void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void ask(int number) {
    Random random = new Random(number);
    do {
      DemoRequest question = mix.next(random);
      Calling client = clients.get(number % clients.size(), question.hasUser());
      long asked = System.nanoTime();
      try {
        Object answer = question.call().on(client.portal());
        long nanos = System.nanoTime() - asked;
        long age = question.check().age(answer, asked);
        measure.add(question.operation(), nanos, age);
        if (age == Ratings.NEVER) {
          measure.wrong(client.name() + ", " + question.operation() + ": " + shorten(answer));
        }
      } catch (RuntimeException e) {
        measure.add(question.operation(), System.nanoTime() - asked, 0);
        measure.wrong(client.name() + ", " + question.operation() + ": " + shorten(e));
      }
    } while (!endsWithin(PAUSE));
  }

  private void change() {
    while (!endsWithin(CHANGE)) {
      ratings.change();
    }
  }

  private boolean endsWithin(Duration time) {
    try {
      return ended.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private static String shorten(Object what) {
    String text = String.valueOf(what);
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }

  /** Ends, once the calls that are under way are answered. */
  @Override
  public void close() {
    ended.countDown();
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
