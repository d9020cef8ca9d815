package io.castile.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OutputFolderTest {
  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

  @TempDir Path folder;

  private OutputFolder.Result write(Map<String, String> files, boolean isForced) throws Exception {
    return new OutputFolder(folder).write(files, isForced);
  }

  private String text(String path) throws IOException {
    return Files.readString(folder.resolve(path));
  }

  @Test
  void whatDidNotChangeIsNotWritten() throws Exception {
    write(Map.of("a/A.java", "a", "b/B.java", "b"), false);
    Files.setLastModifiedTime(folder.resolve("a/A.java"), LONG_AGO);

    OutputFolder.Result result = write(Map.of("a/A.java", "a", "b/B.java", "other"), false);

    assertThat(result.written()).containsExactly("b/B.java");
    assertThat(result.unchanged()).containsExactly("a/A.java");
    assertThat(Files.getLastModifiedTime(folder.resolve("a/A.java"))).isEqualTo(LONG_AGO);
    assertThat(text("b/B.java")).isEqualTo("other");
  }

  @Test
  void whatIsNoLongerGeneratedGoesUnlessItWasChanged() throws Exception {
    write(Map.of("A", "a", "B", "b", "C", "c"), false);
    Files.writeString(folder.resolve("C"), "mine");

    OutputFolder.Result result = write(Map.of("A", "a"), false);

    assertThat(result.deleted()).containsExactly("B");
    assertThat(text("C")).isEqualTo("mine");
  }

  @Test
  void isWholeUntilAFileGoes() throws Exception {
    OutputFolder output = new OutputFolder(folder);
    assertThat(output.isWhole()).isFalse();

    write(Map.of("a/A.java", "a", "B", "b"), false);

    assertThat(output.isWhole()).isTrue();
    Files.delete(folder.resolve("a/A.java"));
    assertThat(output.isWhole()).isFalse();
  }

  @Test
  void whatIsNotOursStaysUnlessForced() throws Exception {
    Files.writeString(folder.resolve("A"), "mine");

    assertThatThrownBy(() -> write(Map.of("A", "a", "B", "b"), false))
        .isInstanceOf(GenerateException.class)
        .hasMessageContaining("was not generated here. Force it by --force");
    assertThat(folder.resolve("B")).doesNotExist();

    write(Map.of("A", "a", "B", "b"), true);
    Files.writeString(folder.resolve("B"), "mine");
    assertThatThrownBy(() -> write(Map.of("A", "a", "B", "other"), false))
        .hasMessageContaining("was changed since it was generated");
    assertThat(text("A")).isEqualTo("a");
  }

  @Test
  void aListThatNamesOtherFoldersDoesNotReachThem() throws Exception {
    Path outside = Files.writeString(folder.resolve("outside"), "a");
    Path inner = Files.createDirectory(folder.resolve("inner"));
    OutputFolder writer = new OutputFolder(inner);
    writer.write(Map.of("A", "a"), false);
    Path list = inner.resolve(OutputFolder.LIST);
    Files.writeString(list, text("inner/" + OutputFolder.LIST).replace(" A", " ../outside"));

    writer.write(Map.of(), false);

    assertThat(outside).exists();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../outside",
        "a/../../outside",
        "a/../b",
        "/outside",
        "//outside",
        "a//b",
        "./a",
        "",
        "a/",
        "..\\outside",
        "C:\\outside",
        "C:/outside",
        "a\n",
        "a\u0000b"
      })
  void aPathThatLeavesTheFolderIsRefusedBeforeAnythingIsWritten(String path) throws Exception {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    OutputFolder output = new OutputFolder(inner);

    for (boolean isForced : new boolean[] {false, true}) {
      assertThatThrownBy(() -> output.write(Map.of("A", "a", path, "b"), isForced))
          .isInstanceOf(GenerateException.class)
          .hasMessageContaining("expected a path within the folder that is written to");
    }
    assertThatThrownBy(() -> new Generated.File(path, "b", Generated.File.Kind.SOURCE))
        .isInstanceOf(IllegalArgumentException.class);
    try (Stream<Path> all = Files.walk(folder)) {
      assertThat(all).containsExactlyInAnyOrder(folder, inner);
    }
  }

  @Test
  void aNameThatIsTooLongForAFileIsRefused() {
    assertThatThrownBy(() -> write(Map.of("A", "a", "ä".repeat(128), "b"), false))
        .isInstanceOf(GenerateException.class)
        .hasMessageContaining("at most 255 bytes");
    assertThat(folder.resolve("A")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"com", "com/shop", "com/shop/A.java", OutputFolder.LIST})
  void aLinkInTheFolderIsNotFollowed(String path) throws Exception {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Path inner = Files.createDirectory(folder.resolve("inner"));
    Path link = inner.resolve(path);
    Files.createDirectories(link.getParent());
    boolean isFile = path.endsWith(".java") || path.equals(OutputFolder.LIST);
    Files.createSymbolicLink(link, isFile ? outside.resolve("written") : outside);
    OutputFolder output = new OutputFolder(inner);

    for (boolean isForced : new boolean[] {false, true}) {
      assertThatThrownBy(() -> output.write(Map.of("com/shop/A.java", "a"), isForced))
          .isInstanceOf(GenerateException.class)
          .hasMessageContaining("Cannot write through the symbolic link " + link);
    }
    try (Stream<Path> all = Files.walk(outside)) {
      assertThat(all).containsExactly(outside);
    }
  }

  @Test
  void whatALinkLeadsToIsNotDeleted() throws Exception {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Path inner = Files.createDirectory(folder.resolve("inner"));
    OutputFolder output = new OutputFolder(inner);
    output.write(Map.of("com/A", "a"), false);
    Files.move(inner.resolve("com"), outside.resolve("com"));
    Files.createSymbolicLink(inner.resolve("com"), outside.resolve("com"));

    output.write(Map.of(), false);

    assertThat(outside.resolve("com/A")).exists();
  }

  @Test
  void aFolderThatIsItselfALinkIsTheUsersChoice() throws Exception {
    Path real = Files.createDirectory(folder.resolve("real"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), real);

    new OutputFolder(link).write(Map.of("com/A", "a"), false);

    assertThat(real.resolve("com/A")).hasContent("a");
  }
}
