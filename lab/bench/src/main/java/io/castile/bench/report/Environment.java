package io.castile.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** What a suite is measured with. */
public final class Environment {
  private Environment() {}

  public static Map<String, Object> describe(String command) throws IOException {
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("cpu", cpu());
    environment.put("processors", Runtime.getRuntime().availableProcessors());
    environment.put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version());
    environment.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    environment.put("versions", versions());
    environment.put("commit", commit());
    environment.put("command", command);
    return environment;
  }

  private static String cpu() throws IOException {
    Path info = Path.of("/proc/cpuinfo");
    if (Files.isReadable(info)) {
      for (String line : Files.readAllLines(info)) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    }
    return System.getProperty("os.arch");
  }

  private static Map<String, Object> versions() throws IOException {
    Properties versions = new Properties();
    try (InputStream in = Environment.class.getResourceAsStream("versions.properties")) {
      versions.load(in);
    }
    Map<String, Object> sorted = new TreeMap<>();
    versions.forEach((name, version) -> sorted.put(name.toString(), version));
    return sorted;
  }

  /** The commit of the working folder; "unknown" outside a repository. */
  private static String commit() throws IOException {
    ProcessBuilder git = new ProcessBuilder("git", "rev-parse", "HEAD");
    git.redirectErrorStream(true);
    Process process;
    try {
      process = git.start();
    } catch (IOException e) {
      return "unknown"; // There is no git to ask.
    }
    String answer =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
    return answer.matches("[0-9a-f]{40}") ? answer : "unknown";
  }
}
