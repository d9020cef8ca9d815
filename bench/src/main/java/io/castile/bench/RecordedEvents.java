package io.castile.bench;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.events.XMLEvent;
import javax.xml.stream.util.EventReaderDelegate;

/** Plays the events of a message's body that were recorded once. Owned by one thread. */
final class RecordedEvents extends EventReaderDelegate {
  private final List<XMLEvent> events;
  private int next;

  private RecordedEvents(List<XMLEvent> events) {
    this.events = events;
  }

  /** The events from the start of the element in the envelope's body to its end. */
  static RecordedEvents of(byte[] document, XMLInputFactory parsers) throws XMLStreamException {
    XMLEventReader in = parsers.createXMLEventReader(new ByteArrayInputStream(document));
    List<XMLEvent> events = new ArrayList<>();
    int depth = 0;
    while (in.hasNext()) {
      XMLEvent event = in.nextEvent();
      depth -= event.isEndElement() ? 1 : 0;
      if (depth >= 2 && (event.isStartElement() || event.isEndElement() || event.isCharacters())) {
        events.add(event);
      }
      depth += event.isStartElement() ? 1 : 0;
    }
    in.close();
    return new RecordedEvents(events);
  }

  /** Begins anew. */
  RecordedEvents again() {
    next = 0;
    return this;
  }

  @Override
  public boolean hasNext() {
    return next < events.size();
  }

  @Override
  public XMLEvent peek() {
    return hasNext() ? events.get(next) : null;
  }

  @Override
  public XMLEvent nextEvent() {
    if (!hasNext()) {
      throw new NoSuchElementException("the recorded events have been played");
    }
    return events.get(next++);
  }

  @Override
  public Object next() {
    return nextEvent();
  }

  @Override
  public void close() {}
}
