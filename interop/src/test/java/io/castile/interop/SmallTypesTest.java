package io.castile.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A small type that one file alone uses is nested into that file, where there is room for it: a
 * reader has one file fewer to open. Types in interfaces would be public, and stay outside of them.
 * A command has a file of its own, as a reader looks for it by its name.
 *
 * <p>The list beside this class has the exceptions of today. It may only shrink: an entry that is
 * no exception any more is a failure, too.
 */
final class SmallTypesTest {
  /** A type with as many lines has a file of its own. */
  private static final int MIN_LINES = 80;

  /** A file with more lines, those of the small type included, takes no other type in. */
  private static final int MAX_LINES = 400;

  private static final String EXCEPTIONS = "small-types-beside-their-user.txt";

  private static final Pattern NO_WORD = Pattern.compile("\\W+");

  private static final Pattern COMMENT_OR_TEXT =
      Pattern.compile(
          "(?s)\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\n])*+'"
              + "|//[^\n]*+|/\\*.*?\\*/");

  /** A type that is not nested, and its modifiers. */
  private static final Pattern TYPE =
      Pattern.compile("(?m)^((?:[a-z-]+ )*)(class|interface|@interface|record|enum) (\\w+)");

  private record Source(
      String type,
      boolean isPublic,
      boolean isInterface,
      boolean isCommand,
      int lines,
      Set<String> words) {
    static Source of(Path file) {
      try {
        String text = Files.readString(file);
        String code = COMMENT_OR_TEXT.matcher(text).replaceAll(" ");
        Matcher type = TYPE.matcher(code);
        boolean isFound = type.find();
        return new Source(
            isFound ? type.group(3) : "",
            !isFound || type.group(1).contains("public "),
            isFound && type.group(2).endsWith("interface"),
            code.contains("\n@Command("),
            (int) text.lines().count(),
            NO_WORD.splitAsStream(code).collect(Collectors.toSet()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    boolean hasRoomFor(Source small) {
      return !isInterface && lines + small.lines() <= MAX_LINES;
    }
  }

  @Test
  void aSmallTypeIsInTheFileOfItsOnlyUser() throws IOException {
    Set<String> found = new TreeSet<>();
    for (Path sources : sources()) {
      found.addAll(besideTheirUsers(sources));
    }

    try (InputStream list = SmallTypesTest.class.getResourceAsStream(EXCEPTIONS)) {
      assertThat(found)
          .as("types to nest; the list %s may only shrink", EXCEPTIONS)
          .containsExactlyInAnyOrder(
              new String(list.readAllBytes(), UTF_8).lines().toArray(String[]::new));
    }
  }

  @Test
  void aNewSmallTypeWithOneUserIsFound(@TempDir Path sources) throws IOException {
    Path folder = Files.createDirectories(sources.resolve("a/b"));
    Files.writeString(folder.resolve("Small.java"), "package a.b;\n\nfinal class Small {}\n");
    Files.writeString(
        folder.resolve("User.java"), "package a.b;\n\npublic class User {\n  Small small;\n}\n");
    Files.writeString(
        folder.resolve("Reader.java"),
        "package a.b;\n\n/** Like {@link Small}. */\nclass Reader {}\n");

    assertThat(besideTheirUsers(sources)).containsExactly("a.b.Small");
  }

  @Test
  void aSmallTypeWithTwoUsersOrALongOneHasAFileOfItsOwn(@TempDir Path sources) throws IOException {
    Path folder = Files.createDirectories(sources.resolve("a"));
    Files.writeString(folder.resolve("Small.java"), "package a;\n\nrecord Small() {}\n");
    Files.writeString(folder.resolve("One.java"), "package a;\n\nclass One {\n  Small small;\n}\n");
    Files.writeString(folder.resolve("Two.java"), "package a;\n\nclass Two {\n  Small small;\n}\n");
    Files.writeString(folder.resolve("Odd.java"), "package a;\n\nenum Odd {}\n");
    Files.writeString(
        folder.resolve("Long.java"),
        "package a;\n\nclass Long {\n  Odd odd;\n" + "\n".repeat(400) + "}\n");

    assertThat(besideTheirUsers(sources)).isEmpty();
  }

  /** The full names of small types that are to be nested. */
  private static Set<String> besideTheirUsers(Path sources) throws IOException {
    List<Path> folders;
    try (Stream<Path> tree = Files.walk(sources)) {
      folders = tree.filter(Files::isDirectory).toList();
    }
    Set<String> found = new TreeSet<>();
    for (Path folder : folders) {
      String name = sources.relativize(folder).toString().replace('\\', '/').replace('/', '.');
      List<Source> files = files(folder);
      for (Source small : files) {
        List<Source> users =
            files.stream()
                .filter(other -> other != small && other.words().contains(small.type()))
                .toList();
        if (!small.isPublic()
            && !small.isCommand()
            && small.lines() < MIN_LINES
            && users.size() == 1
            && users.get(0).hasRoomFor(small)) {
          found.add(name + "." + small.type());
        }
      }
    }
    return found;
  }

  private static List<Source> files(Path folder) throws IOException {
    try (Stream<Path> list = Files.list(folder)) {
      return list.filter(file -> file.toString().endsWith(".java")).map(Source::of).toList();
    }
  }

  /** The folders of sources outside of {@code lab}, whose programs are classes of their own. */
  private static List<Path> sources() throws IOException {
    String pom = Files.readString(Corpus.repository().resolve("pom.xml"));
    Matcher modules = Pattern.compile("<module>([^<]+)</module>").matcher(pom);
    List<Path> folders = new ArrayList<>();
    while (modules.find()) {
      Path folder = Corpus.repository().resolve(modules.group(1)).resolve("src/main/java");
      if (!modules.group(1).startsWith("lab/") && Files.isDirectory(folder)) {
        folders.add(folder);
      }
    }
    assertThat(folders).isNotEmpty();
    return folders;
  }
}
