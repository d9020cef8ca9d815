package io.castile.generate.codec;

import io.castile.codec.bean.BeanCodecs;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.template.tracked.TrackedBean;
import io.castile.xml.XmlName;
import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.Service;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;

/** Compiles source that was generated, and keeps the classes. Not thread-safe. */
final class MemoryCompiler {
  /** One class of each library that generated source may use. */
  private static final List<Class<?>> USED =
      List.of(
          BeanCodecs.class,
          ServiceModel.class,
          XmlName.class,
          TrackedBean.class,
          XmlType.class,
          DataHandler.class,
          WebService.class,
          Service.class);

  private final JavaCompiler compiler;
  private final Map<String, byte[]> classFiles = new TreeMap<>(); // by the names of classes

  MemoryCompiler(JavaCompiler compiler) {
    this.compiler = compiler;
  }

  /**
   * Compiles source. What is made of it is seen by what is compiled later.
   *
   * @param sources texts by their paths
   * @return what is wrong, by the paths of the sources; empty if all was compiled
   */
  Map<String, String> compile(Map<String, String> sources) throws IOException {
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<JavaFileObject> files = new ArrayList<>();
    sources.forEach((path, text) -> files.add(new Source(path, text)));
    List<String> options =
        List.of("-proc:none", "-nowarn", "-Xmaxerrs", "0", "-classpath", classPath());
    try (StandardJavaFileManager standard =
            compiler.getStandardFileManager(found, Locale.ENGLISH, StandardCharsets.UTF_8);
        Classes classes = new Classes(standard)) {
      compiler.getTask(null, classes, found, options, null, files).call();
    }
    Map<String, String> wrong = new TreeMap<>();
    for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
      if (each.getKind() == Diagnostic.Kind.ERROR) {
        String path = each.getSource() instanceof Source source ? source.path : "";
        String message = each.getMessage(Locale.ENGLISH).lines().findFirst().orElse("");
        wrong.putIfAbsent(path, "line " + each.getLineNumber() + ": " + message);
      }
    }
    return wrong;
  }

  /** Returns a new class loader of all that was compiled. */
  ClassLoader loader() {
    return new Loader(classFiles);
  }

  /** The libraries as this program has them, wherever its class loaders found them. */
  private static String classPath() {
    Set<String> entries = new LinkedHashSet<>();
    for (Class<?> each : USED) {
      CodeSource source = each.getProtectionDomain().getCodeSource();
      if (source != null) {
        try {
          entries.add(Path.of(source.getLocation().toURI()).toString());
        } catch (URISyntaxException e) {
          throw new IllegalStateException(
              "Cannot find the place of " + each + " in " + source.getLocation() + ".", e);
        }
      }
    }
    return String.join(File.pathSeparator, entries);
  }

  /** A source text. */
  private static final class Source extends SimpleJavaFileObject {
    private final String path;
    private final String text;

    Source(String path, String text) {
      super(URI.create("generated:/" + path), Kind.SOURCE);
      this.path = path;
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** A class that was compiled. */
  private static final class ClassFile extends SimpleJavaFileObject {
    private final String name;
    private final byte[] bytes;

    ClassFile(String name, byte[] bytes) {
      super(URI.create("generated:/" + name.replace('.', '/') + ".class"), Kind.CLASS);
      this.name = name;
      this.bytes = bytes;
    }

    @Override
    public InputStream openInputStream() {
      return new ByteArrayInputStream(bytes);
    }
  }

  /** Puts classes into the map, and shows those that are there to the compiler. */
  private final class Classes extends ForwardingJavaFileManager<StandardJavaFileManager> {
    Classes(StandardJavaFileManager standard) {
      super(standard);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location,
        String className,
        JavaFileObject.Kind kind,
        @Nullable FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("generated:/" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          return new ByteArrayOutputStream() {
            @Override
            public void close() {
              classFiles.put(className, toByteArray());
            }
          };
        }
      };
    }

    @Override
    public Iterable<JavaFileObject> list(
        Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
        throws IOException {
      List<JavaFileObject> all = new ArrayList<>();
      super.list(location, packageName, kinds, recurse).forEach(all::add);
      if (location == StandardLocation.CLASS_PATH && kinds.contains(JavaFileObject.Kind.CLASS)) {
        classFiles.forEach(
            (name, bytes) -> {
              if (name.startsWith(packageName + ".")
                  && (recurse || name.indexOf('.', packageName.length() + 1) < 0)) {
                all.add(new ClassFile(name, bytes));
              }
            });
      }
      return all;
    }

    @Override
    public @Nullable String inferBinaryName(Location location, JavaFileObject file) {
      return file instanceof ClassFile own ? own.name : super.inferBinaryName(location, file);
    }
  }

  /** Gives the classes beside Castile's. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> classFiles;

    Loader(Map<String, byte[]> classFiles) {
      super(MemoryCompiler.class.getClassLoader());
      this.classFiles = Map.copyOf(classFiles);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classFiles.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
