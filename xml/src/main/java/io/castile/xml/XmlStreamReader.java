package io.castile.xml;

import java.util.NoSuchElementException;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * One element of an {@link XmlReader} as StAX: from its START_ELEMENT to an END_DOCUMENT behind its
 * END_ELEMENT. It moves the reader along and leaves it at that END_ELEMENT. The reader's errors
 * come out unchanged: they are unchecked and say more than an {@link XMLStreamException} would.
 */
final class XmlStreamReader implements XMLStreamReader {
  private final XmlReader reader;
  private final int depth;

  /** Event to report: the reader's, or END_DOCUMENT behind the element. */
  private int event = START_ELEMENT;

  private @Nullable String text;

  XmlStreamReader(XmlReader reader) {
    this.reader = reader;
    this.depth = reader.depth();
  }

  // ---- moving ----

  @Override
  public int next() throws XMLStreamException {
    if (event == END_DOCUMENT) {
      throw new NoSuchElementException(
          "Cannot read on, because the element has been read to its end.");
    }
    int next;
    if (event == END_ELEMENT && reader.depth() == depth) {
      next = END_DOCUMENT;
    } else {
      int read = reader.next();
      next = read == XmlReader.TEXT ? CHARACTERS : read;
    }
    text = null;
    event = next;
    return next;
  }

  @Override
  public boolean hasNext() {
    return event != END_DOCUMENT;
  }

  /** Passes over the rest of the element. */
  @Override
  public void close() {
    while (reader.depth() > depth || reader.event() != XmlReader.END_ELEMENT) {
      reader.next();
    }
    text = null;
    event = END_DOCUMENT;
  }

  @Override
  public int nextTag() throws XMLStreamException {
    int next = next();
    while (next == COMMENT
        || next == PROCESSING_INSTRUCTION
        || next == CHARACTERS && isWhiteSpace()) {
      next = next();
    }
    if (next != START_ELEMENT && next != END_ELEMENT) {
      throw new XMLStreamException("expected a start or end tag, found text", getLocation());
    }
    return next;
  }

  @Override
  public String getElementText() throws XMLStreamException {
    if (event != START_ELEMENT) {
      throw new XMLStreamException("expected to be at a start tag", getLocation());
    }
    StringBuilder content = new StringBuilder();
    while (next() != END_ELEMENT) {
      if (event == START_ELEMENT) {
        throw new XMLStreamException("expected text only, found an element", getLocation());
      }
      if (event == CHARACTERS) {
        content.append(getText());
      }
    }
    return content.toString();
  }

  @Override
  public void require(int type, @Nullable String namespaceUri, @Nullable String localName)
      throws XMLStreamException {
    boolean named = event == START_ELEMENT || event == END_ELEMENT;
    if (type != event
        || namespaceUri != null && !(named && reader.name().uri().equals(namespaceUri))
        || localName != null && !(named && reader.name().local().equals(localName))) {
      throw new XMLStreamException(
          "expected event "
              + type
              + " {"
              + namespaceUri
              + "}"
              + localName
              + ", found event "
              + event
              + (named ? " " + reader.name() : ""),
          getLocation());
    }
  }

  // ---- the event ----

  @Override
  public int getEventType() {
    return event;
  }

  @Override
  public boolean isStartElement() {
    return event == START_ELEMENT;
  }

  @Override
  public boolean isEndElement() {
    return event == END_ELEMENT;
  }

  @Override
  public boolean isCharacters() {
    return event == CHARACTERS;
  }

  @Override
  public boolean isWhiteSpace() {
    return event == CHARACTERS
        && getText().chars().allMatch(c -> c == ' ' || c == '\n' || c == '\t' || c == '\r');
  }

  @Override
  public boolean hasName() {
    return event == START_ELEMENT || event == END_ELEMENT;
  }

  @Override
  public QName getName() {
    XmlName name = name();
    return new QName(name.uri(), name.local(), reader.prefix());
  }

  @Override
  public String getLocalName() {
    return name().local();
  }

  @Override
  public @Nullable String getNamespaceURI() {
    return nullIfEmpty(name().uri());
  }

  @Override
  public String getPrefix() {
    name();
    return reader.prefix();
  }

  private XmlName name() {
    if (!hasName()) {
      throw new IllegalStateException("expected to be at a start or end tag, was at " + event);
    }
    return reader.name();
  }

  @Override
  public boolean hasText() {
    return event == CHARACTERS || event == COMMENT;
  }

  @Override
  public String getText() {
    if (!hasText()) {
      throw new IllegalStateException("expected to be at text or a comment, was at " + event);
    }
    if (text == null) {
      text = reader.text();
    }
    return text;
  }

  @Override
  public char[] getTextCharacters() {
    return getText().toCharArray();
  }

  @Override
  public int getTextCharacters(int sourceStart, char[] target, int targetStart, int length) {
    int count = Math.min(length, getText().length() - sourceStart);
    if (count < 0) {
      throw new IndexOutOfBoundsException(
          "sourceStart > text length " + getText().length() + ": " + sourceStart);
    }
    getText().getChars(sourceStart, sourceStart + count, target, targetStart);
    return count;
  }

  @Override
  public int getTextStart() {
    getText();
    return 0;
  }

  @Override
  public int getTextLength() {
    return getText().length();
  }

  @Override
  public String getPITarget() {
    return reader.piTarget();
  }

