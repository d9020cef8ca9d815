package io.castile.codec.encoded;

import io.castile.codec.value.EnumType;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.WrapperPart;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of encoded messages: a complex type for each struct, and one derived from {@code
 * soapenc:Array} for each array (WSDL 1.1 §2.2). Not thread-safe.
 */
public final class EncodedSchema {
  private static final String ENCODING = EncodingRules.SOAP_1_1.namespace();

  private final JavaTypes types;
  private final String arrayNamespace;
  private final Map<String, StringBuilder> byNamespace = new LinkedHashMap<>();

  /** The names by the type of the items, whatever holds them in Java. */
  private final Map<QName, QName> arrayNames = new HashMap<>();

  private final Set<QName> taken = new HashSet<>();
  private final Set<EncodedType> defined = new HashSet<>();
  private final Deque<EncodedType> open = new ArrayDeque<>();

  EncodedSchema(JavaTypes types, String arrayNamespace) {
    this.types = types;
    this.arrayNamespace = arrayNamespace;
  }

  /** Adds what values of a class need, which a message may have where the static type says less. */
  void addAll(Collection<Class<?>> classes) {
    classes.forEach(this::typeName);
  }

  private void typeName(Type type) {
    typeName(types.of(type));
  }

  /** Returns the name of the type of a part, which is in the schemas from now on. */
  public QName typeName(WrapperPart part) {
    return typeName(types.of(part));
  }

  /** Returns the name of the type of an element, which is in the schemas from now on. */
  public QName typeName(EncodedElement element) {
    return typeName(element.type());
  }

  private QName typeName(EncodedType type) {
    QName name = name(type);
    while (!open.isEmpty()) {
      define(open.poll());
    }
    return name;
  }

  /** Returns the schemas by namespace, with all that was named. */
  public Map<String, String> documents() {
    Map<String, String> documents = new LinkedHashMap<>();
    byNamespace.forEach((uri, text) -> documents.put(uri, document(uri, text)));
    return documents;
  }

  private String document(String uri, StringBuilder content) {
    StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text.append("<xs:schema version=\"1.0\" targetNamespace=\"").append(escaped(uri)).append('"');
    text.append(" xmlns:xs=\"").append(EncodedOutput.XSD.uri()).append('"');
    text.append(" xmlns:soapenc=\"").append(ENCODING).append('"');
    text.append(" xmlns:wsdl=\"http://schemas.xmlsoap.org/wsdl/\"");
    byNamespace.keySet().forEach(each -> text.append(declaration(each)));
    text.append(">\n  <xs:import namespace=\"").append(ENCODING).append("\"/>\n");
    for (String other : byNamespace.keySet()) {
      if (!other.equals(uri)) {
        text.append("  <xs:import namespace=\"").append(escaped(other)).append("\"/>\n");
      }
    }
    return text.append(content).append("</xs:schema>\n").toString();
  }

