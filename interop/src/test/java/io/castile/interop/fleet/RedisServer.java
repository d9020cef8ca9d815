package io.castile.interop.fleet;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.redis.RedisStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Redis on loopback, which a test starts, stops and kills. It keeps nothing on the disk. */
final class RedisServer implements AutoCloseable {
  /** The bus of a cluster is 10 000 above. */
  private static final int HIGHEST_PORT = 55_000;

  private final int port;
  private final List<String> options;
  private Process process;

  /**
   * @param options of redis-server, in addition
   */
  RedisServer(String... options) throws Exception {
    this.port = freePort();
    this.options = List.of(options);
    start();
  }

  private static int freePort() throws IOException {
    while (true) {
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        if (free.getLocalPort() <= HIGHEST_PORT) {
          return free.getLocalPort();
        }
      }
    }
  }

  /**
   * A store on this Redis, once it is connected, whose commands have time enough on a machine that
   * has more to do: those of {@link RedisStore#of} give up soon, and the gateway asks the origin.
   */
  RedisStore store() throws InterruptedException {
    return store(Duration.ofSeconds(20));
  }

  /** A store on this Redis, once it is connected. */
  RedisStore store(Duration timeout) throws InterruptedException {
    RedisStore store = RedisStore.builder(url()).timeout(timeout).build();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      try {
        store.policies().current();
        return store;
      } catch (RuntimeException e) { // it is not connected yet
        if (System.nanoTime() - deadline > 0) {
          store.close();
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
  }

  String url() {
    return "redis://" + address();
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  void start() throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("redis-server", "--port", "" + port));
    command.addAll(List.of("--bind", "127.0.0.1", "--save", "", "--appendonly", "no"));
    command.addAll(options);
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      assumeTrue(false, "redis-server is absent (apt-get install redis-server)");
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!isListening()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("redis-server does not listen on port " + port);
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private boolean isListening() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** Has redis-cli send a command to it; returns what it says. */
  String command(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("-p", Integer.toString(port)));
    command.addAll(List.of(words));
    return cli(command);
  }

  /** Runs redis-cli; returns what it says. */
  static String cli(List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("redis-cli"));
    command.addAll(arguments);
    Process done = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(done.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (done.waitFor() != 0) {
      throw new IllegalStateException(command + ": " + said);
    }
    return said;
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
