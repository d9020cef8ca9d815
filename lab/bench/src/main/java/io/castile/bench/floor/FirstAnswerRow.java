package io.castile.bench.floor;

import io.castile.bench.startup.StartupRow;
import java.util.List;
import java.util.stream.Stream;

/** A program that gives a first answer. */
enum FirstAnswerRow {
  /** As it comes. */
  CASTILE("Castile", StartupRow.CASTILE),
  /** The same, which never compiles codecs. */
  INTERPRETED("Castile, interpreted", StartupRow.CASTILE),
  /** What {@code castile codecs} makes is on the class path, and no compiler is. */
  BUILT("Castile, codecs of build time", StartupRow.CASTILE_BUILT),
  CXF("Apache CXF", StartupRow.CXF),
  METRO("Metro", StartupRow.METRO);

  private final String label;
  private final StartupRow libraries;

  FirstAnswerRow(String label, StartupRow libraries) {
    this.label = label;
    this.libraries = libraries;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  static List<String> labels() {
    return Stream.of(values()).map(FirstAnswerRow::label).toList();
  }

  /** Whether a library is one that its user would have, by the beginning of its file's name. */
  boolean needs(String file) {
    return libraries.needs(file);
  }
}
