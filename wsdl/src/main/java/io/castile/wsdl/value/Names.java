package io.castile.wsdl.value;

import io.castile.codec.value.Markup;
import io.castile.xml.NameTable;
import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import java.util.HashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/**
 * The names of a description as bytes: one prefix for each namespace, as tags are constant that
 * way. Thread-safe.
 */
public final class Names {
  private final NameTable table = new NameTable();
  private final Map<String, Namespace> namespaces = new HashMap<>();

  /** Returns the table by which readers tell names. */
  public NameTable table() {
    return table;
  }

  /**
   * Returns the tags of an element, and what stands before the value of an attribute.
   *
   * @throws UnsupportedOperationException if no element can have the name, as with a colon
   */
  Markup markup(QName name) {
    try {
      XmlName.checkedLocal(name.getLocalPart());
    } catch (IllegalArgumentException e) {
      throw new UnsupportedOperationException(
          "expected a name without colon that begins with a letter (NCName), found '"
              + name.getLocalPart()
              + "' in namespace '"
              + name.getNamespaceURI()
              + "'",
          e);
    }
    String uri = name.getNamespaceURI();
    return new Markup(
        table.intern(uri, name.getLocalPart()), uri.isEmpty() ? null : namespace(uri));
  }

  private synchronized Namespace namespace(String uri) {
    Namespace known = namespaces.get(uri);
    if (known == null) {
      known =
          uri.equals(XMLConstants.XML_NS_URI)
              ? new Namespace(XMLConstants.XML_NS_PREFIX, uri)
              : new Namespace("n" + (namespaces.size() + 1), uri);
      namespaces.put(uri, known);
    }
    return known;
  }
}
