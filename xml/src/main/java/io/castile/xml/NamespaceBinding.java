package io.castile.xml;

/**
 * The namespaces in scope at an element: an immutable list, one declaration a link, the nearest
 * first. Equal declarations in equal scopes give the identical object as long as the reader's
 * {@link NamespaceCache} holds it, so a scope stands for its content in the look-up of names.
 */
final class NamespaceBinding {
  static final String XML_URI = "http://www.w3.org/XML/1998/namespace";
  static final String XMLNS_URI = "http://www.w3.org/2000/xmlns/";

  /** What is in scope outside the root element: the prefix xml alone. */
  static final NamespaceBinding ROOT =
      new NamespaceBinding(null, new byte[] {'x', 'm', 'l'}, "xml", new byte[0], XML_URI, 0);

  /** The scope that this one adds to; null for {@link #ROOT}. */
  final NamespaceBinding outer;

  final byte[] prefixUtf8;
  final String prefix;

  /** The attribute value as it stood in the document, references unexpanded. */
  final byte[] rawValue;

  final String uri;

  /** {@link XmlName#hashOf} of the URI. */
  final int uriHash;

  /** Hash of this declaration and all outside it. */
  final int hash;

  /** Declarations in scope, without that of xml. */
  final int count;

  NamespaceBinding(
      NamespaceBinding outer,
      byte[] prefixUtf8,
      String prefix,
      byte[] rawValue,
      String uri,
      int hash) {
    this.outer = outer;
    this.prefixUtf8 = prefixUtf8;
    this.prefix = prefix;
    this.rawValue = rawValue;
    this.uri = uri;
    this.uriHash = XmlName.hashOf(uri);
    this.hash = hash;
    this.count = outer == null ? 0 : outer.count + 1;
  }

  /** The nearest declaration of the prefix in the range (empty for the default), or null. */
  NamespaceBinding find(byte[] b, int start, int end) {
    for (NamespaceBinding scope = this; scope != null; scope = scope.outer) {
      if (scope.prefixUtf8.length == end - start && Bytes.equal(b, start, end, scope.prefixUtf8)) {
        return scope;
      }
    }
    return null;
  }

  /** Whether the other scope has the same declarations in the same order. */
  boolean sameAs(NamespaceBinding other) {
    NamespaceBinding one = this;
    NamespaceBinding two = other;
    while (one != two) {
      if (one == null
          || two == null
          || one.count != two.count
          || !one.prefix.equals(two.prefix)
          || !one.uri.equals(two.uri)) {
        return false;
      }
      one = one.outer;
      two = two.outer;
    }
    return true;
  }

  /** URI bound to the prefix; "" for the default where there is none; null if unbound. */
  String uri(String wanted) {
    for (NamespaceBinding scope = this; scope != null; scope = scope.outer) {
      if (scope.prefix.equals(wanted)) {
        return scope.uri;
      }
    }
    return wanted.isEmpty() ? "" : null;
  }
}
