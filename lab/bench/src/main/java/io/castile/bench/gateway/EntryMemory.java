package io.castile.bench.gateway;

import io.castile.bench.report.BenchRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What an entry takes of the memory of a front: how much more it has with so many entries than with
 * a tenth of them.
 */
final class EntryMemory {
  private static final int CONNECTIONS = 25;
  private static final Pattern ALLOCATED = Pattern.compile("SMA\\.s0\\.g_bytes\\s+(\\d+)");

  static final String NOTE =
      "Memory of an entry is the heap after a collection and the direct memory for Castile, which"
          + " takes the latter in steps of 4 MiB, resident memory for nginx, whose answers are in files, and what its storage has allocated (SMA.s0.g_bytes) for"
          + " Varnish, without what it has elsewhere. Entries differ by the query of the address.";

  private EntryMemory() {}

  /**
   * Fills fresh fronts.
   *
   * @param fronts those that are there
   * @param collector of those that are JVMs
   * @param entries by how many a front has more in the end
   * @throws IllegalStateException if a front does not keep them all
   */
  static List<BenchRow> rows(
      Front.Origin origin, List<Front> fronts, Path folder, Collector collector, int entries)
      throws IOException {
    List<BenchRow> rows = new ArrayList<>();
    for (Load.Question question : List.of(Load.Question.SIMPLE, Load.Question.SEARCH)) {
      Path own = Files.createDirectories(folder.resolve("memory-" + question));
      Load load = Load.of(own, question, Load.Way.NUMBERED);
      for (Front front : fronts) {
        if (front.caches()) {
          Front.Setting setting = Front.Setting.of(origin, own, Front.Kept.HOUR).with(collector);
          try (Front.Running fresh = front.start(setting)) {
            rows.addAll(rows(origin, fresh, load, entries));
          }
        }
      }
    }
    return rows;
  }

  private static List<BenchRow> rows(
      Front.Origin origin, Front.Running front, Load load, int entries) throws IOException {
    int few = entries / 10;
    int all = few + entries;
    load.own(front.port(), CONNECTIONS, few);
    long memory = memory(front);
    long files = files(front);
    load.own(front.port(), CONNECTIONS, all);
    long calls = origin.calls();
    load.own(front.port(), CONNECTIONS, all);
    if (origin.calls() != calls) {
      throw new IllegalStateException(
          front.label() + " does not keep " + all + " entries of " + load.question());
    }
    String entry = " of an entry, " + load.question().label();
    List<BenchRow> rows = new ArrayList<>();
    rows.add(row(front, "memory" + entry, memory(front) - memory, entries));
    if (files(front) > 0) {
      rows.add(row(front, "files" + entry, files(front) - files, entries));
    }
    return rows;
  }

  private static BenchRow row(Front.Running front, String scenario, long bytes, int entries) {
    return new BenchRow(front.label(), scenario, (double) bytes / entries, "B", Double.NaN);
  }

  private static long memory(Front.Running front) throws IOException {
    return switch (front.front()) {
      case CASTILE_CACHE -> {
        front.jvm().say("");
        yield Long.parseLong(front.jvm().hear(GatewayProgram.MEMORY, "bytes of memory"));
      }
      case VARNISH_CACHE -> number(ALLOCATED, varnishstat(front.folder()));
      default -> Proc.residentBytes(front.pids());
    };
  }

  private static String varnishstat(Path folder) throws IOException {
    Process process =
        new ProcessBuilder("varnishstat", "-1", "-n", folder.toString(), "-f", "SMA.s0.g_bytes")
            .redirectErrorStream(true)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static long number(Pattern pattern, String said) {
    Matcher found = pattern.matcher(said);
    if (!found.find()) {
      throw new IllegalStateException("expected " + pattern + ", found " + said);
    }
    return Long.parseLong(found.group(1));
  }

  /** How many bytes the files of nginx's cache have. */
  private static long files(Front.Running front) throws IOException {
    Path cache = front.folder().resolve("cache");
    if (!Files.isDirectory(cache)) {
      return 0;
    }
    try (Stream<Path> all = Files.walk(cache)) {
      return all.filter(Files::isRegularFile).mapToLong(EntryMemory::size).sum();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
