package io.castile.bench.harness;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What a JDK may keep of one run of a program, so that the next ones start faster. */
public enum Prepared {
  /** The classes that the program has loaded. */
  ARCHIVE(", archive of classes", "no archive of the classes", 13, ".jsa"),
  /** Its classes, loaded and linked, and what they have been found to do (JEP 483, 515). */
  AOT_CACHE(", AOT cache", "no AOT cache", 25, ".aot");

  /** What is special of a cell, as tables call it. */
  public final String label;

  /** What is said where none could be made. */
  public final String absent;

  private final int sinceFeature;
  private final String suffix;

  Prepared(String label, String absent, int sinceFeature, String suffix) {
    this.label = label;
    this.absent = absent;
    this.sinceFeature = sinceFeature;
    this.suffix = suffix;
  }

  /** Those that a JDK has. */
  public static List<Prepared> of(Jdk jdk) {
    return Stream.of(values()).filter(each -> jdk.feature() >= each.sinceFeature).toList();
  }

  public Path file(Path folder, String name) {
    return folder.resolve(name + suffix);
  }

  /** What a JVM is told that writes the file. */
  public List<String> dump(Path file) {
    return this == ARCHIVE
        ? List.of("-XX:ArchiveClassesAtExit=" + file, "-Xlog:cds=off")
        : List.of("-XX:AOTCacheOutput=" + file, "-Xlog:aot=off");
  }

  /** What a JVM is told that uses it. */
  public List<String> use(Path file) {
    return List.of((this == ARCHIVE ? "-XX:SharedArchiveFile=" : "-XX:AOTCache=") + file);
  }
}
