package io.castile.wsdl.value;

import javax.xml.namespace.QName;

/**
 * An attribute.
 *
 * @param isRequired whether it has to be there
 */
record AttributePlan(QName name, SimplePlan type, boolean isRequired) {
  /** Returns the name in a map. */
  String key() {
    return "@" + name.getLocalPart();
  }
}
