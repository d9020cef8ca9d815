package io.castile.wsdl.schema;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.tree.Element;
import java.util.HashSet;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Finds content that is derived from a type of another kind of content: complex content of a simple
 * type or of simple content, simple content of complex content (XML Schema part 1 §3.4.2, §3.4.3).
 * XSOM finds that out when the content is asked for, and fails.
 */
final class ContentBases {
  private static final Set<String> PARTICLES = Set.of("sequence", "choice", "all", "group");

  private final Components components;

  ContentBases(Components components) {
    this.components = components;
  }

  /**
   * Looks at all components.
   *
   * @throws DocumentException if one has such content
   */
  static void check(Components components) throws DocumentException {
    ContentBases bases = new ContentBases(components);
    for (Components.Name name : components.names()) {
      Element definition = components.definition(name);
      if (definition != null) {
        bases.look(definition);
      }
    }
  }

  private void look(Element element) throws DocumentException {
    if (Xsd.is(element, "annotation")) {
      return;
    }
    boolean isComplex = Xsd.is(element, "complexContent");
    boolean isSimple = Xsd.is(element, "simpleContent");
    for (Element child : element.children().toList()) {
      if (Xsd.is(child, "extension") || Xsd.is(child, "restriction")) {
        if (isComplex) {
          checkComplex(child);
        } else if (isSimple) {
          checkSimple(child);
        }
      }
      look(child);
    }
  }

  private void checkComplex(Element derivation) throws DocumentException {
    String text = derivation.attribute("base");
    QName base = text == null ? null : derivation.qName(text.strip(), true);
    if (isSimpleType(base)) {
      throw new DocumentException(
          derivation.place(),
          "expected a complex type as the base of complexContent, found the simple type " + text);
    }
    boolean hasParticle =
        derivation.children().anyMatch(child -> PARTICLES.contains(child.name().getLocalPart()));
    if (hasParticle && Xsd.is(derivation, "extension") && hasSimpleContent(base, new HashSet<>())) {
      throw new DocumentException(
          derivation.place(),
          "expected a type of elements as the base of complexContent, found "
              + text
              + ", whose content is a text; add attributes only, by simpleContent");
    }
  }

  private void checkSimple(Element derivation) throws DocumentException {
    String text = derivation.attribute("base");
    QName base = text == null ? null : derivation.qName(text.strip(), true);
    boolean hasOwnType =
        Xsd.is(derivation, "restriction")
            && derivation.child(Xsd.NAMESPACE, "simpleType").isPresent();
    boolean isKnown = base != null && (isDefined(base) || isBuiltIn(base));
    if (isKnown && !hasOwnType && !isSimpleType(base) && !hasSimpleContent(base, new HashSet<>())) {
      throw new DocumentException(
          derivation.place(),
          "expected a type whose content is a text as the base of simpleContent, found " + text);
    }
  }

  private boolean isDefined(QName type) {
    return components.has(ComponentKind.TYPE, type);
  }

  private static boolean isBuiltIn(QName type) {
    return BuiltInTypes.has(ComponentKind.TYPE, type);
  }

  /** Whether a type is a complex one whose content is a text. */
  private boolean hasSimpleContent(@Nullable QName type, Set<QName> seen) {
    Element definition =
        type == null ? null : components.definition(new Components.Name(ComponentKind.TYPE, type));
    if (definition == null || !Xsd.is(definition, "complexType") || !seen.add(type)) {
      return false;
    }
    if (definition.child(Xsd.NAMESPACE, "simpleContent").isPresent()) {
      return true;
    }
    Element complex = definition.child(Xsd.NAMESPACE, "complexContent").orElse(null);
    Element extension =
        complex == null ? null : complex.child(Xsd.NAMESPACE, "extension").orElse(null);
    String base = extension == null ? null : extension.attribute("base");
    return extension != null && base != null && hasSimpleContent(extension.qName(base, true), seen);
  }

  /** Whether a type is a simple one. */
  boolean isSimpleType(@Nullable QName type) {
    if (type == null) {
      return false;
    }
    Element definition = components.definition(new Components.Name(ComponentKind.TYPE, type));
    return definition == null
        ? isBuiltIn(type) && !type.getLocalPart().equals("anyType")
        : Xsd.is(definition, "simpleType");
  }
}
