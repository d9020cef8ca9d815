package io.castile.wsdl.diff;

import com.sun.xml.xsom.XSWildcard;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Wildcards of elements and attributes (XML Schema part 1 §3.10). */
final class Wildcards {
  private Wildcards() {}

  /** Whether a name is of a namespace that a wildcard allows; no for null. */
  static boolean allows(@Nullable XSWildcard wildcard, QName name) {
    return wildcard != null && allows(wildcard, name.getNamespaceURI());
  }

  private static boolean allows(XSWildcard wildcard, String namespace) {
    if (wildcard instanceof XSWildcard.Other not) {
      return !namespace.isEmpty() && !namespace.equals(not.getOtherNamespace());
    }
    return !(wildcard instanceof XSWildcard.Union union)
        || union.getNamespaces().contains(namespace);
  }

  /** Whether another wildcard allows all namespaces that one does. */
  static boolean isWithin(XSWildcard one, XSWildcard other) {
    Set<String> namespaces = new TreeSet<>(Set.of("", "urn:of none of both"));
    for (XSWildcard each : new XSWildcard[] {one, other}) {
      if (each instanceof XSWildcard.Other not) {
        namespaces.add(not.getOtherNamespace());
      } else if (each instanceof XSWildcard.Union union) {
        namespaces.addAll(union.getNamespaces());
      }
    }
    return namespaces.stream().allMatch(each -> !allows(one, each) || allows(other, each));
  }

  /** Returns how strictly what a wildcard allows is checked, from 0 to 2. */
  static int strictness(XSWildcard wildcard) {
    return switch (wildcard.getMode()) {
      case XSWildcard.SKIP -> 0;
      case XSWildcard.LAX -> 1;
      default -> 2;
    };
  }
}
