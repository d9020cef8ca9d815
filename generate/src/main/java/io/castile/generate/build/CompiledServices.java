package io.castile.generate.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds service interfaces and service classes in a folder of compiled classes. */
public final class CompiledServices {
  private static final String CLASS_FILE = ".class";

  /** The type of the annotation, as it stands among the constants of a class file. */
  private static final String ANNOTATION = "Ljakarta/jws/WebService;";

  private CompiledServices() {}

  /**
   * Returns the full names of the classes whose files name {@code WebService}, sorted: those that
   * have the annotation, and those that use it in another way. Loads no class.
   *
   * @throws IOException if the folder or a file in it cannot be read
   */
  public static List<String> namesIn(Path folder) throws IOException {
    List<String> names = new ArrayList<>();
    if (!Files.isDirectory(folder)) {
      return names;
    }
    List<Path> files;
    try (Stream<Path> tree = Files.walk(folder)) {
      files = tree.filter(path -> path.toString().endsWith(CLASS_FILE)).sorted().toList();
    }
    for (Path file : files) {
      String path = folder.relativize(file).toString().replace('\\', '/');
      if (!path.startsWith("META-INF/") && namesAnnotation(file)) {
        names.add(path.substring(0, path.length() - CLASS_FILE.length()).replace('/', '.'));
      }
    }
    return names;
  }

  private static boolean namesAnnotation(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(ANNOTATION);
  }
}
