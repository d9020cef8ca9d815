package io.castile.xml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * An {@link XmlWriter} as StAX, for a producer that writes elements into its current one.
 *
 * <p>Prefixes are repaired: one that a name uses and nothing declares is declared; a declaration
 * that is in scope already is left out. What would give a name another namespace than asked for is
 * refused. Errors of the document's content and limits are {@link XmlException}s, misuse of this
 * interface is an {@link XMLStreamException}.
 */
final class StaxWriter implements XMLStreamWriter {
  /** A prefix that the producer wants for a URI, while the element at this depth is open. */
  private record Wish(String prefix, String uri, int depth) {}

  private final XmlWriter writer;
  private final NamespaceScope scope;
  private final int baseDepth;
  private final List<Wish> wishes = new ArrayList<>();

  /** Prefixes to which names of the open start tag have given a meaning. */
  private final Set<String> used = new LinkedHashSet<>();

  /**
   * Prefixes of the open start tag that came without a URI, in a name such as {@code p:local} (the
   * JDK's transformer writes elements so); they must be declared before the tag ends.
   */
  private final Set<String> unresolved = new LinkedHashSet<>();

  /** True while the open start tag is one of an empty element. */
  private boolean empty;

  private @Nullable NamespaceContext root;

  StaxWriter(XmlWriter writer) {
    this.writer = writer;
    this.scope = writer.scope();
    this.baseDepth = writer.openElements();
  }

  // ---- elements ----

  @Override
  public void writeStartElement(String localName) throws XMLStreamException {
    int colon = localName.indexOf(':');
    if (colon > 0) {
      start(localName.substring(0, colon), null, localName.substring(colon + 1));
    } else {
      start("", null, localName);
    }
  }

  @Override
  public void writeStartElement(@Nullable String namespaceURI, String localName)
      throws XMLStreamException {
    String uri = orEmpty(namespaceURI);
    start(uri.isEmpty() ? "" : prefixFor(uri, true), uri, localName);
  }

  @Override
  public void writeStartElement(
      @Nullable String prefix, String localName, @Nullable String namespaceURI)
      throws XMLStreamException {
    start(orEmpty(prefix), orEmpty(namespaceURI), localName);
  }

  @Override
  public void writeEmptyElement(String localName) throws XMLStreamException {
    writeStartElement(localName);
    empty = true;
  }

  @Override
  public void writeEmptyElement(@Nullable String namespaceURI, String localName)
      throws XMLStreamException {
    writeStartElement(namespaceURI, localName);
    empty = true;
  }

  @Override
  public void writeEmptyElement(
      @Nullable String prefix, String localName, @Nullable String namespaceURI)
      throws XMLStreamException {
    writeStartElement(prefix, localName, namespaceURI);
    empty = true;
  }

  /** Starts an element; the URI is null where it is whatever the prefix will stand for. */
  private void start(String prefix, @Nullable String uri, String local) throws XMLStreamException {
    checkName(local);
    if (!prefix.isEmpty()) {
      checkName(prefix);
      if (uri != null) {
        checkReserved(prefix, uri);
      }
    }
    endTag();
    writer.startElement(prefix, uri, local);
    used.clear();
    if (prefix.isEmpty() && uri != null && !scope.isBound("", uri)) {
      writer.declare("", uri);
    }
    if (uri != null) {
      used.add(prefix);
    } else if (!prefix.isEmpty()) {
      unresolved.add(prefix);
    }
  }

  @Override
  public void writeEndElement() throws XMLStreamException {
    endTag();
    if (writer.openElements() <= baseDepth) {
      throw new XMLStreamException("Cannot end an element, because this producer has opened none.");
    }
    end();
  }

  private void end() {
    writer.endElement();
    int depth = writer.openElements();
    wishes.removeIf(wish -> wish.depth > depth);
  }

  /** Ends the start tag; to be called before whatever ends it. */
  private void endTag() throws XMLStreamException {
    for (String prefix : unresolved) {
      if (scope.uri(prefix) == null) {
        throw new XMLStreamException(
            "Cannot write a name with the prefix " + prefix + ", because it is not declared.");
      }
    }
    unresolved.clear();
    if (empty) {
      empty = false;
      end();
    }
  }

  /** Ends what this producer has left open. */
  @Override
  public void writeEndDocument() throws XMLStreamException {
    endTag();
    while (writer.openElements() > baseDepth) {
      end();
    }
  }

  @Override
  public void close() throws XMLStreamException {
    endTag();
  }

  @Override
  public void flush() {
    // The bytes are in the writer's buffer already.
  }

