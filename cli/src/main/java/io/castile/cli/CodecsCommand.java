package io.castile.cli;

import io.castile.codec.Codecs;
import io.castile.codec.compile.CodeGenerator;
import io.castile.codec.compile.GeneratedCode;
import io.castile.soap.model.ServiceModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
      arity = "1..*",
      description = "The full names of service interfaces, service classes, or bound classes.")
  private List<String> classNames;

  @Option(
      names = {"-d", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "Where to write the classes: a folder of the application's class path.")
  private Path output;

  @Option(
      names = "--sources",
      paramLabel = "DIR",
      description = "Write the sources too, for who wants to read them.")
  private Path sources;

  @Mixin private JsonOption json;

  private final Map<String, GeneratedCode> generated = new LinkedHashMap<>();
  private final Map<String, String> skipped = new LinkedHashMap<>();

  @Override
  public Integer call() throws Exception {
    Failures.checkFolder(spec.commandLine(), output);
    if (sources != null) {
      Failures.checkFolder(spec.commandLine(), sources);
    }
    try (URLClassLoader loader = classPath.loader();
        Progress progress = Progress.onTerminal()) {
      for (int i = 0; i < classNames.size(); i++) {
        progress.step(i + 1, classNames.size(), classNames.get(i));
        generate(classNames.get(i), loader);
      }
      for (GeneratedCode code : generated.values()) {
        write(code);
      }
    }
    print(spec.commandLine().getOut());
    return 0;
  }

  private void generate(String className, ClassLoader loader) {
    try {
      CodeGenerator generator = generator(classPath.find(className, loader));
      generator.generated().forEach(code -> generated.put(code.resource(), code));
      skipped.putAll(generator.skipped());
    } catch (LinkageError e) {
      throw classPath.unusable(className, e);
    }
  }

  private static CodeGenerator generator(Class<?> type) {
    Optional<ServiceModel> service = NamedClass.service(type);
    if (service.isPresent()) {
      return service.get().generateCode();
    }
    CodeGenerator generator = new CodeGenerator(Codecs.forTypes(type));
    generator.addAll(List.of(type));
    return generator;
  }

  private void write(GeneratedCode code) throws IOException {
    Path file = output.resolve(code.resource());
    Files.createDirectories(file.getParent());
    Files.write(file, code.classFile());
    if (sources != null) {
      Path source = sources.resolve(code.className().replace('.', '/') + ".java");
      Files.createDirectories(source.getParent());
      Files.writeString(source, code.source());
    }
  }

  private void print(PrintWriter out) throws IOException {
    if (json.isGiven()) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("generated", generated.values().stream().map(GeneratedCode::className).toList());
      all.put("skipped", skipped);
      JsonOption.print(all, out);
    } else {
      skipped.forEach((name, reason) -> out.println(name + " is not compiled: " + reason));
      out.println(generated.size() + " classes written to " + output);
      out.flush();
    }
  }
}
