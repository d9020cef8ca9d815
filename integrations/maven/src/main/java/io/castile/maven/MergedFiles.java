package io.castile.maven;

import io.castile.generate.Generated;
import io.castile.generate.GeneratedFile;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.maven.plugin.MojoFailureException;

/** The files that are generated of several descriptions. Not thread-safe. */
final class MergedFiles {
  private final Map<String, String> sources = new TreeMap<>();
  private final Map<String, String> resources = new TreeMap<>();
  private final Map<String, String> origins = new HashMap<>();

  /**
   * Adds what was generated of a description.
   *
   * @throws MojoFailureException if another one has other files of the same names
   */
  void add(String location, Generated generated) throws MojoFailureException {
    for (GeneratedFile each : generated.files()) {
      boolean isSource = each.kind() == GeneratedFile.Kind.SOURCE;
      String before = (isSource ? sources : resources).put(each.path(), each.text());
      String origin = origins.put(each.path(), location);
      if (before != null && !before.equals(each.text())) {
        throw new MojoFailureException(
            "Cannot write %s, because %s and %s generate it with different content. Use different packages."
                .formatted(each.path(), Objects.requireNonNull(origin), location));
      }
    }
  }

  /** Returns texts of Java by their paths. */
  Map<String, String> sources() {
    return sources;
  }

  /** Returns what classes load at run time, by paths. */
  Map<String, String> resources() {
    return resources;
  }
}
