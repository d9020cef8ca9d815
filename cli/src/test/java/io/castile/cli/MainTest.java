package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.Portal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MainTest {
  private final Cli cli = new Cli();

  @Test
  void explainSaysHowEachClassIsHandled() {
    assertThat(cli.run("explain", GoogleSearchResult.class.getName())).isZero();

    assertThat(cli.out())
        .contains("io.castile.demo.portal.ResultElement", "0 by the reference implementation");
  }

  @Test
  void explainOfAServiceNamesItsOperationsAndTheClassesOfAllMessages() {
    assertThat(cli.run("explain", Portal.class.getName())).isZero();

    assertThat(cli.out())
        .startsWith("operations of " + Portal.class.getName() + ":")
        .contains(
            "doGoogleSearch, ",
            "ResultElement",
            "StockRating",
            " 0 by the reference implementation.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"explain", "codecs --output out"})
  void anInterfaceThatIsNoServiceIsNamed(String command) {
    assertThat(cli.run((command + " java.lang.Runnable").split(" "))).isEqualTo(1);

    assertThat(cli.err())
        .isEqualTo(
            "castile: Cannot use java.lang.Runnable as a service, because it has no @WebService"
                + " annotation (jakarta.jws).\n");
  }

  @Test
  void codecsWritesTheCodeOfAService(@TempDir Path folder) throws Exception {
    Path output = folder.resolve("classes");
    Path sources = folder.resolve("sources");

    int exit =
        cli.run(
            "codecs",
            "--json",
            "--output",
            output.toString(),
            "--sources",
            sources.toString(),
            Portal.class.getName());

    assertThat(exit).isZero();
    JsonNode said = cli.json();
    assertThat(said.get("skipped").isEmpty()).isTrue();
    String codec = "io.castile.demo.portal.ResultElementCastileCodec";
    assertThat(said.get("generated").toString()).contains(codec);
    assertThat(sources.resolve(codec.replace('.', '/') + ".java"))
        .content()
        .contains("final class ResultElementCastileCodec");
    try (Stream<Path> files = Files.list(output.resolve("META-INF/castile/codecs"))) {
      assertThat(files).hasSize(said.get("generated").size());
    }
  }

  @Test
  void benchWithoutTheBenchmarksSaysWhereTheyAre() {
    assertThat(cli.run("bench", "codegen", "--quick")).isEqualTo(2);

    assertThat(cli.out()).isEmpty();
    assertThat(cli.err())
        .isEqualTo(
            "castile: the benchmarks are not part of this installation; run ./castile bench in a"
                + " checkout of Castile\n");
  }
}
