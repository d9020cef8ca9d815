package io.castile.bench.stack;

import com.ctc.wstx.stax.WstxInputFactory;
import com.fasterxml.aalto.stax.InputFactoryImpl;
import io.castile.bench.data.BodyEvents;
import io.castile.bench.data.Envelopes;
import io.castile.bench.data.Message;
import io.castile.bench.data.RecordedEvents;
import io.castile.cache.representation.EventSequence;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.UnmarshallerHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.xml.sax.SAXException;

/**
 * The Jakarta XML Binding reference implementation at its fastest: context, marshaller,
 * unmarshaller and buffers are reused; it writes to a stream of bytes, for which it has a path of
 * its own, and reads from the events of a fast parser.
 */
public final class ReferenceStack implements Stack {
  private final String name;
  private final boolean writes;
  private final XMLInputFactory parsers;

  private ReferenceStack(String name, boolean writes, XMLInputFactory parsers) {
    this.name = name;
    this.writes = writes;
    this.parsers = parsers;
  }

  public static ReferenceStack writer() {
    return new ReferenceStack("reference", true, new InputFactoryImpl());
  }

  static ReferenceStack woodstox() {
    return new ReferenceStack("reference, Woodstox", false, new WstxInputFactory());
  }

  public static ReferenceStack aalto() {
    return new ReferenceStack("reference, Aalto", false, new InputFactoryImpl());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean writes() {
    return writes;
  }

  @Override
  public boolean reads() {
    return !writes;
  }

  @Override
  public PreparedReference prepare(Message message) throws JAXBException {
    return new PreparedReference(message);
  }

  /** The events of a message as Woodstox finds them, which is CXF's parser. */
  public static EventSequence events(byte[] document) throws XMLStreamException {
    return EventSequence.of(
        new WstxInputFactory().createXMLStreamReader(new ByteArrayInputStream(document)));
  }

  private static SAXParser saxParser() {
    try {
      return SAXParserFactory.newDefaultNSInstance().newSAXParser();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException("the JDK has a parser", e);
    }
  }

  public final class PreparedReference implements Prepared {
    private final Class<?> type;
    private final Marshaller marshaller;
    private final Unmarshaller unmarshaller;
    private final SAXParser saxParser;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private Object value;

    private PreparedReference(Message message) throws JAXBException {
      JAXBContext context = JAXBContext.newInstance(message.type());
      type = message.type();
      value = message.value();
      marshaller = context.createMarshaller();
      marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
      unmarshaller = context.createUnmarshaller();
      saxParser = saxParser();
    }

    @Override
    public int write() throws JAXBException {
      out.reset();
      Envelopes.start(out);
      marshaller.marshal(value, out);
      Envelopes.end(out);
      return out.size();
    }

    @Override
    public byte[] written() {
      return out.toByteArray();
    }

    @Override
    public Object read(byte[] document) throws JAXBException, XMLStreamException {
      XMLStreamReader reader = parsers.createXMLStreamReader(new ByteArrayInputStream(document));
      try {
        Envelopes.toBody(reader);
        return unmarshaller.unmarshal(reader, type).getValue();
      } finally {
        reader.close();
      }
    }

    /** Reads the message by SAX, the reader's own being used again. */
    public Object readBySax(byte[] document) throws JAXBException, SAXException, IOException {
      UnmarshallerHandler handler = unmarshaller.getUnmarshallerHandler();
      saxParser.parse(new ByteArrayInputStream(document), new BodyEvents(handler));
      return handler.getResult();
    }

    /** Reads the message from its recorded events. */
    public Object read(RecordedEvents events) throws JAXBException, SAXException {
      UnmarshallerHandler handler = unmarshaller.getUnmarshallerHandler();
      events.play(handler);
      return handler.getResult();
    }

    /** Reads the message from the events that a parser of StAX has found. */
    public Object read(EventSequence events) throws JAXBException, XMLStreamException {
      XMLStreamReader reader = events.play();
      Envelopes.toBody(reader);
      return unmarshaller.unmarshal(reader, type).getValue();
    }

    @Override
    public void adopt(Object read) {
      value = read;
    }
  }
}
