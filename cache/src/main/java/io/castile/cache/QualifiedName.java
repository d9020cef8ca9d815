package io.castile.cache;

import javax.xml.namespace.QName;

/** Names in a policy: {@code {namespace}local}, or {@code local} for any namespace. */
final class QualifiedName {
  private QualifiedName() {}

  /** Whether {@code stated} names {@code name}; {@code {}local} means no namespace. */
  static boolean matches(String stated, QName name) {
    int end = stated.lastIndexOf('}');
    return stated.substring(end + 1).equals(name.getLocalPart())
        && (end < 0 || stated.substring(1, end).equals(name.getNamespaceURI()));
  }
}
