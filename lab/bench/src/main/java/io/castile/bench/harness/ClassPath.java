package io.castile.bench.harness;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Libraries, all of them files, as archives of loaded classes want it.
 *
 * @param files in their order
 */
public record ClassPath(List<Path> files) {

  /**
   * That of this JVM. A folder of classes is packed into a file, which is named after its module:
   * {@code …/soap/target/classes} into {@code castile-soap.jar}.
   *
   * @param work where such files go
   */
  public static ClassPath ofThisJvm(Path work) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        Path module = path.toAbsolutePath().getParent().getParent().getFileName();
        Path jar = work.resolve("castile-" + module + "-" + path.getFileName() + ".jar");
        pack(path, jar);
        files.add(jar);
      } else if (Files.exists(path)) {
        files.add(path);
      }
    }
    return new ClassPath(List.copyOf(files));
  }

  /** Packs a folder. */
  public static void pack(Path folder, Path jar) throws IOException {
    List<Path> files;
    try (Stream<Path> tree = Files.walk(folder)) {
      files = tree.filter(Files::isRegularFile).sorted().toList();
    }
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      for (Path file : files) {
        String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
        entries.putNextEntry(new JarEntry(name));
        Files.copy(file, entries);
        entries.closeEntry();
      }
    }
  }

  /** Those files whose name is wanted. */
  public ClassPath only(Predicate<String> wanted) {
    return new ClassPath(
        files.stream().filter(file -> wanted.test(file.getFileName().toString())).toList());
  }

  /** These files and others behind them. */
  public ClassPath and(Path... more) {
    return new ClassPath(Stream.concat(files.stream(), Arrays.stream(more)).toList());
  }

  /** As a JVM wants it. */
  public String text() {
    return files.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
