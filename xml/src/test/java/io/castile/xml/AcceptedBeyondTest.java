package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import javax.xml.parsers.SAXParserFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * What is read here and refused by the JDK's SAX parser, as the page docs/reference/xml.md lists
 * it.
 */
class AcceptedBeyondTest {
  private static void sax(String document) throws Exception {
    SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    factory.newSAXParser().parse(new InputSource(new StringReader(document)), new DefaultHandler());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<?xml version='1.2'?><a/>",
        "<?xml version='1.9'?><a/>",
        "<?xml version='1.00'?><a/>",
        "<a\u0132/>",
        "<a\u0218/>",
        "<\u1200/>",
        "<a\u2070/>",
        "<\u4e00\u9fff/>",
        "<\ud800\udc00/>",
        "<a \u0132='1'/>",
        "<a><?\u0132 data?></a>"
      })
  void namesAndVersionsOfTheFifthEditionAreRead(String document) {
    XmlReaders.readToEnd(XmlReaders.on(document));

    assertThatThrownBy(() -> sax(document)).isInstanceOf(SAXParseException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<?xml version='1.1'?><a/>",
        "<?xml version='2.0'?><a/>",
        "<?xml version='1.'?><a/>",
        "<\u00d7/>",
        "<a\u2000/>",
        "<\u0301a/>"
      })
  void nothingElseIs(String document) {
    assertThatThrownBy(() -> XmlReaders.readToEnd(XmlReaders.on(document)))
        .isInstanceOf(XmlSyntaxException.class);
  }

  @Test
  void namesOfTheFourthEditionAreReadByBoth() throws Exception {
    String document = "<\u00e9t\u00e9 \u0430='1'/>";
    sax(document);
    XmlReader in = XmlReaders.on(document);
    in.next();
    assertThat(in.name().local()).isEqualTo("\u00e9t\u00e9");
  }
}
