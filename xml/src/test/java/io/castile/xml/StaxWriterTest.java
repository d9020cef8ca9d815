package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stax.StAXResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

class StaxWriterTest {
  private final XmlWriter writer = new XmlWriter();
  private final XMLStreamWriter stax = writer.asStreamWriter();

  /** A message around the producer's part, with two prefixes in scope. */
  private XMLStreamWriter startEnvelope() {
    raw("<e:Envelope");
    writer.mark();
    writer.declare(new Namespace("e", "urn:envelope"));
    writer.declare(new Namespace("s", "urn:shop"));
    raw(">");
    return writer.asStreamWriter();
  }

  private String endEnvelope() {
    raw("</e:Envelope>");
    return written();
  }

  // ---- real producers ----

  @XmlRootElement(name = "item", namespace = "urn:shop")
  static final class Item {
    @XmlAttribute(namespace = "urn:other")
    public String id = "7";

    @XmlElement(namespace = "urn:shop")
    public String name = "a < b";

    @XmlElement public QName type = new QName("urn:types", "t");

    @XmlElement(namespace = "urn:other")
    public List<Item> part = new ArrayList<>();
  }

  @Test
  void theReferenceImplementationMarshalsIntoTheDocument() throws Exception {
    Item item = new Item();
    item.part.add(new Item());
    Marshaller marshaller = JAXBContext.newInstance(Item.class).createMarshaller();
    marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);

    marshaller.marshal(item, startEnvelope());
    String message = endEnvelope();

