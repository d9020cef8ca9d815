package io.castile.bench.startup;

import io.castile.bench.calls.LoopbackRow;
import java.util.List;
import java.util.stream.Stream;

/** What is started in the suite {@code startup}. */
public enum StartupRow {
  /** A program that says something. */
  JVM("JVM alone"),
  /** A message that is ready, and an answer that is not parsed. */
  URL("HttpURLConnection, raw bytes"),
  /** Codecs are planned, and compiled if at all, at run time. */
  CASTILE("Castile"),
  /** Codecs were compiled before, and there is no compiler. */
  CASTILE_BUILT("Castile, codecs of build time"),
  CASTILE_APACHE("Castile by Apache HttpClient 5"),
  CASTILE_JETTY("Castile by Jetty's client"),
  CASTILE_JDK("Castile by java.net.http"),
  CXF("Apache CXF"),
  CXF_URL("Apache CXF, HttpURLConnection"),
  METRO("Metro");

  /** What all have: the interface that is called, and its annotations. */
  private static final List<String> COMMON =
      List.of("castile-bench", "castile-demo", "jakarta.", "slf4j-api");

  private static final List<String> CASTILE_JARS =
      List.of(
          "castile-",
          "fastdoubleparser",
          "snakeyaml-engine",
          "caffeine",
          "jspecify",
          "saaj-impl",
          "stax-ex",
          "zstd-jni",
          "jaxb-runtime",
          "jaxb-core",
          "txw2",
          "istack-commons-runtime",
          "angus-activation",
          "jetty-",
          "httpclient5",
          "httpcore5");

  private static final List<String> COMPILER_JARS = List.of("janino", "commons-compiler");

  private static final List<String> CXF_JARS =
      List.of(
          "cxf-core",
          "cxf-rt-",
          "asm-",
          "xmlschema-core",
          "xml-resolver",
          "wsdl4j",
          "neethi",
          "woodstox-core",
          "stax2-api",
          "stax-ex",
          "saaj-impl",
          "jaxb-runtime",
          "jaxb-core",
          "txw2",
          "istack-commons-runtime",
          "angus-");

  /** The stack itself, which starts sooner than the bundle that it is part of. */
  private static final List<String> METRO_JARS =
      List.of(
          "jaxws-rt",
          "ha-api",
          "management-api",
          "gmbal-api",
          "streambuffer",
          "mimepull",
          "FastInfoset",
          "stax-ex",
          "saaj-impl",
          "woodstox-core",
          "stax2-api",
          "jaxb-runtime",
          "jaxb-core",
          "txw2",
          "istack-commons-runtime",
          "angus-");

  private final String label;

  StartupRow(String label) {
    this.label = label;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** The rows that call a small service. */
  static List<StartupRow> ofPortal() {
    return List.of(values());
  }

  /** The rows that call a large one: the stacks. */
  static List<StartupRow> ofLarge() {
    return List.of(CASTILE, CASTILE_BUILT, CXF, METRO);
  }

  /** What tables call those rows. */
  static List<String> labels(List<StartupRow> rows) {
    return rows.stream().map(StartupRow::label).toList();
  }

  /** What its JVM has to be told. */
  List<String> options() {
    return this == CXF_URL ? LoopbackRow.CXF_URL.clientOptions() : List.of();
  }

  /** Whether a library is one that its user would have, by the beginning of its file's name. */
  public boolean needs(String file) {
    List<String> own =
        switch (this) {
          case JVM, URL -> List.of();
          case CASTILE_BUILT -> CASTILE_JARS;
          case CASTILE, CASTILE_APACHE, CASTILE_JETTY, CASTILE_JDK ->
              Stream.concat(CASTILE_JARS.stream(), COMPILER_JARS.stream()).toList();
          case CXF, CXF_URL -> CXF_JARS;
          case METRO -> METRO_JARS;
        };
    return Stream.concat(COMMON.stream(), own.stream()).anyMatch(file::startsWith);
  }
}
