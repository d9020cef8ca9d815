package io.castile.wsdl.tree;

import io.castile.wsdl.model.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** An element of a document. Immutable, with all that is in it. */
public final class Element implements Content {
  private final QName name;
  private final List<Attribute> attributes;
  private final Map<String, String> namespaces;
  private final List<Content> content;
  private final Place place;

  /**
   * @param namespaces by prefix, all that are in scope; the empty prefix for the default one
   */
  public Element(
      QName name,
      List<Attribute> attributes,
      Map<String, String> namespaces,
      List<Content> content,
      Place place) {
    this.name = Objects.requireNonNull(name, "name");
    this.attributes = List.copyOf(attributes);
    this.namespaces = namespaces;
    this.content = List.copyOf(content);
    this.place = Objects.requireNonNull(place, "place");
  }

  /** Returns the name. */
  public QName name() {
    return name;
  }

  /** Whether this is an element of a namespace with a local name. */
  public boolean is(String namespace, String localName) {
    return name.getLocalPart().equals(localName) && name.getNamespaceURI().equals(namespace);
  }

  /** Returns the attributes, in the order of the document. */
  public List<Attribute> attributes() {
    return attributes;
  }

  /** Returns the value of an attribute without namespace; null if there is none. */
  public @Nullable String attribute(String localName) {
    return attribute("", localName);
  }

  /** Returns the value of an attribute; null if there is none. */
  public @Nullable String attribute(String namespace, String localName) {
    for (Attribute attribute : attributes) {
      if (attribute.name().getLocalPart().equals(localName)
          && attribute.name().getNamespaceURI().equals(namespace)) {
        return attribute.value();
      }
    }
    return null;
  }

  /** Returns the namespaces in scope by their prefixes; the default one by the empty prefix. */
  public Map<String, String> namespaces() {
    return namespaces;
  }

  /** Returns what is in the element, in the order of the document. */
  public List<Content> content() {
    return content;
  }

  /** Returns where the start-tag ends. */
  public Place place() {
    return place;
  }

  /** Returns the elements in this one. */
  public Stream<Element> children() {
    return content.stream().filter(Element.class::isInstance).map(Element.class::cast);
  }

  /** Returns the elements in this one that have a name. */
  public List<Element> children(String namespace, String localName) {
    return children().filter(child -> child.is(namespace, localName)).toList();
  }

  /** Returns the first element in this one that has a name. */
  public Optional<Element> child(String namespace, String localName) {
    return children().filter(child -> child.is(namespace, localName)).findFirst();
  }

  /** Returns the texts in this element, and in elements within, as one with single spaces. */
  public String text() {
    StringBuilder text = new StringBuilder();
    collect(text);
    return text.toString().strip().replaceAll("\\s+", " ");
  }

  private void collect(StringBuilder text) {
    for (Content each : content) {
      if (each instanceof Text found) {
        text.append(found.value()).append(' ');
      } else if (each instanceof Element element) {
        element.collect(text);
      }
    }
  }

  /**
   * Returns the name that a text stands for (XML Schema part 2 §3.2.18).
   *
   * @param isDefaulted whether a name without prefix is in the default namespace
   * @return null if its prefix is not declared
   */
  public @Nullable QName qName(String text, boolean isDefaulted) {
    String trimmed = text.strip();
    int colon = trimmed.indexOf(':');
    if (colon < 0) {
      String namespace = isDefaulted ? namespaces.getOrDefault("", "") : "";
      return new QName(namespace, trimmed);
    }
    String prefix = trimmed.substring(0, colon);
    String namespace =
        prefix.equals(XMLConstants.XML_NS_PREFIX)
            ? XMLConstants.XML_NS_URI
            : namespaces.get(prefix);
    return namespace == null ? null : new QName(namespace, trimmed.substring(colon + 1), prefix);
  }

  /** Returns this element with other attributes. */
  public Element withAttributes(List<Attribute> others) {
    return new Element(name, others, namespaces, content, place);
  }

  /** Returns this element with another value of an attribute without namespace; null for none. */
  public Element withAttribute(String localName, @Nullable String value) {
    List<Attribute> others = new ArrayList<>(attributes);
    others.removeIf(each -> each.name().equals(new QName(localName)));
    if (value != null) {
      others.add(new Attribute(new QName(localName), value));
    }
    return withAttributes(others);
  }

  /** Returns this element with other content. */
  public Element withContent(List<? extends Content> others) {
    return new Element(name, attributes, namespaces, List.copyOf(others), place);
  }

  /** Returns this element with other namespaces in scope, those within unchanged. */
  public Element withNamespaces(Map<String, String> others) {
    return new Element(name, attributes, others, content, place);
  }

  @Override
  public String toString() {
    return name.getLocalPart() + " at " + place;
  }
}
