package io.castile.redis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A Redis of the machine, on loopback, that a test starts, stops and kills. */
final class RedisProcess implements AutoCloseable {
  private static final int FIRST_PORT = 20_000;
  private static final int LAST_PORT = 22_000;

  /** From the port of a node of a cluster to that of its bus. */
  private static final int TO_BUS = 10_000;

  /** Another one in each JVM. */
  private static int nextPort = FIRST_PORT + new Random().nextInt(LAST_PORT - FIRST_PORT);

  private final Path folder;
  final int port;
  private final List<String> options;
  private Process process;

  /**
   * @param options of redis-server, in addition
   */
  RedisProcess(int port, String... options) {
    this.port = port;
    this.options = List.of(options);
    try {
      folder = Files.createTempDirectory("castile-redis");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start();
  }

  RedisProcess() {
    this(freePort());
  }

  /**
   * A port below those that the system gives to any socket, so that it stays free until Redis has
   * it. None is returned twice.
   */
  static synchronized int freePort() {
    while (true) {
      int port = nextPort++;
      if (nextPort == LAST_PORT) {
        nextPort = FIRST_PORT;
      }
      if (isFree(port) && isFree(port + TO_BUS)) {
        return port;
      }
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (BindException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void start() {
    List<String> command =
        new ArrayList<>(
            List.of("redis-server", "--port", "" + port, "--bind", "127.0.0.1", "--save", ""));
    command.addAll(List.of("--appendonly", "no", "--dir", folder.toString()));
    command.addAll(options);
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile())
              .start();
    } catch (IOException e) {
      assumeTrue(false, "install redis-server (apt-get install redis-server)");
    }
    Until.isTrue("Redis listens", this::isListening);
  }

  private boolean isListening() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  String url() {
    return "redis://127.0.0.1:" + port;
  }

  /** The process does nothing any more, though its connections stay. */
  void freeze() {
    signal("STOP");
  }

  void thaw() {
    signal("CONT");
  }

  private void signal(String name) {
    run("kill", "-" + name, "" + process.pid());
  }

  static void run(String... command) {
    try {
      Process done = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(done.getInputStream().readAllBytes());
      if (done.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + ": " + output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void kill() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Asks Redis by a connection that is not the store's. */
  <T> T ask(Function<RedisCommands<String, String>, T> command) {
    RedisClient client = RedisClient.create(url());
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      return command.apply(connection.sync());
    } finally {
      client.shutdown();
    }
  }

  /** The names of what Redis has, by what they have in them. */
  List<String> names(String part) {
    return ask(redis -> redis.keys("*" + part + "*"));
  }

  @Override
  public void close() {
    kill();
    try (var files = Files.walk(folder)) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
