package io.castile.wsdl.tree;

import java.util.Map;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Finds prefixes for names: elements keep those in scope, but not which of them was written. The
 * same one is found each time.
 */
public final class Prefixes {
  private Prefixes() {}

  /**
   * Returns the prefix of a name in scope of some declarations; null if none stands for its
   * namespace.
   *
   * @param isAttribute whether the default namespace does not count
   */
  public static @Nullable String of(
      QName name, Map<String, String> namespaces, boolean isAttribute) {
    String namespace = name.getNamespaceURI();
    if (namespace.equals(XMLConstants.XML_NS_URI)) {
      return XMLConstants.XML_NS_PREFIX;
    }
    boolean isDefaulted = namespaces.getOrDefault("", "").equals(namespace);
    if (namespace.isEmpty()) {
      return isAttribute || isDefaulted ? "" : null;
    }
    String found = null;
    for (Map.Entry<String, String> each : namespaces.entrySet()) {
      boolean isBetter = found == null || each.getKey().compareTo(found) < 0;
      if (each.getValue().equals(namespace) && !each.getKey().isEmpty() && isBetter) {
        found = each.getKey();
      }
    }
    return found == null && isDefaulted && !isAttribute ? "" : found;
  }

  /** Returns what an element declares within another, sorted by prefix. */
  public static Map<String, String> declared(Element element, Map<String, String> outer) {
    Map<String, String> declared = new TreeMap<>();
    element
        .namespaces()
        .forEach(
            (prefix, namespace) -> {
              if (!namespace.equals(outer.get(prefix))
                  && !prefix.equals(XMLConstants.XML_NS_PREFIX)) {
                declared.put(prefix, namespace);
              }
            });
    return declared;
  }
}
