package io.castile.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.generate.Generated;
import io.castile.generate.Generator;
import io.castile.generate.MavenProject;
import io.castile.generate.OutputFolder;
import io.castile.wsdl.WsdlReader;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an application gets: a copy of the sources is installed into an empty repository, and the
 * examples are built against that, with no other source of Castile and no network. Plugins and
 * libraries of others come out of the repository that this test itself was loaded from.
 */
@Tag("long")
final class PublishedTest {
  /** Of all jars that are not Castile's. The goal is 5 MB (decision 23). */
  private static final long MAX_CLIENT_BYTES = 5_500_000;

  /** Of generated projects; the build itself does not use it. */
  private static final String EXEC_PLUGIN = "org.codehaus.mojo:exec-maven-plugin:3.6.2";

  @TempDir static Path folder;

  private static Path repository;
  private static Path settings;

  @BeforeAll
  static void install() throws Exception {
    Path all = librariesAndPlugins();
    // The plugins that verify, which runs this test, has not loaded.
    output(
        Corpus.repository(),
        List.of("mvn", "-B", "-ntp", "-N", "-Dmaven.repo.local=" + all, "install:help"));
    output(
        Corpus.repository(),
        List.of("mvn", "-B", "-ntp", "-N", "-Dmaven.repo.local=" + all, EXEC_PLUGIN + ":help"));
    Path others = less(all);
    settings =
        Files.writeString(
            folder.resolve("settings.xml"),
            "<settings><mirrors><mirror><id>others</id><mirrorOf>*</mirrorOf><url>"
                + others.toUri()
                + "</url></mirror></mirrors></settings>");
    repository = folder.resolve("repository");
    Path copy = folder.resolve("copy");
    for (Path source : sources()) {
      Path target = copy.resolve(source.toString());
      Files.createDirectories(target.getParent());
      Files.copy(Corpus.repository().resolve(source), target);
    }

    // The build that runs this test checks the sources, and compiles those of tests.
    maven(
        copy,
        "install",
        "-Dmaven.test.skip=true",
        "-Dspotless.check.skip=true",
        "-Dcompiler.checks=-XDcompilePolicy=simple");
  }

  @Test
  void installsWhatTheBomListsAndNothingElse() throws IOException {
    Set<String> listed = new TreeSet<>(artifactsOfTheBom());
    listed.add("castile-bom");

    assertThat(names(repository.resolve("io").resolve("castile")))
        .containsExactlyElementsOf(listed);
    for (String artifact : listed) {
      Path version = version(artifact);
      Set<String> files = names(version);
      files.removeIf(file -> !file.startsWith("castile-"));
      String stem = artifact + "-" + version.getFileName();
      assertThat(files)
          .containsExactlyElementsOf(
              artifact.equals("castile-bom")
                  ? List.of(stem + ".pom")
                  : List.of(stem + ".jar", stem + ".pom"));
    }
  }

  @Test
  void everyPomStandsAloneAndHasWhatCentralAsksFor() throws IOException {
    for (String artifact : names(repository.resolve("io").resolve("castile"))) {
      Path version = version(artifact);
      String pom =
          Files.readString(version.resolve(artifact + "-" + version.getFileName() + ".pom"));

      assertThat(pom)
          .as(artifact)
          .contains("<name>", "<description>", "<url>", "<license>", "<developer>", "<scm")
          .doesNotContain("<parent>", "<scope>test</scope>", "<build>", "${version.");
    }
  }

