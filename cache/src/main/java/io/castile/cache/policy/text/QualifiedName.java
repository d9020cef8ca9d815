package io.castile.cache.policy.text;

import javax.xml.namespace.QName;

/** Names in a policy: {@code {namespace}local}, or {@code local} for any namespace. */
public final class QualifiedName {
  private QualifiedName() {}

  /** Whether {@code stated} names {@code name}; {@code {}local} means no namespace. */
  public static boolean matches(String stated, QName name) {
    return matches(stated, name.getNamespaceURI(), name.getLocalPart());
  }

  public static boolean matches(String stated, String uri, String local) {
    int end = stated.lastIndexOf('}');
    return stated.length() - end - 1 == local.length()
        && stated.endsWith(local)
        && (end < 0 || (end - 1 == uri.length() && stated.startsWith(uri, 1)));
  }
}
