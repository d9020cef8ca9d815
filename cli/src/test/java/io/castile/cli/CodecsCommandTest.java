package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
