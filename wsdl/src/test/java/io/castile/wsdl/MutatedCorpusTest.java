package io.castile.wsdl;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Descriptions of the corpus, changed at random, are read, or refused at a place. */
@Tag("long")
final class MutatedCorpusTest {
  private static final Path CORPUS = Path.of("../../shared/corpus");
  private static final int MUTANTS = 2000;
  private static final int LARGEST = 150_000; // bytes: of larger ones, fewer could be tried
  private static final long SEED = 4509;

  private static final Pattern VALUE = Pattern.compile("=\\s*(\"[^\"<]*\"|'[^'<]*')");
  private static final Pattern TAG = Pattern.compile("<(/?)([A-Za-z][\\w.:-]*)");

  /** Values that are words of some attribute, names, numbers, and none of these. */
  private static final String[] VALUES = {
    "",
    " ",
    "0",
    "-1",
    "1e2",
    "unbounded",
    "99999999999999999999",
    "true",
    "lax skip",
    "##any",
    "##other",
    "a:b:c",
    "xs:string",
    "xsd:anyType",
    "#all",
    "qualified",
    "rpc",
    "encoded",
    "collapse",
    "[a-"
  };

  private static final String[] NAMES = {
    "sequence", "choice", "all", "any", "attribute", "anyAttribute", "group", "simpleContent",
    "complexContent", "extension", "restriction", "union", "list", "redefine", "include", "import",
    "element", "simpleType", "complexType", "enumeration", "maxLength", "part", "input", "message"
  };

  @TempDir private Path folder;

  @Test
  void eachIsReadOrRefusedAtAPlace() throws Exception {
    assumeTrue(Files.isDirectory(CORPUS), "no ../shared/corpus beside the repository");
    List<Path> descriptions = descriptions();
    assertThat(descriptions).hasSizeGreaterThan(20);
    Random random = new Random(SEED);
    for (int i = 0; i < MUTANTS; i++) {
      Path original = descriptions.get(i % descriptions.size());
      String text = Files.readString(original, ISO_8859_1);
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        text = changed(text, random);
      }
      Path mutant = folder.resolve("mutant.wsdl");
      Files.writeString(mutant, text, ISO_8859_1);
      String name = "mutant " + i + " of " + original;
      assertTimeoutPreemptively(
          Duration.ofSeconds(60),
          () -> assertThatCode(() -> read(mutant)).as(name).doesNotThrowAnyException(),
          name);
    }
  }

  private static List<Path> descriptions() throws IOException {
    try (Stream<Path> files = Files.walk(CORPUS)) {
      List<Path> found = new ArrayList<>();
      for (Path each : files.filter(file -> file.toString().endsWith(".wsdl")).toList()) {
        if (Files.size(each) < LARGEST) {
          found.add(each);
        }
      }
      found.sort(Comparator.naturalOrder());
      return found;
    }
  }

  private static String changed(String text, Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> replaced(text, VALUE, random, "=\"" + VALUES[random.nextInt(VALUES.length)] + "\"");
      case 1 -> swapped(text, random);
      case 2 -> renamed(text, random);
      case 3 -> moved(text, random);
      default -> cut(text, random);
    };
  }

  /** Replaces one match of a pattern, at random. */
  private static String replaced(String text, Pattern pattern, Random random, String other) {
    Matcher found = pattern.matcher(text);
    return found.find(random.nextInt(text.length()))
        ? text.substring(0, found.start()) + other + text.substring(found.end())
        : text;
  }

  /** Puts the value of one attribute in the place of another's. */
  private static String swapped(String text, Random random) {
    Matcher found = VALUE.matcher(text);
    return found.find(random.nextInt(text.length()))
        ? replaced(text, VALUE, random, found.group())
        : text;
  }

  /** Renames an element, its end-tag too where that is the next one of its name. */
  private static String renamed(String text, Random random) {
    Matcher found = TAG.matcher(text);
    if (!found.find(random.nextInt(text.length())) || !found.group(1).isEmpty()) {
      return text;
    }
    String old = found.group(2);
    String other = old.substring(0, old.indexOf(':') + 1) + NAMES[random.nextInt(NAMES.length)];
    int end = text.indexOf("</" + old, found.end());
    int close = text.indexOf('>', found.end());
    boolean isEmpty = close > 0 && text.charAt(close - 1) == '/';
    String rest = text.substring(found.end());
    if (!isEmpty && end > 0) {
      rest =
          text.substring(found.end(), end) + "</" + other + text.substring(end + 2 + old.length());
    }
    return text.substring(0, found.start()) + "<" + other + rest;
  }

  /** Puts an element that has no other in it in another place. */
  private static String moved(String text, Random random) {
    int start = text.indexOf('<', random.nextInt(text.length()));
    int end = text.indexOf("/>", Math.max(start, 0));
    int target = text.indexOf('<', random.nextInt(text.length()));
    if (start < 0 || end < 0 || target < 0 || text.indexOf('<', start + 1) < end) {
      return text;
    }
    String element = text.substring(start, end + 2);
    return text.substring(0, target) + element + text.substring(target);
  }

  private static String cut(String text, Random random) {
    int start = random.nextInt(text.length());
    return text.substring(0, start)
        + text.substring(Math.min(text.length(), start + 1 + random.nextInt(20)));
  }

  private static void read(Path mutant) throws IOException {
    try {
      Description description = WsdlReader.create().offline().read(mutant.toUri());
      description.problems().forEach(each -> assertThat(each.toString()).isNotEmpty());
      description.outline().types();
      for (Binding binding : description.bindings()) {
        for (BindingOperation operation : binding.operations()) {
          description.outline().signature(operation);
          template(description, operation);
        }
      }
    } catch (DocumentException e) {
      assertThat(e.place().line()).as(e.getMessage()).isPositive();
      assertThat(e.place().column()).as(e.getMessage()).isPositive();
    }
  }

  private static void template(Description description, BindingOperation operation) {
    try {
      assertThat(description.values(operation).template()).isNotNull();
    } catch (UnsupportedOperationException e) { // as of document/encoded
      assertThat(e.getMessage()).contains("operation " + operation.operation().name());
    }
  }
}
