package io.castile.wsdl.value;

import io.castile.codec.value.Markup;
import javax.xml.namespace.QName;

/**
 * An attribute.
 *
 * @param tag its name, and what stands before its value
 * @param key its name in a map
 * @param isRequired whether it has to be there
 */
record AttributePlan(Markup tag, String key, SimplePlan type, boolean isRequired) {
  AttributePlan(Markup tag, SimplePlan type, boolean isRequired) {
    this(tag, "@" + tag.name.local(), type, isRequired);
  }

  QName name() {
    return tag.name.toQName();
  }
}
