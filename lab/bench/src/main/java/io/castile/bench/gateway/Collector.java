package io.castile.bench.gateway;

import io.castile.bench.harness.Jdk;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The collector of a JVM with a gateway. */
enum Collector {
  /** The one that the JVM takes if it is told nothing, as the launcher does. */
  LAUNCHER("", List.of()),
  SERIAL(", serial", List.of("-XX:+UseSerialGC")),
  G1(", G1", List.of("-XX:+UseG1GC")),
  ZGC(", ZGC", List.of("-XX:+UseZGC"));

  private final String suffix;
  private final List<String> options;

  Collector(String suffix, List<String> options) {
    this.suffix = suffix;
    this.options = options;
  }

  /** What tables call a front with it. */
  String label(String front) {
    return front + suffix;
  }

  /** What the JVM is told. */
  List<String> options(Jdk jdk) {
    boolean hasToAskForGenerations = this == ZGC && (jdk.feature() == 21 || jdk.feature() == 22);
    return hasToAskForGenerations ? List.of("-XX:+UseZGC", "-XX:+ZGenerational") : options;
  }

  /** How the command line names it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The words of those that can be asked for. */
  static List<String> words() {
    return Stream.of(values()).filter(each -> each != LAUNCHER).map(Collector::word).toList();
  }

  /**
   * Those of some words, in their order.
   *
   * @param words of {@link #words}; none for the launcher's
   * @throws IllegalArgumentException if one is no such word
   */
  static List<Collector> of(List<String> words) {
    for (String word : words) {
      if (!words().contains(word)) {
        throw new IllegalArgumentException(
            "expected collectors, of " + words() + ", found " + word);
      }
    }
    return words.isEmpty()
        ? List.of(LAUNCHER)
        : words.stream().distinct().map(word -> valueOf(word.toUpperCase(Locale.ROOT))).toList();
  }
}
