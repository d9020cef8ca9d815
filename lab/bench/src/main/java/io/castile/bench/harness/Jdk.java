package io.castile.bench.harness;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * An installed JDK.
 *
 * @param feature its version, as 25
 * @param home where it is
 */
public record Jdk(int feature, Path home) {
  /** The environment variable that names another one than that which runs. */
  public static final String OTHER = "CASTILE_BENCH_JDK";

  /** The one that runs. */
  public static Jdk running() {
    return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
  }

  /**
   * The one in a folder.
   *
   * @throws IOException if there is none
   */
  public static Jdk of(Path home) throws IOException {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin").resolve("java")) || !Files.exists(release)) {
      throw new IOException("no JDK is at " + home);
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(release)) {
      properties.load(reader);
    }
    String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
    return new Jdk(Runtime.Version.parse(version).feature(), home);
  }

  /** What tables call it. */
  public String label() {
    return "JDK " + feature;
  }

  public Path java() {
    return home.resolve("bin").resolve("java");
  }
}
