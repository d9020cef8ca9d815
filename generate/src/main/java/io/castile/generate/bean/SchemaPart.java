package io.castile.generate.bean;

import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A schema, and what XJC is told about its components. Not thread-safe. */
final class SchemaPart {
  private final Element root;
  private final String systemId;
  private final List<Element> elements = new ArrayList<>(); // by number, in document order
  private final Map<Integer, List<Customization>> customizations = new HashMap<>();

  SchemaPart(Element root, int index) {
    this.root = root;
    this.systemId = "schema:/" + index + ".xsd";
    number(root);
  }

  private void number(Element element) {
    elements.add(element);
    for (Content each : element.content()) {
      if (each instanceof Element child) {
        number(child);
      }
    }
  }

  Element root() {
    return root;
  }

  String systemId() {
    return systemId;
  }

  String namespace() {
    String namespace = root.attribute("targetNamespace");
    return namespace == null ? "" : namespace.strip();
  }

  /** Whether there is an element of a number. */
  boolean has(int number) {
    return number >= 0 && number < elements.size();
  }

  Element element(int number) {
    return elements.get(number);
  }

  List<Customization> customizations(int number) {
    return customizations.getOrDefault(number, List.of());
  }

  void customize(int number, Customization customization) {
    List<Customization> all = new ArrayList<>(customizations.getOrDefault(number, List.of()));
    all.removeIf(each -> each.name().equals(customization.name()));
    all.add(customization);
    customizations.put(number, all);
  }

  /** Takes back what was said about a component; XJC had no use for it. */
  boolean forget(int number, String name) {
    List<Customization> all = customizations.get(number);
    return all != null && all.removeIf(each -> each.name().equals(name));
  }
}
