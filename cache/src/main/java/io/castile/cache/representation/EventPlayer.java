package io.castile.cache.representation;

import io.castile.cache.representation.EventSequence.Scope;
import io.castile.cache.representation.EventSequence.Tag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Plays recorded events. Used by one thread; the events may be played by others at once. */
final class EventPlayer implements XMLStreamReader {
  /** The namespaces that are in scope in any document. */
  static final Scope OUTERMOST =
      new Scope(
          XMLConstants.XMLNS_ATTRIBUTE,
          XMLConstants.XMLNS_ATTRIBUTE_NS_URI,
          new Scope(XMLConstants.XML_NS_PREFIX, XMLConstants.XML_NS_URI, null));

  private static final char[] NO_TEXT = {};

  private final EventSequence events;
  private int at;
  private Scope[] scopes = new Scope[8]; // of the open elements
  private int depth;
  private char[] characters = NO_TEXT; // of the event textAt
  private int textAt = -1;

  EventPlayer(EventSequence events) {
    this.events = events;
  }

  /** The names are interned, which a reader of StAX2 says by these two; of others nothing. */
  @Override
  public @Nullable Object getProperty(String name) {
    return switch (Objects.requireNonNull(name, "name")) {
      case "org.codehaus.stax2.internNames", "org.codehaus.stax2.internNsUris" -> true;
      default -> null;
    };
  }

  // ---- moving ----

  @Override
  public int next() {
    if (!hasNext()) {
      throw new NoSuchElementException("Cannot read on, because the events have ended.");
    }
    if (getEventType() == END_ELEMENT) {
      depth--;
    }
    at++;
    int event = getEventType();
    if (event == START_ELEMENT) {
      if (depth == scopes.length) {
        scopes = Arrays.copyOf(scopes, 2 * depth);
      }
      scopes[depth++] = events.tag(at).scope();
    }
    return event;
  }

  @Override
  public boolean hasNext() {
    return at + 1 < events.size();
  }

  @Override
  public int nextTag() throws XMLStreamException {
    int event = next();
    while (event == COMMENT || event == PROCESSING_INSTRUCTION || isWhiteSpace()) {
      event = next();
    }
    if (event != START_ELEMENT && event != END_ELEMENT) {
      throw new XMLStreamException("expected a tag, found event " + event, getLocation());
    }
    return event;
  }

  @Override
  public String getElementText() throws XMLStreamException {
    require(START_ELEMENT, null, null);
    StringBuilder text = new StringBuilder();
    for (int event = next(); event != END_ELEMENT; event = next()) {
      switch (event) {
        case CHARACTERS, CDATA, SPACE -> text.append(events.text(at));
        case COMMENT, PROCESSING_INSTRUCTION -> {
          // Is no text.
        }
        default ->
            throw new XMLStreamException("expected text, found event " + event, getLocation());
      }
    }
    return text.toString();
  }

  @Override
  public void require(int type, @Nullable String namespace, @Nullable String local)
      throws XMLStreamException {
    boolean isNamed = getEventType() == START_ELEMENT || getEventType() == END_ELEMENT;
    if (getEventType() != type
        || namespace != null && !(isNamed && namespace.equals(text(getNamespaceURI())))
        || local != null && !(isNamed && local.equals(getLocalName()))) {
      throw new XMLStreamException(
          "expected event "
              + type
              + " of {"
              + text(namespace)
              + "}"
              + text(local)
              + ", found event "
              + getEventType(),
          getLocation());
    }
  }

  /** Does nothing: no resource is held. */
  @Override
  public void close() {
    // The events are the cache's.
  }

  @Override
  public int getEventType() {
    return events.kind(at);
  }

  @Override
  public boolean isStartElement() {
    return getEventType() == START_ELEMENT;
  }

  @Override
  public boolean isEndElement() {
    return getEventType() == END_ELEMENT;
  }

  @Override
  public boolean isCharacters() {
    return getEventType() == CHARACTERS;
  }

  @Override
  public boolean isWhiteSpace() {
    int event = getEventType();
    if (event == SPACE) {
      return true;
    }
    return (event == CHARACTERS || event == CDATA)
        && events.text(at).chars().allMatch(EventPlayer::isSpace);
  }

  private static boolean isSpace(int character) {
    return character == ' ' || character == '\n' || character == '\t' || character == '\r';
  }

  // ---- elements ----

  /** The tag of the event; an event of another kind has none. */
  private Tag tag(boolean isStart) {
    int event = getEventType();
    if (event != START_ELEMENT && (isStart || event != END_ELEMENT)) {
      throw new IllegalStateException("expected a tag, found event " + event);
    }
    return events.tag(at);
  }

  @Override
  public QName getName() {
    return name(tag(false), 0);
  }

  private static QName name(Tag tag, int from) {
    String[] names = tag.names();
    return new QName(names[from + 1], names[from + 2], text(names[from]));
  }

  @Override
  public boolean hasName() {
    return isStartElement() || isEndElement();
  }

  @Override
  public String getLocalName() {
    return tag(false).names()[2];
  }

  @Override
  public @Nullable String getNamespaceURI() {
    return tag(false).names()[1];
  }

