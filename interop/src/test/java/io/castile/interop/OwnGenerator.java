package io.castile.interop;

import io.castile.generate.GenerateException;
import io.castile.generate.Generated;
import io.castile.generate.Generator;
import io.castile.generate.OutputFolder;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Generates Java of services of the corpus with Castile's own generator, and compiles it. */
final class OwnGenerator {
  private OwnGenerator() {}

  /** What was made, or why nothing was. */
  record Made(Description description, Generated generated, GeneratedService service) {}

  static Path output() {
    return Corpus.repository().resolve("interop").resolve("target").resolve("generated-corpus");
  }

  /**
   * Generates and compiles.
   *
   * @throws GenerateException if nothing can be generated
   * @throws AssertionError if it does not compile
   */
  static Made make(Corpus.Service service) throws GenerateException, IOException {
    return make(service, Generator.create(), output().resolve(service.name()));
  }

  /** As above. Tests of another JVM that want the same folder wait until it is made. */
  static synchronized Made make(Corpus.Service service, Generator generator, Path folder)
      throws GenerateException, IOException {
    Files.createDirectories(folder);
    try (FileChannel file =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.lock(); // until the channel is closed
      return makeAlone(service, generator, folder);
    }
  }

  private static Made makeAlone(Corpus.Service service, Generator generator, Path folder)
      throws GenerateException, IOException {
    Description description = WsdlReader.create().offline().read(service.wsdl().toUri());
    Generated generated = generator.generate(description);
    Map<String, String> sources = new TreeMap<>();
    Map<String, String> resources = new TreeMap<>();
    for (Generated.File file : generated.files()) {
      boolean isSource = file.kind() == Generated.File.Kind.SOURCE;
      (isSource ? sources : resources).put(file.path(), file.text());
    }
    Path classes = folder.resolve("classes");
    OutputFolder.Result written = new OutputFolder(folder.resolve("src")).write(sources, true);
    new OutputFolder(classes).write(resources, true);
    if (!written.written().isEmpty() || !Files.exists(folder.resolve("compiled"))) {
      Files.deleteIfExists(folder.resolve("compiled"));
      compile(folder.resolve("src"), classes);
      Files.createFile(folder.resolve("compiled"));
    }
    return new Made(description, generated, new GeneratedService(service, folder, ""));
  }

  private static void compile(Path sources, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter log = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> tree = Files.walk(sources)) {
      List<Path> javas = tree.filter(file -> file.toString().endsWith(".java")).sorted().toList();
      List<String> options =
          List.of(
              "--release",
              "17",
              "-d",
              classes.toString(),
              "-proc:none",
              "-nowarn",
              "-g:none",
              "-encoding",
              "UTF-8",
              "-classpath",
              System.getProperty("java.class.path"));
      boolean isCompiled =
          compiler
              .getTask(log, files, null, options, null, files.getJavaFileObjectsFromPaths(javas))
              .call();
      if (!isCompiled) {
        throw new AssertionError("what was generated does not compile: " + log);
      }
    }
  }
}
