package io.castile.generate;

import io.castile.generate.project.MavenProject;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.document.DocumentException;
import jakarta.xml.ws.Service;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Makes a project of a description as an attacker would want it: generates and writes the project,
 * compiles all of it, loads and initializes each class, makes an object of each bean and reads it,
 * and merges each template.
 */
final class HostileRun {
  /** The system property that hostile texts set where they are run as code. */
  static final String MARKER = "castile.test.hostile";

  private final Path folder;
  private final Path project;
  private final Path classes;

  /**
   * What came of it.
   *
   * @param refusal the message of the error, where nothing was generated; null where a project was
   * @param generated what was generated; null where nothing was
   */
  record Result(@Nullable String refusal, @Nullable Generated generated) {}

  /**
   * @param folder an empty one
   */
  HostileRun(Path folder) {
    this.folder = folder;
    this.project = folder.resolve("project");
    this.classes = folder.resolve("classes");
  }

  /**
   * Runs all that runs before an operation is called.
   *
   * @throws AssertionError if the marker was set, a file was written elsewhere, or the compiler
   *     refuses what was generated
   */
  Result run(String wsdl, Generator generator) throws Exception {
    System.clearProperty(MARKER);
    Path file = Files.writeString(folder.resolve("hostile.wsdl"), wsdl);
    Generated generated;
    try {
      Description description = WsdlReader.create().offline().read(file.toUri());
      generated = generator.generate(description);
    } catch (GenerateException | DocumentException e) {
      checkMarker("the generator");
      return new Result(String.valueOf(e.getMessage()), null);
    }
    checkMarker("the generator");
    Map<String, String> files = MavenProject.files(generated, "1");
    new OutputFolder(project).write(files, false);
    checkFolder();
    HostilePom.check(files.get("pom.xml"), generated);
    compile(files);
    load(generated);
    checkMarker("a class");
    return new Result(null, generated);
  }

  private static void checkMarker(String what) {
    if (System.clearProperty(MARKER) != null) {
      throw new AssertionError(what + " has run code of the description");
    }
  }

  /** All that was written is in the folder of the project. */
  private void checkFolder() throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      List<Path> others =
          tree.filter(Files::isRegularFile)
              .filter(each -> !each.startsWith(project))
              .filter(each -> !each.getFileName().toString().equals("hostile.wsdl"))
              .toList();
      if (!others.isEmpty()) {
        throw new AssertionError("files outside of the project: " + others);
      }
    }
  }

  private void compile(Map<String, String> files) throws IOException {
    Files.createDirectories(classes);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter log = new StringWriter();
    List<Path> sources = new ArrayList<>();
    for (String each : files.keySet()) {
      Path file = project.resolve(each);
      if (each.endsWith(".java")) {
        sources.add(file);
      } else if (each.startsWith("src/main/resources/")) {
        Path copy = classes.resolve(each.substring("src/main/resources/".length()));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      List<String> options =
          List.of(
              "--release",
              "17",
              "-proc:none",
              "-nowarn",
              "-classpath",
              System.getProperty("java.class.path"),
              "-d",
              classes.toString());
      boolean isCompiled =
          compiler
              .getTask(
                  log, manager, null, options, null, manager.getJavaFileObjectsFromPaths(sources))
              .call();
      if (!isCompiled) {
        throw new AssertionError("the compiler refuses: " + log);
      }
    }
  }

  private void load(Generated generated) throws Exception {
    Map<String, Path> names = new TreeMap<>();
    try (Stream<Path> tree = Files.walk(classes)) {
      tree.filter(each -> each.toString().endsWith(".class"))
          .forEach(
              each -> {
                String path = classes.relativize(each).toString().replace('/', '.');
                names.put(path.substring(0, path.length() - ".class".length()), each);
              });
    }
    URL[] urls = {classes.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, HostileRun.class.getClassLoader())) {
      for (String name : names.keySet()) {
        if (name.endsWith("CastileCodec") || name.endsWith("CastileFoothold")) {
          Class.forName(name, false, loader); // which only Castile initializes
          continue;
        }
        Class<?> type = Class.forName(name, true, loader);
        if (name.endsWith("TemplateSerializer")) {
          merge(type);
        } else if (!name.equals(generated.main()) && !Service.class.isAssignableFrom(type)) {
          instance(type);
        }
      }
    }
  }

  private static @Nullable Object instance(Class<?> type) throws ReflectiveOperationException {
    boolean isBean =
        !type.isInterface() && !type.isEnum() && !Modifier.isAbstract(type.getModifiers());
    if (!isBean) {
      return null;
    }
    for (Constructor<?> each : type.getConstructors()) {
      if (each.getParameterCount() == 0) {
        Object made = each.newInstance();
        for (Method method : type.getMethods()) {
          boolean isGetter = method.getName().startsWith("get") && method.getParameterCount() == 0;
          if (isGetter
              && method.getDeclaringClass() == type
              && type.getSuperclass() == Object.class) {
            method.invoke(made);
          }
        }
        return made;
      }
    }
    return null;
  }

  private static void merge(Class<?> serializer) throws Exception {
    for (Method each : serializer.getMethods()) {
      if (each.getName().equals("write")) {
        Object bean = instance(each.getParameterTypes()[0]);
        try {
          each.invoke(null, bean, Writer.nullWriter());
        } catch (InvocationTargetException e) {
          throw new AssertionError(serializer + " does not merge: " + e.getCause(), e);
        }
      }
    }
  }
}
