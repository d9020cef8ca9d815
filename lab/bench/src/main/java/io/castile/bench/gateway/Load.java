package io.castile.bench.gateway;

import io.castile.bench.harness.ChildJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A load: a number of connections, on each of which one request follows the other. It is that of
 * wrk, or of {@link LoadProgram} where wrk is absent or cannot ask so.
 *
 * @param script of wrk, which makes the same requests
 */
record Load(Question question, Way way, Path script) {
  static final String TARGET = "/portal";

  static final String WRK = "wrk";

  private static final Pattern P50 = Pattern.compile("50% +([\\d.]+)(us|ms|s)");
  private static final Pattern P99 = Pattern.compile("99% +([\\d.]+)(us|ms|s)");
  private static final Pattern REQUESTS = Pattern.compile("(\\d+) requests in");
  private static final Pattern RATE = Pattern.compile("Requests/sec: +([\\d.]+)");

  /** How a question is asked. */
  enum Way {
    /** The same each time. */
    SAME,
    /** Another one each time: what was sought is a number. */
    OTHER,
    /** The same in five spellings by turns. */
    SPELLED,
    /** Another one each time, by all connections at once; when all have their answer, the next. */
    TOGETHER,
    /** The same to addresses with the queries n=1, n=2 and so on. */
    NUMBERED;

    boolean isOfWrk() {
      return this == SAME || this == OTHER || this == SPELLED;
    }
  }

  /** The requests of the portal that are asked, by their names in tables. */
  enum Question {
    SIMPLE("simple", "<p:getSimple xmlns:p=\"urn:castile:portal\"/>"),
    SEARCH(
        "search",
        "<p:doGoogleSearch xmlns:p=\"urn:castile:portal\"><key>k</key><q>castile</q><start>0</start>"
            + "<maxResults>10</maxResults><filter>false</filter><restrict></restrict>"
            + "<safeSearch>false</safeSearch><lr></lr><ie>utf-8</ie><oe>utf-8</oe>"
            + "</p:doGoogleSearch>"),
    LARGE(
        "200 KB",
        "<p:getDoubles xmlns:p=\"urn:castile:portal\"><count>5700</count></p:getDoubles>");

    private final String label;
    private final String body;

    Question(String label, String body) {
      this.label = label;
      this.body = body;
    }

    String label() {
      return label;
    }

    String envelope() {
      return "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>"
          + body
          + "</soap:Body></soap:Envelope>";
    }

    /** The same question as five stacks spell it: prefixes, declarations, white space, quotes. */
    List<String> spellings() {
      String plain = envelope();
      return List.of(
          plain,
          "<?xml version='1.0' encoding='UTF-8'?>"
              + plain.replace("soap:", "S:").replace(":soap=", ":S="),
          "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
              + plain.replace("soap:", "soap-env:").replace(":soap=", ":soap-env="),
          plain.replace("<p:", "<ns2:").replace("</p:", "</ns2:").replace("xmlns:p=", "xmlns:ns2="),
          plain
              .replace("><soap:Body>", "><soap:Header/>\n <soap:Body>\n  ")
              .replace("</soap:Body>", "\n </soap:Body>\n"));
    }
  }

  /**
   * What came of it.
   *
   * @param requests how many were answered
   * @param p50 in microseconds
   * @param p99 in microseconds
   */
  record Result(long requests, double perSecond, double p50, double p99) {
    /** The text that {@link #parse} reads. */
    String line() {
      return requests + " " + perSecond + " " + p50 + " " + p99;
    }

    static Result parse(String line) {
      String[] numbers = line.split(" ", -1);
      return new Result(
          Long.parseLong(numbers[0]),
          Double.parseDouble(numbers[1]),
          Double.parseDouble(numbers[2]),
          Double.parseDouble(numbers[3]));
    }
  }

