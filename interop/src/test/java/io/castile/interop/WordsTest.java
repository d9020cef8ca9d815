package io.castile.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The words of comments, error texts and pages, by the rules of {@code CONTRIBUTING.md}: code is a
 * thing, and has a noun of the field; a first sentence stands alone; one thing has one word.
 *
 * <p>{@code words-to-mend.txt} beside this class has the exceptions of today. It may only shrink:
 * an entry that is no exception any more is a failure, too.
 */
final class WordsTest {
  private static final Pattern PERSONS =
      Pattern.compile("(?i)\\b(who|whom|whoever|nobody|somebody|anybody)\\b");

  private static final Pattern UNKNOWN_PERSONS =
      Pattern.compile("(?i)\\b(nobody|somebody|anybody)\\b");

  /** A text block, a text, a character, or a comment, which is the third group. */
  private static final Pattern TOKENS =
      Pattern.compile(
          "(?s)(\"\"\".*?\"\"\")|(\"(?:\\\\.|[^\"\\\\])*+\")|'(?:\\\\.|[^'\\\\])*+'"
              + "|(//[^\\n]*|/\\*.*?\\*/)");

  /** First words that need something before them, or that say nothing of what the thing is. */
  private static final Pattern NO_BEGINNING =
      Pattern.compile(
          "(As|At|By|Of|With|Without|For|From|To|In|On|After|Before|Behind|Beside|Inside|Under"
              + "|Between|Until|That|Those|These|This|Them|They|It|There|What|Which|Whose|Where"
              + "|When|Why|How|Such|So|Else|Not|Nothing|None|Something|Told|Is)\\b.*");

  private static final Pattern ABOVE = Pattern.compile("(?i)\\bas\\s+(\\*\\s+)?above\\b");

  private static final String UNIT =
      " (KiB|MiB|GiB|bytes|characters|ms|s|seconds?|minutes?|hours?|days?)";

  /** A number that a comment repeats, in place of a link to the constant. */
  private static final Pattern DEFAULT_IN_PROSE =
      Pattern.compile(
          "(?i)(?<!SOAP )(?<![\\w.])(\\d[\\d.,]*(%1$s)?|(one|two|five|ten|an?)%1$s)( each)? by default"
                  .formatted(UNIT)
              + "|\\bby default:? \\d");

