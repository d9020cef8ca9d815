package io.castile.cli;

import io.castile.generate.project.BuildStep;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile codecs}. */
@Command(
    name = "codecs",
    description =
        "Compiles the codecs of services, or of classes with Jakarta XML Binding annotations, when"
            + " the application is built. They are found at run time without any configuration"
            + " where the output folder is on the class path; no compiler runs then.")
final class CodecsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ClassPath classPath;

  @Parameters(
      paramLabel = "CLASS",
      arity = "0..*",
      description =
          "The full names of service interfaces, service classes, or bound classes. Without one,"
              + " all classes with @WebService in the folders of --class-path.")
  private List<String> classNames = List.of();

  @Option(
      names = {"-d", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "Where to write the classes: a folder of the application's class path.")
  private Path output;

  @Option(
      names = "--sources",
      paramLabel = "DIR",
      description = "Write the sources too, so that they can be read.")
  private Path sources;

  @Option(
      names = "--native-image",
      paramLabel = "GROUP/ARTIFACT",
      description =
          "Write the metadata of a native image too (GraalVM for JDK 23 or later), as"
              + " META-INF/native-image/GROUP/ARTIFACT/reachability-metadata.json.")
  private String artifact;

  @Mixin private JsonOption json;

  private final BuildStep step = new BuildStep();

  @Override
  public Integer call() throws Exception {
    Failures.checkFolder(spec.commandLine(), output);
    if (sources != null) {
      Failures.checkFolder(spec.commandLine(), sources);
    }
    String metadata = artifact == null ? null : metadataPath();
    try (URLClassLoader loader = classPath.loader();
        Progress progress = Progress.onTerminal()) {
      Set<String> names = classNames.isEmpty() ? candidates() : new LinkedHashSet<>(classNames);
      int done = 0;
      for (String name : names) {
        progress.step(++done, names.size(), name);
        add(name, loader);
      }
      if (step.services().isEmpty() && classNames.isEmpty()) {
        throw wrong("expected a CLASS, or classes with @WebService in --class-path, found none");
      }
      write(metadata);
    }
    print(spec.commandLine().getOut());
    return 0;
  }

  private String metadataPath() {
    String[] names = artifact.split("/", -1);
    if (names.length == 2) {
      try {
        return BuildStep.metadataPath(names[0], names[1]);
      } catch (IllegalArgumentException e) {
        throw wrong(e.getMessage() + " (in --native-image)");
      }
    }
    throw wrong("expected GROUP/ARTIFACT, found '" + artifact + "' (in --native-image)");
  }

  private Set<String> candidates() throws IOException {
    Set<String> names = new LinkedHashSet<>();
    for (Path folder : classPath.folders()) {
      names.addAll(BuildStep.candidates(folder));
    }
    return names;
  }

  private void add(String className, ClassLoader loader) {
    Class<?> type = classPath.find(className, loader);
    try {
      if (classNames.isEmpty()) {
        step.addIfService(type);
      } else {
        step.add(type);
      }
    } catch (LinkageError e) {
      throw classPath.unusable(className, e);
    }
  }

  /**
   * Writes what there is.
   *
   * @param metadata where that of a native image is written; null for none
   */
  private void write(String metadata) throws IOException {
    for (Map.Entry<String, byte[]> each : step.classFiles().entrySet()) {
      write(output.resolve(each.getKey()), each.getValue());
    }
    if (metadata != null) {
      write(output.resolve(metadata), step.reachabilityMetadata());
    }
    if (sources != null) {
      for (Map.Entry<String, String> each : step.sources().entrySet()) {
        write(sources.resolve(each.getKey()), each.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /** A file that does not change keeps its time, so that builds see that nothing has changed. */
  private static void write(Path file, byte[] content) throws IOException {
    if (!Files.isRegularFile(file) || !Arrays.equals(Files.readAllBytes(file), content)) {
      Files.createDirectories(file.getParent());
      Files.write(file, content);
    }
  }

  private void print(PrintWriter out) throws IOException {
    if (json.isGiven()) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("services", step.services());
      all.put("generated", step.codecs());
      all.put("skipped", step.skipped());
      JsonOption.print(all, out);
    } else {
      step.skipped().forEach((name, reason) -> out.println(name + " is not compiled: " + reason));
      out.println(step.codecs().size() + " classes written to " + output);
      out.flush();
    }
  }

  private ParameterException wrong(String what) {
    return new ParameterException(spec.commandLine(), "castile: " + what);
  }
}
