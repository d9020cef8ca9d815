package io.castile.cache.representation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.graph.NotCacheableException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stax.StAXSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jol.info.GraphLayout;
import org.w3c.dom.Node;

/** What is played is what the JDK's parser finds. */
final class EventSequenceTest {
  private static final String[] PREFIXES = {"", "a", "b", "xsi", "xml", "xmlns", "none"};
  private static final String[] NAMESPACES = {
    "urn:a", "urn:b", "urn:c", "http://www.w3.org/XML/1998/namespace", "urn:none"
  };

  private static final String LARGE =
      "<?xml version='1.0' encoding='UTF-8'?><!-- before -->\n<?pi some data?>"
          + "<a:list xmlns:a='urn:a' xmlns='urn:b' xml:lang='en'>"
          + "<item a:id='1' name='x &lt; y'>text &amp; <![CDATA[<raw>]]> more</item>".repeat(40)
          + "<item xmlns='' xmlns:b='urn:c'><b:inner/><!-- c --><empty></empty></item>"
          + "<item xmlns:a='urn:b'><a:inner xmlns:a='urn:a' a:x='1' x='2'/>\n\t</item>"
          + "<?last?></a:list><!-- after -->";

  private static XMLStreamReader parser(String document) throws XMLStreamException {
    return XMLInputFactory.newDefaultFactory().createXMLStreamReader(new StringReader(document));
  }

  private static EventSequence recorded(String document) throws XMLStreamException {
    return EventSequence.of(parser(document));
  }

  /** All that a reader says of where it is. */
  private static List<Object> facts(XMLStreamReader reader) {
    List<Object> facts = new ArrayList<>();
    facts.add(reader.getEventType());
    facts.add(
        List.of(
            reader.isStartElement(),
            reader.isEndElement(),
            reader.isCharacters(),
            reader.isWhiteSpace(),
            reader.hasName(),
            reader.hasText()));
    if (reader.hasName()) {
      facts.addAll(Arrays.asList(reader.getName(), reader.getPrefix(), reader.getNamespaceURI()));
      facts.add(reader.getLocalName());
      for (int i = 0; i < reader.getNamespaceCount(); i++) {
        facts.addAll(Arrays.asList(reader.getNamespacePrefix(i), reader.getNamespaceURI(i)));
      }
    }
    if (reader.isStartElement()) {
      for (int i = 0; i < reader.getAttributeCount(); i++) {
        facts.addAll(
            Arrays.asList(
                reader.getAttributeName(i),
                reader.getAttributeNamespace(i),
                reader.getAttributePrefix(i),
                reader.getAttributeLocalName(i),
                reader.getAttributeType(i),
                reader.getAttributeValue(i),
                reader.getAttributeValue(
                    reader.getAttributeNamespace(i), reader.getAttributeLocalName(i))));
      }
      facts.add(String.valueOf(reader.getAttributeValue("urn:none", "x")));
    }
    if (reader.hasText()) {
      String text = reader.getText();
      facts.add(text);
      facts.add(
          new String(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength()));
    }
    if (reader.getEventType() == XMLStreamConstants.PROCESSING_INSTRUCTION) {
      facts.add(reader.getPITarget());
      facts.add(String.valueOf(reader.getPIData()).replace("null", ""));
    }
    if (reader.hasName() && !reader.isEndElement()) {
      NamespaceContext context = reader.getNamespaceContext();
      for (String prefix : PREFIXES) {
        String namespace = context.getNamespaceURI(prefix);
        facts.add(
            prefix + "=" + (namespace == null ? "" : namespace)); // the JDK says null for none
      }
      for (String namespace : NAMESPACES) {
        List<String> prefixes = new ArrayList<>();
        context.getPrefixes(namespace).forEachRemaining(prefixes::add);
        // The JDK's has those, too, that are bound to something else further in.
        prefixes.removeIf(prefix -> !namespace.equals(context.getNamespaceURI(prefix)));
        prefixes.sort(null);
        facts.add(namespace + "=" + prefixes);
      }
    }
    return facts;
  }

  private static List<Object> all(XMLStreamReader reader) throws XMLStreamException {
    List<Object> all = new ArrayList<>();
    while (reader.hasNext()) {
      reader.next();
      all.add(facts(reader));
    }
    return all;
  }

