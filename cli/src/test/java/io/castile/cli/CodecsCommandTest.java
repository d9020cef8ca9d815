package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Class files for the codecs of a service of records and {@code java.time}. */
class CodecsCommandTest {
  @TempDir Path folder;

  private final Cli cli = new Cli();

  public record Trip(LocalDate day, Leg[] legs, Map<String, Duration> pauses) {}

  public record Leg(String to, Instant at, List<LocalDate> others) {}

  @WebService(targetNamespace = "urn:trips", name = "Trips")
  public interface Trips {
    Trip later(@WebParam(name = "trip") Trip trip, @WebParam(name = "by") Duration by);

    List<Leg> legs(@WebParam(name = "on") LocalDate on);
  }

  @Test
  void ofRecordsAndTimes() throws Exception {
    String output = folder.resolve("classes").toString();

    assertThat(cli.run("codecs", "--json", "--output", output, Trips.class.getName())).isZero();

    assertThat(cli.json().get("skipped")).isEmpty();
    assertThat(cli.json().get("generated").toString())
        .contains("TripCastileCodec", "LegCastileCodec");
    try (Stream<Path> files = Files.list(Path.of(output, "META-INF/castile/codecs"))) {
      assertThat(files).hasSize(cli.json().get("generated").size());
    }
  }

  @Test
  void ofAllServicesOfAFolder() throws Exception {
    Path classes = folder.resolve("app");
    compile(
        classes,
        "package app; @jakarta.jws.WebService public interface Shop { Item item(String name); }",
        "package app; @jakarta.jws.WebService(endpointInterface = \"app.Shop\")"
            + " public class ShopService implements Shop {"
            + " public Item item(String name) { return new Item(); } }",
        "package app; public class Item { public String name; }");
    String output = folder.resolve("classes").toString();
    String[] line = {
      "codecs", "-cp", classes.toString(), "-d", output, "--native-image", "com.example/shop"
    };

    assertThat(cli.run(Stream.concat(Stream.of(line), Stream.of("--json")).toArray(String[]::new)))
        .isZero();

    assertThat(cli.json().get("services").toString())
        .isEqualTo("[\"app.Shop\",\"app.ShopService\"]");
    assertThat(cli.json().get("generated").toString()).contains("app.ItemCastileCodec");
    Path metadata =
        Path.of(output, "META-INF/native-image/com.example/shop/reachability-metadata.json");
    assertThat(metadata).content().contains("\"app.Item\"", "\"app.ShopService\"");

    FileTime longAgo = FileTime.fromMillis(1_000_000_000_000L);
    Files.setLastModifiedTime(metadata, longAgo);
    assertThat(new Cli().run(line)).isZero();
    assertThat(Files.getLastModifiedTime(metadata)).isEqualTo(longAgo);
  }

  @Test
  void whereThereIsNoServiceThatIsSaid() throws Exception {
    Path classes = folder.resolve("app");
    compile(classes, "package app; public class Item { public String name; }");

    assertThat(cli.run("codecs", "-cp", classes.toString(), "-d", folder.toString())).isEqualTo(2);

    assertThat(cli.message())
        .startsWith(
            "castile: expected a CLASS, or classes with @WebService in --class-path, found none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop", "com.example/shop/1", "com.example/.."})
  void theArtifactOfANativeImageHasTwoNames(String artifact) {
    assertThat(
            cli.run(
                "codecs", "-d", folder.toString(), "--native-image", artifact, "java.lang.String"))
        .isEqualTo(2);

    assertThat(cli.message())
        .startsWith("castile: expected ")
        .contains("found '", "(in --native-image)");
  }

  private void compile(Path classes, String... sources) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-d",
                classes.toString(),
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path")));
    for (String source : sources) {
      String name = source.replaceFirst(".*?public (?:interface|class) (\\w+).*", "$1");
      Path file = folder.resolve(name + ".java");
      arguments.add(Files.writeString(file, source).toString());
    }
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, arguments.toArray(String[]::new)))
        .isZero();
  }
}
