package io.castile.generate;

import io.castile.wsdl.WsdlReader;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** What was generated of a description, compiled. */
final class Compiled implements AutoCloseable {
  private final Generated generated;
  private final URLClassLoader loader;

  private Compiled(Generated generated, URLClassLoader loader) {
    this.generated = generated;
    this.loader = loader;
  }

  static Generated generate(Path folder, String wsdl, Generator generator) throws Exception {
    Path file = Files.writeString(folder.resolve("shop.wsdl"), wsdl);
    return generator.generate(WsdlReader.create().offline().read(file.toUri()));
  }

  static Compiled of(Path folder, String wsdl, Generator generator) throws Exception {
    Generated generated = generate(folder, wsdl, generator);
    return of(folder, generated, files(generated));
  }

  /** As above, with the warnings that XJC's own code has: of elements that are lists. */
  static Compiled withWarnings(Path folder, String wsdl, Generator generator) throws Exception {
    Generated generated = generate(folder, wsdl, generator);
    return of(folder, generated, files(generated), List.of("-nowarn"));
  }

  private static Map<String, String> files(Generated generated) {
    Map<String, String> files = new TreeMap<>();
    generated.files().forEach(file -> files.put(file.path(), file.text()));
    return files;
  }

  /** As above, with other files than were generated. */
  static Compiled of(Path folder, Generated generated, Map<String, String> files) throws Exception {
    return of(
        folder,
        generated,
        files,
        List.of("-Xlint:all,-options,-processing,-path,-classfile,-serial", "-Werror"));
  }

  private static Compiled of(
      Path folder, Generated generated, Map<String, String> files, List<String> lint)
      throws Exception {
    Path classes = folder.resolve("classes");
    new OutputFolder(classes).write(files, false);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter log = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      List<Path> sources =
          files.keySet().stream()
              .filter(path -> path.endsWith(".java"))
              .map(classes::resolve)
              .toList();
      List<String> options =
          new ArrayList<>(
              List.of(
                  "--release",
                  "17",
                  "-proc:none",
                  "-classpath",
                  System.getProperty("java.class.path"),
                  "-d",
                  classes.toString()));
      options.addAll(lint);
      boolean isCompiled =
          compiler
              .getTask(
                  log, manager, null, options, null, manager.getJavaFileObjectsFromPaths(sources))
              .call();
      if (!isCompiled) {
        throw new AssertionError(log.toString());
      }
    }
    URL[] urls = {classes.toUri().toURL()};
    return new Compiled(generated, new URLClassLoader(urls, Compiled.class.getClassLoader()));
  }

  Generated generated() {
    return generated;
  }

  Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(name, true, loader);
  }

  /** The text of a file. */
  static String text(Generated generated, String path) {
    return generated.files().stream()
        .filter(file -> file.path().equals(path))
        .findFirst()
        .orElseThrow(
            () ->
                new AssertionError(
                    path
                        + " is not in "
                        + generated.files().stream().map(Generated.File::path).toList()))
        .text();
  }

  String text(String path) {
    return text(generated, path);
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
