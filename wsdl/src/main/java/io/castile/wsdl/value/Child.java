package io.castile.wsdl.value;

import io.castile.xml.XmlName;

/**
 * An element that a complex type may have in it.
 *
 * @param key its name in a map
 * @param isRepeated whether it may come more than once, so that its values are a list
 * @param min how often it has to come, where the type {@link ComplexPlan#isPlain}
 * @param max how often it may come there
 * @param next the name of the element that is likely to come behind it; its own for the last one
 */
record Child(ElementPlan element, String key, boolean isRepeated, int min, int max, XmlName next) {
  XmlName name() {
    return element.tag().name;
  }
}
