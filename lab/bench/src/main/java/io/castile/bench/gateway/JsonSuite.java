package io.castile.bench.gateway;

import io.castile.bench.report.BenchReport;
import io.castile.bench.report.Environment;
import io.castile.bench.report.Figure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The suite {@code json}: what a call by JSON costs a gateway beside one of SOAP, what validation
 * adds, and what programs cost that are written by hand; and {@code castile mock} beside WireMock.
 * Programs run on the first core, in turns; the load and the service on the second.
 */
public final class JsonSuite {
  public static final String SUITE = "json";

  private static final double MICROS_PER_TICK = 10_000; // the system counts hundredths of a second
  private static final String PROCESSOR = "processor time";
  private static final List<String> MEASURES = List.of(PROCESSOR, "p50", "p99", "requests");

  private static final String NOTE =
      "castile mock answers for the service. Gateways are the command castile gateway with the heap that"
          + " its unit of systemd gives in a container of 1 GiB, and do not observe. 8 connections, load by"
          + " %s. A new request is never repeated, so it is no hit. Processor time is that of the"
          + " program for one request. A value is the median of the rounds; the error in the JSON is half"
          + " their range.";

  private final int rounds;
  private final int seconds;
  private final int warmUps;
  private final Consumer<String> progress;
  private final Medians medians = new Medians();
  private final List<String> notes = new ArrayList<>();

  /**
   * What is asked of a program.
   *
   * @param label of its row
   */
  private record Asked(
      String label, Front.Running program, boolean isGateway, boolean isJson, boolean isNew) {
    Load.Result ask(JsonLoad.Size size, Path folder, int seconds) throws IOException {
      JsonLoad load = load(size);
      return load.run(folder, program.port(), target(load), seconds);
    }

    JsonLoad load(JsonLoad.Size size) {
      return new JsonLoad(isJson, size, isNew);
    }

    String target(JsonLoad load) {
      return isJson && !isGateway ? "/" + load.size().operation() : JsonPrograms.target(load);
    }
  }

  /**
   * @param seconds of a round of each row
   * @param warmUps how many rounds warm up
   */
  JsonSuite(int rounds, int seconds, int warmUps, Consumer<String> progress) {
    this.rounds = rounds;
    this.seconds = seconds;
    this.warmUps = warmUps;
    this.progress = progress;
  }

  /**
   * Runs the suite. Programs of other languages that are absent are left out, which the report
   * says.
   *
   * @param quick whether short rounds will do
   * @throws IllegalStateException if no program can be held to a core, or a request is not answered
   */
  public static BenchReport run(boolean quick, String command, Consumer<String> progress)
      throws IOException {
    JsonSuite suite = quick ? new JsonSuite(1, 2, 1, progress) : new JsonSuite(3, 4, 3, progress);
    return suite.run(command);
  }

  BenchReport run(String command) throws IOException {
    if (!Front.present().contains(Front.DIRECT)) {
      throw new IllegalStateException(Front.absent());
    }
    Path folder = Files.createTempDirectory("castile-json-bench");
    List<Front.Running> started = new ArrayList<>();
    try {
      progress.accept("starting the service");
      JsonPrograms programs = JsonPrograms.start(folder);
      started.add(programs.origin());
      List<Asked> all = start(programs, started);
      for (Asked each : all) {
        check(each);
        for (int i = 0; i < warmUps; i++) {
          progress.accept("warming up: " + each.label);
          for (JsonLoad.Size size : JsonLoad.Size.values()) {
            each.ask(size, folder, seconds);
          }
        }
      }
      for (int round = 1; round <= rounds; round++) {
        for (JsonLoad.Size size : JsonLoad.Size.values()) {
          for (Asked each : all) {
            progress.accept("round " + round + ", " + size.label() + ": " + each.label);
            measure(each, size, folder);
          }
        }
      }
    } finally {
      started.forEach(Front.Running::close);
      Folders.delete(folder);
    }
    return report(command);
  }

