package io.castile.codec.encoded;

import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleTypes;
import io.castile.xml.Namespace;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The types of a service, by what a message and what a value says of itself; those that are built
 * in are known here. Thread-safe.
 */
abstract class EncodedTypes {
  static final String APACHE = "http://xml.apache.org/xml-soap";

  private final EncodedType any = new AnyType();
  private final Map<Leaf, EncodedType> simples = new ConcurrentHashMap<>();
  private final Map<String, Namespace> namespaces = new ConcurrentHashMap<>();

  /** The type of that name; null if there is none. */
  final @Nullable EncodedType ofName(QName name) {
    String uri = name.getNamespaceURI();
    if (SchemaNames.isSchema(uri) || EncodingRules.isEncoding(uri)) {
      String local = SchemaNames.current(name.getLocalPart());
      SimpleType type = SimpleTypes.ofSchemaType(XMLConstants.W3C_XML_SCHEMA_NS_URI, local);
      return type != null ? builtIn(local, type) : local.equals("anyType") ? any : null;
    }
    if (uri.equals(APACHE)) {
      return switch (name.getLocalPart()) {
        case "Map" -> anyMap();
        case "Vector" -> anyList();
        default -> null;
      };
    }
    return ownType(name);
  }

  /**
   * The type of texts that is built in.
   *
   * @param local its name in XML Schema
   */
  EncodedType builtIn(String local, SimpleType type) {
    return simple(type);
  }

  /** The type of the service of that name, which is not built in; null if there is none. */
  abstract @Nullable EncodedType ownType(QName name);

  /** The type of maps of anything. */
  abstract EncodedType anyMap();

  /** The type of lists of anything. */
  abstract EncodedType anyList();

  /**
   * The type of a value.
   *
   * @param declared of which it is one
   * @throws io.castile.codec.BindingException if there is none
   */
  abstract EncodedType ofValue(Object value, EncodedType declared);

  /** The type of arrays with such items. */
  abstract EncodedType arrayOf(EncodedType item);

  /** The type that says nothing of its values. */
  final EncodedType any() {
    return any;
  }

  /** The type of texts under the name that XML Schema has for them. */
  final EncodedType simple(SimpleType type) {
    return simple(new Leaf(type, type.schemaType));
  }

  /** The type of texts under a name. */
  final EncodedType simple(Leaf leaf) {
    EncodedType known = simples.get(leaf);
    if (known == null) {
      EncodedType made = new SimpleEncoded(leaf.type(), leaf.name(), namespaceOf(leaf.name()));
      known = simples.putIfAbsent(leaf, made);
      known = known == null ? made : known;
    }
    return known;
  }

  /** The one prefix that messages have for a namespace. */
  final Namespace namespace(String uri) {
    if (uri.equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)) {
      return EncodedOutput.XSD;
    }
    Namespace known = namespaces.get(uri);
    if (known == null) {
      synchronized (namespaces) {
        known = namespaces.get(uri);
        if (known == null) {
          known = new Namespace("n" + (namespaces.size() + 1), uri);
          namespaces.put(uri, known);
        }
      }
    }
    return known;
  }

  /** The prefix of a name; null for no name, or one without a namespace. */
  final @Nullable Namespace namespaceOf(@Nullable QName name) {
    return name == null || name.getNamespaceURI().isEmpty()
        ? null
        : namespace(name.getNamespaceURI());
  }
}
