package io.castile.maven;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoFailureException;

/**
 * The compiled classes of a project, and all that is on its class path. Its classes see those of
 * Castile that the plugin has. To be closed.
 */
final class ProjectClasses implements AutoCloseable {
  private final List<Path> entries;
  private final URLClassLoader loader;

  /**
   * @param entries folders and archives; those that are not there are passed over
   */
  ProjectClasses(List<String> entries) throws MalformedURLException {
    this.entries = entries.stream().map(Path::of).filter(Files::exists).toList();
    List<URL> urls = new ArrayList<>();
    for (Path each : this.entries) {
      urls.add(each.toUri().toURL());
    }
    this.loader =
        new URLClassLoader(urls.toArray(URL[]::new), ProjectClasses.class.getClassLoader());
  }

  /** Returns all files that classes may come from, but for what is written beside them. */
  List<URI> files() throws IOException {
    List<URI> files = new ArrayList<>();
    for (Path each : entries) {
      if (Files.isRegularFile(each)) {
        files.add(each.toUri());
        continue;
      }
      Path written = each.resolve("META-INF");
      try (Stream<Path> tree = Files.walk(each)) {
        tree.filter(Files::isRegularFile)
            .filter(file -> !file.startsWith(written))
            .sorted()
            .forEach(file -> files.add(file.toUri()));
      }
    }
    return files;
  }

  /**
   * Returns a class, not initialized.
   *
   * @throws MojoFailureException if it cannot be loaded; the message says which and why
   */
  Class<?> load(String name) throws MojoFailureException {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new MojoFailureException(
          "expected the full name of a class of this project or its class path, found '%s'"
              .formatted(name),
          e);
    } catch (LinkageError e) {
      throw unusable(name, e);
    }
  }

  /** Returns the error that a class cannot be loaded, or one that it refers to. */
  MojoFailureException unusable(String name, Throwable cause) {
    String found = String.valueOf(cause.getMessage());
    String what = "class " + name + place(name);
    if (cause instanceof NoClassDefFoundError) {
      found = found.replace('/', '.');
      what += " needs class %s: expected it on the class path of the project, found none";
    } else if (cause instanceof UnsupportedClassVersionError) {
      what +=
          " cannot be loaded: expected a class file for the Java that Maven runs with, found: %s";
    } else {
      what += " cannot be loaded: expected a class that can be, found: %s";
    }
    return new MojoFailureException(what.formatted(found), cause);
  }

  private String place(String name) {
    String path = name.replace('.', '/') + ".class";
    for (Path each : entries) {
      if (Files.isRegularFile(each.resolve(path))) {
        return " in " + each.toString().replace(File.separatorChar, '/');
      }
    }
    return "";
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
