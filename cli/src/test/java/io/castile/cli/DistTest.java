package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.config.AccessLogConfig;
import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.RouteConfig;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The files in {@code dist} fit each other, the gateway, and the tools that read them. */
final class DistTest {
  private static final Path DIST = Path.of("../dist");

  @TempDir private Path folder;

  private static String read(String file) throws IOException {
    return Files.readString(DIST.resolve(file));
  }

  private static GatewaySettings config(String source, String yaml) {
    return GatewaySettings.parse(
        source, yaml.getBytes(StandardCharsets.UTF_8), Path.of("/etc/castile"));
  }

  // ---- Kubernetes ----

  private static Map<?, ?> manifest(String kind) throws IOException {
    Load load = new Load(LoadSettings.builder().build());
    for (Object document : load.loadAllFromString(read("kubernetes.yaml"))) {
      if (at(document, "kind").equals(kind)) {
        return (Map<?, ?>) document;
      }
    }
    throw new AssertionError("no manifest of kind " + kind);
  }

  /** The value at a path of names and indexes; it has to be there. */
  private static Object at(Object node, String path) {
    Object value = node;
    for (String name : path.split("/")) {
      Object next =
          value instanceof List<?> list
              ? list.get(Integer.parseInt(name))
              : ((Map<?, ?>) value).get(name);
      assertThat(next).as("%s in %s", name, path).isNotNull();
      value = next;
    }
    return value;
  }

  @Test
  void theManifestsFitEachOtherAndTheirConfiguration() throws Exception {
    Object data = at(manifest("ConfigMap"), "data");
    GatewaySettings config = config("gateway.yaml", at(data, "gateway.yaml").toString());
    AdminConfig admin = Objects.requireNonNull(config.admin());
    Object template = at(manifest("Deployment"), "spec/template");
    Object container = at(template, "spec/containers/0");

    assertThat(CachePolicy.parse("cache.yaml", at(data, "cache.yaml").toString()))
        .isNotEqualTo(CachePolicy.NOTHING);
    assertThat(config.policy()).isEqualTo(Path.of("/etc/castile/cache.yaml"));
    assertThat(config.routes()).extracting(RouteConfig::health).doesNotContainNull();
    assertThat(at(container, "args"))
        .isEqualTo(List.of("gateway", "--config", "/etc/castile/gateway.yaml"));
    assertThat(at(container, "ports/0/containerPort"))
        .isEqualTo(config.listeners().get(0).address().port());
    assertThat(at(container, "ports/1/containerPort")).isEqualTo(admin.listen().port());
    assertThat(at(container, "volumeMounts/0/mountPath")).isEqualTo("/etc/castile");
    assertThat(admin.tokenFile()).isEqualTo(Path.of("/etc/castile-admin/token"));
    assertThat(at(container, "volumeMounts/1/mountPath")).isEqualTo("/etc/castile-admin");
    for (String probe : List.of("readinessProbe", "livenessProbe")) {
      assertThat(at(container, probe + "/httpGet/port")).isEqualTo("admin");
    }
    long pause = Long.parseLong(at(container, "lifecycle/preStop/exec/command/1").toString());
    assertThat((int) at(template, "spec/terminationGracePeriodSeconds"))
        .isGreaterThan((int) (pause + config.timeouts().drain().toSeconds()));
    assertThat(at(manifest("Service"), "spec/ports/0/targetPort"))
        .isEqualTo(at(container, "ports/0/name"));

    Object labels = at(template, "metadata/labels");
    assertThat(at(manifest("Service"), "spec/selector")).isEqualTo(labels);
    assertThat(at(manifest("Deployment"), "spec/selector/matchLabels")).isEqualTo(labels);
    assertThat(at(manifest("PodDisruptionBudget"), "spec/selector/matchLabels")).isEqualTo(labels);
    assertThat((int) at(manifest("PodDisruptionBudget"), "spec/minAvailable"))
        .isLessThan((int) at(manifest("Deployment"), "spec/replicas"));
    assertThat(read("Containerfile"))
        .contains("USER " + at(template, "spec/securityContext/runAsUser") + ":");
  }

