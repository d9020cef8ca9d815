package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each limit holds a document that reaches it, and refuses one more. */
class XmlReaderLimitsTest {
  private static final XmlLimits LIMITS =
      XmlLimits.builder()
          .maxBytes(4000)
          .maxDepth(20)
          .maxAttributes(12)
          .maxNameBytes(30)
          .maxTextBytes(100)
          .maxNamespaces(10)
          .build();

  static Stream<Arguments> limits() {
    return Stream.of(
        Arguments.of("maxBytes", "<a>", " ", "</a>", 4000 - 7, true),
        Arguments.of("maxDepth", "", "<a>", "", 20, false),
        Arguments.of("maxAttributes", "<a", " b#=''", "/>", 12, true),
        Arguments.of("maxNameBytes", "<a><", "b", "/></a>", 30, true),
        Arguments.of("maxNameBytes", "<a ", "b", "=''/>", 30, true),
        Arguments.of("maxNameBytes", "<a><?", "b", "?></a>", 30, true),
        Arguments.of("maxTextBytes", "<a>", "x", "</a>", 100, true),
        Arguments.of("maxTextBytes", "<a>", "x", "<b/></a>", 100, true),
        Arguments.of("maxTextBytes", "<a><b> <![CDATA[", "x", "]]></b></a>", 100 - 13, true),
        Arguments.of("maxTextBytes", "<a b='", "x", "'/>", 100, true),
        Arguments.of("maxTextBytes", "<a xmlns:b='", "x", "'/>", 100, true),
        Arguments.of("maxTextBytes", "<a><!--", "x", "--></a>", 100, true),
        Arguments.of("maxTextBytes", "<a><?p", " ", "?></a>", 100, true),
        Arguments.of("maxNamespaces", "<a", " xmlns:p#='u'", "/>", 10, true),
        Arguments.of("maxNamespaces", "", "<a xmlns:p='u'>", "", 10, false));
  }

  @ParameterizedTest
  @MethodSource("limits")
  void holdsAtTheLimitAndRefusesOneMore(
      String limit, String head, String part, String tail, int most, boolean complete) {
    XmlReader in = new XmlReader(new NameTable(), LIMITS);

    String allowed = head + repeat(part, most) + (complete ? tail : "</a>".repeat(most));
    if (limit.equals("maxBytes")) {
      in.reset(XmlReaders.utf8(allowed), 0, allowed.length());
    } else {
      XmlReaders.readToEnd(XmlReaders.on(in, allowed));
    }

    String exceeding = head + repeat(part, most + 1) + tail;
    XmlLimitException error = null;
    try {
      XmlReaders.readToEnd(XmlReaders.on(in, exceeding));
    } catch (XmlLimitException e) {
      error = e;
    }
    assertThat(error).as(exceeding).isNotNull().hasMessageContaining("limit " + limit + " = ");
  }

  /** The part so many times, each {@code #} replaced by its number. */
  private static String repeat(String part, int times) {
    StringBuilder all = new StringBuilder();
    IntStream.range(0, times).forEach(i -> all.append(part.replace("#", "" + i)));
    return all.toString();
  }

  @Test
  void textPassedOverByEveryMethodIsHeldToTheLimit() {
    String document = "<a>" + "x".repeat(60) + "<!--c-->" + "y".repeat(41) + "</a>";
    XmlReader in = XmlReaders.on(new XmlReader(new NameTable(), LIMITS), document);
    in.next();
    XmlReaders.failure(in, XmlLimitException.class, in::readText);
    XmlReaders.failure(in, XmlLimitException.class, in::nextContent);

    XmlReaders.on(in, "<a>" + " ".repeat(101) + "<a/></a>");
    XmlName a = in.nextChild(null);
    XmlReaders.failure(in, XmlLimitException.class, () -> in.nextChild(a));
    XmlReaders.failure(in, XmlLimitException.class, in::skipElement);
  }

  @Test
  void namespacesCountWhileTheyAreInScope() {
    XmlReader in = new XmlReader(new NameTable(), LIMITS);

    XmlReaders.readToEnd(
        XmlReaders.on(in, "<r>" + "<a xmlns:p='u' xmlns:q='v'></a>".repeat(50) + "</r>"));

    assertThat(in.namespaceUri("p")).isNull();
  }

  @Test
  void transcodedDocumentsAreHeldToTheSizeOfTheirUtf8() {
    XmlReader in = new XmlReader(new NameTable(), LIMITS);
    String document = "<a>" + "\u20ac".repeat(1500) + "</a>";
    byte[] utf16 = document.getBytes(java.nio.charset.StandardCharsets.UTF_16LE);
    assertThat(utf16.length).isLessThan(4000);

    XmlReaders.failure(
        in, XmlLimitException.class, () -> in.reset(utf16, 0, utf16.length, "UTF-16LE"));
  }

