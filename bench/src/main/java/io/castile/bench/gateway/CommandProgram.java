package io.castile.bench.gateway;

import io.castile.cache.policy.text.WatchedFile;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewayConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The part of {@code castile gateway} and {@code castile prepare} that the suite measures, for
 * class paths without the command.
 */
final class CommandProgram {
  private static final String GATEWAY =
      """
      listen: 127.0.0.1:0
      readyPath: %s
      routes: [{origin: 'http://127.0.0.1:9'}]
      """;

  private CommandProgram() {}

  /**
   * Runs it.
   *
   * @param arguments {@code prepare}; or {@code gateway --config FILE}, and {@code --no-warm-up}
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("prepare")) {
      prepare();
      System.exit(0);
    }
    boolean isWarmedUp = !List.of(arguments).contains("--no-warm-up");
    Path file = Path.of(arguments[2]);
    WatchedFile watched = new WatchedFile(file);
    watched.hasChanged(); // before it is read: what is written meanwhile is found next time
    Gateway gateway = Gateway.start(GatewayConfig.load(file).withWarmUp(isWarmedUp));
    while (true) {
      TimeUnit.SECONDS.sleep(1);
      if (watched.hasChanged()) {
        readAgain(gateway, file);
      }
    }
  }

  private static void readAgain(Gateway gateway, Path file) {
    try {
      gateway.reconfigure(GatewayConfig.load(file));
    } catch (IOException | IllegalArgumentException e) {
      gateway.refusedConfiguration(String.valueOf(e.getMessage()));
    }
  }

  private static void prepare() throws IOException {
    Path file = Files.createTempFile("castile-prepare", ".yaml");
    try {
      Files.writeString(file, GATEWAY.formatted(LoadOrder.READY_PATH));
      try (Gateway gateway = Gateway.start(GatewayConfig.load(file).withWarmUp(true))) {
        Ready.await(gateway.port(), LoadOrder.READY_PATH, TimeUnit.SECONDS.toNanos(60));
      }
    } finally {
      Files.delete(file);
    }
  }
}
