package io.castile.bench.gateway;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The command {@code castile gateway}, and what has it do something else than to answer. */
final class DisturbedGateway implements AutoCloseable {
  private static final int START_SECONDS = 60;
  private static final int RELOAD_SECONDS = 10;
  private static final String RELOAD_PATH = "/api/reload";

  /** What the API says of a file that is not taken. */
  private static final Pattern REFUSED = Pattern.compile("\"problem\": *\"");

  private static final String CONFIG =
      """
      listen: 127.0.0.1:%d
      readyPath: %s
      admin: {listen: 127.0.0.1:%d}
      policy: policy.yaml
      routes: [{origin: 'http://127.0.0.1:%d', fields: {response: {set: {X-Reading: '%d'}}}}]
      %s""";

  private static final String POLICY = "rules: [{operation: '*', cache: true, ttl: 1h}]\n";

  private final Front.Origin origin;
  private final Disturbance.Mode mode;
  private final Path folder;
  private final Front.Running running;
  private final int admin;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private int readings;

  private DisturbedGateway(
      CastileCommand command, Front.Origin origin, Disturbance.Mode mode, Path folder)
      throws IOException {
    this.origin = origin;
    this.mode = mode;
    this.folder = folder;
    this.admin = Front.freePort();
    int port = Front.freePort();
    Files.writeString(folder.resolve("policy.yaml"), POLICY);
    this.running = command.launch(configure(port), port, true);
  }

  /**
   * Starts one, and waits until it is ready.
   *
   * @param folder of its own
   */
  static DisturbedGateway start(
      CastileCommand command, Front.Origin origin, Disturbance.Mode mode, Path folder)
      throws IOException {
    DisturbedGateway gateway = new DisturbedGateway(command, origin, mode, folder);
    try {
      Ready.await(gateway.port(), LoadOrder.READY_PATH, TimeUnit.SECONDS.toNanos(START_SECONDS));
      return gateway;
    } catch (IOException e) {
      gateway.close();
      throw e;
    }
  }

  /** Writes the configuration, as another one than before, in one step. */
  private Path configure(int port) throws IOException {
    Path file = folder.resolve("gateway.yaml");
    Path next = folder.resolve("gateway.next");
    readings++;
    Files.writeString(
        next,
        CONFIG.formatted(
            port, LoadOrder.READY_PATH, admin, origin.port(), readings, mode.settings()));
    return Files.move(
        next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  int port() {
    return running.port();
  }

  Path folder() {
    return folder;
  }

  /** The processor time that it has taken, in clock ticks of the system. */
  long ticks() throws IOException {
    return running.ticks();
  }

  /**
   * Has it do something else, and waits for the answer.
   *
   * @throws IllegalStateException if it does not do that
   */
  void disturb(Disturbance disturbance) throws IOException, InterruptedException {
    if (disturbance == Disturbance.RELOAD) {
      reload();
    }
    for (String path : disturbance.paths()) {
      ask(path);
    }
  }

  /** Writes another configuration, and waits until it has been read. */
  private void reload() throws IOException, InterruptedException {
    String before = ask(RELOAD_PATH);
    configure(port());
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(RELOAD_SECONDS);
    String now = before;
    while (now.equals(before)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("the configuration was not read again: " + now);
      }
      TimeUnit.MILLISECONDS.sleep(100);
      now = ask(RELOAD_PATH);
    }
    if (REFUSED.matcher(now).find()) {
      throw new IllegalStateException("the configuration was refused: " + now);
    }
  }

  private String ask(String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin + path)).build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IllegalStateException(
          "expected status 200 of " + path + ", found " + response.statusCode());
    }
    return response.body();
  }

  @Override
  public void close() {
    running.close();
  }
}
