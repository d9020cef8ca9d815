package io.castile.generate.encoded;

import io.castile.generate.bean.EncodedForm;
import io.castile.generate.encoded.Component.Kind;
import io.castile.wsdl.tree.Element;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The Java forms of types of SOAP encoding. */
final class ArrayTypes {
  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
  private static final Set<String> ENCODINGS =
      Set.of(
          "http://schemas.xmlsoap.org/soap/encoding/", "http://www.w3.org/2003/05/soap-encoding");

  /** Arrays of arrays may be so deep, else the items are any values. */
  private static final int MAX_DIMENSIONS = 16;

  private static final QName ANY = new QName(Component.XSD, "anyType");

  /** The name of a class of Java without an annotation. */
  private static final Set<String> NATURAL =
      Set.of(
          "anyType",
          "anySimpleType",
          "string",
          "boolean",
          "byte",
          "short",
          "int",
          "long",
          "float",
          "double",
          "integer",
          "decimal",
          "base64Binary",
          "hexBinary",
          "dateTime",
          "duration",
          "QName");

  /** The names that SOAP encoding has for types of XML Schema where they differ (§5.2.3). */
  private static final Map<String, String> RENAMED = Map.of("base64", "base64Binary");

  private final ComponentGraph components;

  ArrayTypes(ComponentGraph components) {
    this.components = components;
  }

  static boolean isEncoding(String namespace) {
    return ENCODINGS.contains(namespace);
  }

  /** Returns what values of a type become. */
  EncodedForm form(QName type) {
    return form(type, 0);
  }

  private EncodedForm form(QName type, int dimensions) {
    String local = type.getLocalPart();
    Element definition = components.get(Kind.TYPE, type);
    if (isEncoding(type.getNamespaceURI())) {
      if (local.equals("Array")) {
        return new EncodedForm(ANY, dimensions + 1, null);
      }
      String name = RENAMED.getOrDefault(local, local);
      boolean isText =
          definition == null
              || definition.is(Component.XSD, "complexType")
              || RENAMED.containsKey(local); // as base64, a simple type in the encoding's schema
      boolean isStruct = local.equals("Struct") || !isText;
      return isStruct
          ? new EncodedForm(ANY, dimensions, null)
          : new EncodedForm(new QName(Component.XSD, name), dimensions, type);
    }
    if (definition != null && dimensions < MAX_DIMENSIONS && isArray(definition)) {
      return items(definition, dimensions);
    }
    boolean isNatural =
        type.getNamespaceURI().equals(Component.XSD)
            ? NATURAL.contains(local)
            : definition == null || !isText(definition);
    return new EncodedForm(type, dimensions, isNatural ? null : type);
  }

  /** Whether a type is a text with a name of its own: no enumeration, which has a class. */
  private static boolean isText(Element definition) {
    return definition.is(Component.XSD, "simpleType")
        && definition
            .child(Component.XSD, "restriction")
            .filter(each -> each.child(Component.XSD, "enumeration").isEmpty())
            .isPresent();
  }

  /** Whether a type is derived from the array of an encoding. */
  boolean isArray(Element type) {
    Element derivation = derivation(type);
    for (int i = 0; derivation != null && i < MAX_DIMENSIONS; i++) {
      QName base = base(derivation);
      if (base == null) {
        return false;
      }
      if (isEncoding(base.getNamespaceURI()) && base.getLocalPart().equals("Array")) {
        return true;
      }
      Element next = components.get(Kind.TYPE, base);
      derivation = next == null ? null : derivation(next);
    }
    return false;
  }

  private static @Nullable QName base(Element derivation) {
    String base = derivation.attribute("base");
    return base == null ? null : derivation.qName(base, true);
  }

  /** Returns the content of {@code complexContent}; null for none. */
  private static @Nullable Element derivation(Element type) {
    return type.child(Component.XSD, "complexContent")
        .flatMap(content -> content.children().filter(ArrayTypes::isDerivation).findFirst())
        .orElse(null);
  }

  private static boolean isDerivation(Element element) {
    return element.is(Component.XSD, "restriction") || element.is(Component.XSD, "extension");
  }

  /** The form of an array type (WSDL 1.1 §2.2), from its attribute, or else its one element. */
  EncodedForm items(Element type, int dimensions) {
    Element derivation = derivation(type);
    if (derivation == null) {
      return new EncodedForm(ANY, dimensions + 1, null);
    }
    for (Element each : derivation.children(Component.XSD, "attribute")) {
      String arrayType = each.attribute(WSDL, "arrayType");
      if (arrayType != null) {
        return ofArrayType(each, arrayType.strip(), dimensions);
      }
    }
    QName item =
        derivation
            .children()
            .filter(each -> each.is(Component.XSD, "sequence") || each.is(Component.XSD, "all"))
            .flatMap(group -> group.children(Component.XSD, "element").stream())
            .map(ArrayTypes::typeOf)
            .findFirst()
            .orElse(null);
    if (item != null) {
      return form(item, dimensions + 1);
    }
    QName base = base(derivation);
    Element inherited = components.get(Kind.TYPE, base);
    boolean isOwn = base != null && !isEncoding(base.getNamespaceURI()) && inherited != null;
    return isOwn && inherited != null && inherited != type
        ? items(inherited, dimensions)
        : new EncodedForm(ANY, dimensions + 1, null);
  }

  private static QName typeOf(Element element) {
    String type = element.attribute("type");
    QName name = type == null ? null : element.qName(type, true);
    return name == null ? ANY : name;
  }

  private EncodedForm ofArrayType(Element attribute, String arrayType, int outer) {
    int bracket = arrayType.indexOf('[');
    String item = bracket < 0 ? arrayType : arrayType.substring(0, bracket);
    int own =
        (int) arrayType.substring(item.length()).chars().filter(c -> c == '[' || c == ',').count();
    QName name = attribute.qName(item, true);
    int dimensions = outer + Math.max(1, own);
    return name == null || dimensions > MAX_DIMENSIONS
        ? new EncodedForm(ANY, outer + 1, null)
        : form(name, dimensions);
  }
}
