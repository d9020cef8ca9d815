package io.castile.gateway.admin;

import io.castile.gateway.http.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The files of the console, by their paths. Immutable and thread-safe. */
final class ConsoleFiles {
  private static final String FOLDER = "/io/castile/gateway/console/";
  private static final String CHART = "/META-INF/maven/org.webjars.npm/uplot/pom.properties";

  private static final List<String> NAMES =
      List.of(
          "index.html",
          "console.css",
          "console.js",
          "api.js",
          "dom.js",
          "operations.js",
          "entries.js",
          "purge.js",
          "policy.js",
          "advice.js",
          "reload.js");

  private final Map<String, Reply> files = new HashMap<>();

  /**
   * @throws IOException if one is not there
   */
  ConsoleFiles() throws IOException {
    for (String name : NAMES) {
      add("/console/" + name, FOLDER + name);
    }
    Properties chart = new Properties();
    try (InputStream in = open(CHART)) {
      chart.load(in);
    }
    String folder = "/META-INF/resources/webjars/uplot/" + chart.getProperty("version") + "/dist/";
    add("/console/uplot.js", folder + "uPlot.esm.js");
    add("/console/uplot.css", folder + "uPlot.min.css");
  }

  private void add(String path, String resource) throws IOException {
    try (InputStream in = open(resource)) {
      files.put(path, Json.content(200, type(path), in.readAllBytes()));
    }
  }

  private static InputStream open(String resource) throws IOException {
    InputStream in = ConsoleFiles.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IOException("the console lacks " + resource);
    }
    return in;
  }

  private static String type(String path) {
    String ending = path.substring(path.lastIndexOf('.') + 1);
    return switch (ending) {
      case "html" -> "text/html; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      default -> "text/javascript; charset=utf-8";
    };
  }

  /** Returns a file; null if there is none of that path. */
  @Nullable Reply find(String path) {
    return files.get(path.equals("/console/") ? "/console/index.html" : path);
  }
}
