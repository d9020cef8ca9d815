package io.castile.bench.data;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The SAX events of a message's body, recorded once (Takase and Tatsubori, section 4.2.2).
 * Immutable.
 */
public final class RecordedEvents {
  /** One event. */
  private interface Event {
    void play(ContentHandler to) throws SAXException;
  }

  private final List<Event> events;

  private RecordedEvents(List<Event> events) {
    this.events = List.copyOf(events);
  }

  /** The events from the start of the element in the envelope's body to its end. */
  public static RecordedEvents of(byte[] document) throws Exception {
    Recorder recorder = new Recorder();
    SAXParserFactory.newDefaultNSInstance()
        .newSAXParser()
        .parse(new ByteArrayInputStream(document), new BodyEvents(recorder));
    return new RecordedEvents(recorder.events);
  }

  /** Plays them as a document. */
  public void play(ContentHandler to) throws SAXException {
    to.startDocument();
    for (Event event : events) {
      event.play(to);
    }
    to.endDocument();
  }

  /** Records what it is told. */
  private static final class Recorder extends DefaultHandler {
    private final List<Event> events = new ArrayList<>();

    @Override
    public void startPrefixMapping(String prefix, String uri) {
      events.add(to -> to.startPrefixMapping(prefix, uri));
    }

    @Override
    public void endPrefixMapping(String prefix) {
      events.add(to -> to.endPrefixMapping(prefix));
    }

    @Override
    public void startElement(String uri, String local, String name, Attributes attributes) {
      Attributes kept = new AttributesImpl(attributes);
      events.add(to -> to.startElement(uri, local, name, kept));
    }

    @Override
    public void endElement(String uri, String local, String name) {
      events.add(to -> to.endElement(uri, local, name));
    }

    @Override
    public void characters(char[] text, int from, int length) {
      char[] kept = Arrays.copyOfRange(text, from, from + length);
      events.add(to -> to.characters(kept, 0, kept.length));
    }
  }
}
