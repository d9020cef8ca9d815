package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Moving by children and texts, as codecs do. */
class XmlReaderContentTest {
  private final NameTable names = new NameTable();
  private final XmlName a = names.intern("u", "a");
  private final XmlName item = names.intern("u", "itemOfTheList");
  private final XmlReader in = new XmlReader(names, XmlLimits.DEFAULT);

  @Test
  void childrenAreFoundBetweenTextCommentsAndInstructions() {
    XmlReaders.on(in, "<a xmlns='u'>x<!--c--><itemOfTheList/><?p?>y<b><c/></b>z</a>");

    assertThat(in.nextChild(a)).isSameAs(a);
    assertThat(in.nextChild(item)).isSameAs(item);
    assertThat(in.nextChild(item)).isNull();
    assertThat(in.nextChild(item)).isEqualTo(new XmlName("u", "b"));
    in.skipElement();
    assertThat(in.nextChild(item)).isNull();
    assertThat(in.path()).isEqualTo("/a");
    assertThat(in.nextChild(item)).isNull();
    assertThat(in.event()).isEqualTo(XmlReader.END_DOCUMENT);
  }

  @Test
  void theHintNeverChangesTheResult() {
    String[] lists = {
      "<a xmlns='u'><itemOfTheList>1</itemOfTheList><itemOfTheList>2</itemOfTheList></a>",
      "<a xmlns='u'> <itemOfTheList x='1'>1</itemOfTheList ><itemOfTheList\n>2</itemOfTheList></a>",
      "<a xmlns='u'><itemOfTheLists>1</itemOfTheLists><itemOfTheList/></a>",
      "<p:a xmlns:p='u'><p:itemOfTheList>1</p:itemOfTheList><itemOfTheList/></p:a>",
      "<p:a xmlns:p='u'><p:itemOfTheList>1</p:itemOfTheList><p:itemOfTheList xmlns:p='v'/></p:a>",
      "<p:a xmlns:p='v'><p:itemOfTheList>1</p:itemOfTheList><p:itemOfTheList xmlns:p='u'/></p:a>",
      "<a xmlns='u'><itemOfTheList xmlns='v'/><itemOfTheList xmlns='u'>2</itemOfTheList></a>",
      "<a xmlns='u'><itemOfTheList y='2' y='3'/></a>",
      "<a xmlns='u'><itemOfTheList",
      "<a xmlns='d'><itemOfTheList xmlns='u'>1</itemOfTheList><itemOfTheList xmlns='u'>2"
          + "</itemOfTheList> <itemOfTheList xmlns='u' ><x/>3</itemOfTheList><x/></a>",
      "<a xmlns='e'><itemOfTheList xmlns='u'>1</itemOfTheList><itemOfTheList xmlns='u'/>"
          + "<itemOfTheList xmlns='u' b='1'>2</itemOfTheList><itemOfTheList xmlns='v'>3"
          + "</itemOfTheList></a>",
      "<itemOfTheList xmlns='u'><itemOfTheList xmlns='u'>1</itemOfTheList></itemOfTheList>",
      "<itemOfTheList xmlns='u'></itemOfTheList><itemOfTheList xmlns='u'></itemOfTheList>",
      "<a xmlns='u'><itemOfTheList><itemOfTheList>1</itemOfTheList></itemOfTheList></a>",
    };
    // One reader sees all of them, twice, so that what it remembers of one meets the others.
    for (int i = 0; i < 2 * lists.length; i++) {
      String list = lists[i % lists.length];
      assertThat(children(in, list, item))
          .as(list)
          .isEqualTo(children(new XmlReader(), list, null));
    }
  }

  private static String children(XmlReader in, String document, XmlName hint) {
    StringBuilder seen = new StringBuilder();
    try {
      XmlReaders.on(in, document);
      seen.append(in.nextChild(hint));
      for (XmlName name; (name = in.nextChild(hint)) != null; ) {
        seen.append(" ").append(name).append("@").append(in.offset()).append(in.attributeCount());
        seen.append("=").append(in.readText());
      }
      return seen.append(" end@").append(in.offset()).toString();
    } catch (XmlException e) {
      return seen.append(e.getMessage()).toString();
    }
  }

