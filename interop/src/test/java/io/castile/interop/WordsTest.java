package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The words of comments and pages: code is a thing, and has a noun of the field. */
final class WordsTest {
  private static final Pattern PERSONS =
      Pattern.compile("(?i)\\b(who|whom|whoever|nobody|somebody|anybody)\\b");

  private static final Pattern UNKNOWN_PERSONS =
      Pattern.compile("(?i)\\b(nobody|somebody|anybody)\\b");

  /** A text block, a text, a character, or a comment, which is the group. */
  private static final Pattern TOKENS =
      Pattern.compile(
          "(?s)\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\])*+\"|'(?:\\\\.|[^'\\\\])*+'"
              + "|(//[^\\n]*|/\\*.*?\\*/)");

  @Test
  void commentsNameNoPersonsForCode() throws IOException {
    List<String> found = new ArrayList<>();
    int comments = 0;
    for (Path source : files("/src/main/java/.*\\.java")) {
      for (String comment : comments(Files.readString(source))) {
        comments++;
        if (PERSONS.matcher(withoutCode(comment)).find()) {
          found.add(source + ": " + comment);
        }
      }
    }

    assertThat(comments).isGreaterThan(1_000);
    assertThat(found).isEmpty();
  }

  @Test
  void pagesNameNoUnknownPersons() throws IOException {
    List<String> found = new ArrayList<>();
    List<Path> pages = files("/(README|(docs|dist|examples|lab)/.*)\\.md");
    for (Path page : pages) {
      for (String line : Files.readAllLines(page)) {
        if (UNKNOWN_PERSONS.matcher(line).find() && !page.toString().contains("decisions")) {
          found.add(page + ": " + line);
        }
      }
    }

    assertThat(pages).hasSizeGreaterThan(20);
    assertThat(found).isEmpty();
  }

  @Test
  void wordsInTextsAreNoComments() {
    assertThat(
            comments(
                "String a = \"// who\"; char b = '\"'; // what\n/* a\n b */ \"\"\"\n/* */\"\"\""))
        .containsExactly("// what", "/* a\n b */");
  }

  private static List<String> comments(String source) {
    return TOKENS
        .matcher(source)
        .results()
        .map(token -> token.group(1))
        .filter(comment -> comment != null)
        .toList();
  }

  /** Leaves out names of the code, as those of parameters. */
  private static String withoutCode(String comment) {
    return comment.replaceAll("@param \\w+", "").replaceAll("\\{@\\w+ [^}]*\\}", "");
  }

  private static List<Path> files(String pattern) throws IOException {
    Path root = Corpus.repository();
    Pattern wanted = Pattern.compile(Pattern.quote(root.toString()) + ".*" + pattern);
    try (Stream<Path> tree = Files.walk(root)) {
      return tree.filter(path -> !path.toString().matches(".*/(target|node_modules)/.*"))
          .filter(path -> wanted.matcher(path.toString().replace('\\', '/')).matches())
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    }
  }
}
