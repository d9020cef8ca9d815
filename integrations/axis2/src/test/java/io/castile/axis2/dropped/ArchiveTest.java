package io.castile.axis2.dropped;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.axis2.CastileModule;
import io.castile.shop.FreePorts;
import java.io.File;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The module as an archive: all that it needs beside Axis2 is in it. */
@Tag("long")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ArchiveTest {
  /** What the class path of these tests has for the module, and Axis2 has not. */
  private static final Pattern OF_MODULE =
      Pattern.compile(
          "caffeine|snakeyaml|janino|commons-compiler|fastdoubleparser|mime4j|saaj-impl"
              + "|jaxb-|txw2|jspecify|jakarta\\.xml\\.(ws|soap)|castile-");

  @Test
  void anAxis2WithoutCastileOnItsClassPathCaches(@TempDir Path folder) throws Exception {
    Path modules = Files.createDirectories(folder.resolve("modules"));
    Files.createDirectories(folder.resolve("services"));
    Path classes =
        Path.of(CastileModule.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path tests =
        Path.of(DroppedServer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> axis2 = new ArrayList<>();
    List<Path> module = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (!path.equals(classes) && !path.equals(tests)) {
        boolean isOfModule =
            Files.isDirectory(path) || OF_MODULE.matcher(path.getFileName().toString()).find();
        if (isOfModule) {
          module.add(path);
        } else {
          axis2.add(entry);
        }
      }
    }
    archive(modules.resolve("castile-axis2-1.0.mar"), classes, module);
    Path program = folder.resolve("program");
    copy(tests, program, "io/castile/axis2/dropped/DroppedServer");
    axis2.add(program.toString());

    assertThat(run(axis2, folder)).endsWith("calls: 1");
  }

  /** As axis2-mar-maven-plugin makes it. */
  private static void archive(Path archive, Path classes, List<Path> libraries) throws IOException {
    try (JarOutputStream mar = new JarOutputStream(Files.newOutputStream(archive))) {
      addAll(mar, classes);
      for (int i = 0; i < libraries.size(); i++) {
        Path library = libraries.get(i);
        mar.putNextEntry(new JarEntry("lib/" + i + ".jar"));
        if (Files.isDirectory(library)) {
          JarOutputStream jar = new JarOutputStream(new Unclosed(mar));
          addAll(jar, library);
          jar.finish();
        } else {
          Files.copy(library, mar);
        }
        mar.closeEntry();
      }
    }
  }

  private static void addAll(JarOutputStream jar, Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        jar.putNextEntry(new JarEntry(folder.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, jar);
        jar.closeEntry();
      }
    }
  }

  private static final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }

  private static void copy(Path from, Path to, String start) throws IOException {
    try (Stream<Path> tree = Files.walk(from)) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        String name = from.relativize(file).toString().replace('\\', '/');
        if (name.startsWith(start)) {
          Files.createDirectories(to.resolve(name).getParent());
          Files.copy(file, to.resolve(name));
        }
      }
    }
  }

  private static String run(List<String> classPath, Path repository) throws Exception {
    int port = FreePorts.next();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            String.join(File.pathSeparator, classPath),
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
            DroppedServer.class.getName(),
            repository.toString(),
            Integer.toString(port));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } finally {
      process.destroyForcibly();
    }
  }
}