  private String declaration(String uri) {
    return " xmlns:" + types.namespace(uri).prefix() + "=\"" + escaped(uri) + '"';
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  /** The name of a type, which is defined if it is not built in. */
  private QName name(EncodedType type) {
    if (type instanceof ArrayType array) {
      QName item = name(array.item());
      QName known = arrayNames.get(item);
      if (known == null) {
        known = unusedName("ArrayOf_" + item.getLocalPart());
        arrayNames.put(item, known);
        open.add(array);
      }
      return known;
    }
    QName name = type.name;
    if (name == null) {
      return new QName(EncodedOutput.XSD.uri(), "anyType");
    }
    String uri = name.getNamespaceURI();
    boolean isBuiltIn = SchemaNames.isSchema(uri) || EncodingRules.isEncoding(uri);
    if (!isBuiltIn && defined.add(type) && taken.add(name)) {
      open.add(type);
    }
    return name;
  }

  private QName unusedName(String local) {
    QName name = new QName(arrayNamespace, local);
    for (int i = 2; !taken.add(name); i++) {
      name = new QName(arrayNamespace, local + '_' + i);
    }
    return name;
  }

  private void define(EncodedType type) {
    if (type instanceof ArrayType array) {
      array(array);
    } else if (type instanceof BeanType bean) {
      struct(bean, bean.parent(), bean.isAbstract());
    } else if (type instanceof PropertiesType properties) {
      struct(properties, null, false);
    } else if (type instanceof MapType map) {
      map(map);
    } else if (type instanceof SimpleEncoded simple) {
      enumeration(simple);
    }
  }

  private StringBuilder in(String uri) {
    return byNamespace.computeIfAbsent(uri, each -> new StringBuilder());
  }

  /** The name as schemas have it; its namespace gets a schema. */
  private String reference(QName name) {
    String uri = name.getNamespaceURI();
    if (uri.equals(EncodedOutput.XSD.uri())) {
      return "xs:" + name.getLocalPart();
    }
    if (EncodingRules.isEncoding(uri)) {
      return "soapenc:" + name.getLocalPart();
    }
    in(uri);
    return types.namespace(uri).prefix() + ':' + name.getLocalPart();
  }

  private void array(ArrayType array) {
    StringBuilder ranks = new StringBuilder("[]");
    EncodedType item = array.item();
    while (item instanceof ArrayType inner) {
      ranks.append("[]");
      item = inner.item();
    }
    String itemName = reference(name(item));
    in(arrayNamespace)
        .append("  <xs:complexType name=\"")
        .append(name(array).getLocalPart())
        .append("\">\n    <xs:complexContent>\n      <xs:restriction base=\"soapenc:Array\">\n")
        .append("        <xs:attribute ref=\"soapenc:arrayType\" wsdl:arrayType=\"")
        .append(itemName)
        .append(ranks)
        .append("\"/>\n      </xs:restriction>\n    </xs:complexContent>\n  </xs:complexType>\n");
  }

  /**
   * @param parent null for none
   */
  private void struct(StructType struct, @Nullable BeanType parent, boolean isAbstract) {
    StringBuilder content = new StringBuilder();
    StructField[] fields = struct.fields();
    int inherited = parent == null ? 0 : parent.fields().length;
    for (int i = inherited; i < fields.length; i++) {
      content.append(element(fields[i]));
    }
    String local = Objects.requireNonNull(struct.name).getLocalPart();
    String base = parent == null || parent.name == null ? null : reference(name(parent));
    StringBuilder out = in(struct.name.getNamespaceURI());
    out.append("  <xs:complexType name=\"").append(local).append('"');
    out.append(isAbstract ? " abstract=\"true\">\n" : ">\n");
    if (base != null) {
      out.append("    <xs:complexContent>\n      <xs:extension base=\"")
          .append(base)
          .append("\">\n");
    }
    out.append("    <xs:sequence>\n").append(content).append("    </xs:sequence>\n");
    if (base != null) {
      out.append("      </xs:extension>\n    </xs:complexContent>\n");
    }
    out.append("  </xs:complexType>\n");
  }

  private String element(StructField field) {
    String type = reference(name(field.type()));
    String local = field.name.local();
    String occurrence = field.isPrimitive() ? "" : " minOccurs=\"0\" nillable=\"true\"";
    return "      <xs:element name=\"" + local + "\" type=\"" + type + '"' + occurrence + "/>\n";
  }

  private void map(MapType map) {
    QName name = Objects.requireNonNull(map.name);
    String prefix = types.namespace(name.getNamespaceURI()).prefix();
    in(name.getNamespaceURI())
        .append("  <xs:complexType name=\"mapItem\">\n    <xs:sequence>\n")
        .append("      <xs:element name=\"key\" nillable=\"true\" type=\"xs:anyType\"/>\n")
        .append("      <xs:element name=\"value\" nillable=\"true\" type=\"xs:anyType\"/>\n")
        .append("    </xs:sequence>\n  </xs:complexType>\n")
        .append("  <xs:complexType name=\"Map\">\n    <xs:sequence>\n")
        .append("      <xs:element name=\"item\" minOccurs=\"0\" maxOccurs=\"unbounded\" type=\"")
        .append(prefix)
        .append(":mapItem\"/>\n    </xs:sequence>\n  </xs:complexType>\n");
  }

  private void enumeration(SimpleEncoded simple) {
    QName name = Objects.requireNonNull(simple.name);
    SimpleType type = simple.type;
    StringBuilder out = in(name.getNamespaceURI());
    out.append("  <xs:simpleType name=\"").append(name.getLocalPart()).append("\">\n");
    QName base = type instanceof EnumType ? null : type.schemaType;
    String text = base == null ? "string" : base.getLocalPart();
    out.append("    <xs:restriction base=\"xs:").append(text).append("\">\n");
    if (type instanceof EnumType enumeration) {
      for (String each : enumeration.texts()) {
        out.append("      <xs:enumeration value=\"").append(escaped(each)).append("\"/>\n");
      }
    }
    out.append("    </xs:restriction>\n  </xs:simpleType>\n");
  }
}
