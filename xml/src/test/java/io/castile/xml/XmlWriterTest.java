package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.xml.datatype.XsdDates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

class XmlWriterTest {
  private static final Namespace SHOP = new Namespace("s", "urn:shop");

  private final XmlWriter writer = new XmlWriter();

  @Test
  void elementsByName() {
    writer.startElement("urn:shop", "order");
    writer.attribute("", "id", "7");
    writer.attribute("urn:shop", "kind", "a\"b");
    writer.closeStartTag();
    writer.startElement("urn:shop", "price");
    writer.closeStartTag();
    writer.text(12.5);
    writer.endElement();
    writer.startElement("", "note");
    writer.endElement();
    writer.endElement();

    assertWritten(
        "<q1:order xmlns:q1=\"urn:shop\" id=\"7\" q1:kind=\"a&quot;b\">"
            + "<q1:price>12.5</q1:price><note/></q1:order>");
  }

  @Test
  void constantMarkupAndElementsByNameMix() {
    raw("<s:order");
    int mark = writer.mark();
    writer.declare(SHOP);
    raw(">");
    writer.startElement("urn:shop", "price");
    writer.attribute("", "unit", "EUR");
    writer.closeStartTag();
    raw("<s:cents>");
    writer.text(5);
    raw("</s:cents>");
    writer.endElement();
    raw("</s:order>");
    writer.release(mark);

    assertWritten(
        "<s:order xmlns:s=\"urn:shop\"><s:price"
            + " unit=\"EUR\"><s:cents>5</s:cents></s:price></s:order>");
    assertThat(writer.prefix("urn:shop")).isNull();
  }

  @Test
  void aPrefixAskedForIsDeclaredWhereItIsNotInScope() {
    writer.startElement("urn:shop", "order");
    writer.startElementWithPrefix("q1", "urn:shop", "price");
    writer.endElement();
    writer.startElementWithPrefix("s", "urn:shop", "price");
    writer.endElement();
    writer.startElementWithPrefix("q1", "urn:other", "price");
    writer.endElement();
    writer.endElement();

    assertWritten(
        "<q1:order xmlns:q1=\"urn:shop\"><q1:price/><s:price xmlns:s=\"urn:shop\"/>"
            + "<q1:price xmlns:q1=\"urn:other\"/></q1:order>");
  }

  @Test
  void valuesOfAllTypes() {
    writer.text(true);
    raw(" ");
    writer.text(false);
    raw(" ");
    writer.text(-12);
    raw(" ");
    writer.text(Long.MIN_VALUE);
    raw(" ");
    writer.text(1.5f);
    raw(" ");
    writer.text(Double.NEGATIVE_INFINITY);
    raw(" ");
    writer.text(BigInteger.TEN.pow(20));
    raw(" ");
    writer.text(BigInteger.TWO);
    raw(" ");
    writer.text(new BigDecimal("1E+3"));
    raw(" ");
    writer.text(XsdDates.FACTORY.newXMLGregorianCalendar("2026-11-21"));
    raw(" ");
    writer.text(XsdDates.FACTORY.newDuration("P1D"));
    raw(" ");
    writer.base64(new byte[] {1, 2, 3, 4});
    raw(" ");
    writer.hex(new byte[] {0, (byte) 0xAB});

    assertWritten(
        "true false -12 -9223372036854775808 1.5 -INF 100000000000000000000 2 1000 2026-11-21 P1D"
            + " AQIDBA== 00AB");
  }

  @Test
  void growsFromNothingAndIsTheSameFromAnyCapacity() {
    for (int capacity = 0; capacity < 200; capacity++) {
      XmlWriter small = new XmlWriter(capacity);
      for (int i = 0; i < 20; i++) {
        small.text("aé€\uD83D\uDE00<");
        small.text(i);
        small.text(i / 7.0);
        small.attributeText("\t\"");
        small.base64(new byte[i]);
      }
      if (capacity == 0) {
        writer.raw(small.buffer(), 0, small.size());
      }

      assertThat(small.toByteArray()).isEqualTo(writer.toByteArray());
    }
  }

  @Test
  void resetForgetsAllButTheBuffer() {
    writer.startElement("urn:shop", "order");
    writer.enter(null);
    byte[] buffer = writer.buffer();

    writer.reset();

    assertThat(writer.size()).isZero();
    assertThat(writer.prefix("urn:shop")).isNull();
    assertThat(writer.buffer()).isSameAs(buffer);
    assertThatThrownBy(writer::endElement).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void writesTheDocumentToAStream() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    raw("<a/>");

    writer.writeTo(out);

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("<a/>");
  }

  // ---- limits ----