  private List<Asked> start(JsonPrograms programs, List<Front.Running> started) throws IOException {
    List<Front.Running> gateways = new ArrayList<>();
    for (JsonPrograms.Mode mode : JsonPrograms.Mode.values()) {
      progress.accept("starting a gateway: " + mode);
      gateways.add(programs.gateway(mode));
      started.add(gateways.get(gateways.size() - 1));
    }
    Front.Running pass = gateways.get(JsonPrograms.Mode.PASS.ordinal());
    Front.Running checked = gateways.get(JsonPrograms.Mode.VALIDATE_PASSED.ordinal());
    Front.Running cache = gateways.get(JsonPrograms.Mode.CACHE.ordinal());
    Front.Running valid = gateways.get(JsonPrograms.Mode.VALIDATE.ordinal());
    List<Asked> all = new ArrayList<>();
    all.add(new Asked("Castile, SOAP, passed", pass, true, false, true));
    all.add(new Asked("Castile, SOAP, validated and passed", checked, true, false, true));
    all.add(new Asked("Castile, SOAP, hit", cache, true, false, false));
    all.add(new Asked("Castile, SOAP, validated hit", valid, true, false, false));
    all.add(new Asked("Castile, SOAP, new", cache, true, false, true));
    all.add(new Asked("Castile, SOAP, validated new", valid, true, false, true));
    all.add(new Asked("Castile, JSON, hit", cache, true, true, false));
    all.add(new Asked("Castile, JSON, new", cache, true, true, true));
    all.add(new Asked("Castile, JSON, validated new", valid, true, true, true));
    for (JsonPrograms.ByHand each : JsonPrograms.ByHand.values()) {
      if (each.isPresent()) {
        progress.accept("starting " + each.label());
        Front.Running program = programs.byHand(each);
        started.add(program);
        all.add(new Asked(each.label(), program, false, true, true));
      } else {
        notes.add(each.absent());
      }
    }
    progress.accept("starting the mocks");
    Front.Running mock = programs.mock();
    started.add(mock);
    all.add(new Asked("castile mock, SOAP", mock, false, false, true));
    Front.Running wireMock = programs.wireMock();
    started.add(wireMock);
    all.add(new Asked("WireMock, SOAP", wireMock, false, false, true));
    return all;
  }

  /**
   * @throws IllegalStateException if a program does not give the response of the service
   */
  private static void check(Asked asked) throws IOException {
    for (JsonLoad.Size size : JsonLoad.Size.values()) {
      JsonLoad load = asked.load(size);
      URI uri = URI.create("http://127.0.0.1:" + asked.program.port() + asked.target(load));
      HttpRequest request =
          HttpRequest.newBuilder(uri)
              .header("Content-Type", load.type())
              .POST(HttpRequest.BodyPublishers.ofString(load.message()))
              .build();
      try {
        HttpResponse<String> response =
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        int prices = response.body().split("\\bprice\\W", -1).length - 1;
        int expected = (size == JsonLoad.Size.SMALL ? 1 : 60) * (asked.isJson ? 1 : 2);
        if (response.statusCode() != 200 || prices != expected) {
          throw new IllegalStateException(
              "wrong answer of "
                  + asked.label
                  + ": expected "
                  + expected
                  + " prices, found "
                  + response.statusCode()
                  + " "
                  + response.body());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
  }

  private void measure(Asked asked, JsonLoad.Size size, Path folder) throws IOException {
    long ticks = asked.program.ticks();
    Load.Result result = asked.ask(size, folder, seconds);
    double cpu = (asked.program.ticks() - ticks) * MICROS_PER_TICK / result.requests();
    add(asked, PROCESSOR, size, "µs", cpu);
    add(asked, "p50", size, "µs", result.p50());
    add(asked, "p99", size, "µs", result.p99());
    add(asked, "requests", size, "1/s", result.perSecond());
  }

  private void add(Asked asked, String what, JsonLoad.Size size, String unit, double value) {
    medians.add(asked.label, scenario(what, size), unit, value);
  }

  private static String scenario(String what, JsonLoad.Size size) {
    return what + ", messages of " + size.label();
  }

  private BenchReport report(String command) throws IOException {
    List<Figure> figures = new ArrayList<>();
    for (String what : MEASURES) {
      List<Figure.Point> points = new ArrayList<>();
      for (JsonLoad.Size size : JsonLoad.Size.values()) {
        points.add(Figure.Point.named(size.label(), scenario(what, size)));
      }
      figures.add(Figure.ofNames("Calls by JSON: " + what, points, medians.names()));
    }
    List<String> all = new ArrayList<>(List.of(NOTE.formatted(Load.generator())));
    all.addAll(notes);
    return new BenchReport(SUITE, Environment.describe(command), medians.rows(), all, figures);
  }
}
