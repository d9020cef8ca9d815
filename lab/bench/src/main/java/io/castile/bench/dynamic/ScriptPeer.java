package io.castile.bench.dynamic;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A program of another language, which is a resource of this package. */
public enum ScriptPeer {
  /** In the virtual environment that the module interop has for its tests, or one that is named. */
  ZEEP(
      "zeep_client.py",
      "CASTILE_BENCH_ZEEP",
      "zeep is absent: its rows are left out (in interop: python3 -m venv target/zeep &&"
          + " target/zeep/bin/pip install -r src/test/python/requirements.txt; or name a Python"
          + " that has it in CASTILE_BENCH_ZEEP).") {
    @Override
    Optional<List<String>> interpreter(Optional<Path> interop) {
      return named()
          .or(() -> interop.map(folder -> folder.resolve("target/zeep/bin/python")))
          .filter(Files::isExecutable)
          .map(python -> List.of(python.toString()));
    }
  },

  /** In the folder in which the module interop has it for its tests, or one that is named. */
  NODE_SOAP(
      "node_soap_client.js",
      "CASTILE_BENCH_NODE_SOAP",
      "node-soap is absent: its rows are left out (Node.js, then in interop: npm install --prefix"
          + " src/test/npm; or name its folder in CASTILE_BENCH_NODE_SOAP).") {
    @Override
    Optional<List<String>> interpreter(Optional<Path> interop) {
      return node(interop);
    }
  },

  /** The same, before a service by JSON. */
  NODE_SOAP_BY_JSON("json_node.js", NODE_SOAP.variable, NODE_SOAP.absent) {
    @Override
    Optional<List<String>> interpreter(Optional<Path> interop) {
      return node(interop);
    }
  },

  /** Zeep with FastAPI and Uvicorn, in a virtual environment of the lab, or one that is named. */
  FASTAPI(
      "json_fastapi.py",
      "CASTILE_BENCH_FASTAPI",
      "FastAPI is absent: its rows are left out (in lab/bench: python3 -m venv target/fastapi &&"
          + " target/fastapi/bin/pip install -r src/main/python/requirements.txt; or name a Python"
          + " that has it in CASTILE_BENCH_FASTAPI).") {
    @Override
    Optional<List<String>> interpreter(Optional<Path> interop) {
      return named()
          .or(
              () ->
                  Checkout.folder("lab").map(lab -> lab.resolve("bench/target/fastapi/bin/python")))
          .filter(Files::isExecutable)
          .map(python -> List.of(python.toString()));
    }
  };

  /** Node.js and the folder of node-soap, in interop or named. */
  Optional<List<String>> node(Optional<Path> interop) {
    Optional<Path> node =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .map(folder -> Path.of(folder, "node"))
            .filter(Files::isExecutable)
            .findFirst();
    return named()
        .or(() -> interop.map(folder -> folder.resolve("src/test/npm/node_modules/soap")))
        .filter(Files::isDirectory)
        .flatMap(soap -> node.map(program -> List.of(program.toString(), soap.toString())));
  }

  private final String script;
  private final String variable;
  private final String absent;

  ScriptPeer(String script, String variable, String absent) {
    this.script = script;
    this.variable = variable;
    this.absent = absent;
  }

  /**
   * What runs the program, and its first arguments; empty where it is not installed.
   *
   * @param interop the module of that name; empty outside a checkout
   */
  abstract Optional<List<String>> interpreter(Optional<Path> interop);

  /** What its variable of the environment names. */
  final Optional<Path> named() {
    return Optional.ofNullable(System.getenv(variable))
        .filter(name -> !name.isEmpty())
        .map(Path::of);
  }

  /** What to tell the reader of a report where it is not installed. */
  public String absent() {
    return absent;
  }

  /** Whether it is installed. */
  public boolean isPresent() {
    return interpreter(Checkout.folder("interop")).isPresent();
  }

  /**
   * The command that runs the program.
   *
   * @param work where the program is written to
   * @throws IllegalStateException if it is not {@linkplain #isPresent installed}
   */
  public List<String> command(Path work, String... arguments) throws IOException {
    List<String> found =
        interpreter(Checkout.folder("interop"))
            .orElseThrow(() -> new IllegalStateException(absent));
    Path file = work.resolve(script);
    if (!Files.exists(file)) {
      try (InputStream in = ScriptPeer.class.getResourceAsStream(script)) {
        Files.copy(Objects.requireNonNull(in, script), file);
      }
    }
    List<String> command = new ArrayList<>(found);
    command.add(1, file.toString());
    command.addAll(List.of(arguments));
    return command;
  }
}
