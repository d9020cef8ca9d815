package io.castile.bench.gateway;

import io.castile.bench.report.Figure;
import java.util.List;
import java.util.stream.Stream;

/** What a gateway does beside the hits that are measured. */
enum Disturbance {
  NONE("nothing else", Mode.PLAIN, List.of()),
  METRICS("/metrics", Mode.PLAIN, List.of("/metrics")),
  CONSOLE(
      "console",
      Mode.PLAIN,
      List.of("/api/operations", "/api/origins", "/api/reload", "/api/entries?limit=100")),
  RELOAD("configuration read again", Mode.PLAIN, List.of()),
  LOG("access log", Mode.LOGGING, List.of()),
  OBSERVE("observing", Mode.OBSERVING, List.of()),
  ADVICE("observing, and advice", Mode.OBSERVING, List.of("/api/advice"));

  /** How the gateway of a disturbance is configured; each has a process of its own. */
  enum Mode {
    PLAIN("observe: false\n"),
    LOGGING("observe: false\naccessLog: access.log\n"),
    OBSERVING("observe: true\n");

    private final String settings;

    Mode(String settings) {
      this.settings = settings;
    }

    /** Lines of the configuration. */
    String settings() {
      return settings;
    }
  }

  private final String label;
  private final Mode mode;
  private final List<String> paths;

  Disturbance(String label, Mode mode, List<String> paths) {
    this.label = label;
    this.mode = mode;
    this.paths = paths;
  }

  /** The name of its column in tables. */
  String label() {
    return label;
  }

  Mode mode() {
    return mode;
  }

  /** The paths that the admin listener is asked for once a second. */
  List<String> paths() {
    return paths;
  }

  /** The scenario of a value. */
  String scenario(String what) {
    return "disturbed: " + what + ", simple, " + Steady.PER_SECOND + "/s, " + label;
  }

  /** The columns of a table. */
  static List<Figure.Point> points(String what) {
    return Stream.of(values())
        .map(each -> Figure.Point.named(each.label, each.scenario(what)))
        .toList();
  }
}