  private static List<String> documents() {
    return List.of(
        "<a/>",
        "<a>  </a>",
        "<a><![CDATA[ ]]>x<![CDATA[<y>]]></a>",
        "<a x='1' y='&#10;&amp;'>&lt;ü&#x1F600;</a>",
        "<a xmlns='urn:a'><b xmlns=''><c xmlns='urn:a'/></b><d/></a>",
        "<p:a xmlns:p='urn:a' p:x='1'><p:b xmlns:p='urn:b' p:x='1'/><p:b p:x='1'/></p:a>",
        "<a xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:nil='true'/>",
        "<!-- 1 --><a><?p d?><!-- 2 --><b><c><d/></c></b></a><?q?>",
        LARGE);
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyEventIsPlayedAsTheParserHasFoundIt(String document) throws Exception {
    XMLStreamReader player = recorded(document).play();

    assertThat(player.getEventType()).isEqualTo(XMLStreamConstants.START_DOCUMENT);
    assertThat(player.getVersion()).isEqualTo(parser(document).getVersion());
    assertThat(all(player)).isEqualTo(all(parser(document)));
    assertThatThrownBy(player::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void aTreeThatIsMadeOfTheEventsIsThatOfTheDocument() throws Exception {
    assertThat(tree(recorded(LARGE).play()).isEqualNode(tree(parser(LARGE)))).isTrue();
  }

  private static Node tree(XMLStreamReader reader) throws Exception {
    DOMResult result = new DOMResult();
    TransformerFactory.newDefaultInstance()
        .newTransformer()
        .transform(new StAXSource(reader), result);
    return result.getNode();
  }

  @Test
  void aReaderThatChangesItsCharactersChangesNothingForTheNext() throws Exception {
    EventSequence events = recorded("<a>text</a>");
    XMLStreamReader first = events.play();
    first.next();
    first.next();
    Arrays.fill(first.getTextCharacters(), '!');

    XMLStreamReader second = events.play();
    second.next();
    assertThat(second.getElementText()).isEqualTo("text");
    assertThat(first.getText()).isEqualTo("text");
  }

  @Test
  void manyThreadsPlayOneSequence() throws Exception {
    EventSequence events = recorded(LARGE);
    List<Object> expected = all(parser(LARGE));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        tasks.add(() -> all(events.play()).equals(expected));
      }
      for (Future<Boolean> each : threads.invokeAll(tasks)) {
        assertThat(each.get()).isTrue();
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void aTagIsFoundBehindWhatIsNone() throws Exception {
    XMLStreamReader player = recorded("<a><!-- c --> <?p?><b/>x</a>").play();
    player.next();

    assertThat(player.nextTag()).isEqualTo(XMLStreamConstants.START_ELEMENT);
    player.require(XMLStreamConstants.START_ELEMENT, "", "b");
    assertThat(player.nextTag()).isEqualTo(XMLStreamConstants.END_ELEMENT);
    assertThatThrownBy(player::nextTag).isInstanceOf(XMLStreamException.class);
  }

  @Test
  void aDocumentTypeIsNotRecorded() {
    assertThatThrownBy(() -> recorded("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>"))
        .isInstanceOf(NotCacheableException.class);
  }

  @Test
  void aMessageThatBreaksOffIsNotRecorded() {
    assertThatThrownBy(() -> recorded("<a><b></a>")).isInstanceOf(XMLStreamException.class);
  }

  /** Texts of one length whose hash codes are equal. */
  private static List<String> colliding(int letters) {
    List<String> texts = List.of("");
    for (int i = 0; i < letters; i++) {
      texts = texts.stream().flatMap(text -> Stream.of(text + "Aa", text + "BB")).toList();
    }
    return texts;
  }

  /** How many hash codes the start tags of a document have. */
  private static long hashCodesOfTags(String document) throws XMLStreamException {
    EventSequence events = recorded(document);
    return IntStream.range(0, events.size())
        .filter(event -> events.kind(event) == XMLStreamConstants.START_ELEMENT)
        .map(event -> events.tag(event).hashCode())
        .distinct()
        .count();
  }

  @Test
  void valuesWithEqualHashCodesMakeTagsWithOthers() throws Exception {
    List<String> values = colliding(10);
    assertThat(values.stream().mapToInt(String::hashCode).distinct().count()).isOne();

    StringBuilder document = new StringBuilder("<a>");
    values.forEach(value -> document.append("<b c='").append(value).append("'/>"));

    assertThat(hashCodesOfTags(document + "</a>")).isGreaterThan(1000);
  }

  @Test
  void namespacesWithEqualHashCodesMakeTagsWithOthers() throws Exception {
    StringBuilder document = new StringBuilder("<a>");
    colliding(10)
        .forEach(uri -> document.append("<b xmlns:c='urn:").append(uri).append("'><d/></b>"));

    assertThat(hashCodesOfTags(document + "</a>")).isGreaterThan(2000);
  }

  @Test
  void elementsThatDeclareOneNamespaceInEachOtherMakeTagsWithOtherHashCodes() throws Exception {
    int depth = 20_000; // each with a scope of its own; a stack has not as many frames

    assertThat(hashCodesOfTags("<a xmlns:b='urn:c'>".repeat(depth) + "</a>".repeat(depth)))
        .isGreaterThan(depth - 100);
  }

  @Test
  void equalTagsAreKeptOnce() throws Exception {
    EventSequence events =
        recorded("<a><?pi d?><b xmlns:c='urn:c' c:d='e'/><?pi d?><b xmlns:c='urn:c' c:d='e'/></a>");

    assertThat(events.tag(3)).isSameAs(events.tag(6));
    assertThat(events.note(2)).isSameAs(events.note(5));
  }

  @Test
  void theWeightIsThatOfTheObjects() throws Exception {
    EventSequence events = recorded(LARGE);
    long measured =
        GraphLayout.parseInstance(events).totalSize()
            - GraphLayout.parseInstance(EventPlayer.OUTERMOST).totalSize();

    assertThat((double) events.weight()).isBetween(0.8 * measured, 1.2 * measured);
  }
}
