package io.castile.bench.stack;

import io.castile.bench.data.Message;
import io.castile.generate.GenerateException;
import io.castile.generate.Generated;
import io.castile.generate.Generator;
import io.castile.wsdl.WsdlReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The classes that {@code castile generate --codecs} makes of a WSDL, in both styles, compiled by
 * the JDK.
 */
final class GeneratedClasses extends ClassLoader {
  private static final String PACKAGE = "generated";

  /** Made once, of the WSDL that has the messages of all suites. */
  private static final class OfPortal {
    private static final GeneratedClasses CLASSES = generate();

    private OfPortal() {}

    private static GeneratedClasses generate() {
      URL wsdl = Objects.requireNonNull(GeneratedClasses.class.getResource("portal.wsdl"));
      try {
        return of(wsdl.toURI());
      } catch (Exception e) {
        throw new IllegalStateException("nothing is generated of " + wsdl, e);
      }
    }
  }

  private final Map<String, byte[]> files;

  private GeneratedClasses(Map<String, byte[]> files) {
    super(GeneratedClasses.class.getClassLoader());
    this.files = files;
  }

  /**
   * Generates and compiles.
   *
   * @throws IllegalStateException if the compiler refuses what was generated
   */
  private static GeneratedClasses of(URI wsdl) throws IOException, GenerateException {
    Path folder = Files.createTempDirectory("castile-bench-generated");
    try {
      List<Path> sources = new ArrayList<>();
      Generator generator =
          Generator.create().withPackage(PACKAGE).withCodecs(true).withTemplates(true);
      for (Generated.File each :
          generator.generate(WsdlReader.create().offline().read(wsdl)).files()) {
        Path file = folder.resolve(each.path());
        Files.createDirectories(file.getParent());
        Files.writeString(file, each.text());
        if (each.kind() == Generated.File.Kind.SOURCE) {
          sources.add(file);
        }
      }
      compile(sources, folder);
      return new GeneratedClasses(files(folder));
    } finally {
      delete(folder);
    }
  }

  private static void compile(List<Path> sources, Path folder) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IllegalStateException("expected a JDK, found a JRE without a compiler");
    }
    List<String> options =
        List.of(
            "-proc:none",
            "-nowarn",
            "-d",
            folder.toString(),
            "-classpath",
            System.getProperty("java.class.path"));
    StringWriter log = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      if (!compiler
          .getTask(log, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
          .call()) {
        throw new IllegalStateException("what was generated does not compile: " + log);
      }
    }
  }

  private static Map<String, byte[]> files(Path folder) throws IOException {
    Map<String, byte[]> files = new HashMap<>();
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path each : tree.filter(Files::isRegularFile).toList()) {
        files.put(folder.relativize(each).toString().replace('\\', '/'), Files.readAllBytes(each));
      }
    }
    return files;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path each : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /** Returns the class for an element of the portal's WSDL, or one whose name begins with it. */
  static Class<?> ofPortal(Message message, String suffix) throws ClassNotFoundException {
    String element = message.element().getLocalPart();
    String name = Character.toUpperCase(element.charAt(0)) + element.substring(1);
    return OfPortal.CLASSES.loadClass(PACKAGE + "." + name + suffix);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = files.get(name.replace('.', '/') + ".class");
    if (bytes == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    byte[] bytes = files.get(name);
    return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
  }
}
