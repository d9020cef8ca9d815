package io.castile.cxf.databinding;

import io.castile.codec.Codec;
import io.castile.xml.XmlException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.internal.ElementCache;
import io.castile.xml.internal.PassedOver;
import io.castile.xml.internal.XmlInternals;
import java.util.Collection;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.util.StreamReaderDelegate;
import org.jspecify.annotations.Nullable;

/**
 * A message as StAX, of which a codec can read an element. Used by one thread.
 *
 * <p>A codec leaves the reader of XML at the end tag of its element, of which StAX has not told
 * yet: the next step of this one is there, and only the step after that moves the reader of XML.
 */
final class MessageReader extends StreamReaderDelegate {
  /** Refuses elements, as CXF has Jakarta XML Binding do, and passes over attributes. */
  private static final PassedOver ELEMENTS_REFUSED =
      new PassedOver() {
        @Override
        public void element(XmlReader in, Collection<XmlName> known) {
          REFUSED.element(in, known);
        }

        @Override
        public void attribute(XmlReader in, int index, Collection<XmlName> known) {
          // Passed over.
        }

        @Override
        public void text(String text, String path, long offset) {
          // Passed over.
        }
      };

  private final byte[] document;
  private final XmlReader reader;
  private @Nullable Consumer<XmlReader> release; // null once it is closed

  /** As any reader of StAX stands before the first tag: some interceptors count on that. */
  private boolean isAtStart = true;

  /** Whether a codec has come to an end tag that has not been reported to the caller yet. */
  private boolean isEndToCome;

  private boolean isAtEndOfCodec;

  /**
   * @param document the message, which is not changed from here on
   * @param reader at the START_ELEMENT of the root
   * @param release takes the reader back when this one is closed
   */
  MessageReader(byte[] document, XmlReader reader, Consumer<XmlReader> release) {
    super(reader.asStreamReader());
    this.document = document;
    this.reader = XmlInternals.withPassedOver(reader, ELEMENTS_REFUSED);
    this.release = release;
  }

  boolean isAt(QName name) {
    return !isEndToCome
        && getEventType() == START_ELEMENT
        && reader.name().local().equals(name.getLocalPart())
        && reader.name().uri().equals(name.getNamespaceURI());
  }

  /** Returns the whole message, which must not be changed. */
  byte[] document() {
    return document;
  }

  /**
   * Has a codec read the element at whose START_ELEMENT this stands.
   *
   * @param memory what is remembered of messages before; null for nothing
   */
  <T> @Nullable T read(Codec<T> codec, @Nullable ElementCache memory) {
    T value = memory == null ? codec.read(reader) : recalled(codec, memory);
    isEndToCome = true;
    return value;
  }

  private <T> @Nullable T recalled(Codec<T> codec, ElementCache memory) {
    boolean isRead = false;
    memory.begin(reader);
    try {
      T value = codec.read(reader);
      isRead = true;
      return value;
    } finally {
      memory.end(reader, isRead);
    }
  }

  @Override
  public int getEventType() {
    if (isAtStart) {
      return START_DOCUMENT;
    }
    return isAtEndOfCodec ? END_ELEMENT : super.getEventType();
  }

  @Override
  public int next() throws XMLStreamException {
    if (isAtStart) {
      isAtStart = false;
      return START_ELEMENT;
    }
    if (isEndToCome) {
      isEndToCome = false;
      isAtEndOfCodec = true;
      return END_ELEMENT;
    }
    isAtEndOfCodec = false;
    try {
      return super.next();
    } catch (XmlException e) {
      throw new XMLStreamException(e.getMessage(), e);
    }
  }

  @Override
  public int nextTag() throws XMLStreamException {
    int next = next();
    while (next == COMMENT
        || next == PROCESSING_INSTRUCTION
        || (next == CHARACTERS && isWhiteSpace())) {
      next = next();
    }
    if (next != START_ELEMENT && next != END_ELEMENT) {
      throw new XMLStreamException("expected a start or end tag, found text", getLocation());
    }
    return next;
  }

  @Override
  public String getElementText() throws XMLStreamException {
    try {
      return super.getElementText();
    } catch (XmlException e) {
      throw new XMLStreamException(e.getMessage(), e);
    }
  }

  /** Gives the reader of XML back. Nothing can be read any more. */
  @Override
  public void close() {
    Consumer<XmlReader> taker = release;
    if (taker != null) {
      release = null;
      taker.accept(reader);
    }
  }
}
