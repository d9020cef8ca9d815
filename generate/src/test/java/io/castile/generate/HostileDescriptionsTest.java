package io.castile.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Descriptions of attackers: each text of a description is one that is meant to be code, a path or
 * an expression. What is generated of them is compiled, loaded and used, and nothing of it runs.
 */
final class HostileDescriptionsTest {
  private static final int DESCRIPTIONS = 200;

  private static final String RUN = "System.setProperty(\"" + HostileRun.MARKER + "\", \"ran\");";
  private static final String CALL =
      "$value.getClass().forName(\"java.lang.System\").setProperty(\""
          + HostileRun.MARKER
          + "\", \"ran\")";

  /** Texts; those of XML alone, as they come out of a parser. */
  private static final List<String> TEXTS =
      List.of(
          "\\u002a/ static {" + RUN + "} /*",
          "\\u002a/ class Evil { static {" + RUN + "} } /*",
          "\\uuuu002a\\u002f static {" + RUN + "} /\\u002a",
          "\\\\u002a/ static {" + RUN + "} /*",
          "\\\\\\u002a/ static {" + RUN + "} /*",
          "*\\u002f static {" + RUN + "} \\u002f*",
          "*/ static {" + RUN + "} /*",
          "*\n/ static {" + RUN + "} /*",
          "/ static {" + RUN + "} /*",
          "\"; static {" + RUN + "} String s = \"",
          "\") @interface Evil {} //",
          "\\u0022; static {" + RUN + "} //",
          "\\\\u0022; static {" + RUN + "} //",
          "x\\",
          "\\u005c",
          "\\u000a static {" + RUN + "} //",
          "\n static {" + RUN + "} //",
          "\r static {" + RUN + "} //",
          "x; static {" + RUN + "} int y",
          "x() {} static {" + RUN + "} void y",
          "Evil { static {" + RUN + "} } class x",
          "${java.version}</mainClass><plugin/>",
          "$(touch evil)`touch evil`;touch evil",
          "]]#" + CALL + "#[[",
          "a\n" + CALL,
          "a#set($x = " + CALL + ")$x",
          "#end" + CALL,
          "../../../evil",
          "..\\..\\evil",
          "/tmp/castile-test-evil",
          "C:\\evil",
          "http://../../..",
          "http://./",
          "urn:..:..:evil",
          "file:///../../evil",
          "a\u202e\u2066b\u2069\u200d\u2028\u2029\u0085c\u00ad\ufeffd",
          "\ud83d\ude00 \ud840\udc00",
          "`java.lang.System`.exit(1)",
          "%s%n%1$s%99$d{0}",
          "$1\\1$0",
          " = ".repeat(50),
          "x".repeat(900),
          "\u3042".repeat(300),
          "CON",
          "nul",
          "java.lang",
          "class",
          "_",
          "-",
          "&lt;b>]]>",
          "{@code */} {@link",
          "@throws x y",
          "\u3001\u00b7\u2070x",
          "");

  @TempDir Path folder;

  private static Generator plain() {
    return Generator.create().withMain(true);
  }

  private static Generator all() {
    return plain()
        .withEquals(true)
        .withCopy(true)
        .withSerializable(true)
        .withCodecs(true)
        .withTemplates(true);
  }

