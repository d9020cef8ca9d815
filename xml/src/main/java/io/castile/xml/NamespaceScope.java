package io.castile.xml;

import java.util.Arrays;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * The namespace bindings in scope of a writer, innermost last (Namespaces in XML 1.0, §6).
 *
 * <p>Invariant: {@code tagStart <= count}; the bindings from {@code tagStart} on were declared in
 * the start tag that is being written, so none of their prefixes may be declared there again.
 */
final class NamespaceScope {
  private String[] prefixes = {};
  private String[] uris = {};
  private int count;
  private int tagStart;

  void clear() {
    count = 0;
    tagStart = 0;
  }

  /** Starts a new start tag; what is declared from now on goes with {@code release(mark)}. */
  int mark() {
    tagStart = count;
    return count;
  }

  void release(int mark) {
    if (mark < 0 || mark > count) {
      throw new IllegalArgumentException("mark < 0 or > " + count + ": " + mark);
    }
    count = mark;
    tagStart = Math.min(tagStart, mark);
  }

  /** Adds a binding of the current start tag; both strings {@code ""} for none. */
  void add(String prefix, String uri) {
    if (count == prefixes.length) {
      int capacity = Math.max(4, 2 * count);
      prefixes = Arrays.copyOf(prefixes, capacity);
      uris = Arrays.copyOf(uris, capacity);
    }
    prefixes[count] = prefix;
    uris[count] = uri;
    count++;
  }

  /** Returns the index of the innermost binding of the prefix, or -1. */
  private int indexOf(String prefix) {
    for (int i = count - 1; i >= 0; i--) {
      if (prefixes[i].equals(prefix)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the URI bound to the prefix, null where unbound; {@code ""} is never unbound. */
  @Nullable String uri(String prefix) {
    int index = indexOf(prefix);
    if (index >= 0) {
      return uris[index];
    }
    if (prefix.isEmpty()) {
      return "";
    }
    if (prefix.equals(XMLConstants.XML_NS_PREFIX)) {
      return XMLConstants.XML_NS_URI;
    }
    return prefix.equals(XMLConstants.XMLNS_ATTRIBUTE) ? XMLConstants.XMLNS_ATTRIBUTE_NS_URI : null;
  }

  /** True if the current start tag declares this prefix. */
  boolean declaredInTag(String prefix) {
    return indexOf(prefix) >= tagStart;
  }

  /** True if the prefix stands for this URI here. */
  boolean isBound(String prefix, String uri) {
    return uri.equals(uri(prefix));
  }

  /** Returns a prefix, not {@code ""}, that stands for the URI here, the innermost; or null. */
  @Nullable String prefix(String uri) {
    for (int i = count - 1; i >= 0; i--) {
      String prefix = prefixes[i];
      if (uris[i].equals(uri) && !prefix.isEmpty() && indexOf(prefix) == i) {
        return prefix;
      }
    }
    return uri.equals(XMLConstants.XML_NS_URI) ? XMLConstants.XML_NS_PREFIX : null;
  }

  /** Returns a prefix that nothing in scope uses: q1, q2 and so on. */
  String unusedPrefix() {
    for (int i = 1; ; i++) {
      String candidate = "q" + i;
      if (indexOf(candidate) < 0) {
        return candidate;
      }
    }
  }

  /** Returns how many bindings there are, shadowed ones included. */
  int count() {
    return count;
  }

  String prefixAt(int index) {
    return prefixes[index];
  }

  String uriAt(int index) {
    return uris[index];
  }
}
