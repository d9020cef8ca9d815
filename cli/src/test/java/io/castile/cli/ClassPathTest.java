package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.demo.portal.Tuple;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of class paths, and of the classes that are looked for on them. */
final class ClassPathTest {
  @TempDir Path folder;

  private final Cli cli = new Cli();

  @ParameterizedTest
  @ValueSource(strings = {"explain", "codecs --output out"})
  void anEntryThatIsNotThereIsNamed(String command) {
    String missing = folder.resolve("lib/beans.jar").toString();
    String path = folder + File.pathSeparator + missing;

    assertThat(cli.run((command + " -cp " + path + " com.example.Order").split(" "))).isEqualTo(2);

    assertThat(cli.message())
        .startsWith(
            "castile: expected a file or folder, found none at " + missing + " (in --class-path)");
  }

  @Test
  void anEntryThatIsNeitherFolderNorArchiveIsNamed() throws Exception {
    Path text = Files.writeString(folder.resolve("beans.jar"), "text");

    assertThat(cli.run("explain", "-cp", text.toString(), "com.example.Order")).isEqualTo(2);

    assertThat(cli.message()).startsWith("castile: Cannot read " + text + " as an archive: ");
  }

  @Test
  void aFolderOfArchivesThatIsNotThereIsNamed() {
    String path = folder.resolve("lib") + "/*";

    assertThat(cli.run("explain", "-cp", path, "com.example.Order")).isEqualTo(2);

    assertThat(cli.message())
        .startsWith("castile: expected a folder, found none at " + folder.resolve("lib"));
  }

  @Test
  void aStarStandsForAllArchivesOfAFolder() throws Exception {
    compile("example.Order", "package example; public class Order { public Item item; }");
    compile("example.Item", "package example; public class Item { public int count; }");
    archive(folder.resolve("order.jar"), "example/Order.class");
    archive(folder.resolve("item.jar"), "example/Item.class");
    deleteClasses();

    assertThat(cli.run("explain", "-cp", folder + "/*", "example.Order")).isZero();

    assertThat(cli.out()).contains("example.Order", "example.Item", "2 classes: 2 by");
  }

  @Test
  void aClassThatIsNotThereIsNamed() {
    assertThat(cli.run("explain", "-cp", folder.toString(), "com.example.Order")).isEqualTo(2);

    assertThat(cli.message())
        .startsWith("castile: Cannot find class com.example.Order. Add it to --class-path.");
  }

  @Test
  void aClassThatAnotherNeedsIsNamedWithIt() throws Exception {
    compile("example.Order", "package example; public class Order { public Item item; }");
    Files.delete(folder.resolve("example/Item.class"));

    assertThat(cli.run("explain", "-cp", folder.toString(), "example.Order")).isEqualTo(2);

    assertThat(cli.message())
        .startsWith(
            "castile: Cannot find class example.Item, which example.Order needs. Add it to");
  }

  @Test
  void aClassFileThatIsDamagedIsAFailureInWords() throws Exception {
    Path file = folder.resolve("example/Order.class");
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[] {1, 2, 3, 4});

    assertThat(cli.run("explain", "-cp", folder.toString(), "example.Order")).isEqualTo(1);

    assertThat(cli.message())
        .startsWith("castile: class example.Order cannot be loaded: ")
        .hasLineCount(1);
  }

  @Test
  void anOutputFolderThatIsAFileIsNamedBeforeAnythingIsDone() throws Exception {
    Path file = Files.writeString(folder.resolve("out"), "text");

    assertThat(cli.run("codecs", "--output", file.toString(), Tuple.class.getName())).isEqualTo(2);

    assertThat(cli.message()).startsWith("castile: expected a folder, found the file " + file);
  }

  /** Compiles a class into the folder; Item is there for those that refer to it. */
  private void compile(String name, String source) throws IOException {
    Path item = Files.writeString(folder.resolve("Item.java"), "package example; class Item {}");
    Path file =
        Files.writeString(folder.resolve(name.substring(name.indexOf('.') + 1) + ".java"), source);
    List<String> arguments =
        List.of("-d", folder.toString(), "-proc:none", item.toString(), file.toString());
    int exit =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.stream().distinct().toArray(String[]::new));
    assertThat(exit).isZero();
  }

  private void archive(Path archive, String entry) throws IOException {
    try (OutputStream file = Files.newOutputStream(archive);
        ZipOutputStream zip = new ZipOutputStream(file);
        InputStream in = Files.newInputStream(folder.resolve(entry))) {
      zip.putNextEntry(new ZipEntry(entry));
      in.transferTo(zip);
    }
  }

  private void deleteClasses() throws IOException {
    Files.delete(folder.resolve("example/Order.class"));
    Files.delete(folder.resolve("example/Item.class"));
  }
}