  @Test
  void textOfAnEmptyElementIsEmpty() {
    XmlReaders.on(in, "<a><b/><c></c></a>").nextChild(null);

    in.nextChild(null);
    assertThat(in.readText().isEmpty()).isTrue();
    assertThat(in.path()).isEqualTo("/a/b");
    in.nextChild(null);
    assertThat(in.readText().isEmpty()).isTrue();
    assertThat(in.path()).isEqualTo("/a/c");
    assertThat(in.nextChild(null)).isNull();
  }

  @Test
  void aSkippedElementIsChecked() {
    XmlReaders.on(in, "<a><b c='1' xmlns:p='q'><d/>x</e></b></a>").nextChild(null);
    in.nextChild(null);

    XmlSyntaxException error = XmlReaders.failure(in, XmlSyntaxException.class, in::skipElement);

    assertThat(error.path()).isEqualTo("/a/b");
    assertThat(in.attribute(0)).hasToString("1");
  }

  @Test
  void aFailureInsideTextLeavesTheReaderAtTheElement() {
    String[] contents = {
      "x",
      "x&y;</b>",
      "x<c/>&y;</b>",
      "x<c d='1'><e xmlns:p='r'/></f></b>",
      "x<!-- -- --></b>",
      "\u0002</b>",
      "x</bb>",
    };
    for (String content : contents) {
      XmlReaders.on(in, "<a xmlns='u'><b c='&lt;1' xmlns:p='q'>" + content + "</a>");
      in.nextChild(null);
      in.nextChild(null);

      XmlReaders.failure(in, XmlSyntaxException.class, in::readText);
      XmlReaders.failure(in, XmlSyntaxException.class, in::skipElement);
      assertThat(in.attribute(0)).hasToString("<1");
    }
  }

  @Test
  void aFailureBehindAnElementLeavesTheReaderAtItsEnd() {
    for (String next : new String[] {"<c", "<c d='1' d='2'>", "x&y;", "<!--", "</c>", "<q:r/>"}) {
      XmlReaders.on(in, "<a xmlns='u'>t<b c='1' xmlns:p='q'></b>" + next);
      in.nextChild(null);
      in.nextChild(null);
      in.next();

      XmlReaders.failure(in, XmlSyntaxException.class, in::next);
      XmlReaders.failure(in, XmlSyntaxException.class, in::nextContent);
      XmlReaders.failure(in, XmlSyntaxException.class, () -> in.nextChild(null));
      assertThat(in.namespaceUri("p")).isEqualTo("q");
    }
  }

  @Test
  void aRefusedConversionTakesTheReaderBack() {
    String[] elements = {
      "<b c='1'>x</b>", "<b c='1'/>", "<b c='1'>x<!--d--></b>", "<b c='1'>x<e f='2'/></b>",
    };
    for (String element : elements) {
      XmlReaders.on(in, "<a xmlns='u' xmlns:p='q'>" + element + "<n>7</n></a>").nextChild(null);
      in.nextChild(null);

      XmlReaders.failure(in, XmlDataException.class, () -> in.readText().toInt());
      assertThat(in.attribute(0)).hasToString("1");

      in.skipElement();
      in.nextChild(null);
      assertThat(in.readText().toInt()).isEqualTo(7);
    }
  }

  @Test
  void errorsTellExpectedFoundPathAndOffset() {
    XmlReaders.on(in, "<a><b>12a</b><c d=' x&lt;'/><e> " + "9".repeat(50) + "</e></a>");
    in.nextChild(null);

    in.nextChild(null);
    assertThatThrownBy(() -> in.readText().toInt())
        .hasMessage("expected xs:int, found \"12a\" at /a/b, byte 6");
    in.skipElement();
    in.nextChild(null);
    assertThatThrownBy(() -> in.attribute(0).toLong())
        .hasMessage("expected xs:long, found \" x<\" at /a/c/@d, byte 19");
    in.skipElement();
    in.nextChild(null);
    assertThatThrownBy(() -> in.readText().toShort())
        .hasMessageContaining("found \" " + "9".repeat(39) + "…\" at /a/e");
    assertThat(in.unexpected("element f", "element e"))
        .hasMessage("expected element f, found element e at /a/e, byte 28");
  }

