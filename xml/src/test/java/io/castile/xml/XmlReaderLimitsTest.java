package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each limit holds a document that reaches it, and refuses one more. */
class XmlReaderLimitsTest {
  private static final XmlLimits LIMITS = new XmlLimits(4000, 20, 12, 30, 100, 10);

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
}