  /**
   * Returns a load.
   *
   * @param folder where the script is written
   */
  static Load of(Path folder, Question question, Way way) throws IOException {
    Path script = folder.resolve(question + "-" + way + ".lua");
    List<String> bodies = way == Way.SPELLED ? question.spellings() : List.of(question.envelope());
    return new Load(question, way, Files.writeString(script, lua(bodies, way == Way.OTHER)));
  }

  private static String lua(List<String> bodies, boolean isOther) {
    StringBuilder lua = new StringBuilder("wrk.method = \"POST\"\n");
    lua.append("wrk.headers[\"Content-Type\"] = \"text/xml; charset=utf-8\"\n");
    lua.append("wrk.headers[\"SOAPAction\"] = '\"\"'\n");
    lua.append("local bodies = {");
    bodies.forEach(body -> lua.append("[==[").append(body).append("]==],"));
    lua.append("}\n");
    if (!isOther && bodies.size() == 1) {
      return lua.append("wrk.body = bodies[1]\n").toString();
    }
    lua.append("local n = 0\nlocal start = os.time() * 1000000\n");
    lua.append("function request()\n  n = n + 1\n");
    lua.append("  local body = bodies[n % #bodies + 1]\n");
    if (isOther) {
      lua.append("  body = body:gsub('>castile<', string.format('>%.0f<', start + n))\n");
    }
    return lua.append("  return wrk.format(nil, nil, nil, body)\nend\n").toString();
  }

  /** What makes the load of this machine. */
  static String generator() {
    return Front.isOnPath(WRK) ? "wrk, one thread" : "Castile's own, one thread, as wrk is absent";
  }

  /** Runs for a while on the second core. */
  Result run(int port, int connections, int seconds) throws IOException {
    return way.isOfWrk() && Front.isOnPath(WRK)
        ? wrk(script, port, TARGET, connections, seconds)
        : own(port, connections, 1_000L * seconds);
  }

  /**
   * Runs on the second core by our own generator.
   *
   * @param extent milliseconds; how many questions if they are numbered
   */
  Result own(int port, int connections, long extent) throws IOException {
    List<String> arguments =
        List.of(
            Integer.toString(port),
            Integer.toString(connections),
            question.name(),
            way.name(),
            Long.toString(extent));
    try (ChildJvm jvm =
        ChildJvm.start(
            Front.SECOND_CORE,
            List.of("-XX:+UseSerialGC"),
            ChildJvm.ownClassPath(),
            LoadProgram.class,
            arguments)) {
      return Result.parse(jvm.hear(LoadProgram.RESULT, "result of the load"));
    }
  }

  /**
   * Runs wrk on the second core.
   *
   * @throws IllegalStateException if a request is not answered with status 200
   */
  static Result wrk(Path script, int port, String target, int connections, int seconds)
      throws IOException {
    List<String> command = new ArrayList<>(Front.SECOND_CORE);
    command.addAll(
        List.of(
            WRK,
            "-t1",
            "-c" + connections,
            "-d" + seconds + "s",
            "--latency",
            "-s",
            script.toString(),
            "http://127.0.0.1:" + port + target));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (said.contains("Non-2xx") || said.contains("Socket errors")) {
      throw new IllegalStateException("requests were not answered: " + said);
    }
    return new Result(
        (long) number(REQUESTS, said), number(RATE, said), micros(P50, said), micros(P99, said));
  }

  private static double number(Pattern pattern, String said) {
    return Double.parseDouble(found(pattern, said).group(1));
  }

  private static double micros(Pattern pattern, String said) {
    Matcher found = found(pattern, said);
    double number = Double.parseDouble(found.group(1));
    return switch (found.group(2)) {
      case "us" -> number;
      case "ms" -> 1e3 * number;
      default -> 1e6 * number;
    };
  }

  private static Matcher found(Pattern pattern, String said) {
    Matcher found = pattern.matcher(said);
    if (!found.find()) {
      throw new IllegalStateException("expected " + pattern + " of wrk, found " + said);
    }
    return found;
  }
}