    assertThat(message)
        .startsWith("<e:Envelope xmlns:e=\"urn:envelope\" xmlns:s=\"urn:shop\"><s:item");
    Item read = unmarshalFirstChild(message);
    assertThat(read.id).isEqualTo("7");
    assertThat(read.name).isEqualTo("a < b");
    assertThat(read.type).isEqualTo(item.type);
    assertThat(read.part).hasSize(1);
    assertThat(read.part.get(0).type).isEqualTo(item.type);
    assertThat(writer.prefix("urn:shop")).isEqualTo("s");
    assertThat(writer.prefix("urn:other")).isNull();
  }

  @Test
  void theReferenceImplementationMarshalsAWholeDocument() throws Exception {
    JAXBContext.newInstance(Item.class).createMarshaller().marshal(new Item(), stax);

    Document document = parse(written());
    assertThat(document.getDocumentElement().getNamespaceURI()).isEqualTo("urn:shop");
  }

  private static Item unmarshalFirstChild(String message) throws Exception {
    return (Item)
        JAXBContext.newInstance(Item.class)
            .createUnmarshaller()
            .unmarshal(parse(message).getDocumentElement().getFirstChild());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a/>",
        "<a>x<b/>y</a>",
        "<a xmlns='urn:d'><b xmlns=''/><c/></a>",
        "<a xmlns='urn:d' xmlns:s='urn:other'><s:b s:c='1' d='2'/><s:b xmlns:s='urn:third'/></a>",
        "<s:a xmlns:s='urn:other'/>",
        "<s:a xmlns:s='urn:shop' s:b='&lt;&quot;&#10;'/>",
        "<q:a xmlns:q='u1'><q:a xmlns:q='u2'><q:a xmlns:q='u1' q:a=''/></q:a></q:a>",
        "<a xml:lang='en' xml:space='preserve'> <!--c--> <?pi data?> </a>",
        "<a><![CDATA[<&>]]]]></a>",
        "<a xmlns:unused='urn:u' b='unused:name'/>",
        "<e:a xmlns:e='urn:shop' xmlns:s='urn:envelope'><s:b/></e:a>",
      })
  void aDomTreeWrittenInsideIsTheSameTree(String xml) throws Exception {
    Document source = parse(xml);

    transform(source, startEnvelope());
    Document message = parse(endEnvelope());

    Node inside = message.getDocumentElement().getFirstChild();
    withoutDeclarations(inside);
    withoutDeclarations(source.getDocumentElement());
    assertThat(inside.isEqualNode(source.getDocumentElement())).as(written()).isTrue();
    raw("<s:after>");
    assertThat(writer.prefix("urn:shop")).isEqualTo("s");
    assertThat(writer.prefix("urn:envelope")).isEqualTo("e");
  }

  /** Takes the declarations away, of which superfluous ones are not written. */
  private static void withoutDeclarations(Node node) {
    if (node instanceof Element element) {
      NamedNodeMap attributes = element.getAttributes();
      for (int i = attributes.getLength() - 1; i >= 0; i--) {
        Attr attribute = (Attr) attributes.item(i);
        if (XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI())) {
          element.removeAttributeNode(attribute);
        }
      }
    }
    for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
      withoutDeclarations(child);
    }
  }

  private static void transform(Document source, XMLStreamWriter target)
      throws TransformerException {
    TransformerFactory.newDefaultInstance()
        .newTransformer()
        .transform(new DOMSource(source), new StAXResult(target));
  }

  private static Document parse(String xml) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
    factory.setCoalescing(true);
    return factory
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }

  // ---- the interface ----

  @Test
  void prefixesWithoutDeclarationAreDeclared() throws XMLStreamException {
    stax.writeStartElement("p", "a", "urn:1");
    stax.writeAttribute("p", "urn:1", "b", "1");
    stax.writeAttribute("p", "urn:2", "c", "2");
    stax.writeAttribute("urn:3", "d", "3");
    stax.writeAttribute("e", "5");
    stax.writeStartElement("urn:1", "f");
    stax.writeEndElement();
    stax.writeEndElement();

    assertThat(written())
        .isEqualTo(
            "<p:a xmlns:p=\"urn:1\" p:b=\"1\" xmlns:q1=\"urn:2\" q1:c=\"2\" xmlns:q2=\"urn:3\""
                + " q2:d=\"3\" e=\"5\"><p:f/></p:a>");
  }

  @Test
  void declarationsInScopeAreLeftOut() throws XMLStreamException {
    XMLStreamWriter inside = startEnvelope();
    inside.writeStartElement("s", "a", "urn:shop");
    inside.writeNamespace("s", "urn:shop");
    inside.writeNamespace("t", "urn:t");
    inside.writeNamespace("t", "urn:t");
    inside.writeDefaultNamespace("");
    inside.writeEndElement();

    assertThat(endEnvelope()).contains("<s:a xmlns:t=\"urn:t\"/>");
  }

  @Test
  void aDefaultNamespaceEndsWithItsElement() throws XMLStreamException {
    stax.writeStartElement("a");
    stax.writeDefaultNamespace("urn:d");
    stax.writeStartElement("", "b", "");
    stax.writeEndElement();
    stax.writeStartElement("urn:d", "c");
    stax.writeAttribute("urn:d", "e", "");
    stax.writeEndElement();
    stax.writeEndElement();
    stax.writeStartElement("", "f", "");
    stax.writeEndElement();

    assertThat(written())
        .isEqualTo("<a xmlns=\"urn:d\"><b xmlns=\"\"/><c xmlns:q1=\"urn:d\" q1:e=\"\"/></a><f/>");
  }

  @Test
  void prefixesAskedForAreTaken() throws XMLStreamException {
    stax.setPrefix("p", "urn:1");
    stax.setDefaultNamespace("urn:2");
    stax.writeStartElement("urn:1", "a");
    stax.writeStartElement("urn:2", "b");
    stax.writeDefaultNamespace("urn:2");
    stax.writeEndElement();
    stax.writeEndElement();

    assertThat(written()).isEqualTo("<p:a xmlns:p=\"urn:1\"><b xmlns=\"urn:2\"/></p:a>");
  }

  @Test
  void theContextIsThatOfTheDocumentAround() throws XMLStreamException {
    XMLStreamWriter inside = startEnvelope();

    assertThat(inside.getPrefix("urn:shop")).isEqualTo("s");
    assertThat(inside.getPrefix("urn:unknown")).isNull();
    assertThat(inside.getNamespaceContext().getNamespaceURI("e")).isEqualTo("urn:envelope");
    assertThat(inside.getNamespaceContext().getNamespaceURI("x")).isEmpty();
    assertThat(inside.getNamespaceContext().getNamespaceURI("")).isEmpty();
    assertThat(inside.getNamespaceContext().getPrefix("http://www.w3.org/XML/1998/namespace"))
        .isEqualTo("xml");
    assertThat(
            Collections.list(
                Collections.enumeration(
                    toList(inside.getNamespaceContext().getPrefixes("urn:shop")))))
        .containsExactly("s");
    inside.setPrefix("n", "urn:n");
    assertThat(inside.getPrefix("urn:n")).isEqualTo("n");
    assertThat(inside.getNamespaceContext().getNamespaceURI("n")).isEqualTo("urn:n");
  }

  private static List<String> toList(java.util.Iterator<String> items) {
    List<String> list = new ArrayList<>();
    items.forEachRemaining(list::add);
    return list;
  }

  @Test
  void contentOfEveryKind() throws XMLStreamException {
    stax.writeStartDocument();
    stax.writeStartDocument("1.0");
    stax.writeStartDocument("UTF-8", "1.0");
    stax.writeStartElement("a");
    stax.writeCharacters("<");
    stax.writeCharacters("x&y".toCharArray(), 1, 1);
    stax.writeCData("]]>");
    stax.writeComment("c<");
    stax.writeProcessingInstruction("p");
    stax.writeProcessingInstruction("p", "d<");
    stax.writeEntityRef("amp");
    stax.writeEmptyElement("b");
    stax.writeAttribute("c", "1");
    stax.writeEmptyElement("", "d", "");
    stax.writeEmptyElement("urn:x", "e");
    stax.writeCharacters("f");
    stax.flush();
    stax.writeEndDocument();
    stax.close();

    assertThat(written())
        .isEqualTo(
            "<a>&lt;&amp;]]&gt;<!--c<--><?p?><?p d<?>&amp;<b c=\"1\"/><d/>"
                + "<q1:e xmlns:q1=\"urn:x\"/>f</a>");
  }

  @Test
  void theEndOfTheProducersDocumentEndsItsElementsOnly() throws XMLStreamException {
    writer.startElement("", "outer");
    XMLStreamWriter inside = writer.asStreamWriter();
    inside.writeStartElement("a");
    inside.writeEmptyElement("b");
    inside.writeEndDocument();

    assertThatThrownBy(inside::writeEndElement).isInstanceOf(XMLStreamException.class);
    writer.endElement();
    assertThat(written()).isEqualTo("<outer><a><b/></a></outer>");
  }

  @Test
  void whatWouldNotBeWellFormedIsRefused() throws XMLStreamException {
    stax.writeStartElement("p", "a", "urn:1");
    stax.writeAttribute("q", "urn:2", "b", "");
    int size = writer.size();

    assertRefused(() -> stax.writeNamespace("p", "urn:other"));
    assertRefused(() -> stax.writeNamespace("q", "urn:other"));
    assertRefused(() -> stax.writeNamespace("r", ""));
    assertRefused(() -> stax.writeNamespace("xml", "urn:other"));
    assertRefused(() -> stax.writeStartElement("a b"));
    assertRefused(() -> stax.writeStartElement("p:a:b"));
    assertRefused(() -> stax.writeStartElement(":a"));
    assertRefused(() -> stax.writeStartElement("p", "a", ""));
    assertRefused(() -> stax.writeStartElement("xmlns", "a", "urn:1"));
    assertRefused(() -> stax.writeAttribute("a b", ""));
    assertRefused(() -> stax.writeAttribute("p", "", "b", ""));
    assertRefused(() -> stax.writeComment("a--b"));
    assertRefused(() -> stax.writeComment("a-"));
    assertRefused(() -> stax.writeProcessingInstruction("XML", ""));
    assertRefused(() -> stax.writeProcessingInstruction("p", "?>"));
    assertRefused(() -> stax.writeEntityRef("nbsp"));
    assertRefused(() -> stax.writeDTD("<!DOCTYPE a>"));
    assertThat(writer.size()).isEqualTo(size);

    stax.writeCharacters("");
    assertRefused(() -> stax.writeAttribute("c", ""));
    assertRefused(() -> stax.writeNamespace("c", "urn:c"));
    assertThatThrownBy(() -> stax.writeCharacters("\u0000")).isInstanceOf(XmlDataException.class);
    assertThatThrownBy(() -> stax.writeComment("\uFFFF")).isInstanceOf(XmlDataException.class);
  }

  @Test
  void aPrefixInTheLocalNameIsDeclaredAfterwards() throws XMLStreamException {
    stax.writeStartElement("p:a");
    stax.writeNamespace("p", "urn:1");
    stax.writeStartElement("p:b");
    stax.writeNamespace("p", "urn:2");
    stax.writeEndElement();
    stax.writeEndElement();
    stax.writeStartElement("p:c");

    assertRefused(() -> stax.writeCharacters(""));
    assertThat(written()).isEqualTo("<p:a xmlns:p=\"urn:1\"><p:b xmlns:p=\"urn:2\"/></p:a><p:c");
  }

  @Test
  void anUnprefixedElementCannotBeMovedToAnotherNamespace() throws XMLStreamException {
    stax.writeStartElement("", "a", "");

    assertRefused(() -> stax.writeDefaultNamespace("urn:d"));
  }

  @Test
  void attributesMayDeclareNamespaces() throws XMLStreamException {
    stax.writeStartElement("a");
    stax.writeAttribute("xmlns", "http://www.w3.org/2000/xmlns/", "p", "urn:p");
    stax.writeAttribute("xmlns", "urn:d");
    stax.writeEndElement();

    assertThat(written()).isEqualTo("<a xmlns:p=\"urn:p\" xmlns=\"urn:d\"/>");
  }

  private interface Call {
    void run() throws XMLStreamException;
  }

  private static void assertRefused(Call call) {
    assertThatThrownBy(call::run).isInstanceOf(XMLStreamException.class);
  }

  private void raw(String markup) {
    writer.raw(markup.getBytes(StandardCharsets.UTF_8));
  }

  private String written() {
    return new String(writer.toByteArray(), StandardCharsets.UTF_8);
  }
}
