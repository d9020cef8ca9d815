package io.castile.interop.matrix;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.interop.peers.Programs;
import io.castile.soap.SoapVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program of another language that calls the service. It is run once, and told in a file what to
 * call: for each feature the operation and the lines of the sheet, then an empty line. It prints as
 * much for each: the lines of {@link Answers}, then an empty line.
 */
final class ProgramCaller implements Caller {
  private final Map<Feature, String> answers = new HashMap<>();

  /**
   * @param command the program and its first arguments; what follows are the URL, the style and the
   *     version of SOAP, and the file
   */
  private ProgramCaller(
      Path folder, List<String> command, Setting setting, String url, List<Feature> features)
      throws Exception {
    Path questions = Files.createTempFile("castile-matrix", ".txt");
    try {
      StringBuilder text = new StringBuilder();
      for (Feature feature : features) {
        text.append(feature.operation).append('\n');
        text.append(SheetText.of(feature.sheet())).append("\n\n");
      }
      Files.writeString(questions, text);
      List<String> whole = new ArrayList<>(command);
      whole.add(url);
      whole.add(setting.style().name());
      whole.add(setting.version() == SoapVersion.SOAP_1_1 ? "1.1" : "1.2");
      whole.add(questions.toString());
      String[] blocks = Programs.run(folder, whole.toArray(String[]::new)).split("\n\n", -1);
      for (int i = 0; i < features.size(); i++) {
        answers.put(features.get(i), i < blocks.length ? blocks[i] : "nothing");
      }
    } finally {
      Files.delete(questions);
    }
  }

  static Caller zeep(Setting setting, String url, List<Feature> features) throws Exception {
    Path python = Programs.module().resolve("target/zeep/bin/python");
    assumeTrue(
        Files.isExecutable(python),
        "zeep is absent (in interop: python3 -m venv target/zeep && "
            + "target/zeep/bin/pip install -r src/test/python/requirements.txt)");
    Path script = Programs.module().resolve("src/test/python/probe.py");
    List<String> command = List.of(python.toString(), script.toString());
    return new ProgramCaller(script.getParent(), command, setting, url, features);
  }

  static Caller nodeSoap(Setting setting, String url, List<Feature> features) throws Exception {
    Path folder = Programs.module().resolve("src/test/npm");
    assumeTrue(
        Programs.isOnPath("node") && Files.isDirectory(folder.resolve("node_modules/soap")),
        "node-soap is absent (Node.js, then in interop: npm install --prefix src/test/npm)");
    return new ProgramCaller(folder, List.of("node", "probe.js"), setting, url, features);
  }

  static Caller gsoap(Setting setting, String url, List<Feature> features) throws Exception {
    Path program = GsoapProbe.program();
    return new ProgramCaller(
        program.getParent(), List.of(program.toString()), setting, url, features);
  }

  @Override
  public String call(Feature feature) {
    return answers.getOrDefault(feature, "not asked");
  }

  @Override
  public void close() {
    // the program has ended
  }
}
