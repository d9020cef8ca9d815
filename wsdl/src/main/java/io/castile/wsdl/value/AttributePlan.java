package io.castile.wsdl.value;

import io.castile.codec.value.Markup;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An attribute.
 *
 * @param tag its name, and what stands before its value
 * @param key its name in a map
 * @param isRequired whether it has to be there
 * @param preset the value that it has where it is absent; null for none
 */
record AttributePlan(
    Markup tag, String key, SimplePlan type, boolean isRequired, @Nullable Preset preset) {
  QName name() {
    return tag.name.toQName();
  }

  /** Returns the name in Clark notation, which means no other attribute. */
  String fullKey() {
    return "@" + name();
  }
}
