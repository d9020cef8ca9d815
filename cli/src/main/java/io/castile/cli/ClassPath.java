package io.castile.cli;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that says where an application's classes are. */
final class ClassPath {
  private static final String ALL_ARCHIVES = "*";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      defaultValue = "",
      description =
          "Archives, folders with classes, and FOLDER/* for all archives in a folder, separated as"
              + " in java -cp.")
  private String entries;

  /**
   * A loader of these classes; to be closed by the caller.
   *
   * @throws ParameterException if an entry is not there, or neither folder nor archive
   */
  URLClassLoader loader() throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String entry : entries.split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (path.endsWith(ALL_ARCHIVES)) {
        addArchives(path.toAbsolutePath().getParent(), urls);
      } else if (!entry.isEmpty()) {
        check(path);
        urls.add(path.toUri().toURL());
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassPath.class.getClassLoader());
  }

  /** The folders with classes among the entries, in their order. */
  List<Path> folders() {
    List<Path> folders = new ArrayList<>();
    for (String entry : entries.split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (!entry.isEmpty() && Files.isDirectory(path)) {
        folders.add(path);
      }
    }
    return folders;
  }

  private void addArchives(Path folder, List<URL> urls) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw wrong("expected a folder, found none at " + folder);
    }
    try (DirectoryStream<Path> archives = Files.newDirectoryStream(folder, "*.{jar,JAR}")) {
      for (Path archive : archives) {
        check(archive);
        urls.add(archive.toUri().toURL());
      }
    }
  }

  private void check(Path entry) {
    if (!Files.exists(entry)) {
      throw wrong("expected a file or folder, found none at " + entry);
    }
    if (!Files.isDirectory(entry)) {
      try {
        new JarFile(entry.toFile()).close();
      } catch (IOException e) {
        throw wrong("Cannot read " + entry + " as an archive: " + e.getMessage());
      }
    }
  }

  private ParameterException wrong(String what) {
    return new ParameterException(spec.commandLine(), "castile: " + what + " (in --class-path)");
  }

  /**
   * Finds a class.
   *
   * @throws ParameterException if it is not there
   * @throws IllegalArgumentException if its file is no good
   */
  Class<?> find(String name, ClassLoader loader) {
    if (name.indexOf('/') >= 0 || name.endsWith(".class") || name.endsWith(".java")) {
      throw new ParameterException(
          spec.commandLine(),
          "castile: expected the full name of a class, as com.example.Order, found the file "
              + name);
    }
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      throw unusable(name, e);
    }
  }

  /**
   * The error that a class cannot be used: it is not there, or one that it refers to, or its file
   * is no good for this JVM.
   */
  RuntimeException unusable(String name, Throwable cause) {
    if (!(cause instanceof ClassNotFoundException) && !(cause instanceof NoClassDefFoundError)) {
      return new IllegalArgumentException(
          "class " + name + " cannot be loaded: " + cause.getMessage(), cause);
    }
    String text = cause.getMessage() == null ? name : cause.getMessage();
    String absent = text.replace('/', '.');
    return new ParameterException(
        spec.commandLine(),
        "castile: Cannot find class "
            + absent
            + (absent.equals(name) ? "" : ", which " + name + " needs")
            + ". Add it to --class-path.",
        cause);
  }
}
