package io.castile.interop.axis1;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A folder of sources, compiled where they stand. */
final class JavaFolder {
  private JavaFolder() {}

  /** Compiles all sources of a folder, and gives their classes. */
  static URLClassLoader compiled(Path folder) throws IOException {
    List<Path> sources;
    try (Stream<Path> all = Files.walk(folder)) {
      sources = all.filter(path -> path.toString().endsWith(".java")).toList();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter log = new StringWriter();
    List<String> options = List.of("-nowarn", "-proc:none", "-d", folder.toString());
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean isCompiled =
          compiler
              .getTask(log, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      if (!isCompiled) {
        throw new AssertionError("the sources do not compile: " + log);
      }
    }
    return new URLClassLoader(
        new URL[] {folder.toUri().toURL()}, JavaFolder.class.getClassLoader());
  }
}
