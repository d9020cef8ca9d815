package io.castile.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What a stranger gets: a copy of the sources, installed into an empty repository and deployed into
 * another, as a release is, with no other source of Castile and no network. Plugins and libraries
 * of others come out of the repository that the tests themselves were loaded from.
 */
final class Published {
  /** Maven and its tools end before the optimising compiler of the JVM has paid. */
  private static final String QUICK_START = "-XX:TieredStopAtLevel=1";

  private final Path folder;
  private final Path repository;
  private final Path deployed;
  private final Path copy;
  private final Path bin;

  /**
   * Outside of the folder, which is deleted while the command still makes an archive of the JVM.
   */
  private final Path caches;

  private Published(Path folder) throws IOException {
    this.folder = folder;
    this.repository = folder.resolve("repository");
    this.deployed = folder.resolve("deployed");
    this.copy = folder.resolve("copy");
    this.bin = folder.resolve("bin");
    this.caches = Files.createTempDirectory(Corpus.repository().resolve("interop/target"), "cache");
  }

  /**
   * Installs and deploys a copy of the working copy.
   *
   * @param folder for all that is made
   * @param goals of plugins that projects use and the build itself does not, by coordinates
   */
  static Published install(Path folder, List<String> goals) throws Exception {
    Published published = new Published(folder);
    Path all = librariesAndPlugins();
    List<String> load =
        new ArrayList<>(
            List.of("mvn", "-B", "-ntp", "-N", "-Prelease", "-Dmaven.repo.local=" + all));
    load.addAll(goals);
    published.output(Corpus.repository(), load);
    published.prepareMaven(published.less(all));
    published.build(
        published.copy,
        "deploy",
        "-DaltDeploymentRepository=deployed::" + published.deployed.toUri());
    return published;
  }

  /**
   * Makes the jars and those of their sources once more, of sources at another place.
   *
   * @return the place
   */
  Path buildAgain() throws Exception {
    Path other = folder.resolve("another").resolve("place");
    build(other, "package", "-Dmaven.javadoc.skip=true", "-Dcyclonedx.skip=true");
    return other;
  }

  /** The build that runs this test checks the sources, and compiles those of tests. */
  private void build(Path at, String... arguments) throws Exception {
    for (Path source : sources()) {
      Path target = at.resolve(source.toString());
      Files.createDirectories(target.getParent());
      if (source.startsWith("examples") && source.endsWith("pom.xml")) {
        Files.writeString(target, withBuiltVersion(Files.readString(original(source))));
      } else {
        Files.copy(original(source), target);
      }
    }
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("-Prelease");
    all.add("-Dmaven.test.skip=true");
    all.add("-Dspotless.check.skip=true");
    all.add("-Dcompiler.checks=-Xlint:none");
    all.add("-DadditionalJOption=-J" + QUICK_START);
    maven(at, all.toArray(String[]::new));
  }

  private static Path original(Path source) {
    return Corpus.repository().resolve(source);
  }

  /** The text of a page or an example, which name the last release, with the version under test. */
  static String withBuiltVersion(String text) throws IOException {
    Release release = Release.of(Corpus.repository());
    return text.replace(">" + release.last() + "<", ">" + release.next() + "<");
  }

  /** The repository that everything was deployed into. */
  Path deployed() {
    return deployed;
  }

  /** The repository that everything was installed into. */
  Path repository() {
    return repository;
  }

  /** The copy of the sources, where the build was. */
  Path copy() {
    return copy;
  }

  /** The folder of the one version of an artifact that was installed. */
  Path version(String artifact) throws IOException {
    return version(repository, artifact);
  }

  /** The folder of the one version of an artifact in a repository. */
  static Path version(Path repository, String artifact) throws IOException {
    Path all = repository.resolve("io").resolve("castile").resolve(artifact);
    try (Stream<Path> versions = Files.list(all)) {
      List<Path> folders = versions.filter(Files::isDirectory).toList();
      assertThat(folders).as(artifact).hasSize(1);
      return folders.get(0);
    }
  }