  /** Code in a page: fences, what is in back-ticks, and the targets of links. */
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`]+`|\\]\\([^)]*\\)");

  /** A row of the table of words in {@code CONTRIBUTING.md}. */
  private static final Pattern ROW = Pattern.compile("\\| \\*\\*[^|]*\\*\\* \\|[^|]*\\|([^|]*)\\|");

  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

  /** Exceptions for wrong use or wrong data, whose text the caller reads as it is. */
  private static final Pattern MISUSE =
      Pattern.compile(
          "new (IllegalArgument|IllegalState|UnsupportedOperation|NoSuchElement|WebService|SoapUsage)"
              + "Exception\\(");

  private static final Pattern TOKEN_OR_PARENTHESIS = Pattern.compile(TOKENS.pattern() + "|[()]");

  /** The moulds of error texts: data, use, and an argument out of its range. */
  private static final Pattern MOULD =
      Pattern.compile(
          "\\b([Ee]xpected|[Cc]annot|but was)\\b|^(Set|Use|Call|Add|Remove|Name|Pass)\\b"
              + "|\\w ([<>]=?|==|not in) ?");

  private static final Pattern WORDS = Pattern.compile("\\p{L}{2,}[^\\p{L}]+\\p{L}{2,}");

  private static List<ExportedJavadoc> exported;

  @BeforeAll
  static void readExportedJavadoc() throws IOException {
    exported = ExportedJavadoc.all(Corpus.repository());
    assertThat(exported).hasSizeGreaterThan(1_000);
  }

  @Test
  void commentsNameNoPersonsForCode() throws IOException {
    List<String> found = new ArrayList<>();
    int comments = 0;
    for (Path source : mainSources()) {
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
  void textsNameNoPersonsForCode() throws IOException {
    List<String> found = new ArrayList<>();
    int texts = 0;
    for (Path source : mainSources()) {
      for (String text : texts(Files.readString(source))) {
        texts++;
        if (PERSONS.matcher(text).find()) {
          found.add(source + ": " + text);
        }
      }
    }

    assertThat(texts).isGreaterThan(1_000);
    assertThat(found).isEmpty();
  }

  @Test
  void textsOfMisuseAreInAMould() throws IOException {
    TreeSet<String> found = new TreeSet<>();
    int texts = 0;
    for (Path source : mainSources()) {
      String place = Corpus.repository().relativize(source).toString().replace('\\', '/');
      // the texts of datatypes are reasons, which XmlText puts behind "expected …, found …"
      if (place.startsWith("lab/") || place.contains("/xml/datatype/")) {
        continue;
      }
      String code = Files.readString(source);
      for (String text : textsOfMisuse(code)) {
        texts++;
        if (!MOULD.matcher(text).find()) {
          found.add(place + ": " + text.strip());
        }
      }
    }

    assertThat(texts).isGreaterThan(500);
    assertThat(found).isEqualTo(toMend("mould"));
  }

  @Test
  void pagesNameNoUnknownPersons() throws IOException {
    List<String> found = new ArrayList<>();
    List<Path> pages = pages();
    for (Path page : pages) {
      for (String line : Files.readAllLines(page)) {
        if (UNKNOWN_PERSONS.matcher(line).find()) {
          found.add(page + ": " + line);
        }
      }
    }

    assertThat(pages).hasSizeGreaterThan(20);
    assertThat(found).isEmpty();
  }

  @Test
  void firstSentencesOfExportedJavadocStandAlone() throws IOException {
    TreeSet<String> found = new TreeSet<>();
    for (ExportedJavadoc each : exported) {
      if (NO_BEGINNING.matcher(each.firstSentence()).matches()) {
        found.add(each.name());
      }
    }

    assertThat(found).isEqualTo(toMend("first sentence"));
  }

  @Test
  void commentsPointToNothingAbove() throws IOException {
    TreeSet<String> found = new TreeSet<>();
    for (Path source : mainSources()) {
      for (String comment : comments(Files.readString(source))) {
        if (comment.startsWith("/**") && ABOVE.matcher(comment).find()) {
          found.add(Corpus.repository().relativize(source).toString().replace('\\', '/'));
        }
      }
    }

    assertThat(found).isEqualTo(toMend("as above"));
  }

  @Test
  void exportedJavadocLinksDefaults() throws IOException {
    TreeSet<String> found = new TreeSet<>();
    for (ExportedJavadoc each : exported) {
      if (DEFAULT_IN_PROSE.matcher(each.text()).find()) {
        found.add(each.name());
      }
    }

    assertThat(found).isEqualTo(toMend("default"));
  }

  @Test
  void oneThingHasOneWord() throws IOException {
    Pattern others = otherWords();
    TreeSet<String> found = new TreeSet<>();
    for (ExportedJavadoc each : exported) {
      if (others.matcher(withoutCode(each.text())).find()) {
        found.add(each.name());
      }
    }
    for (Path page : pages()) {
      if (page.toString().contains("tables")) {
        continue; // they quote what the suites print
      }
      String text = CODE.matcher(Files.readString(page)).replaceAll("");
      if (others.matcher(text).find()) {
        found.add(Corpus.repository().relativize(page).toString().replace('\\', '/'));
      }
    }

    assertThat(found).isEqualTo(toMend("word"));
  }

  /** The words in back-ticks in the last column of the table of {@code CONTRIBUTING.md}. */
  private static Pattern otherWords() throws IOException {
    String text = Files.readString(Corpus.repository().resolve("CONTRIBUTING.md"));
    List<String> words =
        ROW.matcher(text)
            .results()
            .flatMap(row -> QUOTED.matcher(row.group(1)).results())
            .map(word -> Pattern.quote(word.group(1)).replace(" ", "\\E\\s+\\Q"))
            .toList();
    assertThat(words).hasSizeGreaterThan(4);
    return Pattern.compile("(?i)\\b(" + String.join("|", words) + ")s?\\b");
  }

  @Test
  void wordsInTextsAreNoComments() {
    String source =
        "String a = \"// who\"; char b = '\"'; // what\n/* a\n b */ \"\"\"\n/* */\"\"\"";

    assertThat(comments(source)).containsExactly("// what", "/* a\n b */");
    assertThat(texts(source)).containsExactly("\"// who\"", "\"\"\"\n/* */\"\"\"");
  }

  @Test
  void textsOfMisuseAreThoseOfItsArguments() {
    String source =
        "new IllegalStateException(\n"
            + " name(a) + \" is \"\n"
            + " + \"(closed\" + ')' + \")\", e); f(\"no more\");";

    assertThat(textsOfMisuse(source)).containsExactly(" is …(closed…)…");
    assertThat(" is …(closed…)…").doesNotContainPattern(MOULD);
    assertThat("maxBytes < 0: …").containsPattern(MOULD);
    assertThat("Cannot read, because …").containsPattern(MOULD);
    assertThat("route …: expected a path, found '…").containsPattern(MOULD);
  }

  @Test
  void numbersBesideTheWordDefaultAreFound() {
    assertThat("Sets the size; 64 MiB by default.").containsPattern(DEFAULT_IN_PROSE);
    assertThat("Sets the time; a minute by default").containsPattern(DEFAULT_IN_PROSE);
    assertThat("Sets the count; 5 by default").containsPattern(DEFAULT_IN_PROSE);
    assertThat("Returns the version; SOAP 1.1 by default.").doesNotContainPattern(DEFAULT_IN_PROSE);
    assertThat("{@link #DEFAULT_TIME} by default, 0 for none")
        .doesNotContainPattern(DEFAULT_IN_PROSE);
  }

  private static TreeSet<String> toMend(String rule) throws IOException {
    try (InputStream in = WordsTest.class.getResourceAsStream("words-to-mend.txt")) {
      TreeSet<String> places = new TreeSet<>();
      new String(Objects.requireNonNull(in).readAllBytes(), UTF_8)
          .lines()
          .filter(line -> line.startsWith(rule + ": "))
          .forEach(line -> places.add(line.substring(rule.length() + 2)));
      return places;
    }
  }

  private static List<String> comments(String source) {
    return TOKENS
        .matcher(source)
        .results()
        .map(token -> token.group(3))
        .filter(Objects::nonNull)
        .toList();
  }

  private static List<String> texts(String source) {
    return TOKENS
        .matcher(source)
        .results()
        .filter(token -> token.group(1) != null || token.group(2) != null)
        .map(MatchResult::group)
        .toList();
  }

  /** The words that are written as arguments of each exception; those with two words at least. */
  private static List<String> textsOfMisuse(String source) {
    List<String> texts = new ArrayList<>();
    Matcher misuse = MISUSE.matcher(source);
    while (misuse.find()) {
      StringBuilder text = new StringBuilder();
      Matcher token = TOKEN_OR_PARENTHESIS.matcher(source);
      int depth = 1;
      for (int at = misuse.end(); depth > 0 && token.find(at); at = token.end()) {
        if (token.group(2) != null) {
          text.append(token.group(2), 1, token.group(2).length() - 1).append('…');
        } else if (token.group(1) != null) {
          text.append(token.group(1));
        } else if (token.group().equals("(")) {
          depth++;
        } else if (token.group().equals(")")) {
          depth--;
        }
      }
      if (WORDS.matcher(text).find()) {
        texts.add(text.toString().replaceAll("(?<= )…(?=\\p{L})", ""));
      }
    }
    return texts;
  }

  /** Leaves out names of the code, as those of parameters. */
  private static String withoutCode(String comment) {
    return comment.replaceAll("@param \\w+", "").replaceAll("\\{@\\w+ [^}]*\\}", "");
  }

  private static List<Path> mainSources() throws IOException {
    return files("/src/main/java/.*\\.java");
  }

  private static List<Path> pages() throws IOException {
    return files("/(README|(docs|dist|examples|lab)/.*)\\.md").stream()
        .filter(page -> !page.toString().contains("decisions"))
        .toList();
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
