package io.castile.interop.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gateways in processes of their own, and a balancer before them. Thread-safe. */
final class ProcessFleet implements AutoCloseable {
  private static final Pattern ANSWER =
      Pattern.compile("<text>(.*)</text><user>(.*)</user><made>(\\d+)</made>");
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final AtomicReferenceArray<GatewayProcess> gateways;
  private final AtomicInteger turn = new AtomicInteger();
  private final Path config;
  private final int storeMillis;

  /** What came: the text that was asked, by whom, and when it was made. */
  record Answer(String text, String user, long made) {}

  /**
   * @param folder for files
   * @param storeMillis how long a gateway waits for the store
   */
  ProcessFleet(
      int size, Path folder, StampingOrigin origin, String store, String policy, int storeMillis)
      throws IOException {
    this.gateways = new AtomicReferenceArray<>(size);
    this.storeMillis = storeMillis;
    Files.writeString(folder.resolve("policy.yaml"), policy);
    this.config =
        Files.writeString(
            folder.resolve("gateway.yaml"),
            "listen: 127.0.0.1:0\nadmin: {listen: 127.0.0.1:0}\npolicy: policy.yaml\nstore: \""
                + store
                + "\"\nroutes: [{origin: \""
                + origin.uri()
                + "\"}]\n");
    for (int i = 0; i < size; i++) {
      start(i);
    }
  }

  int size() {
    return gateways.length();
  }

  void start(int node) throws IOException {
    gateways.set(node, new GatewayProcess(config, storeMillis));
  }

  /** Its connections break; the balancer finds out by that. */
  void kill(int node) throws InterruptedException {
    gateways.get(node).kill();
  }

  /** Drops all answers of all gateways; false where the store has not confirmed it in its time. */
  boolean purge(int node) throws Exception {
    var response = gateways.get(node).purge();
    if (response.statusCode() != 200 && response.statusCode() != 503) {
      throw new IllegalStateException(response.statusCode() + " " + response.body());
    }
    return response.statusCode() == 200;
  }

  /** Asks a gateway, and the next one where the connection breaks before there is an answer. */
  Answer ask(String content, String user) throws IOException {
    int first = turn.getAndIncrement();
    IOException broken = null;
    for (int i = 0; i < size(); i++) {
      try {
        return ask(Math.floorMod(first + i, size()), content, user);
      } catch (IOException e) {
        broken = e;
      }
    }
    throw new IOException("no gateway answers", broken);
  }

  /**
   * Asks one gateway.
   *
   * @throws IOException if the connection breaks before there is an answer
   * @throws IllegalStateException if the answer is none of the origin's
   */
  Answer ask(int node, String content, String user) throws IOException {
    PlainPost.Response response = PlainPost.send(gateways.get(node).port(), content, user);
    Matcher found = ANSWER.matcher(response.content());
    if (response.status() != 200 || !found.find()) {
      throw new IllegalStateException(response.status() + " " + response.content());
    }
    return new Answer(found.group(1), found.group(2), Long.parseLong(found.group(3)));
  }

  /** A condition that may fail to be looked at. */
  interface Condition {
    boolean isTrue() throws Exception;
  }

  static void until(String what, Condition condition) throws Exception {
    long start = System.nanoTime();
    while (!condition.isTrue()) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new AssertionError("not so after a minute: " + what);
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  @Override
  public void close() throws InterruptedException {
    for (int i = 0; i < size(); i++) {
      GatewayProcess gateway = gateways.get(i);
      if (gateway != null) {
        gateway.close();
      }
    }
  }
}
