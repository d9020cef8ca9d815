package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.LinkStatistics;
import io.castile.shop.Item;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first calls of a JVM over the link, before codecs and their readers are compiled. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ColdLinkTest {
  private static final int CALLS = 20;

  @TempDir private Path folder;

  /** A program that makes a few calls to a server of its own, and prints what went as values. */
  static final class Calls {
    private Calls() {}

    public static void main(String[] arguments) throws Exception {
      Differential link = Differential.of(DifferentialOptions.DEFAULT);
      Ticker.Service service = new Ticker.Service(1, 100);
      try (SoapServer server =
          Castile.server()
              .differential(Differential.of(DifferentialOptions.DEFAULT))
              .publish("/shop", service)
              .start()) {
        AtomicInteger xml = new AtomicInteger();
        TappedTransport transport = new TappedTransport(server);
        transport.change(
            answer -> {
              xml.addAndGet(answer.body()[0] == '<' ? 1 : 0);
              return answer;
            });
        Ticker client =
            Castile.client(Ticker.class)
                .endpoint(server.url("/shop"))
                .transport(transport)
                .differential(link)
                .build();
        int equal = 0;
        for (int i = 0; i < CALLS; i++) {
          List<Item> expected = service.items("m");
          equal += client.items("m").equals(expected) ? 1 : 0;
          equal += client.put(expected) == expected.size() ? 1 : 0;
          equal += service.puts.get(i).equals(expected) ? 1 : 0;
          service.change(10, 1);
        }
        ((AutoCloseable) client).close();
        LinkStatistics sent = link.statistics();
        System.out.printf(
            "%d equal, %d as XML, %d whole, %d changes, %d requests%n",
            equal, xml.get(), sent.full(), sent.deltas(), sent.requestDeltas());
      }
    }
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"-Xint", "-Xmixed"})
  void areValuesFromTheFirstOneOn(String compilers) throws Exception {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                compilers,
                "-cp",
                System.getProperty("java.class.path"),
                Calls.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    process.destroyForcibly();
    String said = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(ended).as(said).isTrue();
    assertThat(said).contains("60 equal, 0 as XML, 2 whole, 38 changes, 38 requests");
  }
}