  @Override
  public String getPIData() {
    if (event != PROCESSING_INSTRUCTION) {
      throw new IllegalStateException("expected a processing instruction, was at " + event);
    }
    return reader.text();
  }

  // ---- attributes ----

  @Override
  public int getAttributeCount() {
    if (event != START_ELEMENT) {
      throw new IllegalStateException("expected to be at a start tag, was at " + event);
    }
    return reader.attributeCount();
  }

  @Override
  public QName getAttributeName(int index) {
    XmlName name = reader.attributeName(index);
    return new QName(name.uri(), name.local(), reader.attributePrefix(index));
  }

  @Override
  public @Nullable String getAttributeNamespace(int index) {
    return nullIfEmpty(reader.attributeName(index).uri());
  }

  @Override
  public String getAttributeLocalName(int index) {
    return reader.attributeName(index).local();
  }

  @Override
  public String getAttributePrefix(int index) {
    return reader.attributePrefix(index);
  }

  @Override
  public String getAttributeType(int index) {
    reader.attributeName(index);
    return "CDATA";
  }

  @Override
  public String getAttributeValue(int index) {
    return reader.attributeString(index);
  }

  @Override
  public @Nullable String getAttributeValue(@Nullable String namespaceUri, String localName) {
    for (int i = 0; i < getAttributeCount(); i++) {
      XmlName name = reader.attributeName(i);
      if (name.local().equals(localName)
          && (namespaceUri == null || name.uri().equals(namespaceUri))) {
        return reader.attributeString(i);
      }
    }
    return null;
  }

  @Override
  public boolean isAttributeSpecified(int index) {
    reader.attributeName(index);
    return true;
  }

  // ---- namespaces ----

  @Override
  public int getNamespaceCount() {
    if (!hasName()) {
      throw new IllegalStateException("expected to be at a start or end tag, was at " + event);
    }
    return reader.namespaceCount();
  }

  @Override
  public @Nullable String getNamespacePrefix(int index) {
    return nullIfEmpty(reader.namespacePrefix(index));
  }

  @Override
  public @Nullable String getNamespaceURI(int index) {
    return nullIfEmpty(reader.namespaceUri(index));
  }

  @Override
  public @Nullable String getNamespaceURI(String prefix) {
    return nullIfEmpty(getNamespaceContext().getNamespaceURI(prefix));
  }

  /** Returns the scope at the current event; does not change when the reader moves on. */
  @Override
  public NamespaceContext getNamespaceContext() {
    return new Scope(reader.scope());
  }

  private static @Nullable String nullIfEmpty(String text) {
    return text.isEmpty() ? null : text;
  }

  // ---- document and place ----

  @Override
  public Location getLocation() {
    return new Offset(reader.offset());
  }

  @Override
  public @Nullable Object getProperty(String name) {
    if (name == null) {
      throw new IllegalArgumentException("name == null");
    }
    return null;
  }

  @Override
  public String getEncoding() {
    return "UTF-8";
  }

  @Override
  public @Nullable String getCharacterEncodingScheme() {
    return null;
  }

  @Override
  public @Nullable String getVersion() {
    return null;
  }

  @Override
  public boolean isStandalone() {
    return false;
  }

  @Override
  public boolean standaloneSet() {
    return false;
  }

  /** A place known by its byte offset only. */
  private record Offset(int offset) implements Location {
    @Override
    public int getLineNumber() {
      return -1;
    }

    @Override
    public int getColumnNumber() {
      return -1;
    }

    @Override
    public int getCharacterOffset() {
      return offset;
    }

    @Override
    public @Nullable String getPublicId() {
      return null;
    }

    @Override
    public @Nullable String getSystemId() {
      return null;
    }
  }

  /** The namespaces in scope at one place. */
  private record Scope(NamespaceBinding scope) implements NamespaceContext {
    @Override
    public String getNamespaceURI(String prefix) {
      if (prefix == null) {
        throw new IllegalArgumentException(
            "Cannot look up the prefix null. Pass \"\" for the default namespace.");
      }
      if (prefix.equals(XMLConstants.XMLNS_ATTRIBUTE)) {
        return XMLConstants.XMLNS_ATTRIBUTE_NS_URI;
      }
      String uri = scope.uri(prefix);
      return uri == null ? XMLConstants.NULL_NS_URI : uri;
    }

    @Override
    public @Nullable String getPrefix(String namespaceUri) {
      var prefixes = getPrefixes(namespaceUri);
      return prefixes.hasNext() ? prefixes.next() : null;
    }

    @Override
    public java.util.Iterator<String> getPrefixes(String namespaceUri) {
      if (namespaceUri == null) {
        throw new IllegalArgumentException(
            "Cannot look up the namespace null. Pass \"\" for no namespace.");
      }
      java.util.List<String> prefixes = new java.util.ArrayList<>();
      if (namespaceUri.equals(XMLConstants.XMLNS_ATTRIBUTE_NS_URI)) {
        prefixes.add(XMLConstants.XMLNS_ATTRIBUTE);
      }
      for (NamespaceBinding each = scope; each != null; each = each.outer) {
        boolean nearest = namespaceUri.equals(scope.uri(each.prefix));
        if (nearest && each.uri.equals(namespaceUri) && !prefixes.contains(each.prefix)) {
          prefixes.add(each.prefix);
        }
      }
      return java.util.Collections.unmodifiableList(prefixes).iterator();
    }
  }
}