  @Test
  void aDocumentMayBeAsLargeAsTheLimitAndNoLarger() {
    XmlWriter limited = new XmlWriter(0, 100, 10);
    limited.text("x".repeat(100));

    assertThat(limited.size()).isEqualTo(100);
    assertThatThrownBy(() -> limited.text("x"))
        .isInstanceOf(XmlLimitException.class)
        .hasMessageStartingWith("the document is larger than maxBytes = 100");
    assertThat(limited.size()).isEqualTo(100);
    for (String text : new String[] {"x".repeat(101), "<".repeat(26), "é".repeat(51)}) {
      assertThatThrownBy(() -> limited.reset().text(text)).isInstanceOf(XmlLimitException.class);
      assertThat(limited.size()).isZero();
    }
    limited.reset().text("<".repeat(25));
    limited.reset().text("é".repeat(50));
    limited.reset().text("\uD83D\uDE00".repeat(25));
    assertThat(limited.size()).isEqualTo(100);
  }

  @Test
  void hugeValuesAreRefusedBeforeAnyMemoryIsTaken() {
    XmlWriter limited = new XmlWriter(0, 1_000, 10);

    assertThatThrownBy(() -> limited.text(new BigDecimal("1E-2000000000")))
        .isInstanceOf(XmlLimitException.class);
    assertThatThrownBy(() -> limited.text(new BigDecimal("1E+2000000000")))
        .isInstanceOf(XmlLimitException.class);
    assertThatThrownBy(() -> limited.base64(new byte[1_000])).isInstanceOf(XmlLimitException.class);
    assertThatThrownBy(() -> limited.hex(new byte[501])).isInstanceOf(XmlLimitException.class);
    assertThat(limited.size()).isZero();
  }

  @Test
  void nestingBeyondTheLimitNamesTheLikelyCycle() {
    XmlWriter limited = new XmlWriter(0, 100, 3);
    for (int i = 0; i < 3; i++) {
      limited.enter(null);
    }

    assertThatThrownBy(() -> limited.enter(null))
        .isInstanceOf(XmlLimitException.class)
        .hasMessageContaining("maxNesting = 3")
        .hasMessageContaining("cycle");
    limited.leave();
    limited.enter(null);
  }