  // ---- attributes and namespaces ----

  @Override
  public void writeAttribute(String localName, String value) throws XMLStreamException {
    writeAttribute("", "", localName, value);
  }

  @Override
  public void writeAttribute(@Nullable String namespaceURI, String localName, String value)
      throws XMLStreamException {
    writeAttribute("", namespaceURI, localName, value);
  }

  @Override
  public void writeAttribute(
      @Nullable String prefix, @Nullable String namespaceURI, String localName, String value)
      throws XMLStreamException {
    String wanted = orEmpty(prefix);
    String uri = orEmpty(namespaceURI);
    if (wanted.equals(XMLConstants.XMLNS_ATTRIBUTE)) {
      writeNamespace(localName, value);
      return;
    }
    if (wanted.isEmpty() && localName.equals(XMLConstants.XMLNS_ATTRIBUTE)) {
      writeDefaultNamespace(value);
      return;
    }
    checkName(localName);
    checkInStartTag();
    if (uri.isEmpty()) {
      if (!wanted.isEmpty()) {
        checkReserved(wanted, uri);
      }
      writer.attributeWithPrefix("", localName, value);
      return;
    }
    String actual = attributePrefix(wanted, uri);
    writer.attributeWithPrefix(actual, localName, value);
    used.add(actual);
  }

  /**
   * Returns a prefix for the URI, not {@code ""}, declared if it was not: the wanted, if it can.
   */
  private String attributePrefix(String wanted, String uri) throws XMLStreamException {
    if (!wanted.isEmpty()) {
      checkName(wanted);
      checkReserved(wanted, uri);
      if (scope.isBound(wanted, uri)) {
        return wanted;
      }
      if (!scope.declaredInTag(wanted) && !used.contains(wanted)) {
        writer.declare(wanted, uri);
        return wanted;
      }
    }
    String prefix = prefixFor(uri, false);
    if (!scope.isBound(prefix, uri)) {
      writer.declare(prefix, uri);
    }
    return prefix;
  }

  /** Returns a prefix that stands for the URI, or may be declared for it. */
  private String prefixFor(String uri, boolean defaultAllowed) {
    String prefix = scope.prefix(uri);
    if (prefix != null) {
      return prefix;
    }
    if (defaultAllowed && scope.isBound("", uri)) {
      return "";
    }
    for (int i = wishes.size() - 1; i >= 0; i--) {
      Wish wish = wishes.get(i);
      if (wish.uri.equals(uri)
          && (wish.prefix.isEmpty() ? defaultAllowed : scope.uri(wish.prefix) == null)) {
        return wish.prefix;
      }
    }
    return scope.unusedPrefix();
  }

  @Override
  public void writeNamespace(@Nullable String prefix, @Nullable String namespaceURI)
      throws XMLStreamException {
    String uri = orEmpty(namespaceURI);
    if (prefix == null || prefix.isEmpty() || prefix.equals(XMLConstants.XMLNS_ATTRIBUTE)) {
      writeDefaultNamespace(uri);
      return;
    }
    checkName(prefix);
    checkReserved(prefix, uri);
    declare(prefix, uri);
  }

  @Override
  public void writeDefaultNamespace(@Nullable String namespaceURI) throws XMLStreamException {
    declare("", orEmpty(namespaceURI));
  }

  private void declare(String prefix, String uri) throws XMLStreamException {
    checkInStartTag();
    if (scope.isBound(prefix, uri)) {
      return;
    }
    if (scope.declaredInTag(prefix) || used.contains(prefix)) {
      throw new XMLStreamException(
          "the start tag uses xmlns"
              + (prefix.isEmpty() ? "" : ":" + prefix)
              + "=\""
              + scope.uri(prefix)
              + "\" already");
    }
    writer.declare(prefix, uri);
  }

  private static void checkReserved(String prefix, String uri) throws XMLStreamException {
    if (uri.isEmpty()
        || prefix.equals(XMLConstants.XMLNS_ATTRIBUTE)
        || prefix.equals(XMLConstants.XML_NS_PREFIX) != uri.equals(XMLConstants.XML_NS_URI)) {
      throw new XMLStreamException("the prefix " + prefix + " cannot stand for '" + uri + "'");
    }
  }

  private void checkInStartTag() throws XMLStreamException {
    if (!writer.inStartTag() || writer.openElements() <= baseDepth) {
      throw new XMLStreamException(
          "Cannot write an attribute or namespace, because no start tag is open.");
    }
  }

