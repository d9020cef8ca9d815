package io.castile.interop;

import io.castile.interop.Corpus.Service;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A service of the corpus as {@code wsdl2java} made it: its folder under {@code target/corpus}, or
 * why there is nothing in it.
 *
 * @param failure why generation failed; empty if it did not
 */
record GeneratedService(Service service, Path folder, String failure) {

  /** Generates what is missing or stale, in a JVM of its own without network. */
  static List<GeneratedService> generate(Corpus corpus) throws IOException, InterruptedException {
    List<String> stale = new ArrayList<>();
    for (Service service : corpus.services()) {
      Path folder = Corpus.output().resolve(service.name());
      String digest = corpus.digest(service);
      Properties result = result(folder);
      if (!digest.equals(result.getProperty("digest"))
          || !CorpusGenerator.REVISION.equals(result.getProperty("revision"))) {
        stale.addAll(List.of(service.wsdl().toString(), folder.toString(), digest));
      }
    }
    if (!stale.isEmpty()) {
      fork(stale);
    }
    List<GeneratedService> generated = new ArrayList<>();
    for (Service service : corpus.services()) {
      Path folder = Corpus.output().resolve(service.name());
      generated.add(new GeneratedService(service, folder, result(folder).getProperty("failure")));
    }
    return generated;
  }

  boolean generated() {
    return failure.isEmpty();
  }

  /** A loader of its own for the generated classes, above which are those of the tests. */
  URLClassLoader newLoader() throws IOException {
    return new OwnClassLoader(
        List.of(folder.resolve("classes")), GeneratedService.class.getClassLoader());
  }

  /** All bound classes: beans, enumerations and object factories, by name. */
  List<Class<?>> boundClasses(ClassLoader loader) throws IOException {
    Path classes = folder.resolve("classes");
    List<Class<?>> bound = new ArrayList<>();
    try (Stream<Path> tree = Files.walk(classes)) {
      for (Path file : tree.filter(path -> path.toString().endsWith(".class")).sorted().toList()) {
        String path = classes.relativize(file).toString();
        String name = path.substring(0, path.length() - 6).replace(File.separatorChar, '.');
        Class<?> type = load(loader, name);
        if (type.isAnnotationPresent(XmlType.class)
            || type.isAnnotationPresent(XmlRootElement.class)
            || type.isAnnotationPresent(XmlEnum.class)
            || type.isAnnotationPresent(XmlRegistry.class)) {
          bound.add(type);
        }
      }
    }
    return bound;
  }

  private static Class<?> load(ClassLoader loader, String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new AssertionError("a class file is where its name says", e);
    }
  }

  private static Properties result(Path folder) throws IOException {
    Properties result = new Properties();
    Path file = folder.resolve("generated.properties");
    if (Files.exists(file)) {
      try (InputStream in = Files.newInputStream(file)) {
        result.load(in);
      }
    }
    return result;
  }

  private static void fork(List<String> arguments) throws IOException, InterruptedException {
    Files.createDirectories(Corpus.output());
    Path log = Corpus.output().resolve("generator.log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Nothing listens on the discard port: a look-up outside the corpus fails at once.
    for (String scheme : List.of("http", "https", "ftp")) {
      command.add("-D" + scheme + ".proxyHost=127.0.0.1");
      command.add("-D" + scheme + ".proxyPort=9");
    }
    command.add("-Dhttp.nonProxyHosts=");
    command.add("-Xmx2g");
    command.add("-Xss8m");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(CorpusGenerator.class.getName());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    int exit = builder.redirectOutput(log.toFile()).start().waitFor();
    if (exit != 0) {
      throw new IllegalStateException("the generator ended with " + exit + "; see " + log);
    }
  }
}
