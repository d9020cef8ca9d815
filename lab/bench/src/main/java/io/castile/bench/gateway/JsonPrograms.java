package io.castile.bench.gateway;

import io.castile.bench.dynamic.ScriptPeer;
import io.castile.bench.harness.ChildJvm;
import io.castile.bench.harness.ClassPath;
import io.castile.bench.harness.Jdk;
import io.castile.cli.Main;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** What the suite {@code json} starts: the service, the gateways before it, and their peers. */
record JsonPrograms(ClassPath libraries, Path folder, Path wsdl, Front.Running origin) {
  private static final int START_SECONDS = 60;
  private static final String PATH = "/quotes";

  private static final String CONFIG =
      """
      listen: 127.0.0.1:%d
      readyPath: %s
      observe: false
      %s
      routes: [{path: %s, origin: 'http://127.0.0.1:%d%s'%s}]
      """;

  private static final String STUB =
      """
      {
        "request": {
          "method": "POST",
          "urlPath": "%s",
          "bodyPatterns": [{"matchesXPath": "/*[local-name()='Envelope']/*[local-name()='Body']/*[local-name()='%s']"}]
        },
        "response": {
          "status": 200,
          "headers": {"Content-Type": "text/xml; charset=utf-8"},
          "bodyFileName": "%s.xml"
        }
      }
      """;

  static final String MOCK = "castile mock";
  static final String WIREMOCK = "WireMock";

  private static final String POLICY = "rules: [{operation: '*', cache: true, ttl: 1h}]\n";

  /** How a gateway is configured. */
  enum Mode {
    /** It passes all, and knows no description. */
    PASS,
    /** It caches nothing, and holds requests and responses to the schemas. */
    VALIDATE_PASSED,
    /** It caches, and answers by JSON too. */
    CACHE,
    /** The same, and holds requests and responses to the schemas. */
    VALIDATE
  }

  /**
   * Starts the service.
   *
   * @param folder where all programs have their files
   */
  static JsonPrograms start(Path folder) throws IOException {
    ClassPath libraries = ClassPath.ofThisJvm(Files.createDirectory(folder.resolve("libraries")));
    Path wsdl = copied("quotes.wsdl", folder);
    Front.Running origin = mock(Front.SECOND_CORE, libraries, wsdl, folder);
    return new JsonPrograms(libraries, folder, wsdl, origin);
  }

  private static Front.Running mock(List<String> core, ClassPath libraries, Path wsdl, Path folder)
      throws IOException {
    int port = Front.freePort();
    List<String> command = jvm(core, libraries);
    command.addAll(
        List.of(Main.class.getName(), "mock", wsdl.toString(), "--port", Integer.toString(port)));
    return Front.running(MOCK, port, folder, command)
        .awaitListening(START_SECONDS, "run castile mock to see why");
  }

  /** Returns the command of a JVM, without its main class. */
  private static List<String> jvm(List<String> core, ClassPath libraries) {
    List<String> command = new ArrayList<>(core);
    command.add(Jdk.running().java().toString());
    command.addAll(ChildJvm.sharedOptions());
    command.addAll(
        List.of(
            "-Xmx512m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", "-cp", libraries.text()));
    return command;
  }

  /** Starts {@code castile mock} where programs are measured. */
  Front.Running mock() throws IOException {
    return mock(Front.FIRST_CORE, libraries, wsdl, Files.createDirectory(folder.resolve("mock")));
  }

  /**
   * Starts WireMock with a stub for each operation, as its documentation has it for SOAP: an XPath
   * finds the operation in the request. It gives the responses of {@code castile mock}, and keeps
   * no journal of requests.
   */
  Front.Running wireMock() throws IOException {
    Path own = Files.createDirectory(folder.resolve("wiremock"));
    Path stubs = Files.createDirectory(own.resolve("mappings"));
    Path responses = Files.createDirectory(own.resolve("__files"));
    for (JsonLoad.Size size : JsonLoad.Size.values()) {
      String response = response(new JsonLoad(false, size, false));
      Files.writeString(responses.resolve(size + ".xml"), response);
      Files.writeString(
          stubs.resolve(size + ".json"), STUB.formatted(PATH, size.operation(), size));
    }
    int port = Front.freePort();
    List<String> command = jvm(Front.FIRST_CORE, libraries);
    command.addAll(
        List.of(
            "wiremock.Run",
            "--root-dir",
            own.toString(),
            "--port",
            Integer.toString(port),
            "--no-request-journal",
            "--disable-banner"));
    return Front.running(WIREMOCK, port, own, command)
        .awaitListening(START_SECONDS, "run WireMock to see why");
  }

  private String response(JsonLoad load) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + origin.port() + PATH))
            .header("Content-Type", load.type())
            .POST(HttpRequest.BodyPublishers.ofString(load.message()))
            .build();
    try {
      return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Starts a gateway, and waits until it is ready. */
  Front.Running gateway(Mode mode) throws IOException {
    Path own = Files.createDirectory(folder.resolve(mode.name()));
    int port = Front.freePort();
    String described = ", wsdl: '" + wsdl + "'";
    String json = ", json: /api";
    String validated = ", validate: both";
    boolean isCaching = mode == Mode.CACHE || mode == Mode.VALIDATE;
    Files.writeString(own.resolve("policy.yaml"), POLICY);
    Path config =
        Files.writeString(
            own.resolve("gateway.yaml"),
            CONFIG.formatted(
                port,
                LoadOrder.READY_PATH,
                isCaching ? "policy: policy.yaml" : "",
                PATH,
                origin.port(),
                PATH,
                switch (mode) {
                  case PASS -> "";
                  case VALIDATE_PASSED -> described + validated;
                  case CACHE -> described + json;
                  case VALIDATE -> described + json + validated;
                }));
    Front.Running gateway =
        CastileCommand.plain(libraries, Collector.LAUNCHER).launch(config, port, true);
    try {
      Ready.await(port, LoadOrder.READY_PATH, TimeUnit.SECONDS.toNanos(START_SECONDS));
    } catch (IOException e) {
      gateway.close();
      throw e;
    }
    return gateway;
  }

  /** The program that a person writes with a library of SOAP, in another language. */
  enum ByHand {
    NODE("node-soap and http, by hand", ScriptPeer.NODE_SOAP_BY_JSON),
    FASTAPI("zeep and FastAPI, by hand", ScriptPeer.FASTAPI);

    private final String label;
    private final ScriptPeer script;

    ByHand(String label, ScriptPeer script) {
      this.label = label;
      this.script = script;
    }

    String label() {
      return label;
    }

    boolean isPresent() {
      return script.isPresent();
    }

    String absent() {
      return script.absent();
    }
  }

  /** Starts a program of another language. */
  Front.Running byHand(ByHand program) throws IOException {
    int port = Front.freePort();
    List<String> command = new ArrayList<>(Front.FIRST_CORE);
    command.addAll(
        program.script.command(
            folder,
            wsdl.toString(),
            "http://127.0.0.1:" + origin.port() + PATH,
            Integer.toString(port)));
    return Front.running(program.label, port, folder, command)
        .awaitListening(START_SECONDS, program.absent());
  }

  /** The target of a load at a gateway. */
  static String target(JsonLoad load) {
    return load.isJson() ? "/api/Quotes/" + load.size().operation() : PATH;
  }

  private static Path copied(String resource, Path folder) throws IOException {
    Path file = folder.resolve(resource);
    try (InputStream in = JsonPrograms.class.getResourceAsStream(resource)) {
      Files.copy(Objects.requireNonNull(in, resource), file);
    }
    return file;
  }
}