  private static void checkName(String name) throws XMLStreamException {
    if (!NcNames.isNcName(name)) {
      throw new XMLStreamException(
          "expected an XML name without colon, found " + NcNames.brief(name));
    }
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  // ---- content ----

  private void content() throws XMLStreamException {
    endTag();
    writer.closeStartTag();
  }

  @Override
  public void writeCharacters(String text) throws XMLStreamException {
    content();
    writer.text(text);
  }

  @Override
  public void writeCharacters(char[] text, int start, int len) throws XMLStreamException {
    writeCharacters(new String(text, start, len));
  }

  /** Writes the same characters, escaped. */
  @Override
  public void writeCData(String data) throws XMLStreamException {
    writeCharacters(data);
  }

  @Override
  public void writeComment(@Nullable String data) throws XMLStreamException {
    String comment = orEmpty(data);
    if (comment.contains("--") || comment.endsWith("-")) {
      throw new XMLStreamException("a comment has two hyphens, or one at its end");
    }
    content();
    writer.verbatim("<!--" + comment + "-->");
  }

  @Override
  public void writeProcessingInstruction(String target) throws XMLStreamException {
    writeProcessingInstruction(target, "");
  }

  @Override
  public void writeProcessingInstruction(String target, @Nullable String data)
      throws XMLStreamException {
    checkName(target);
    String text = orEmpty(data);
    if (target.equalsIgnoreCase("xml") || text.contains("?>")) {
      throw new XMLStreamException("a processing instruction is called xml, or has ?> in it");
    }
    content();
    writer.verbatim("<?" + target + (text.isEmpty() ? "" : " " + text) + "?>");
  }

  @Override
  public void writeEntityRef(String name) throws XMLStreamException {
    switch (name) {
      case "lt", "gt", "amp", "quot", "apos" -> {
        content();
        writer.verbatim("&" + name + ";");
      }
      default -> throw new XMLStreamException("without a DTD there is no entity " + name);
    }
  }

  @Override
  public void writeDTD(String dtd) throws XMLStreamException {
    throw new XMLStreamException("a SOAP message has no DTD (SOAP 1.1, section 3)");
  }

  @Override
  public void writeStartDocument() {
    // The document has started before this producer began.
  }

  @Override
  public void writeStartDocument(String version) {
    // See above.
  }

  @Override
  public void writeStartDocument(String encoding, String version) {
    // See above.
  }

  // ---- context ----

  @Override
  public @Nullable String getPrefix(String uri) {
    return context.getPrefix(uri);
  }

  @Override
  public void setPrefix(String prefix, @Nullable String uri) throws XMLStreamException {
    checkName(prefix);
    wishes.add(new Wish(prefix, orEmpty(uri), writer.openElements()));
  }

  @Override
  public void setDefaultNamespace(@Nullable String uri) {
    wishes.add(new Wish("", orEmpty(uri), writer.openElements()));
  }

  @Override
  public void setNamespaceContext(@Nullable NamespaceContext context) {
    root = context;
  }

  @Override
  public NamespaceContext getNamespaceContext() {
    return context;
  }

  @Override
  public Object getProperty(String name) {
    throw new IllegalArgumentException("expected a known property, found " + name);
  }

  /** The scope here, of this producer and of the document around it. */
  private final NamespaceContext context =
      new NamespaceContext() {
        @Override
        public String getNamespaceURI(String prefix) {
          String uri = scope.uri(prefix);
          for (int i = wishes.size() - 1; uri == null && i >= 0; i--) {
            uri = wishes.get(i).prefix.equals(prefix) ? wishes.get(i).uri : null;
          }
          if (uri == null && root != null) {
            uri = root.getNamespaceURI(prefix);
          }
          return orEmpty(uri);
        }

        @Override
        public @Nullable String getPrefix(String uri) {
          String prefix = scope.prefix(uri);
          if (prefix != null) {
            return prefix;
          }
          if (scope.isBound("", uri)) {
            return "";
          }
          for (int i = wishes.size() - 1; i >= 0; i--) {
            if (wishes.get(i).uri.equals(uri)) {
              return wishes.get(i).prefix;
            }
          }
          return root == null ? null : root.getPrefix(uri);
        }

        @Override
        public Iterator<String> getPrefixes(String uri) {
          Set<String> prefixes = new LinkedHashSet<>();
          for (int i = scope.count() - 1; i >= 0; i--) {
            if (scope.isBound(scope.prefixAt(i), uri)) {
              prefixes.add(scope.prefixAt(i));
            }
          }
          String first = getPrefix(uri);
          if (first != null) {
            prefixes.add(first);
          }
          return Collections.unmodifiableSet(prefixes).iterator();
        }
      };
}
