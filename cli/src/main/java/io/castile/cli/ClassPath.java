package io.castile.cli;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option that says where an application's classes are. */
final class ClassPath {
  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      defaultValue = "",
      description = "Archives and folders with the class, separated as in java -cp.")
  private String entries;

  /** A loader of these classes; to be closed by the caller. */
  URLClassLoader loader() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : entries.split(File.pathSeparator)) {
      if (!entry.isEmpty()) {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassPath.class.getClassLoader());
  }

  /** The error that a class, or one that it refers to, is not there. */
  static ParameterException missing(CommandLine command, Throwable e) {
    return new ParameterException(
        command, "castile: no class " + e.getMessage() + "; is it on --class-path?", e);
  }
}