  /** Places whose texts have no syntax: with any text in them there is a project. */
  private static List<String> texts(boolean isEncoded) {
    return HostileDescription.places(isEncoded).stream()
        .filter(place -> place.startsWith("text."))
        .toList();
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(ints = {0, 16})
  void oneTextInAllPlacesRunsNothing(int number) throws Exception {
    Map<String, String> texts = new LinkedHashMap<>();
    texts(false).forEach(place -> texts.put(place, TEXTS.get(number)));

    HostileRun.Result result =
        new HostileRun(folder).run(HostileDescription.with(false, texts), all());

    assertThat(result.refusal()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text.local", "text.nested", "text.behind", "text.constant"})
  void documentationWithinAClassIsNoCode(String place) throws Exception {
    String wsdl = HostileDescription.with(false, Map.of(place, TEXTS.get(0)));

    HostileRun.Result result = new HostileRun(folder).run(wsdl, Generator.create());

    assertThat(result.refusal()).isNull();
  }

  /** What is in a comment is text for the tool that makes pages of comments, too. */
  @Test
  void textsInCommentsHaveNoTags() throws Exception {
    String text = "}\n}</pre>\n<img src='x'>\n{@snippet file='a'} @author b";
    Map<String, String> texts = new LinkedHashMap<>();
    for (String place : HostileDescription.places(false)) {
      if (place.startsWith("text.") || place.startsWith("value.")) {
        texts.put(place, text);
      }
    }

    Generated generated = Compiled.generate(folder, HostileDescription.with(false, texts), plain());

    for (Generated.File each : generated.files()) {
      if (each.kind() == Generated.File.Kind.SOURCE) {
        assertThat(comments(each.text()))
            .as(each.path())
            .doesNotContain("<img", "{@snippet", "@author");
      }
    }
  }

  /** Comments of documentation without tags that show what is in them as it is. */
  private static String comments(String source) {
    StringBuilder comments = new StringBuilder();
    Matcher matcher = Pattern.compile("/\\*\\*.*?\\*/", Pattern.DOTALL).matcher(source);
    while (matcher.find()) {
      String comment = matcher.group();
      int start = comment.indexOf("{@code");
      for (int i = start, depth = 0; i >= 0 && i < comment.length(); i++) {
        depth += comment.charAt(i) == '{' ? 1 : comment.charAt(i) == '}' ? -1 : 0;
        if (depth == 0) {
          comment = comment.substring(0, start) + comment.substring(i);
          break;
        }
      }
      comments.append(comment).append('\n');
    }
    return comments.toString();
  }

  @Test
  void textsOfAnEncodedServiceRunNothing() throws Exception {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String place : HostileDescription.places(true)) {
      if (place.startsWith("text.") || place.startsWith("namespace.")) {
        texts.put(place, "urn:\\u002a/\"\\u0022\\u000a} static {" + RUN + "} //" + texts.size());
      }
    }

    HostileRun.Result result =
        new HostileRun(folder).run(HostileDescription.with(true, texts), plain());

    assertThat(result.refusal()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://../../..", "urn:.."})
  void aNamespaceOfDotsHasAPackage(String namespace) throws Exception {
    Map<String, String> texts = Map.of("namespace.wsdl", namespace, "namespace.other", "urn:...:");

    HostileRun.Result result =
        new HostileRun(folder).run(HostileDescription.with(false, texts), plain());

    assertThat(result.refusal()).isNull();
    assertThat(Objects.requireNonNull(result.generated()).interfaces()).hasSize(1);
  }

  static Stream<List<String>> deviceNames() {
    return Stream.of(List.of("CON", "urn:aux"), List.of("nul", "http://con.com1/prn"));
  }

  @ParameterizedTest
  @MethodSource("deviceNames")
  void noFileHasTheNameOfADevice(List<String> names) throws Exception {
    Map<String, String> texts =
        Map.of(
            "name.type", names.get(0),
            "name.portType", names.get(0),
            "name.service", names.get(0),
            "namespace.wsdl", names.get(1));

    HostileRun.Result result =
        new HostileRun(folder).run(HostileDescription.with(false, texts), plain());

    for (Generated.File each : Objects.requireNonNull(result.generated()).files()) {
      for (String name : each.path().split("/")) {
        assertThat(name).doesNotMatch("(?i)(con|prn|aux|nul|com\\d|lpt\\d)(\\..*)?");
      }
    }
  }

  /** One to three places of each description are an attacker's, each place several times in all. */
  @Test
  @Tag("long")
  void noneOfManyDescriptionsRunsAnything() throws Exception {
    Random random = new Random(44);
    Set<String> seen = new LinkedHashSet<>();
    List<String> wrong = new ArrayList<>();
    int projects = 0;
    for (int i = 0; i < DESCRIPTIONS; i++) {
      boolean isEncoded = i % 5 == 4;
      List<String> places = HostileDescription.places(isEncoded);
      Map<String, String> texts = new LinkedHashMap<>();
      texts.put(places.get(i % places.size()), TEXTS.get(random.nextInt(TEXTS.size())));
      for (int more = random.nextInt(3); more > 0; more--) {
        texts.put(
            places.get(random.nextInt(places.size())), TEXTS.get(random.nextInt(TEXTS.size())));
      }
      texts.keySet().forEach(place -> seen.add((isEncoded ? "encoded " : "") + place));
      boolean isText = texts.keySet().stream().allMatch(place -> place.startsWith("text."));
      Path run = Files.createDirectory(folder.resolve("run" + i));
      try {
        HostileRun.Result result =
            new HostileRun(run)
                .run(HostileDescription.with(isEncoded, texts), i % 2 == 0 ? plain() : all());
        projects += result.refusal() == null ? 1 : 0;
        if (isText && result.refusal() != null) {
          wrong.add(i + " " + texts + ": refused, " + result.refusal());
        }
      } catch (AssertionError | Exception e) {
        wrong.add(i + " " + texts + ": " + e);
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(seen).hasSize(all(false).size() + all(true).size());
    assertThat(projects).isGreaterThan(DESCRIPTIONS * 3 / 4);
  }

  private static List<String> all(boolean isEncoded) {
    return HostileDescription.places(isEncoded);
  }
}
