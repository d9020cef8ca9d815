package io.castile.codec.value;

import io.castile.xml.internal.DomReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.CharacterData;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * The content of a DOM element, whatever prefixes it uses: names, attributes, texts, children, and
 * the namespaces of prefixes in texts that look like qualified names, since two values of one text
 * may mean different names.
 *
 * <p>One for a comparison or a hash of the element, as it remembers what is in scope on the way.
 */
final class DomContent {
  private final Element root;

  /** The namespaces of the prefixes at the element that is looked at. */
  private final Map<String, String> scope = new HashMap<>();

  DomContent(Element root) {
    this.root = root;
    List<Element> around = new ArrayList<>();
    for (Node node = root.getParentNode(); node instanceof Element e; node = e.getParentNode()) {
      around.add(e);
    }
    for (int i = around.size() - 1; i >= 0; i--) {
      enter(around.get(i));
    }
  }

  boolean sameAs(DomContent other) {
    return same(root, other, other.root);
  }

  int hash() {
    return hash(root);
  }

  private boolean same(Element one, DomContent other, Element two) {
    if (!Dom.localName(one).equals(Dom.localName(two))
        || !Dom.nullToEmpty(one.getNamespaceURI()).equals(Dom.nullToEmpty(two.getNamespaceURI()))) {
      return false;
    }
    Map<String, String> mine = enter(one);
    Map<String, String> its = other.enter(two);
    boolean same = attributes(one).equals(other.attributes(two)) && sameContent(one, other, two);
    leave(mine);
    other.leave(its);
    return same;
  }

  private boolean sameContent(Element one, DomContent other, Element two) {
    List<Object> a = content(one);
    List<Object> b = other.content(two);
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      boolean same =
          a.get(i) instanceof Element x && b.get(i) instanceof Element y
              ? same(x, other, y)
              : a.get(i).equals(b.get(i));
      if (!same) {
        return false;
      }
    }
    return true;
  }

  private int hash(Element element) {
    Map<String, String> outer = enter(element);
    int hash = Dom.localName(element).hashCode();
    hash = 31 * hash + Dom.nullToEmpty(element.getNamespaceURI()).hashCode();
    hash = 31 * hash + attributes(element).hashCode();
    for (Object part : content(element)) {
      hash = 31 * hash + (part instanceof Element child ? hash(child) : part.hashCode());
    }
    leave(outer);
    return hash;
  }

  /** Goes into an element; returns what its prefixes stood for outside, null for nothing. */
  private @Nullable Map<String, String> enter(Element element) {
    Map<String, String> outer = null;
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Attr attribute = (Attr) attributes.item(i);
      if (attribute.getPrefix() != null && Dom.isDeclaration(attribute)) {
        outer = bind(Dom.localName(attribute), attribute.getValue(), outer);
      }
    }
    // A node's own name comes before what it declares (DOM level 3, appendix B.4).
    return element.getPrefix() == null
        ? outer
        : bind(element.getPrefix(), Dom.nullToEmpty(element.getNamespaceURI()), outer);
  }

  private @Nullable Map<String, String> bind(
      String prefix, String uri, @Nullable Map<String, String> outer) {
    String old = scope.get(prefix);
    if (uri.equals(old)) {
      return outer;
    }
    Map<String, String> changed = outer == null ? new HashMap<>() : outer;
    changed.putIfAbsent(prefix, Dom.nullToEmpty(old));
    scope.put(prefix, uri);
    return changed;
  }

  private void leave(@Nullable Map<String, String> outer) {
    if (outer != null) {
      scope.putAll(outer); // what is bound to nothing stands for nothing
    }
  }

  private Map<QName, String> attributes(Element element) {
    Map<QName, String> values = new HashMap<>();
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Attr attribute = (Attr) attributes.item(i);
      if (!Dom.isDeclaration(attribute)) {
        values.put(
            new QName(Dom.nullToEmpty(attribute.getNamespaceURI()), Dom.localName(attribute)),
            withMeaning(attribute.getValue()));
      }
    }
    return values;
  }

  /** Child elements, and the texts between them as strings. */
  private List<Object> content(Element element) {
    List<Object> content = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child.getNodeType() == Node.ELEMENT_NODE) {
        flush(text, content);
        content.add(child);
      } else if (child instanceof CharacterData data && child.getNodeType() != Node.COMMENT_NODE) {
        text.append(data.getData());
      }
    }
    flush(text, content);
    return content;
  }

  private void flush(StringBuilder text, List<Object> content) {
    if (text.length() > 0) {
      content.add(withMeaning(text.toString()));
      text.setLength(0);
    }
  }

  /** A text, and behind it what the prefixes stand for that it may use. */
  private String withMeaning(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return text;
    }
    StringBuilder meaning = new StringBuilder(text);
    for (; colon >= 0; colon = text.indexOf(':', colon + 1)) {
      String uri = scope.get(DomReader.prefixBefore(text, colon));
      if (uri != null && !uri.isEmpty()) {
        meaning.append('\u0001').append(uri);
      }
    }
    return meaning.toString();
  }
}