  @Test
  void argumentsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new XmlWriter(-1)).hasMessage("initialCapacity < 0: -1");
    assertThatThrownBy(() -> new XmlWriter(1, 0, 1)).hasMessage("maxBytes <= 0: 0");
    assertThatThrownBy(() -> new XmlWriter(1, 1, 0)).hasMessage("maxNesting <= 0: 0");
  }

  // ---- namespaces ----

  @Test
  void aNamespaceInScopeIsNotDeclaredAgain() {
    raw("<a");
    int outer = writer.mark();
    writer.declare(SHOP);
    raw("><b");
    int inner = writer.mark();
    writer.declare(SHOP);
    raw("/>");
    writer.release(inner);
    raw("</a>");
    writer.release(outer);
    raw("<c");
    writer.declare(SHOP);

    assertWritten("<a xmlns:s=\"urn:shop\"><b/></a><c xmlns:s=\"urn:shop\"");
  }

  @Test
  void aShadowedPrefixIsDeclaredAgainAndComesBack() {
    raw("<a");
    writer.mark();
    writer.declare(SHOP);
    raw("><b");
    int inner = writer.mark();
    writer.declare(new Namespace("s", "urn:other"));
    assertThat(writer.prefix("urn:shop")).isNull();
    assertThat(writer.prefix("urn:other")).isEqualTo("s");
    raw("><c");
    int innermost = writer.mark();
    writer.declare(SHOP);
    raw("/>");
    writer.release(innermost);
    raw("</b>");
    writer.release(inner);

    assertThat(writer.prefix("urn:shop")).isEqualTo("s");
    assertThat(writer.prefix("urn:other")).isNull();
    assertWritten("<a xmlns:s=\"urn:shop\"><b xmlns:s=\"urn:other\"><c xmlns:s=\"urn:shop\"/></b>");
  }

  @Test
  void oneStartTagDoesNotDeclareAPrefixTwice() {
    raw("<a");
    writer.mark();
    writer.declare(SHOP);

    assertThatThrownBy(() -> writer.declare(new Namespace("s", "urn:other")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Cannot declare the prefix again, because the start tag declares"
                + " xmlns:s=\"urn:shop\".");
  }

  @Test
  void prefixesMadeUpDoNotCollide() {
    raw("<a");
    writer.mark();
    writer.declare(new Namespace("q1", "urn:one"));
    writer.declare(new QName("urn:two", "x"));
    writer.declare(new QName("urn:two", "y"));
    writer.declare(new QName("urn:three", "z"));
    writer.declare(new QName("none"));
    raw(">");
    writer.text(new QName("urn:two", "y"));
    raw(" ");
    writer.text(new QName("urn:one", "y"));
    raw(" ");
    writer.text(new QName("none"));
    raw("</a>");

    assertWritten(
        "<a xmlns:q1=\"urn:one\" xmlns:q2=\"urn:two\" xmlns:q3=\"urn:three\">q2:y q1:y none</a>");
  }

  @Test
  void aQualifiedNameWithoutDeclarationIsRefused() {
    assertThatThrownBy(() -> writer.text(new QName("urn:two", "y")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Cannot write a name whose prefix is not in scope. Call declare({urn:two}y) first.");
    assertThat(writer.size()).isZero();
  }

  @Test
  void namesWithoutNamespaceLeaveTheDefaultNamespace() {
    writer.startElement("", "a");
    writer.declare("", "urn:default");
    writer.startElement("", "b");
    writer.endElement();
    writer.startElement("urn:default", "c");
    writer.declare(new QName("none"));
    writer.closeStartTag();
    writer.text(new QName("none"));
    writer.endElement();
    writer.endElement();

    assertWritten(
        "<a xmlns=\"urn:default\"><b xmlns=\"\"/>"
            + "<q1:c xmlns:q1=\"urn:default\" xmlns=\"\">none</q1:c></a>");
  }

  @Test
  void theXmlPrefixNeedsNoDeclaration() {
    writer.startElement("", "a");
    writer.attribute("http://www.w3.org/XML/1998/namespace", "lang", "en");
    writer.endElement();

    assertWritten("<a xml:lang=\"en\"/>");
  }

  @Test
  void urisAreEscaped() {
    writer.startElement("urn:a&b\"<", "a");
    writer.endElement();

    assertWritten("<q1:a xmlns:q1=\"urn:a&amp;b&quot;&lt;\"/>");
    assertThat(new Namespace("p", "u&").toString()).isEqualTo("xmlns:p=\"u&\"");
  }

  @Test
  void marksOutOfRangeAreRefused() {
    assertThatThrownBy(() -> writer.release(1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> writer.release(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  // ---- misuse ----

  @Test
  void whatIsNotANameIsRefused() {
    for (String name : new String[] {"", "a b", "1a", "-a", "a:b", "a<b", "a>", "é\u0000", "×"}) {
      assertThatThrownBy(() -> writer.startElement("", name))
          .as(name)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("expected an XML name without colon, found '");
    }
    assertThat(writer.size()).isZero();
    for (String name : new String[] {"a", "_", "é", "a-1.b", "a·", "\uD800\uDC00", "日本"}) {
      writer.startElement("", name);
      writer.attribute("", name, "");
      writer.endElement();
    }
    assertThatThrownBy(() -> new Namespace("a b", "urn:x"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void attributesNeedAnOpenStartTag() {
    writer.startElement("", "a");
    writer.closeStartTag();

    assertThatThrownBy(() -> writer.attribute("", "b", ""))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Cannot write an attribute or declaration, because no start tag is open at /a.");
  }

  @Test
  void errorsNameTheElement() {
    writer.startElement("", "a");
    writer.startElement("urn:x", "b");
    writer.closeStartTag();
    int size = writer.size();

    assertThatThrownBy(() -> writer.text("ab\u0000"))
        .isInstanceOf(XmlDataException.class)
        .hasMessage("XML 1.0 cannot carry U+0000, character 2 of the text at /a/q1:b")
        .extracting(e -> ((XmlDataException) e).path())
        .isEqualTo("/a/q1:b");
    assertThat(writer.size()).isEqualTo(size);
  }

  private void raw(String markup) {
    writer.raw(markup.getBytes(StandardCharsets.UTF_8));
  }

  private void assertWritten(String expected) {
    assertThat(new String(writer.toByteArray(), StandardCharsets.UTF_8)).isEqualTo(expected);
  }

  @Test
  void aDocumentGoesOutInPiecesButElementsByNameAsAWhole() {
    StringBuilder out = new StringBuilder();
    List<Integer> lengths = new ArrayList<>();
    XmlWriter writer =
        new XmlWriter(
            8,
            (piece, length) -> {
              out.append(new String(piece, 0, length, StandardCharsets.UTF_8));
              lengths.add(length);
              return new byte[8];
            });
    byte[] start = "<a>".getBytes(StandardCharsets.UTF_8);
    byte[] end = "</a>".getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 3; i++) {
      writer.raw(start);
      writer.text("12345 & 67890");
      writer.raw(end);
    }
    writer.startElement("", "named");
    writer.closeStartTag();
    writer.text("a text that is longer than a piece");
    writer.endElement();
    writer.raw(end);
    out.append(new String(writer.toByteArray(), StandardCharsets.UTF_8));

    assertThat(out)
        .hasToString(
            "<a>12345 &amp; 67890</a>".repeat(3)
                + "<named>a text that is longer than a piece</named></a>");
    assertThat(lengths).hasSizeGreaterThan(1).allMatch(length -> length > 0);
  }

  @Test
  void aWriterOfPiecesNeedsABufferToBeginWith() {
    assertThatThrownBy(() -> new XmlWriter(0, (piece, length) -> new byte[8]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("capacity <= 0: 0");
  }
}