  // ---- systemd, the image, and what the README says ----

  @Test
  void theConfigurationOfTheServiceIsOne() throws Exception {
    GatewaySettings config = config("gateway.yaml", read("gateway.yaml"));
    String unit = read("castile-gateway.service");
    Matcher stop = Pattern.compile("TimeoutStopSec=(\\d+)").matcher(unit);

    assertThat(CachePolicy.parse("cache.yaml", read("cache.yaml"))).isNotNull();
    assertThat(config.policy()).isEqualTo(Path.of("/etc/castile/cache.yaml"));
    assertThat(config.accessLog())
        .isEqualTo(AccessLogConfig.of(Path.of("/var/log/castile/access.log")));
    assertThat(Objects.requireNonNull(config.admin()).auditLog())
        .isEqualTo(Path.of("/var/log/castile/audit.log"));
    assertThat(unit).contains("LogsDirectory=castile", "--config /etc/castile/gateway.yaml");
    assertThat(stop.find()).isTrue();
    assertThat(Long.parseLong(stop.group(1))).isGreaterThan(config.timeouts().drain().toSeconds());
  }

  @Test
  void theCommandHasTheOptionsThatAreUsed() throws Exception {
    Cli help = new Cli();
    assertThat(help.run("gateway", "--help")).isZero();
    List<String> used = new ArrayList<>();
    used.addAll(options("castile-gateway.service", "ExecStart=.*"));
    used.addAll(options("Containerfile", "CMD \\[\"gateway.*"));
    used.addAll(options("README.md", "castile-gateway gateway .*"));

    assertThat(used).contains("--config", "--origin", "--policy");
    assertThat(help.out()).contains(used);
  }

  private static List<String> options(String file, String line) throws IOException {
    String text = read(file);
    Matcher lines = Pattern.compile(line).matcher(text);
    assertThat(lines.find()).as(file).isTrue();
    return Pattern.compile("--[a-z-]+")
        .matcher(lines.group())
        .results()
        .map(MatchResult::group)
        .toList();
  }

  /** On a copy whose program is there. */
  @Test
  void systemdTakesTheUnit() throws Exception {
    Path analyze = Path.of("/usr/bin/systemd-analyze");
    assumeTrue(Files.isExecutable(analyze), "systemd-analyze is absent (apt install systemd)");
    String unit = read("castile-gateway.service");
    Path copy =
        Files.writeString(
            folder.resolve("castile-gateway.service"),
            unit.replace("/opt/castile/bin/castile ", "/bin/true "));
    Process process =
        new ProcessBuilder(analyze.toString(), "verify", copy.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).doesNotContain("castile-gateway.service:");
  }

  // ---- the archive ----

  /** A folder as the archive has it, whose one library refers to the classes of this test run. */
  private Path distribution() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("castile/bin"));
    Path lib = Files.createDirectories(folder.resolve("castile/lib"));
    for (String script : List.of("castile", "archive.sh")) {
      Files.copy(DIST.resolve("src/bin").resolve(script), bin.resolve(script));
    }
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.matches(".*/(castile-)?demo[/-].*"))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" ")));
    try (OutputStream out = Files.newOutputStream(lib.resolve("all.jar"))) {
      new JarOutputStream(out, manifest).close();
    }
    return bin.resolve("castile");
  }

  private String run(int exit, Path command, String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of("sh", command.toString()));
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("CASTILE_NO_ARCHIVE", "1"); // the classes of this run are in folders
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isEqualTo(exit);
    return said;
  }

  @Test
  @Tag("long")
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the command is a script of a shell")
  void theCommandWorksWithoutWhatTheArchiveLeavesOut() throws Exception {
    Path command = distribution();
    Path link = Files.createSymbolicLink(folder.resolve("link"), command);

    assertThat(run(0, link, "gateway", "--help")).contains("--config");
    assertThat(run(0, command, "help"))
        .contains("  gateway  ", "  advise  ")
        .doesNotContain("  demo  ", "  bench  ");
    assertThat(run(2, command, "bench", "calls")).contains("not part of this installation");
  }
}
