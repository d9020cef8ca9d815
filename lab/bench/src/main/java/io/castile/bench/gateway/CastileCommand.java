package io.castile.bench.gateway;

import io.castile.bench.harness.ChildJvm;
import io.castile.bench.harness.ClassPath;
import io.castile.bench.harness.Jdk;
import io.castile.bench.harness.Prepared;
import io.castile.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The command {@code castile gateway} as its launcher starts it, with what the JVM keeps of {@code
 * castile prepare}.
 *
 * @param path of libraries, all of them files
 * @param archive options that use what the JVM keeps; empty where there is none
 */
record CastileCommand(Collector collector, ClassPath path, List<String> archive) {
  /** The heap and the room beside it that the unit of systemd gives in a container of 1 GiB. */
  private static final List<String> MEMORY = List.of("-XX:MaxRAM=1g", "-XX:MaxRAMPercentage=40");

  static final String NOTE =
      "Cold starts, and new questions beside an origin from the first one on, are asked of the command"
          + " castile gateway with an archive of the JVM, policy and cache in its configuration, and the"
          + " heap that its unit of systemd gives in a container of 1 GiB; it observes, as it does by"
          + " default.";

  private static final int MOST_SECONDS = 120; // of making an archive

  private static final String CONFIG =
      """
      listen: 127.0.0.1:%d
      readyPath: %s
      cacheBytes: %d
      policy: policy.yaml
      routes: [{origin: 'http://127.0.0.1:%d'}]
      """;

  private static final String POLICY =
      "rules: [{operation: '*', cache: true, ttl: 1h, maxEntryBytes: 4MiB}]\n";

  /**
   * Makes the archive.
   *
   * @param folder where the archive goes
   */
  static CastileCommand prepare(ClassPath path, Path folder, Collector collector)
      throws IOException {
    Jdk jdk = Jdk.running();
    CastileCommand plain = plain(path, collector);
    List<Prepared> kinds = Prepared.of(jdk);
    Prepared kind = kinds.get(kinds.size() - 1); // as archive.sh chooses
    Path file = kind.file(folder, "castile" + collector.name());
    List<String> command =
        new ArrayList<>(Front.FIRST_CORE); // so that the same collector is chosen
    command.addAll(plain.command(kind.dump(file), List.of("prepare")));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      process.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
    if (!Files.exists(file)) {
      return plain;
    }
    List<String> use = new ArrayList<>(kind.use(file));
    use.add("-Xlog:cds=off");
    if (kind == Prepared.AOT_CACHE) {
      use.add("-Xlog:aot=off");
    }
    return new CastileCommand(collector, path, List.copyOf(use));
  }

  /** Returns the command without an archive. */
  static CastileCommand plain(ClassPath path, Collector collector) {
    return new CastileCommand(collector, path, List.of());
  }

  private List<String> command(List<String> options, List<String> arguments) {
    Jdk jdk = Jdk.running();
    List<String> command = new ArrayList<>();
    command.add(jdk.java().toString());
    command.addAll(ChildJvm.sharedOptions());
    command.addAll(options);
    if (jdk.feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(collector.options(jdk));
    command.addAll(MEMORY);
    command.addAll(
        List.of(
            "-Dcastile.terminal=false",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-cp",
            path.text(),
            Main.class.getName()));
    command.addAll(arguments);
    return command;
  }

  /**
   * Starts a gateway, and does not wait until it listens.
   *
   * @param setting of which the collector is this one's
   */
  Front.Running launch(Front.Setting setting, boolean isWarmedUp) throws IOException {
    int port = Front.freePort();
    Path own = Files.createDirectories(setting.folder());
    Files.writeString(own.resolve("policy.yaml"), POLICY);
    Path config =
        Files.writeString(
            own.resolve("gateway.yaml"),
            CONFIG.formatted(
                port, LoadOrder.READY_PATH, setting.cacheBytes(), setting.origin().port()));
    return launch(config, port, isWarmedUp);
  }

  /**
   * Starts a gateway with a configuration, and does not wait until it listens.
   *
   * @param config in a folder of its own
   * @param port where it listens by the configuration
   */
  Front.Running launch(Path config, int port, boolean isWarmedUp) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("gateway", "--config", config.toString()));
    if (!isWarmedUp) {
      arguments.add("--no-warm-up");
    }
    return Front.launched(
        Front.CASTILE_CACHE,
        collector.label(Front.CASTILE_CACHE.label()),
        port,
        config.toAbsolutePath().getParent(),
        command(archive, arguments));
  }
}
