package io.castile.bench.dynamic;

import java.util.List;
import java.util.stream.Stream;

/** A client that reads a WSDL of megabytes and calls, in a process of its own. */
enum LargeRow {
  /** By {@code DynamicClient}. */
  CASTILE("Castile, dynamic"),
  /** By the program of the command line. */
  COMMAND("castile call"),
  CXF("Apache CXF, dynamic"),
  ZEEP("zeep"),
  NODE_SOAP("node-soap");

  /** What a user of the dynamic client has, by the beginnings of the names of the files. */
  private static final List<String> CASTILE_JARS =
      List.of(
          "castile-xml",
          "castile-codec",
          "castile-template",
          "castile-soap",
          "castile-cache",
          "castile-delta",
          "castile-engine",
          "castile-wsdl",
          "castile-dynamic",
          "castile-bench",
          "xsom",
          "relaxng-datatype",
          "fastdoubleparser",
          "janino",
          "commons-compiler",
          "snakeyaml-engine",
          "caffeine",
          "jspecify",
          "jakarta.",
          "saaj-impl",
          "stax-ex",
          "angus-activation",
          "slf4j-api");

  private static final List<String> COMMAND_JARS =
      List.of(
          "castile-",
          "picocli",
          "jackson-",
          "slf4j-simple",
          "jaxb-",
          "txw2",
          "istack-commons-",
          "zstd-jni");

  private static final List<String> CXF_JARS =
      List.of(
          "castile-bench",
          "cxf-core",
          "cxf-rt-",
          "asm-",
          "jakarta.",
          "xmlschema-core",
          "xml-resolver",
          "wsdl4j",
          "neethi",
          "woodstox-core",
          "stax2-api",
          "stax-ex",
          "saaj-impl",
          "jaxb-",
          "xsom",
          "codemodel",
          "rngom",
          "dtd-parser",
          "relaxng-datatype",
          "txw2",
          "istack-commons-",
          "angus-",
          "slf4j-api");

  private static final int SLOW_ROUNDS = 3;

  private final String label;

  LargeRow(String label) {
    this.label = label;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /** How many rounds are enough: fewer for one that takes half a minute. */
  int rounds() {
    return this == CXF ? SLOW_ROUNDS : Integer.MAX_VALUE;
  }

  /** Whether a library is one that its user would have, by the beginning of its file's name. */
  boolean needs(String file) {
    return libraries().anyMatch(file::startsWith);
  }

  private Stream<String> libraries() {
    return switch (this) {
      case CASTILE -> CASTILE_JARS.stream();
      case COMMAND -> Stream.concat(CASTILE_JARS.stream(), COMMAND_JARS.stream());
      case CXF -> CXF_JARS.stream();
      case ZEEP, NODE_SOAP -> Stream.empty();
    };
  }
}
