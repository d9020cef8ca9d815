package io.castile.interop.fleet;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Redis on loopback, which a test starts, stops and kills. It keeps nothing on the disk. */
final class RedisServer implements AutoCloseable {
  private final int port;
  private Process process;

  RedisServer() throws Exception {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    start();
  }

  String url() {
    return "redis://127.0.0.1:" + port;
  }

  void start() throws InterruptedException {
    List<String> command =
        List.of(
            "redis-server",
            "--port",
            Integer.toString(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no");
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

  /** Has redis-cli send a command. */
  void command(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("redis-cli", "-p", Integer.toString(port)));
    command.addAll(List.of(words));
    Process done =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (done.waitFor() != 0) {
      throw new IllegalStateException("redis-cli ended with " + done.exitValue() + ": " + command);
    }
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
