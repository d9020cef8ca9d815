package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.SoapServer;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is published, and how strangers use it: examples, and the pages that say how to begin. */
@Tag("long")
final class PublishedTest {
  /** Of all jars that are not Castile's. The goal is 5 MB (decision 23). */
  private static final long MAX_CLIENT_BYTES = 5_500_000;

  /** Of plugins of projects that the build of Castile does not load. */
  private static final List<String> GOALS =
      List.of(
          "install:help",
          "deploy:help",
          "source:help",
          "javadoc:help",
          "org.cyclonedx:cyclonedx-maven-plugin:makeBom",
          "org.codehaus.mojo:exec-maven-plugin:3.6.2:help",
          "org.apache.cxf:cxf-codegen-plugin:4.2.3:wsdl2java",
          "com.sun.xml.ws:jaxws-maven-plugin:4.0.3:help");

  private static final List<String> EXAMPLES =
      List.of("axis2", "in-process", "named-module", "over-http");

  /** Those of frameworks that are no modules: they have a name only. */
  private static final Set<String> FOR_CLASS_PATH =
      Set.of("castile-axis2", "castile-spring-boot-starter");

  @TempDir static Path folder;

  private static Published published;

  @BeforeAll
  static void install() throws Exception {
    published = Published.install(folder, GOALS);
    // One start of Maven for all.
    Path pom =
        Files.writeString(
            published.copy().resolve("examples").resolve("pom.xml"),
            EXAMPLES.stream()
                .map(each -> "<module>" + each + "</module>")
                .collect(
                    Collectors.joining(
                        "",
                        "<project><modelVersion>4.0.0</modelVersion><groupId>example</groupId>"
                            + "<artifactId>all</artifactId><version>1</version>"
                            + "<packaging>pom</packaging><modules>",
                        "</modules></project>")));
    published.maven(pom.getParent(), "process-classes");
  }

  @Test
  void publishesWhatTheBomListsAndNothingElse() throws Exception {
    Set<String> listed = new TreeSet<>(artifactsOfTheBom());
    listed.add("castile-bom");

    assertThat(Published.names(published.deployed().resolve("io").resolve("castile")))
        .filteredOn(name -> !name.startsWith("maven-metadata"))
        .containsExactlyElementsOf(listed);
    for (Path repository : List.of(published.repository(), published.deployed())) {
      for (String artifact : listed) {
        Set<String> files = new TreeSet<>();
        for (String file : Published.names(Published.version(repository, artifact))) {
          if (file.startsWith(artifact)) {
            files.add(file.replaceFirst("-[0-9].*?(?=(-[a-z]+)?\\.[a-z]+(\\.[a-z0-9]+)?$)", ""));
          }
        }
        files.removeIf(file -> file.endsWith(".md5") || file.endsWith(".sha1"));
        Set<String> expected = new TreeSet<>(Set.of(artifact + ".pom"));
        if (!artifact.equals("castile-bom")) {
          for (String end : List.of(".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json")) {
            expected.add(artifact + end);
          }
        }
        if (artifact.equals("castile-axis2")) {
          expected.add(artifact + ".mar");
        }
        assertThat(files).containsExactlyElementsOf(expected);
      }
    }
  }

