package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.NoSuchElementException;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stax.StAXSource;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** An element as StAX. */
class XmlStreamReaderTest {
  private static final String INNER =
      "<p:b xmlns:p='u' xmlns='d' p:x='1' y=' 2 &lt; '>t&amp;t<!--c--><?pi data?><c/>"
          + "<![CDATA[<x>]]><d xmlns=''>z</d></p:b>";

  private final XmlReader in = XmlReaders.atRoot("<a>head" + INNER + "<after/></a>");

  @Test
  void theJdksTransformerBuildsTheSameTree() throws Exception {
    in.nextChild(null);

    DOMResult result = new DOMResult();
    TransformerFactory.newDefaultInstance()
        .newTransformer()
        .transform(new StAXSource(in.asStreamReader()), result);

    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    factory.setCoalescing(true);
    // The JDK's bridge from StAX passes comments over.
    factory.setIgnoringComments(true);
    Document expected =
        factory.newDocumentBuilder().parse(new InputSource(new StringReader(INNER)));
    Node actual = ((Document) result.getNode()).getDocumentElement();
    Document copy = factory.newDocumentBuilder().newDocument();
    copy.appendChild(copy.importNode(actual, true));
    copy.normalizeDocument();
    assertThat(copy.getDocumentElement().isEqualNode(expected.getDocumentElement())).isTrue();
  }

  @Test
  void endsBehindTheElementAndLeavesTheReaderAtItsEnd() throws XMLStreamException {
    in.nextChild(null);
    XMLStreamReader stream = in.asStreamReader();

    assertThat(stream.getEventType()).isEqualTo(XMLStreamReader.START_ELEMENT);
    while (stream.hasNext()) {
      stream.next();
    }

    assertThat(stream.getEventType()).isEqualTo(XMLStreamReader.END_DOCUMENT);
    assertThatThrownBy(stream::next).isInstanceOf(NoSuchElementException.class);
    assertThat(in.event()).isEqualTo(XmlReader.END_ELEMENT);
    assertThat(in.path()).isEqualTo("/a/b");
    assertThat(in.nextChild(null).local()).isEqualTo("after");
  }

  @Test
  void closePassesOverTheRest() throws XMLStreamException {
    in.nextChild(null);
    XMLStreamReader stream = in.asStreamReader();
    stream.next();

    stream.close();
    stream.close();

    assertThat(in.path()).isEqualTo("/a/b");
    assertThat(in.nextChild(null).local()).isEqualTo("after");
  }

  @Test
  void closeOfAnEmptyElementStaysAtItsEnd() throws XMLStreamException {
    XmlReader reader = XmlReaders.atRoot("<a><b/><c/></a>");
    reader.nextChild(null);

    reader.asStreamReader().close();

    assertThat(reader.event()).isEqualTo(XmlReader.END_ELEMENT);
    assertThat(reader.nextChild(null).local()).isEqualTo("c");
  }

  @Test
  void tellsNamesAttributesAndNamespaces() throws XMLStreamException {
    in.nextChild(null);
    XMLStreamReader stream = in.asStreamReader();

    assertThat(stream.getName()).isEqualTo(new QName("u", "b"));
    assertThat(stream.getName().getPrefix()).isEqualTo("p");
    assertThat(stream.getAttributeCount()).isEqualTo(2);
    assertThat(stream.getAttributeName(0)).isEqualTo(new QName("u", "x"));
    assertThat(stream.getAttributeNamespace(1)).isNull();
    assertThat(stream.getAttributeValue(1)).isEqualTo(" 2 < ");
    assertThat(stream.getAttributeValue(null, "y")).isEqualTo(" 2 < ");
    assertThat(stream.getAttributeValue("u", "x")).isEqualTo("1");
    assertThat(stream.getAttributeValue("u", "y")).isNull();
    assertThat(stream.getNamespaceCount()).isEqualTo(2);
    assertThat(stream.getNamespacePrefix(1)).isNull();
    assertThat(stream.getNamespaceURI(1)).isEqualTo("d");
    assertThat(stream.getNamespaceURI("p")).isEqualTo("u");
    assertThat(stream.getNamespaceContext().getNamespaceURI("q")).isEmpty();
    assertThat(stream.getNamespaceContext().getPrefix("u")).isEqualTo("p");
    assertThat(stream.getLocation().getCharacterOffset()).isEqualTo(7);
    stream.require(XMLStreamReader.START_ELEMENT, "u", "b");
    assertThatThrownBy(() -> stream.require(XMLStreamReader.START_ELEMENT, "u", "c"))
        .isInstanceOf(XMLStreamException.class);

    stream.next();
    assertThat(stream.getText()).isEqualTo("t&t");
    char[] chars = new char[2];
    assertThat(stream.getTextCharacters(1, chars, 0, 2)).isEqualTo(2);
    assertThat(chars).containsExactly('&', 't');
    assertThat(stream.nextTag()).isEqualTo(XMLStreamReader.START_ELEMENT);
    assertThat(stream.getLocalName()).isEqualTo("c");
    assertThat(stream.next()).isEqualTo(XMLStreamReader.END_ELEMENT);
    assertThatThrownBy(stream::nextTag).isInstanceOf(XMLStreamException.class);
    assertThat(stream.getText()).isEqualTo("<x>");
    stream.next();
    assertThat(stream.getNamespaceURI()).isNull();
    assertThat(stream.getElementText()).isEqualTo("z");
    assertThat(stream.nextTag()).isEqualTo(XMLStreamReader.END_ELEMENT);
    assertThat(stream.getPrefix()).isEqualTo("p");
  }

  @Test
  void prefixesThatAreDeclaredAnewAreNotOfferedForTheOldNamespace() {
    XmlReader reader = XmlReaders.atRoot("<a xmlns:p='u' xmlns:q='u'><b xmlns:p='v'/></a>");
    reader.nextChild(null);

    var context = reader.asStreamReader().getNamespaceContext();

    assertThat(context.getPrefixes("u")).toIterable().containsExactly("q");
    assertThat(context.getPrefixes("v")).toIterable().containsExactly("p");
    assertThat(context.getPrefix("xml")).isNull();
    assertThat(context.getPrefix(NamespaceBinding.XML_URI)).isEqualTo("xml");
  }
}