  @Test
  void numbersHaveABoundedNumberOfDigits() {
    for (String open : new String[] {"<a>", "<a>-", "<a>0.", "<a> +"}) {
      int digits = open.endsWith("0.") ? 999 : 1000;
      XmlReader in = XmlReaders.on(open + "7".repeat(digits) + "</a>");
      in.next();
      assertThat(in.readText().toBigDecimal().precision()).isBetween(999, 1000);

      in = XmlReaders.on(open + "7".repeat(digits + 1) + "</a>");
      in.next();
      assertTooManyDigits(in, 1001);
    }
  }

  private static void assertTooManyDigits(XmlReader in, int found) {
    for (int i = 0; i < 2; i++) {
      XmlLimitException error = null;
      try {
        in.readText().toBigDecimal();
      } catch (XmlLimitException e) {
        error = e;
      }
      assertThat(error)
          .hasMessageStartingWith(
              "the number of " + found + " digits exceeds the limit maxDigits = 1000 at /a");
      assertThat(in.event()).isEqualTo(XmlReader.START_ELEMENT); // a failed read does not advance
    }
  }

  @Test
  void digitsOfIntegersAreCountedToo() {
    XmlReader in = new XmlReader(new NameTable(), XmlLimits.builder().maxDigits(3).build());
    XmlReaders.on(in, "<a>1234</a>").next();
    XmlLimitException error = null;
    try {
      in.readText().toBigInteger();
    } catch (XmlLimitException e) {
      error = e;
    }
    assertThat(error).hasMessageContaining("maxDigits = 3");
  }

  @Test
  void aDeadlineThatIsOverEndsReading() {
    String document = "<a>" + "<b/>".repeat(2000) + "</a>";
    XmlReader in = XmlReaders.on(document).withDeadline(System.nanoTime());
    XmlLimitException error = null;
    try {
      XmlReaders.readToEnd(in);
    } catch (XmlLimitException e) {
      error = e;
    }
    assertThat(error).hasMessageStartingWith("the time for reading the document was over at /a");

    byte[] bytes = XmlReaders.utf8(document);
    XmlReaders.readToEnd(in.reset(bytes, 0, bytes.length)); // holds for one document
  }

  @Test
  void manyNamespacesInScopeAreFoundByTheirNearestDeclaration() {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      StringBuilder document = new StringBuilder();
      List<Map<String, String>> scopes = new ArrayList<>();
      Map<String, String> scope = new TreeMap<>();
      int count = 0;
      int depth = 1 + random.nextInt(30);
      for (int d = 0; d < depth; d++) {
        Map<String, String> declared = new TreeMap<>();
        for (int i = random.nextInt(12); i > 0 && count < 250; i--) {
          String prefix = random.nextInt(9) == 0 ? "" : "p" + random.nextInt(40);
          count += declared.put(prefix, "urn:" + d + ":" + i) == null ? 1 : 0;
        }
        scope = new TreeMap<>(scope);
        scope.putAll(declared);
        scopes.add(scope);
        document.append("<a");
        declared.forEach(
            (p, u) ->
                document.append(p.isEmpty() ? " xmlns" : " xmlns:" + p).append("='" + u + "'"));
        document.append('>');
      }
      XmlReader in = XmlReaders.on(document + "</a>".repeat(depth));
      for (Map<String, String> expected : scopes) {
        in.next();
        for (int p = 0; p < 40; p++) {
          assertThat(in.namespaceUri("p" + p)).isEqualTo(expected.get("p" + p));
        }
        assertThat(in.namespaceUri("")).isEqualTo(expected.getOrDefault("", ""));
        assertThat(in.name().uri()).isEqualTo(expected.getOrDefault("", ""));
      }
    }
  }

  @Test
  void aPrefixDeclaredTwiceAmongManyIsRefused() {
    StringBuilder document = new StringBuilder("<a");
    for (int i = 0; i < 30; i++) {
      document.append(" xmlns:p" + i + "='u'");
    }
    String twice = document + " xmlns:p3='v'/>";
    XmlSyntaxException error = null;
    try {
      XmlReaders.readToEnd(XmlReaders.on(twice));
    } catch (XmlSyntaxException e) {
      error = e;
    }
    assertThat(error).hasMessageContaining("a second \"xmlns:p3\"");
    XmlReaders.readToEnd(XmlReaders.on(document + "><b xmlns:p3='v'/></a>"));
  }

  @Test
  void aCopyDiffersInTheOneLimit() {
    XmlLimits usual = XmlLimits.DEFAULT;

    assertThat(usual.toBuilder().maxBytes(7).build().maxBytes()).isEqualTo(7);
    assertThat(usual.toBuilder().maxBytes(7).maxBytes(usual.maxBytes()).build()).isEqualTo(usual);
    assertThat(usual.toBuilder().maxDigits(3).maxBytes(7).build().maxDigits()).isEqualTo(3);
  }
}