  @Test
  void prefixesInContentAreResolvedBehindTheEndTag() {
    XmlReaders.on(in, "<a xmlns='d'><b xmlns:p='q'> p:name </b><b>name</b><b>p:x</b></a>");
    in.nextChild(null);

    in.nextChild(null);
    assertThat(in.readText().toQName()).hasToString("{q}name");
    in.nextChild(null);
    assertThat(in.readText().toQName()).hasToString("{d}name");
    in.nextChild(null);
    assertThat(XmlReaders.failure(in, XmlDataException.class, () -> in.readText().toQName()))
        .hasMessageContaining("found \"p:x\" at /a/b");
  }

  @Test
  void nilAndTypeAreThoseOfTheInstanceNamespaceOnly() {
    XmlName type = names.intern("urn:t", "T");
    String xsi = "xmlns:x='http://www.w3.org/2001/XMLSchema-instance' xmlns:t='urn:t'";
    XmlReaders.on(
        in,
        "<a "
            + xsi
            + " nil='true'><b x:nil=' 1 ' x:type=' t:T '/><b x:nil='false' type='t:T'/>"
            + "<b x:type='u:T'/><b x:nil='maybe'/></a>");

    in.nextChild(null);
    assertThat(in.isNil()).isFalse();
    in.nextChild(null);
    assertThat(in.isNil()).isTrue();
    assertThat(in.xsiType()).isSameAs(type);
    in.skipElement();
    in.nextChild(null);
    assertThat(in.isNil()).isFalse();
    assertThat(in.xsiType()).isNull();
    in.skipElement();
    in.nextChild(null);
    assertThat(XmlReaders.failure(in, XmlDataException.class, in::xsiType))
        .hasMessageContaining("found \"u:T\" at /a/b/@type");
    in.skipElement();
    in.nextChild(null);
    assertThatThrownBy(in::isNil).hasMessageContaining("expected xs:boolean, found \"maybe\"");
  }

  @Test
  void misuseIsAnIllegalState() {
    assertThatThrownBy(in::next).isInstanceOf(IllegalStateException.class);
    XmlReaders.on(in, "<a>x</a>");
    assertThatThrownBy(in::readText).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(in::name).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(in::text).isInstanceOf(IllegalStateException.class);
    in.next();
    assertThatThrownBy(in::piTarget).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> in.attribute(0)).isInstanceOf(IndexOutOfBoundsException.class);
    in.next();
    assertThatThrownBy(in::skipElement).isInstanceOf(IllegalStateException.class);
    XmlReaders.readToEnd(in);
    assertThatThrownBy(in::next).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> in.nextChild(null)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(in::nextContent).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void elementsThatFollowAreEstimatedByTheirLength() {
    XmlReader in = XmlReaders.atRoot("<r>" + "<a>12345</a>".repeat(1000) + "</r>");
    in.nextChild(null);
    int first = in.offset();
    for (int i = 0; i < 10; i++) {
      in.skipElement();
      in.nextChild(null);
    }

    assertThat(in.estimateFollowing(first, 10)).isBetween(990, 1030);
  }

  @Test
  void estimatesOfADocumentAddUpToNoMoreThanFitsIntoIt() {
    String document = "<r>" + "<a/>".repeat(100) + "<b>" + "x".repeat(10_000) + "</b></r>";
    XmlReader in = XmlReaders.atRoot(document);
    in.nextChild(null);
    long sum = 0;
    int estimates = 0;
    for (int i = 1; i < 100; i++) {
      int first = in.offset();
      in.skipElement();
      in.nextChild(null);
      int estimate = in.estimateFollowing(first, 1);
      sum += estimate;
      estimates += estimate > 0 ? 1 : 0;
    }

    assertThat(sum).isLessThanOrEqualTo(document.length() / 4);
    assertThat(estimates).isPositive().isLessThan(3);
  }
}