  @Test
  void whatIsDeployedHasChecksums() throws Exception {
    List<Path> files = filesOf(published.deployed());
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (name.endsWith(".md5") || name.endsWith(".sha1")) {
        continue;
      }
      assertThat(file.resolveSibling(name + ".sha1")).hasContent(digest("SHA-1", file));
      assertThat(file.resolveSibling(name + ".md5")).hasContent(digest("MD5", file));
    }
  }

  @Test
  void everyJarHasTheLicenseItsSourcesAndItsDocumentation() throws Exception {
    String license = Files.readString(Corpus.repository().resolve("LICENSE"));
    for (Path jar : filesOf(published.repository().resolve("io").resolve("castile"))) {
      if (!jar.toString().endsWith("-sources.jar")) {
        continue;
      }
      String stem = jar.getFileName().toString().replace("-sources.jar", "");
      Path main = jar.resolveSibling(stem + ".jar");

      assertThat(entry(main, "META-INF/LICENSE")).as(stem).isEqualTo(license);
      assertThat(entries(jar))
          .as(stem)
          .containsAll(
              entries(main).stream()
                  .filter(name -> name.endsWith(".class") && !name.contains("$"))
                  .map(name -> name.replace(".class", ".java"))
                  .toList());
      assertThat(entries(jar.resolveSibling(stem + "-javadoc.jar")))
          .as(stem)
          .contains("index.html");
    }
  }

  /** Of the same sources at another place, with the same JDK. */
  @Test
  void aSecondBuildGivesTheSameJars() throws Exception {
    Path again = published.buildAgain();

    TreeMap<String, String> digests = new TreeMap<>();
    for (Path file : filesOf(again)) {
      if (file.getParent().endsWith("target") && file.toString().matches(".*\\.[jm]ar")) {
        digests.put(file.getFileName().toString(), digest("SHA-256", file));
      }
    }
    TreeMap<String, String> expected = new TreeMap<>();
    for (Path file : filesOf(published.repository().resolve("io").resolve("castile"))) {
      if (file.toString().matches(".*\\.[jm]ar") && !file.toString().endsWith("-javadoc.jar")) {
        expected.put(file.getFileName().toString(), digest("SHA-256", file));
      }
    }
    assertThat(expected).hasSizeGreaterThan(artifactsOfTheBom().size());
    assertThat(digests).containsAllEntriesOf(expected);
  }

  private static List<Path> filesOf(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static String digest(String algorithm, Path file) throws Exception {
    byte[] digest = MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file));
    return HexFormat.of().formatHex(digest);
  }

  private static Set<String> entries(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream().map(ZipEntry::getName).collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static String entry(Path jar, String name) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry entry = zip.getEntry(name);
      assertThat(entry).as("%s in %s", name, jar).isNotNull();
      return new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void everyPomStandsAloneAndHasWhatCentralAsksFor() throws IOException {
    Set<String> listed = new TreeSet<>(artifactsOfTheBom());
    listed.add("castile-bom");
    for (String artifact : listed) {
      Path version = published.version(artifact);
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
      if (!jar.startsWith(published.repository().resolve("io").resolve("castile"))) {
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
  void axis2HasTheModuleInItsRepositoryOnly() throws Exception {
    List<Path> jars = run("axis2");

    assertThat(jars).noneMatch(jar -> jar.getFileName().toString().startsWith("castile-"));
  }

  @Test
  void aServerIsOneArtifactMore() throws Exception {
    List<Path> jars = run("over-http");

    assertThat(jars).anyMatch(jar -> jar.getFileName().toString().startsWith("castile-jetty-"));
  }

  @Test
  void theGoalOfTheBuildCompilesCodecsAndWritesMetadata() throws Exception {
    Path written = built("over-http").resolve("target/classes/META-INF");

    assertThat(Published.names(written.resolve("castile/codecs"))).isNotEmpty();
    assertThat(
            written.resolve(
                "native-image/example/castile-example-over-http/reachability-metadata.json"))
        .content()
        .contains("\"example.StockQuote\"", "\"example.FixedQuotes\"");
    assertThat(published.maven(built("over-http"), "process-classes"))
        .contains(":codecs (default)")
        .doesNotContain(" files written");
  }

  /** CXF at both ends, with the data binding and the cache; its own Jetty is not the tests'. */
  @Test
  void cxfIsWhatItWasButForTwoLines() throws Exception {
    published.mavenWithNetwork(built("cxf"), "compile");
    String path = Files.readString(built("cxf").resolve("target").resolve("classpath")).strip();

    assertThat(main("cxf", Integer.toString(freePort())))
        .contains("CSTL 42.5", "CSTL 5 stars", "The service was called 2 times for 4 calls.");
    assertThat(path).doesNotContain("castile-jetty", "castile-engine");
  }

  /** Spring Boot's versions of libraries are not those of the tests. */
  @Test
  void applicationsOfSpringBootServeAndCacheByProperties() throws Exception {
    published.mavenWithNetwork(built("spring-server"), "compile");
    published.mavenWithNetwork(built("spring-client"), "compile");
    int port = freePort();

    try (Published.Running server =
        published.start(
            built("spring-server"), command("spring-server", "--server.port=" + port))) {
      server.await("Started Main");
      String address = "http://localhost:" + port + "/services/quotes";

      assertThat(
              main(
                  "spring-client",
                  "--once=true",
                  "--server.port=" + freePort(),
                  "--castile.clients.quotes.endpoint=" + address))
          .contains("CSTL 42.5", "hits=2", "misses=1");
      assertThat(Files.readString(server.log()))
          .contains("asked for CSTL, call 1")
          .doesNotContain("call 2");
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  /** What the main class of an example prints. */
  private static String main(String example, String... arguments) throws Exception {
    return published.output(built(example), command(example, arguments));
  }

  private static List<String> command(String example, String... arguments) throws IOException {
    Path target = built(example).resolve("target");
    String path = Files.readString(target.resolve("classpath")).strip();
    List<String> command = new ArrayList<>();
    command.addAll(List.of(java(), "-cp", target.resolve("classes") + File.pathSeparator + path));
    command.add("example.Main");
    command.addAll(List.of(arguments));
    return command;
  }

  @Test
  void everyJarIsAModule() throws IOException {
    for (String artifact : artifactsOfTheBom()) {
      if (artifact.equals("castile-maven-plugin")) {
        continue; // Maven has no modules
      }
      Path version = published.version(artifact);
      Path jar = version.resolve(artifact + "-" + version.getFileName() + ".jar");

      ModuleDescriptor module = ModuleFinder.of(jar).findAll().iterator().next().descriptor();

      String name = artifact.replace("castile-", "io.castile.").replace("-boot-starter", "");
      assertThat(module.name()).isEqualTo(name);
      assertThat(module.isAutomatic()).as(artifact).isEqualTo(FOR_CLASS_PATH.contains(artifact));
    }
  }

  @Test
  void anApplicationMayBeAModule() throws Exception {
    Path target = built("named-module").resolve("target");
    String path = Files.readString(target.resolve("modulepath")).strip();

    String printed =
        published.output(
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
    Path target = built("over-http").resolve("target");
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
    assertThat(log).content().contains("Pass the option " + option);
    assertThat(published.output(target, withOption)).contains("CSTL 42.5");
  }

  /** From the URL of a WSDL to what its service answers, as docs/start/first-call.md has it. */
  @Test
  void theFirstCallIsAsItsPageSays() throws Exception {
    Path docs = Corpus.repository().resolve("docs/start/first-call.md");
    try (SoapServer server =
        Castile.server().host("localhost").publish("/adder", new Adder()).start()) {
      String url = server.url("/adder").replaceFirst("/adder$", "");
      CommandPage page =
          CommandPage.of(
              Published.withBuiltVersion(Files.readString(docs))
                  .replace("http://localhost:8080", url));

      page.run(published, published.copy());
    }
    Path cxf = published.copy().resolve("adder-cxf/target/classes/com/example/adder");
    Path metro = published.copy().resolve("adder-metro/target/classes/com/example/adder");
    assertThat(cxf.resolve("BeanValues.class")).exists();
    assertThat(metro.resolve("BeanValues.class")).exists();
  }

  /** A build that changes nothing runs the plugin's goal, and writes nothing. */
  @Test
  void thePluginGeneratesOnce() throws Exception {
    Path project = Files.createDirectories(folder.resolve("plugin"));
    Path wsdl = project.resolve("adder.wsdl");
    try (SoapServer server =
        Castile.server().host("localhost").publish("/adder", new Adder()).start()) {
      URI location = URI.create(server.url("/adder") + "?wsdl");
      try (InputStream in = location.toURL().openStream()) {
        Files.write(wsdl, in.readAllBytes());
      }
    }
    CommandPage page =
        CommandPage.of(
            Published.withBuiltVersion(
                    Files.readString(Corpus.repository().resolve("docs/start/first-call.md")))
                .replace(
                    "<wsdl>http://localhost:8080/adder?wsdl</wsdl>",
                    "<wsdl><location>adder.wsdl</location><copy>true</copy></wsdl>"));
    page.write("adder-maven/pom.xml", project.resolve("pom.xml"));

    assertThat(published.maven(project, "generate-sources"))
        .contains(":generate (default)", " files written, 0 unchanged, 0 deleted");
    assertThat(project.resolve("target/generated-sources/castile/com/example/adder/Add.java"))
        .content()
        .contains("public Add copy()");
    assertThat(published.maven(project, "generate-sources"))
        .contains(":generate (default)")
        .doesNotContain(" files written");
    Files.writeString(wsdl, Files.readString(wsdl).replaceFirst(">", ">\n<"));
    assertThat(published.shell(project, "mvn generate-sources || true"))
        .contains("ERROR", wsdl + ":2:");
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

  private static Path built(String example) {
    return published.copy().resolve("examples").resolve(example);
  }

  /** Runs an example, and returns the jars on its class path. */
  private static List<Path> run(String example) throws Exception {
    String path = Files.readString(built(example).resolve("target").resolve("classpath")).strip();

    assertThat(main(example)).contains("CSTL 42.5");
    return Arrays.stream(path.split(Pattern.quote(File.pathSeparator), -1)).map(Path::of).toList();
  }

  private static List<String> artifactsOfTheBom() throws IOException {
    String pom = Files.readString(Corpus.repository().resolve("bom").resolve("pom.xml"));
    String managed = pom.substring(pom.indexOf("<dependencyManagement>"));
    return Pattern.compile("<artifactId>(castile-[a-z0-9-]+)</artifactId>")
        .matcher(managed)
        .results()
        .map(result -> result.group(1))
        .toList();
  }
}