  @Override
  public @Nullable String getPrefix() {
    return tag(false).names()[0];
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  // ---- attributes ----

  @Override
  public int getAttributeCount() {
    return tag(true).names().length / 3 - 1;
  }

  @Override
  public @Nullable String getAttributeValue(@Nullable String namespace, String local) {
    Tag tag = tag(true);
    String[] names = tag.names();
    for (int i = 3; i < names.length; i += 3) {
      if (local.equals(names[i + 2])
          && (namespace == null || namespace.equals(text(names[i + 1])))) {
        return tag.values()[2 * (i / 3 - 1)];
      }
    }
    return null;
  }

  @Override
  public QName getAttributeName(int index) {
    return name(tag(true), attribute(index));
  }

  /** Where the names of an attribute begin. */
  private int attribute(int index) {
    return 3 * (Objects.checkIndex(index, getAttributeCount()) + 1);
  }

  @Override
  public @Nullable String getAttributeNamespace(int index) {
    return tag(true).names()[attribute(index) + 1];
  }

  @Override
  public String getAttributeLocalName(int index) {
    return tag(true).names()[attribute(index) + 2];
  }

  @Override
  public @Nullable String getAttributePrefix(int index) {
    return tag(true).names()[attribute(index)];
  }

  @Override
  public @Nullable String getAttributeType(int index) {
    return tag(true).values()[2 * index + 1];
  }

  @Override
  public @Nullable String getAttributeValue(int index) {
    return tag(true).values()[2 * index];
  }

  @Override
  public boolean isAttributeSpecified(int index) {
    Objects.checkIndex(index, getAttributeCount());
    return true;
  }

  // ---- namespaces ----

  @Override
  public int getNamespaceCount() {
    return tag(false).declared();
  }

  /** A declaration of the tag: the last one is the innermost. */
  private Scope declaration(int index) {
    Tag tag = tag(false);
    Scope scope = tag.scope();
    for (int i = tag.declared() - 1 - Objects.checkIndex(index, tag.declared()); i > 0; i--) {
      scope = Objects.requireNonNull(scope.outer());
    }
    return scope;
  }

  @Override
  public @Nullable String getNamespacePrefix(int index) {
    return declaration(index).prefix();
  }

  @Override
  public @Nullable String getNamespaceURI(int index) {
    return declaration(index).namespace();
  }

  /** The namespaces in scope; outside of elements those of any document. */
  private Scope scope() {
    return depth == 0 ? OUTERMOST : scopes[depth - 1];
  }

  @Override
  public @Nullable String getNamespaceURI(String prefix) {
    return find(scope(), Objects.requireNonNull(prefix, "prefix"));
  }

  private static @Nullable String find(Scope from, String prefix) {
    for (Scope scope = from; scope != null; scope = scope.outer()) {
      if (prefix.equals(text(scope.prefix()))) {
        String namespace = text(scope.namespace());
        return namespace.isEmpty() ? null : namespace;
      }
    }
    return null;
  }

  @Override
  public NamespaceContext getNamespaceContext() {
    return new Context(scope());
  }

  /** The namespaces of a place, which stay as they are when the reader goes on. */
  private record Context(Scope scope) implements NamespaceContext {
    @Override
    public String getNamespaceURI(String prefix) {
      if (prefix == null) {
        throw new IllegalArgumentException(
            "Cannot look up the prefix null. Pass \"\" for the default namespace.");
      }
      return text(find(scope, prefix));
    }

    @Override
    public @Nullable String getPrefix(String namespace) {
      Iterator<String> all = getPrefixes(namespace);
      return all.hasNext() ? all.next() : null;
    }

    @Override
    public Iterator<String> getPrefixes(String namespace) {
      if (namespace == null) {
        throw new IllegalArgumentException(
            "Cannot look up the namespace null. Pass \"\" for no namespace.");
      }
      List<String> found = new ArrayList<>();
      for (Scope each = scope; each != null; each = each.outer()) {
        String prefix = text(each.prefix());
        if (namespace.equals(find(scope, prefix)) && !found.contains(prefix)) {
          found.add(prefix);
        }
      }
      return List.copyOf(found).iterator();
    }
  }

  // ---- texts ----

  @Override
  public boolean hasText() {
    return switch (getEventType()) {
      case CHARACTERS, CDATA, SPACE, COMMENT -> true;
      default -> false;
    };
  }

  @Override
  public String getText() {
    if (!hasText()) {
      throw new IllegalStateException("expected a text, found event " + getEventType());
    }
    return events.text(at);
  }

  /** In an array of this reader, so that no change of it reaches what is kept. */
  @Override
  public char[] getTextCharacters() {
    String text = getText();
    if (textAt != at) {
      if (characters.length < text.length()) {
        characters = new char[Math.max(256, 2 * text.length())];
      }
      text.getChars(0, text.length(), characters, 0);
      textAt = at;
    }
    return characters;
  }

  @Override
  public int getTextCharacters(int from, char[] target, int targetFrom, int length) {
    String text = getText();
    Objects.checkIndex(from, text.length() + 1);
    int copied = Math.min(length, text.length() - from);
    text.getChars(from, from + copied, target, targetFrom);
    return copied;
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
  public @Nullable String getPITarget() {
    return getEventType() == PROCESSING_INSTRUCTION ? events.note(at).target() : null;
  }

  @Override
  public @Nullable String getPIData() {
    return getEventType() == PROCESSING_INSTRUCTION ? events.note(at).data() : null;
  }

  // ---- the document ----

  @Override
  public @Nullable String getEncoding() {
    return events.encoding();
  }

  @Override
  public @Nullable String getVersion() {
    return events.version();
  }

  @Override
  public @Nullable String getCharacterEncodingScheme() {
    return events.encoding();
  }

  @Override
  public boolean isStandalone() {
    return false;
  }

  @Override
  public boolean standaloneSet() {
    return false;
  }

  /** The number of the event stands for the place, which is not kept. */
  @Override
  public Location getLocation() {
    return new Place(at);
  }

  private record Place(int event) implements Location {
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
      return event;
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
}
