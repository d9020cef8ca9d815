package io.castile.cli;

import io.castile.generate.Generated;
import io.castile.generate.Generator;
import io.castile.generate.OutputFolder;
import io.castile.generate.project.MavenProject;
import io.castile.wsdl.Description;
import io.castile.wsdl.model.Problem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code castile generate}. */
@Command(
    name = "generate",
    description =
        "Makes Java of a WSDL: an interface that any JAX-WS runtime can call, beans, and the"
            + " WSDL beside them. Exit code 0: all is written; 1: something of the WSDL is left"
            + " out, nothing can be made of it, or a file in the way is not ours; 2: there is no"
            + " such file.")
final class GenerateCommand implements Callable<Integer> {
  private static final List<String> STYLES = List.of("java", "template");

  @Spec private CommandSpec spec;

  @Mixin private WsdlOptions source;

  @Option(
      names = {"-d", "--output"},
      paramLabel = "DIR",
      description = "Where files are written (default: generated).")
  private @Nullable Path output;

  @Option(
      names = "--project",
      paramLabel = "DIR",
      description = "Write a Maven project there; 'mvn' in it compiles and calls.")
  private @Nullable Path project;

  @Option(
      names = "--operation",
      paramLabel = "NAME",
      description = "The operation that the project calls (default: the first).")
  private @Nullable String operation;

  @Option(
      names = {"-p", "--package"},
      paramLabel = "PACKAGE|NAMESPACE=PACKAGE",
      description = "The package of all classes, or of those of a namespace. May be repeated.")
  private List<String> packages = new ArrayList<>();

  @Option(
      names = {"-b", "--bindings"},
      paramLabel = "FILE",
      description =
          "A file of customizations of beans (Jakarta XML Binding). May be repeated. Those in the"
              + " WSDL are passed over.")
  private List<Path> bindings = new ArrayList<>();

  @Option(
      names = "--java-time",
      description = "Use java.time for dates and times: LocalDate, LocalTime, OffsetDateTime.")
  private boolean javaTime;

  @Option(
      names = "--data-handlers",
      description =
          "Use DataHandler for binary data of any expected content type, in place of java.awt.Image"
              + " for images.")
  private boolean dataHandlers;

  @Option(names = "--equals", description = "Give beans equals, hashCode and toString.")
  private boolean hasEquals;

  @Option(names = "--copy", description = "Give beans a method that copies all that is in one.")
  private boolean hasCopy;

  @Option(names = "--serializable", description = "Make beans implement java.io.Serializable.")
  private boolean isSerializable;

  @Option(
      names = "--codecs",
      description =
          "Write the codecs of the messages as Java beside the beans: nothing is compiled at run"
              + " time.")
  private boolean hasCodecs;

  @Option(
      names = "--style",
      paramLabel = "java|template",
      description =
          "How --codecs writes messages: 'java' appends bytes (the default), 'template' merges"
              + " templates of Velocity, which people can edit.")
  private @Nullable String style;

  @Option(
      names = "--tracked",
      description =
          "Make beans tell message templates what has changed in them, so that the rest is not"
              + " compared.")
  private boolean isTracked;

  @Option(
      names = "--own-headers",
      description = "Have no parameters for headers that only the binding names.")
  private boolean ownHeaders;

  @Option(
      names = "--force",
      description = "Write over files that were not generated, or were changed since.")
  private boolean isForced;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws Exception {
    if (output != null && project != null) {
      throw usage("expected --output or --project, not both");
    }
    if (operation != null && project == null) {
      throw usage("Cannot use --operation without --project. Add it.");
    }
    if (style != null && !hasCodecs) {
      throw usage("Cannot use --style without --codecs. Add it.");
    }
    if (style != null && !STYLES.contains(style)) {
      throw usage("expected --style " + String.join(" or ", STYLES) + ", found '" + style + "'");
    }
    Generator generator = generator();
    Path folder = project != null ? project : output != null ? output : Path.of("generated");
    Failures.checkFolder(spec.commandLine(), folder);
    Generated generated;
    List<Problem> problems = new ArrayList<>();
    try (Progress progress = Progress.onTerminal()) {
      progress.show("reading the WSDL");
      Description description = WsdlCommand.read(source, spec);
      problems.addAll(description.problems());
      progress.show("generating");
      generated = generator.generate(description);
    }
    problems.addAll(generated.problems());
    OutputFolder.Result result = new OutputFolder(folder).write(files(generated), isForced);
    print(generated, problems, folder, result);
    return WsdlCommand.exitCode(problems, spec);
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), "castile: " + message);
  }

  private Map<String, String> files(Generated generated) throws IOException {
    if (project != null) {
      return MavenProject.files(generated, Version.number());
    }
    Map<String, String> files = new LinkedHashMap<>();
    for (Generated.File each : generated.files()) {
      files.put(each.path(), each.text());
    }
    return files;
  }

  private Generator generator() {
    Generator generator = Generator.create();
    for (String each : packages) {
      try {
        generator = generator.withWrittenPackage(each);
      } catch (IllegalArgumentException e) {
        throw usage(String.valueOf(e.getMessage()));
      }
    }
    for (Path each : bindings) {
      generator = generator.withBindings(each.toUri());
    }
    generator = generator.withJavaTime(javaTime);
    generator = generator.withDataHandlers(dataHandlers);
    if (project != null) { // whose program prints beans
      generator = operation == null ? generator.withMain(true) : generator.withMain(operation);
    }
    generator = generator.withEquals(hasEquals || project != null);
    generator = generator.withCopy(hasCopy);
    generator = generator.withSerializable(isSerializable);
    if (hasCodecs) {
      generator =
          "template".equals(style) ? generator.withTemplates(true) : generator.withCodecs(true);
    }
    generator = generator.withTracked(isTracked);
    return generator.withOwnHeadersOnly(ownHeaders);
  }

  private void print(
      Generated generated, List<Problem> problems, Path folder, OutputFolder.Result result)
      throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("folder", folder.toString());
      all.put("interfaces", generated.interfaces());
      all.put("services", generated.services());
      all.put("written", result.written());
      all.put("unchanged", result.unchanged());
      all.put("deleted", result.deleted());
      all.put("problems", problems.stream().map(WsdlJson::problem).toList());
      JsonOption.print(all, out);
      return;
    }
    generated.interfaces().forEach(each -> out.println("interface  " + each));
    generated.services().forEach(each -> out.println("service    " + each));
    out.println(
        result.written().size()
            + " files written to "
            + folder
            + ", "
            + result.unchanged().size()
            + " unchanged"
            + (result.deleted().isEmpty() ? "" : ", " + result.deleted().size() + " deleted"));
    out.flush();
    PrintWriter err = spec.commandLine().getErr();
    for (Problem each : problems) {
      err.println(WsdlCommand.line(each));
    }
    err.flush();
  }
}
