package io.castile.bench.delta;

import io.castile.bench.data.Stocks;
import io.castile.bench.dynamic.ScriptPeer;
import io.castile.bench.harness.ChildJvm;
import io.castile.bench.message.RatedStock;
import io.castile.demo.portal.Rating;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.datatype.DatatypeFactory;

/**
 * A client of {@link Stocks} by zeep, in a process of its own, which says each answer on a line for
 * each item. A call takes as long as zeep's, and a pipe.
 */
final class ZeepStocks implements Stocks, AutoCloseable {
  private static final DatatypeFactory DATATYPES = DatatypeFactory.newDefaultInstance();
  private static final String END = "end";

  private final Path work;
  private final ChildJvm process;

  private ZeepStocks(Path work, ChildJvm process) {
    this.work = work;
    this.process = process;
  }

  /** Starts a client of the service at an address. */
  static ZeepStocks open(String address) throws IOException {
    Path work = Files.createTempDirectory("castile-bench-zeep");
    ZeepStocks client =
        new ZeepStocks(work, ChildJvm.start(ScriptPeer.ZEEP.command(work, "stocks", address)));
    client.process.hear("ready", "start of zeep");
    return client;
  }

  @Override
  public List<RatedStock> getRatings(String portfolio) {
    return ask("ratings " + portfolio).stream().map(ZeepStocks::rated).toList();
  }

  private static RatedStock rated(String line) {
    String[] parts = line.split("\\|", -1);
    Rating rating =
        Stream.of(Rating.values()).filter(each -> each.value().equals(parts[2])).findFirst().get();
    return new RatedStock(
        parts[0],
        parts[1],
        rating,
        Double.parseDouble(parts[3]),
        Integer.parseInt(parts[4]),
        Integer.parseInt(parts[5]),
        DATATYPES.newXMLGregorianCalendar(parts[6]));
  }

  @Override
  public double[] getValues(String series) {
    return ask("values " + series).stream().mapToDouble(Double::parseDouble).toArray();
  }

  private List<String> ask(String question) {
    process.say(question);
    List<String> lines = new ArrayList<>();
    try {
      String line = process.hear();
      while (line != null && !line.equals(END)) {
        lines.add(line);
        line = process.hear();
      }
      if (line == null) {
        throw new IllegalStateException("zeep ended: " + String.join("\n", lines));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("zeep cannot be heard", e);
    }
    return lines;
  }

  @Override
  public void close() throws IOException {
    process.close();
    try (Stream<Path> files = Files.list(work)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(work);
  }
}
