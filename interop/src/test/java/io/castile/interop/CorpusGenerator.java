package io.castile.interop;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apache.cxf.tools.common.ToolContext;
import org.apache.cxf.tools.wsdlto.WSDLToJava;

/**
 * Runs CXF's {@code wsdl2java} and the Java compiler over services of the corpus. A program of its
 * own, so that the network can be cut off for it and its leftovers die with it.
 *
 * <p>Arguments, three for each service: the WSDL, the output folder, the digest to note. What
 * happened is written to {@code generated.properties} in the output folder.
 */
final class CorpusGenerator {
  /** Part of what makes an earlier result stale; raise it when this class changes. */
  static final String REVISION =
      "1-" + WSDLToJava.class.getPackage().getImplementationVersion() + "-" + javaVersion();

  private CorpusGenerator() {}

  private static int javaVersion() {
    return Runtime.version().feature();
  }

  public static void main(String[] args) throws IOException {
    for (int i = 0; i < args.length; i += 3) {
      generate(Path.of(args[i]), Path.of(args[i + 1]), args[i + 2]);
    }
  }

  private static void generate(Path wsdl, Path output, String digest) throws IOException {
    delete(output);
    Path sources = Files.createDirectories(output.resolve("src"));
    Path classes = Files.createDirectories(output.resolve("classes"));
    String failure = wsdlToJava(wsdl, sources);
    if (failure == null) {
      failure = compile(sources, classes);
    }
    Properties result = new Properties();
    result.setProperty("digest", digest);
    result.setProperty("revision", REVISION);
    result.setProperty("failure", failure == null ? "" : failure);
    try (OutputStream out = Files.newOutputStream(output.resolve("generated.properties"))) {
      result.store(out, null);
    }
  }

  private static String wsdlToJava(Path wsdl, Path sources) {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    try {
      String[] args = {"-suppress-generated-date", "-d", sources.toString(), wsdl.toString()};
      new WSDLToJava(args).run(new ToolContext(), log);
      return null;
    } catch (Exception | StackOverflowError e) {
      return "wsdl2java: " + e + " " + log.toString(StandardCharsets.UTF_8);
    }
  }

  private static String compile(Path sources, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      return "javac: the JVM has no compiler";
    }
    StringWriter log = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> tree = Files.walk(sources)) {
      List<Path> javas = tree.filter(file -> file.toString().endsWith(".java")).sorted().toList();
      Iterable<? extends JavaFileObject> units = files.getJavaFileObjectsFromPaths(javas);
      List<String> options =
          List.of(
              "-d",
              classes.toString(),
              "-proc:none",
              "-nowarn",
              "-g:none",
              "-encoding",
              "UTF-8",
              "-classpath",
              System.getProperty("java.class.path"));
      boolean compiled = compiler.getTask(log, files, null, options, null, units).call();
      return compiled ? null : "javac: " + log;
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
