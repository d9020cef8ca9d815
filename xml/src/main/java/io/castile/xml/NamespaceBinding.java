package io.castile.xml;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The namespaces in scope at an element: an immutable list, one declaration a link, the nearest
 * first. Equal declarations in equal scopes give the identical object as long as the reader's
 * {@link NamespaceCache} holds it, so a scope stands for its content in the look-up of names.
 */
final class NamespaceBinding {
  static final String XML_URI = "http://www.w3.org/XML/1998/namespace";
  static final String XMLNS_URI = "http://www.w3.org/2000/xmlns/";

  /** The scope outside the root element: the prefix xml alone. */
  static final NamespaceBinding ROOT =
      new NamespaceBinding(null, new byte[] {'x', 'm', 'l'}, "xml", new byte[0], XML_URI, 0);

  /** The scope that this one adds to; null for {@link #ROOT}. */
  final @Nullable NamespaceBinding outer;

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

  // Up to WALKED declarations a look-up walks from link to link. Beyond, it takes the one list of
  // INDEX_SIZE lists in which the prefix is by its hash, seeded as all. The lists share their ends
  // with those of the outer scope; only their heads are this scope's own.

  private static final int WALKED = 8;
  private static final int ROW = 16;
  private static final int INDEX_SIZE = ROW * ROW;

  private final int prefixHash;

  /** The nearest declaration outside in the same list, of another prefix; null for none. */
  private final @Nullable NamespaceBinding next;

  /** The heads of the lists, in rows of which a scope copies one; null for few declarations. */
  private final NamespaceBinding @Nullable [][] index;

  NamespaceBinding(
      @Nullable NamespaceBinding outer,
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
    this.prefixHash = Bytes.hash(prefixUtf8, 0, prefixUtf8.length);
    NamespaceBinding same = outer == null ? null : outer.headOf(prefixHash);
    this.next = same != null && same.prefix.equals(prefix) ? same.next : same;
    this.index = outer == null || count <= WALKED ? null : newIndex(outer);
  }

  private static int listOf(int hash) {
    return (hash ^ hash >>> 16) & INDEX_SIZE - 1;
  }

  /** The nearest declaration in the list of that hash, or null. */
  private @Nullable NamespaceBinding headOf(int hash) {
    int list = listOf(hash);
    if (index != null) {
      NamespaceBinding[] row = index[list / ROW];
      return row == null ? null : row[list % ROW];
    }
    NamespaceBinding scope = this;
    while (scope != null && listOf(scope.prefixHash) != list) {
      scope = scope.outer;
    }
    return scope;
  }

  private NamespaceBinding[][] newIndex(NamespaceBinding outer) {
    if (outer.index != null) {
      NamespaceBinding[][] rows = outer.index.clone();
      int list = listOf(prefixHash);
      NamespaceBinding[] row = rows[list / ROW];
      rows[list / ROW] = row == null ? new NamespaceBinding[ROW] : row.clone();
      rows[list / ROW][list % ROW] = this;
      return rows;
    }
    NamespaceBinding[][] rows = new NamespaceBinding[ROW][];
    for (NamespaceBinding scope = this; scope != null; scope = scope.outer) {
      int list = listOf(scope.prefixHash);
      if (rows[list / ROW] == null) {
        rows[list / ROW] = new NamespaceBinding[ROW];
      }
      if (rows[list / ROW][list % ROW] == null) {
        rows[list / ROW][list % ROW] = scope;
      }
    }
    return rows;
  }

  private @Nullable NamespaceBinding findInIndex(byte[] b, int start, int end) {
    int hash = Bytes.hash(b, start, end);
    for (NamespaceBinding scope = headOf(hash); scope != null; scope = scope.next) {
      if (scope.prefixHash == hash && Bytes.equal(b, start, end, scope.prefixUtf8)) {
        return scope;
      }
    }
    return null;
  }

  /** The nearest declaration of the prefix in the range (empty for the default), or null. */
  @Nullable NamespaceBinding find(byte[] b, int start, int end) {
    if (index != null) {
      return findInIndex(b, start, end);
    }
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
  @Nullable String uri(String wanted) {
    if (index != null) {
      byte[] utf8 = wanted.getBytes(StandardCharsets.UTF_8);
      NamespaceBinding found = findInIndex(utf8, 0, utf8.length);
      return found != null ? found.uri : wanted.isEmpty() ? "" : null;
    }
    for (NamespaceBinding scope = this; scope != null; scope = scope.outer) {
      if (scope.prefix.equals(wanted)) {
        return scope.uri;
      }
    }
    return wanted.isEmpty() ? "" : null;
  }
}
