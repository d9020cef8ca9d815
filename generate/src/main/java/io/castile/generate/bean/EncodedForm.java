package io.castile.generate.bean;

import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Element;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The Java form of a type of SOAP encoding (SOAP 1.1 §5): its items, and in how many arrays they
 * are.
 *
 * @param item the schema type of the items, or of the value itself; a type of Apache SOAP stands
 *     for a map or a list
 * @param dimensions how many arrays are around the items; 0 for no array
 * @param name that {@code xsi:type} gives to a text, where that is not the one of its Java class;
 *     null for no such name
 */
public record EncodedForm(QName item, int dimensions, @Nullable QName name) {
  /** The namespace of the types that Apache SOAP and Axis 1 add to SOAP encoding. */
  public static final String APACHE = "http://xml.apache.org/xml-soap";

  /** The prefix of XML Schema in what XJC is told. */
  public static final String XSD_PREFIX = SchemaEvents.XSD_PREFIX;

  private static final String NAMESPACE = "urn:castile:encoded";
  private static final String SCHEMA = XMLConstants.W3C_XML_SCHEMA_NS_URI;
  private static final String ITEM = "item";
  private static final String DIMENSIONS = "dimensions";
  private static final String NAME = "name";

  /** Whether XJC makes another type of it, or none. */
  boolean isOwn() {
    return dimensions > 0 || item.getNamespaceURI().equals(APACHE);
  }

  /**
   * Returns an element of such a type as XJC takes it: of a type that it knows, with attributes
   * that say what the property becomes.
   */
  public Element onto(Element element) {
    boolean isBuiltIn = item.getNamespaceURI().equals(SCHEMA);
    boolean isNamed = name != null && !name.getNamespaceURI().equals(SCHEMA);
    if (!isOwn() && !isNamed) { // XJC names types of XML Schema by itself
      return isBuiltIn && item.getLocalPart().equals("anyType")
          ? element.withAttribute("type", SchemaEvents.XSD_PREFIX + ":anyType")
          : element;
    }
    List<Attribute> attributes = new ArrayList<>(element.attributes());
    if (isOwn()) {
      attributes.add(new Attribute(new QName(NAMESPACE, ITEM), item.toString()));
      attributes.add(new Attribute(new QName(NAMESPACE, DIMENSIONS), "" + dimensions));
    }
    if (name != null) {
      attributes.add(new Attribute(new QName(NAMESPACE, NAME), name.toString()));
    }
    Element marked = element.withAttributes(attributes);
    String type = isOwn() ? "anyType" : isBuiltIn ? item.getLocalPart() : null;
    return type == null
        ? marked
        : marked.withAttribute("type", SchemaEvents.XSD_PREFIX + ":" + type);
  }

  /** Reads the attributes of an element. */
  interface Attributes {
    /** Returns a value; null where there is none. */
    @Nullable String get(String namespace, String localName);
  }

  /** What was said of a property whose type is another one than XJC makes; null for nothing. */
  static @Nullable EncodedForm property(Attributes attributes) {
    String item = attributes.get(NAMESPACE, ITEM);
    String dimensions = attributes.get(NAMESPACE, DIMENSIONS);
    return item == null || dimensions == null
        ? null
        : new EncodedForm(QName.valueOf(item), Integer.parseInt(dimensions), name(attributes));
  }

  /** The name that was said of a property's text; null for none. */
  static @Nullable QName name(Attributes attributes) {
    String name = attributes.get(NAMESPACE, NAME);
    return name == null ? null : QName.valueOf(name);
  }
}