  /** Runs Maven, and returns what it printed. */
  String maven(Path project, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(bin.resolve("mvn").toString()));
    command.addAll(List.of(arguments));
    return output(project, command);
  }

  /**
   * Runs Maven for a project whose libraries are not all among the tests' own: these come from the
   * central repository.
   */
  void mavenWithNetwork(Path project, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                maven().toString(),
                "-B",
                "-ntp",
                "-gs",
                folder.resolve("more-settings.xml").toString(),
                "-Dmaven.repo.local=" + repository));
    command.addAll(List.of(arguments));
    output(project, command);
  }

  /** Runs a line of a shell whose {@code mvn} is that of {@link #maven}. */
  String shell(Path at, String line) throws Exception {
    return output(at, List.of("bash", "-c", line));
  }

  /** A program that runs, and where it prints to. */
  record Running(Process process, Path log) implements AutoCloseable {
    /** Waits until it has printed a text; fails with what it printed where it ends before that. */
    void await(String text) throws Exception {
      while (!Files.readString(log).contains(text)) {
        assertThat(process.waitFor(100, TimeUnit.MILLISECONDS))
            .as("%s", Files.readString(log))
            .isFalse();
      }
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  /** Starts a program. */
  Running start(Path at, List<String> command) throws IOException {
    Path log = Files.createTempFile(folder, "log", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(at.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().merge("MAVEN_OPTS", QUICK_START, (given, more) -> given + " " + more);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("XDG_CACHE_HOME", caches.toString());
    builder.environment().merge("PATH", "", (path, none) -> bin + File.pathSeparator + path);
    return new Running(builder.start(), log);
  }

  /** Runs a program and returns what it printed; fails with that where it fails. */
  String output(Path at, List<String> command) throws Exception {
    Running running = start(at, command);
    Process process = running.process();
    boolean ended = process.waitFor(20, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly();
    }
    String printed = Files.readString(running.log());
    assertThat(ended && process.exitValue() == 0).as("%s\n%s", command, printed).isTrue();
    return printed;
  }

  /** Makes a command that is Maven with the repository, and nothing else to load from. */
  private void prepareMaven(Path others) throws IOException {
    Path settings =
        Files.writeString(
            folder.resolve("settings.xml"),
            "<settings><mirrors><mirror><id>others</id><mirrorOf>*</mirrorOf><url>"
                + others.toUri()
                + "</url></mirror></mirrors></settings>");
    String place = "<id>others</id><url>" + others.toUri() + "</url>";
    Files.writeString(
        folder.resolve("more-settings.xml"),
        "<settings><profiles><profile><id>others</id><repositories><repository>"
            + place
            + "</repository></repositories><pluginRepositories><pluginRepository>"
            + place
            + "</pluginRepository></pluginRepositories></profile></profiles>"
            + "<activeProfiles><activeProfile>others</activeProfile></activeProfiles></settings>");
    Path maven = maven();
    Path command =
        Files.writeString(
            Files.createDirectories(bin).resolve("mvn"),
            """
            #!/bin/sh
            exec '%s' -B -ntp -s '%s' -gs '%s' '-Dmaven.repo.local=%s' "$@"
            """
                .formatted(maven.toAbsolutePath(), settings, settings, repository));
    assertThat(command.toFile().setExecutable(true)).isTrue();
  }

  private static Path maven() {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .map(each -> Path.of(each, "mvn"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no mvn on the path"));
  }

  /** The local repository that the tests' own libraries come from. */
  private static Path librariesAndPlugins() throws URISyntaxException {
    Path at = Path.of(Test.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    for (int i = 0; i < "org/junit/jupiter/artifact/version/jar".split("/", -1).length; i++) {
      at = at.getParent();
    }
    return at;
  }

  /** A folder that looks like {@code all} without what has been installed of Castile before. */
  private Path less(Path all) throws IOException {
    Path some = Files.createDirectories(folder.resolve("others"));
    link(all, some, "io");
    link(all.resolve("io"), Files.createDirectory(some.resolve("io")), "castile");
    return some;
  }

  private static void link(Path from, Path to, String but) throws IOException {
    for (String name : names(from)) {
      if (!name.equals(but)) {
        Files.createSymbolicLink(to.resolve(name), from.resolve(name));
      }
    }
  }

  /** What a commit of the working copy would hold. */
  private List<Path> sources() throws Exception {
    Path log = Files.createTempFile(folder, "sources", ".txt");
    Process git =
        new ProcessBuilder("git", "ls-files", "-co", "--exclude-standard", "-z")
            .directory(Corpus.repository().toFile())
            .redirectOutput(log.toFile())
            .start();
    assertThat(git.waitFor()).isZero();
    return Arrays.stream(Files.readString(log, UTF_8).split("\0", -1))
        .filter(name -> !name.isEmpty())
        .map(Path::of)
        .filter(source -> Files.isRegularFile(Corpus.repository().resolve(source)))
        .toList();
  }

  /** The names of what is in a folder. */
  static Set<String> names(Path parent) throws IOException {
    try (Stream<Path> files = Files.list(parent)) {
      return files
          .map(file -> file.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