  @Test
  void aClientBringsNoServerAndLittleElse() throws Exception {
    List<Path> jars = run("in-process");

    TreeMap<String, Long> sizes = new TreeMap<>();
    for (Path jar : jars) {
      if (!jar.startsWith(repository.resolve("io").resolve("castile"))) {
        sizes.put(jar.getFileName().toString(), Files.size(jar));
      }
    }
    long sum = sizes.values().stream().mapToLong(Long::longValue).sum();
    String list =
        sizes.entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining("\n", "", "\n" + sum + " in " + sizes.size() + " jars\n"));
    Files.writeString(
        Files.createDirectories(Corpus.repository().resolve("interop/target"))
            .resolve("client-dependencies.txt"),
        list);
    assertThat(sizes.keySet()).noneMatch(name -> name.startsWith("jetty-"));
    assertThat(sizes.keySet()).noneMatch(name -> name.startsWith("zstd-jni-"));
    assertThat(sum).as(list).isLessThanOrEqualTo(MAX_CLIENT_BYTES);
  }

  @Test
  void aServerIsOneArtifactMore() throws Exception {
    List<Path> jars = run("over-http");

    assertThat(jars).anyMatch(jar -> jar.getFileName().toString().startsWith("castile-jetty-"));
  }

  @Test
  void everyJarIsAModule() throws IOException {
    for (String artifact : artifactsOfTheBom()) {
      Path version = version(artifact);
      Path jar = version.resolve(artifact + "-" + version.getFileName() + ".jar");

      ModuleDescriptor module = ModuleFinder.of(jar).findAll().iterator().next().descriptor();

      assertThat(module.name()).isEqualTo(artifact.replace("castile-", "io.castile."));
      assertThat(module.isAutomatic()).as(artifact).isFalse();
    }
  }

  @Test
  void anApplicationMayBeAModule() throws Exception {
    Path target = build("named-module").resolve("target");
    String path = Files.readString(target.resolve("modulepath")).strip();

    String printed =
        output(
            target,
            List.of(
                java(),
                "-Xlog:class+load",
                "-p",
                target.resolve("classes") + File.pathSeparator + path,
                "-m",
                "example/example.Main"));

    assertThat(printed).contains("total 42.5", "<article>ink</article><total>42.5</total>");
    // Compiled, in the application's own module.
    assertThat(printed).containsPattern("example\\.OrderCastileCodec[/+]0x");
  }

  @Test
  void aServerOnTheModulePathNeedsAnOption() throws Exception {
    Path target = build("over-http").resolve("target");
    List<String> command =
        List.of(
            java(),
            "-p",
            Files.readString(target.resolve("classpath")).strip(),
            "--add-modules",
            "ALL-MODULE-PATH",
            "-cp",
            target.resolve("classes").toString(),
            "example.Main");
    String option =
        "--add-exports org.eclipse.jetty.server/org.eclipse.jetty.server.internal=io.castile.jetty";
    List<String> withOption = new ArrayList<>(command);
    withOption.addAll(1, List.of(option.split(" ", -1)));

    Path log = folder.resolve("refused.txt");
    Process refused =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();

    assertThat(refused.waitFor()).isPositive();
    assertThat(log).content().contains("expected the option " + option);
    assertThat(output(target, withOption)).contains("CSTL 42.5");
  }

  /** From the WSDL of a service that runs to what it answers, as docs/generate.md has it. */
  @Test
  void aGeneratedProjectCallsByOneCommand() throws Exception {
    try (SoapServer server =
        Castile.server().host("localhost").publish("/adder", new Adder()).start()) {
      URI wsdl = URI.create(server.url("/adder") + "?wsdl");
      Generated generated =
          Generator.create().withEquals().withMain("add").generate(WsdlReader.create().read(wsdl));
      String version = version("castile-engine").getFileName().toString();
      Map<String, String> files = MavenProject.files(generated, version);
      Path project = folder.resolve("generated");
      new OutputFolder(project).write(files, false);
      assertThat(files.get("pom.xml")).contains("<version>" + EXEC_PLUGIN.split(":", -1)[2]);

      assertThat(maven(project, "-q", "-Dexec.args=20 22")).contains("42" + System.lineSeparator());
    }
  }

  /** A service to be called. */
  @WebService
  public static final class Adder {
    public int add(@WebParam(name = "a") int a, @WebParam(name = "b") int b) {
      return a + b;
    }
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static Path build(String example) throws Exception {
    Path project = folder.resolve("copy").resolve("examples").resolve(example);
    maven(project, "compile");
    return project;
  }

  /** Builds and runs an example, and returns the jars on its class path. */
  private static List<Path> run(String example) throws Exception {
    Path project = build(example);
    Path target = project.resolve("target");
    String path = Files.readString(target.resolve("classpath")).strip();

    String printed =
        output(
            project,
            List.of(
                java(),
                "-cp",
                target.resolve("classes") + File.pathSeparator + path,
                "example.Main"));

    assertThat(printed).contains("CSTL 42.5");
    return Arrays.stream(path.split(Pattern.quote(File.pathSeparator), -1)).map(Path::of).toList();
  }

  private static String maven(Path project, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of("mvn", "-B", "-ntp", "-s", settings.toString(), "-gs", settings.toString()));
    command.add("-Dmaven.repo.local=" + repository);
    command.addAll(List.of(arguments));
    return output(project, command);
  }

  /** Runs a program and returns what it printed; fails with that where it fails. */
  private static String output(Path at, List<String> command) throws Exception {
    Path log = Files.createTempFile(folder, "log", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(at.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    boolean ended = process.waitFor(20, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly();
    }
    String printed = Files.readString(log);
    assertThat(ended && process.exitValue() == 0).as("%s\n%s", command, printed).isTrue();
    return printed;
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
  private static Path less(Path all) throws IOException {
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
  private static List<Path> sources() throws Exception {
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

  private static List<String> artifactsOfTheBom() throws IOException {
    String pom = Files.readString(Corpus.repository().resolve("bom").resolve("pom.xml"));
    String managed = pom.substring(pom.indexOf("<dependencyManagement>"));
    return Pattern.compile("<artifactId>(castile-[a-z]+)</artifactId>")
        .matcher(managed)
        .results()
        .map(result -> result.group(1))
        .toList();
  }

  private static Path version(String artifact) throws IOException {
    Path all = repository.resolve("io").resolve("castile").resolve(artifact);
    try (Stream<Path> versions = Files.list(all)) {
      List<Path> folders = versions.filter(Files::isDirectory).toList();
      assertThat(folders).as(artifact).hasSize(1);
      return folders.get(0);
    }
  }

  private static Set<String> names(Path parent) throws IOException {
    try (Stream<Path> files = Files.list(parent)) {
      return files
          .map(file -> file.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
