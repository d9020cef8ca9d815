package io.castile.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.maven.artifact.DefaultArtifact;
import org.apache.maven.artifact.handler.DefaultArtifactHandler;
import org.apache.maven.model.Build;
import org.apache.maven.model.Plugin;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.build.DefaultBuildContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CodecsMojoTest {
  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);
  private static final String METADATA =
      "META-INF/native-image/com.example/shop/reachability-metadata.json";
  private static final String SHOP =
      "package app; @jakarta.jws.WebService public interface Shop { Item item(String name); }";
  private static final String SERVICE =
      "package app; @jakarta.jws.WebService(endpointInterface = \"app.Shop\")"
          + " public class Service implements Shop {"
          + " public Item item(String name) { return new Item(); } }";
  private static final String ITEM = "package app; public class Item { public String name; }";

  @TempDir private Path folder;

  private final List<String> log = new ArrayList<>();
  private Path classes;
  private MavenProject project;
  private String version = "1";

  @BeforeEach
  void compile() throws IOException {
    classes = Files.createDirectories(folder.resolve("target/classes"));
    compile("Shop", SHOP, "Service", SERVICE, "Item", ITEM);
    project = new MavenProject();
    project.setGroupId("com.example");
    project.setArtifactId("shop");
    project.setFile(folder.resolve("pom.xml").toFile());
    project.setBuild(new Build());
    project.getBuild().setDirectory(folder.resolve("target").toString());
    project.getBuild().setOutputDirectory(classes.toString());
  }

  private void compile(String... namesAndSources) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-d",
                classes.toString(),
                "-proc:none",
                "-cp",
                classes + java.io.File.pathSeparator + System.getProperty("java.class.path")));
    for (int i = 0; i < namesAndSources.length; i += 2) {
      Path file = folder.resolve(namesAndSources[i] + ".java");
      arguments.add(Files.writeString(file, namesAndSources[i + 1]).toString());
    }
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, arguments.toArray(String[]::new)))
        .isZero();
  }

  private CodecsMojo mojo(String... named) {
    CodecsMojo mojo =
        new CodecsMojo(
            new DefaultBuildContext(
                new org.sonatype.plexus.build.incremental.DefaultBuildContext()));
    mojo.setLog(new Log());
    mojo.project = project;
    Plugin plugin = new Plugin();
    plugin.setVersion(version);
    mojo.execution = new MojoExecution(plugin, "codecs", "default");
    mojo.classes = List.of(named);
    mojo.outputDirectory = classes.toFile();
    return mojo;
  }

  /** Runs a goal, and returns the files that it wrote, from the folder of classes. */
  private List<String> written(CodecsMojo mojo) throws Exception {
    for (Path each : files()) {
      Files.setLastModifiedTime(each, LONG_AGO);
    }
    log.clear();
    mojo.execute();
    List<String> written = new ArrayList<>();
    for (Path each : files()) {
      if (!Files.getLastModifiedTime(each).equals(LONG_AGO)) {
        written.add(classes.relativize(each).toString().replace('\\', '/'));
      }
    }
    return written;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("target"))) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private long codecs() throws IOException {
    return files().stream().filter(file -> file.getParent().endsWith("castile/codecs")).count();
  }

  @Test
  void servicesOfTheProjectAreFoundAndTheirCodecsAreBesideThem() throws Exception {
    assertThat(written(mojo()))
        .filteredOn(file -> !file.startsWith(".."))
        .hasSize(5) // the elements around parameters and result, the item, the lookup of a package
        .contains(METADATA)
        .allMatch(file -> file.startsWith("META-INF/"));

    assertThat(classes.resolve(METADATA)).content().contains("app.Shop", "app.Service", "app.Item");
    assertThat(log)
        .anyMatch(line -> line.endsWith("2 services; 5 files written, 0 unchanged, 0 deleted"));
    assertThat(log).noneMatch(line -> line.startsWith("warn"));
  }

  @Test
  void nothingIsReadOrWrittenWhereNothingHasChanged() throws Exception {
    written(mojo());

    assertThat(written(mojo())).isEmpty();

    assertThat(log).containsExactly("debug nothing has changed");
  }

  @Test
  void whatHasChangedIsCompiledAgainAndWhatIsOldGoes() throws Exception {
    written(mojo());
    long before = codecs();

    compile("Item", ITEM.replace("String name", "int number"));
    assertThat(written(mojo())).filteredOn(file -> file.startsWith("META-INF/castile")).hasSize(1);
    assertThat(codecs()).isEqualTo(before);

    CodecsMojo plain = mojo();
    plain.nativeImage = false;
    written(plain);
    assertThat(classes.resolve(METADATA)).doesNotExist();

    compile("More", SHOP.replace("Shop", "More").replace("item(", "more("));
    written(mojo());
    assertThat(classes.resolve(METADATA)).content().contains("app.More");

    Files.delete(classes.resolve(METADATA));
    assertThat(written(mojo())).contains(METADATA);

    version = "2";
    assertThat(written(mojo())).filteredOn(file -> file.startsWith("META-INF")).isEmpty();
    assertThat(log).isNotEmpty().noneMatch(line -> line.startsWith("debug"));
  }

  @Test
  void classesThatAreNamedAreTaken() throws Exception {
    written(mojo("app.Item"));

    assertThat(log).anyMatch(line -> line.contains("0 services; 3 files written"));
    assertThat(classes.resolve(METADATA)).content().doesNotContain("app.Shop");
  }

  @Test
  void aProjectWithoutServicesHasNothingWritten() throws Exception {
    Files.delete(classes.resolve("app/Shop.class"));
    Files.delete(classes.resolve("app/Service.class"));

    assertThat(written(mojo())).filteredOn(file -> file.startsWith("META-INF")).isEmpty();

    assertThat(log).anyMatch(line -> line.contains("0 services; 0 files written"));
  }

  @Test
  void aFileOfSomebodyElseStays() throws Exception {
    Path own = classes.resolve(METADATA);
    Files.createDirectories(own.getParent());
    Files.writeString(own, "{}");

    assertThatThrownBy(() -> mojo().execute())
        .isInstanceOf(MojoFailureException.class)
        .hasMessageContainingAll(METADATA, "was not generated here", "-Dcastile.force");
    assertThat(own).hasContent("{}");
    assertThat(codecs()).isZero();
  }

  @Test
  void aClassThatIsMissingIsNamedWithTheOneThatNeedsIt() throws Exception {
    Files.delete(classes.resolve("app/Item.class"));

    assertThatThrownBy(() -> mojo().execute())
        .isInstanceOf(MojoFailureException.class)
        .hasMessageStartingWith("class app.S")
        .hasMessageEndingWith(
            " in %s needs class app.Item: expected it on the class path of the project, found none"
                .formatted(classes));
  }

  @Test
  void aDamagedClassIsNamed() throws Exception {
    byte[] shop = Files.readAllBytes(classes.resolve("app/Shop.class"));
    shop[3] = 0;
    Files.write(classes.resolve("app/Shop.class"), shop);

    assertThatThrownBy(() -> mojo("app.Shop").execute())
        .isInstanceOf(MojoFailureException.class)
        .hasMessageStartingWith(
            "class app.Shop in %s cannot be loaded: expected a class that can be, found: "
                .formatted(classes));
  }

  @Test
  void whatCannotBeServedOrIsNotThereIsAnError() throws Exception {
    compile("Other", "package app; @jakarta.jws.WebService public interface Other {}");
    assertThatThrownBy(() -> mojo().execute())
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContaining("Cannot use app.Other as a service, because it has no operations");

    assertThatThrownBy(() -> mojo("app.None").execute())
        .isInstanceOf(MojoFailureException.class)
        .hasMessage(
            "expected the full name of a class of this project or its class path, found"
                + " 'app.None'");

    compile(
        "Bad",
        "package app; @jakarta.jws.WebService public interface Bad { java.util.Currency of(Runnable"
            + " run); }");
    assertThatThrownBy(() -> mojo("app.Bad").execute())
        .isInstanceOf(MojoFailureException.class)
        .hasMessageContaining("java.lang.Runnable");
  }

  @Test
  void anotherVersionOfCastileIsAWarning() throws Exception {
    DefaultArtifactHandler handler = new DefaultArtifactHandler("jar");
    project.setArtifacts(
        Set.of(
            new DefaultArtifact(
                "io.castile", "castile-codec", "7", "runtime", "jar", null, handler)));

    written(mojo());

    assertThat(log)
        .anyMatch(
            line ->
                line.startsWith("warn castile-codec on the class path is 7, and this plugin 1: "));
  }

  @Test
  void nothingIsDoneWhereItIsSkipped() throws Exception {
    CodecsMojo mojo = mojo();
    mojo.skip = true;

    assertThat(written(mojo)).isEmpty();
    assertThat(log).containsExactly("info castile.skip: no codecs are compiled");
  }

  /** Keeps what is logged. */
  private final class Log extends SystemStreamLog {
    @Override
    public void debug(CharSequence content) {
      log.add("debug " + content);
    }

    @Override
    public void info(CharSequence content) {
      log.add("info " + content);
    }

    @Override
    public void warn(CharSequence content) {
      log.add("warn " + content);
    }
  }
}
