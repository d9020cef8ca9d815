package io.castile.generate.bean;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The customization of a schema's component for XJC (Jakarta XML Binding §7).
 *
 * @param name of the element in the namespace of bindings
 * @param attributes of it
 * @param content elements in it
 */
record Customization(String name, Map<String, String> attributes, List<Customization> content) {
  static final String NAMESPACE = "https://jakarta.ee/xml/ns/jaxb";
  static final String VERSION = "3.0";

  Customization {
    attributes = new TreeMap<>(attributes);
    content = List.copyOf(content);
  }

  static Customization of(String name, Map<String, String> attributes) {
    return new Customization(name, attributes, List.of());
  }
}
