package io.castile.xml.internal;

import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.DOMImplementation;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Reads an element and all that it contains as DOM, white space between elements included, in a
 * document of its own. Comments and processing instructions are left out.
 *
 * <p>An element may stand inside others that declare namespaces, and be read without them. So each
 * prefix that it may use in a text or in the value of an attribute ({@code prefix:name}, as in
 * qualified names and XPath), and that is declared further out, is declared where it is used.
 *
 * <p>Cost: in proportion to the element, however deep it is and however many namespaces are in
 * scope. A subtree is added to its parent when it is complete, as the DOM walks to the root of a
 * tree that something is added to.
 *
 * <p>One for each element, owned by one thread.
 */
public final class DomReader {
  /** Makes documents at a tenth of a per mille of what a new {@code DocumentBuilder} costs. */
  private static final DOMImplementation DOM = implementation();

  private final XmlReader in;
  private final boolean declaresNames;
  private final Document document = newDocument();

  /**
   * The namespaces of the prefixes at the open element, as far as the tree itself declares them.
   */
  private final Map<String, String> scope = new HashMap<>();

  /** The former values of {@link #scope}: prefix and URI in turns, of all open elements. */
  private final List<String> before = new ArrayList<>();

  private DomReader(XmlReader in, boolean declaresNames) {
    this.in = in;
    this.declaresNames = declaresNames;
    scope.put(XMLConstants.XML_NS_PREFIX, XMLConstants.XML_NS_URI);
  }

  private static DOMImplementation implementation() {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setNamespaceAware(true);
      return factory.newDocumentBuilder().getDOMImplementation();
    } catch (ParserConfigurationException e) {
      throw new AssertionError("the platform's default parser with namespaces always exists", e);
    }
  }

  /** Returns an empty document of the platform's own DOM. */
  public static Document newDocument() {
    return DOM.createDocument(null, null, null);
  }

  /**
   * Reads the element at whose START_ELEMENT {@code in} stands, to its END_ELEMENT. Prefixes of
   * names, and the default namespace, are declared in the tree only where the document does.
   *
   * @return the element, the root of its document
   */
  public static Element read(XmlReader in) {
    return new DomReader(in, false).read();
  }

  /**
   * Reads the same with the prefixes of all names and the default namespace declared: for consumers
   * that go by the declarations in the tree alone.
   */
  public static Element readSelfContained(XmlReader in) {
    return new DomReader(in, true).read();
  }

  private Element read() {
    List<Element> open = new ArrayList<>();
    List<Integer> marks = new ArrayList<>();
    Element root = start();
    if (declaresNames && scope.get("") == null) {
      String uri = in.namespaceUri("");
      if (uri != null && !uri.isEmpty()) {
        declare(root, "", uri);
      }
    }
    open.add(root);
    marks.add(0);
    String text = null;
    while (true) {
      Element current = open.get(open.size() - 1);
      int event = in.nextContent();
      if (event == XmlReader.TEXT) {
        text = in.text();
        declareUsed(current, text);
        continue;
      }
      boolean start = event == XmlReader.START_ELEMENT;
      if (text != null) {
        current.appendChild(document.createTextNode(text));
      }
      text = null;
      if (start) {
        marks.add(before.size());
        open.add(start());
      } else {
        leave(marks.remove(marks.size() - 1));
        open.remove(open.size() - 1);
        if (open.isEmpty()) {
          document.appendChild(root);
          return root;
        }
        open.get(open.size() - 1).appendChild(current);
      }
    }
  }

  /** Makes an element of the start tag, with all that it declares. */
  private Element start() {
    XmlName name = in.name();
    Element element = document.createElementNS(uri(name), qualified(in.prefix(), name));
    for (int i = 0; i < in.namespaceCount(); i++) {
      declare(element, in.namespacePrefix(i), in.namespaceUri(i));
    }
    nameUsed(element, in.prefix(), name, declaresNames);
    int count = in.attributeCount();
    for (int i = 0; i < count; i++) {
      XmlName attribute = in.attributeName(i);
      String prefix = in.attributePrefix(i);
      String value = in.attribute(i).toString();
      set(element, uri(attribute), qualified(prefix, attribute), value);
      if (declaresNames) {
        nameUsed(element, prefix, attribute, true);
      }
      declareUsed(element, value);
    }
    return element;
  }

  private void nameUsed(Element element, String prefix, XmlName name, boolean declared) {
    if (prefix.isEmpty() || name.uri().equals(scope.get(prefix))) {
      return;
    }
    if (declared) {
      declare(element, prefix, name.uri());
    } else {
      enter(prefix, name.uri()); // the element itself says what it stands for
    }
  }

  /** Declares the prefixes that the value may use and that the tree does not declare so far. */
  private void declareUsed(Element element, String value) {
    for (int colon = value.indexOf(':'); colon >= 0; colon = value.indexOf(':', colon + 1)) {
      String prefix = prefixBefore(value, colon);
      String uri = prefix.isEmpty() ? null : in.namespaceUri(prefix);
      if (uri != null && !uri.equals(scope.get(prefix))) {
        declare(element, prefix, uri);
      }
    }
  }

  /** Returns what stands before a colon and may be a prefix; may be empty. */
  public static String prefixBefore(String value, int colon) {
    int start = colon;
    while (start > 0 && isNameCharacter(value.charAt(start - 1))) {
      start--;
    }
    return value.substring(start, colon);
  }

  private static boolean isNameCharacter(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
  }

  private void declare(Element element, String prefix, String uri) {
    String name = prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix;
    set(element, XMLConstants.XMLNS_ATTRIBUTE_NS_URI, name, uri);
    enter(prefix, uri);
  }

  /** Sets an attribute that the element does not have, found by its name as that is written. */
  private void set(Element element, @Nullable String uri, String name, String value) {
    Attr attribute = document.createAttributeNS(uri, name);
    attribute.setValue(value);
    element.setAttributeNode(attribute); // setAttributeNS looks at all that are there
  }

  private void enter(String prefix, String uri) {
    before.add(prefix);
    before.add(scope.put(prefix, uri));
  }

  private void leave(int mark) {
    while (before.size() > mark) {
      String uri = before.remove(before.size() - 1);
      String prefix = before.remove(before.size() - 1);
      if (uri == null) {
        scope.remove(prefix);
      } else {
        scope.put(prefix, uri);
      }
    }
  }

  private static @Nullable String uri(XmlName name) {
    return name.uri().isEmpty() ? null : name.uri();
  }

  private static String qualified(String prefix, XmlName name) {
    return prefix.isEmpty() ? name.local() : prefix + ":" + name.local();
  }
}
