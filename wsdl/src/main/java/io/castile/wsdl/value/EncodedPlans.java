package io.castile.wsdl.value;

import com.sun.xml.xsom.XSComplexType;
import com.sun.xml.xsom.XSElementDecl;
import com.sun.xml.xsom.XSParticle;
import com.sun.xml.xsom.XSSchemaSet;
import com.sun.xml.xsom.XSSimpleType;
import com.sun.xml.xsom.XSTerm;
import com.sun.xml.xsom.XSType;
import io.castile.codec.encoded.Described;
import io.castile.codec.encoded.DescribedTypes;
import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.wsdl.schema.EncodedArray;
import io.castile.xml.NameTable;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The types of encoded messages of a description, each found when it is first needed. Thread-safe;
 * one for all operations.
 */
final class EncodedPlans implements Described.Source {
  private static final String APACHE = "http://xml.apache.org/xml-soap";

  private final XSSchemaSet schemas;
  private final boolean namesTypes;
  private final DescribedTypes types;
  private final Map<XSType, Described> described = new IdentityHashMap<>();
  private final Map<Described, SimplePlan> simples = new IdentityHashMap<>();
  private final Map<QName, Described> arrays = new HashMap<>(); // by the names of their items

  /** All that have values of their own; null until they are asked for. */
  private @Nullable List<Described.Struct> structs;

  /**
   * @param namesTypes whether values that are read say their types, for {@link EncodedJson}
   */
  EncodedPlans(XSSchemaSet schemas, NameTable names, boolean namesTypes) {
    this.namesTypes = namesTypes;
    this.schemas = schemas;
    this.types = new DescribedTypes(this, names);
  }

  /** Returns what writes and reads messages of these types. */
  DescribedTypes types() {
    return types;
  }

  @Override
  public boolean namesTypes() {
    return namesTypes;
  }

  @Override
  public synchronized @Nullable Described type(QName name) {
    if (name.getNamespaceURI().equals(APACHE)) {
      return ofApache(name.getLocalPart());
    }
    XSType found = schemas.getType(name.getNamespaceURI(), name.getLocalPart());
    return found == null ? null : of(found);
  }

  /** The type of that name; any type where there is none. */
  Described typeOrAny(QName name) {
    Described found = type(name);
    return found == null ? Described.Any.INSTANCE : found;
  }

  /** Returns the name of the type that values of a struct have to say; null for none. */
  synchronized @Nullable QName concrete(Described.Struct declared) {
    boolean isAbstract = false;
    for (Map.Entry<XSType, Described> each : described.entrySet()) {
      isAbstract |= each.getValue() == declared && each.getKey().asComplexType().isAbstract();
    }
    if (!isAbstract) {
      return null;
    }
    List<Described.Struct> others = derived(declared);
    return others.isEmpty() ? null : others.get(0).name();
  }

  /** Returns the structs with names, and values of their own, that are derived from another one. */
  synchronized List<Described.Struct> derived(Described.Struct declared) {
    List<Described.Struct> known = structs;
    if (known == null) {
      List<XSComplexType> all = new ArrayList<>();
      schemas.iterateComplexTypes().forEachRemaining(all::add);
      known = new ArrayList<>();
      for (XSComplexType each : all) {
        if (!each.isAbstract() && of(each) instanceof Described.Struct struct) {
          known.add(struct);
        }
      }
      structs = known;
    }
    return known.stream().filter(each -> each != declared && each.isDerivedFrom(declared)).toList();
  }

  /** Returns how values of a simple type are taken in. */
  synchronized SimplePlan simple(Described.Simple type) {
    return Objects.requireNonNull(simples.get(type));
  }

  private synchronized Described of(XSType type) {
    Described known = described.get(type);
    if (known == null) {
      known = made(type);
      described.put(type, known);
    }
    return known;
  }

  private Described made(XSType type) {
    if (type.isSimpleType()) {
      return simple(type, type.asSimpleType());
    }
    XSComplexType complex = type.asComplexType();
    if (complex.getBaseType() == complex) {
      return Described.Any.INSTANCE;
    }
    XSSimpleType text = complex.getContentType().asSimpleType();
    if (text != null) {
      return simple(type, text); // as the types of the encoding, which have attributes
    }
    if (APACHE.equals(complex.getTargetNamespace()) && !complex.isLocal()) {
      return ofApache(complex.getName());
    }
    if (EncodedArray.is(complex)) {
      QName item = EncodedArray.itemType(complex);
      return array(item == null ? new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, "anyType") : item);
    }
    return struct(complex);
  }

  private Described ofApache(String name) {
    return switch (name) {
      case "Map" -> Described.AnyMap.INSTANCE;
      case "Vector" -> array(new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, "anyType"));
      default -> Described.Any.INSTANCE;
    };
  }

  private Described simple(XSType type, XSSimpleType text) {
    SimplePlan plan = Plans.simple(text);
    if (plan.isList()) { // a text here: items of a list have no elements
      plan = Plans.simple(schemas.getSimpleType(XMLConstants.W3C_XML_SCHEMA_NS_URI, "string"));
    }
    QName name = named(type);
    Described.Simple made =
        new Described.Simple(
            name,
            namesTypes
                ? new TypedTexts(name, plan)
                : plan.writesAsGiven() ? new GivenTexts(plan.type()) : plan.type());
    simples.put(made, plan);
    return made;
  }

  /** The name of a type, or of the closest one that it restricts and that has a name. */
  private static QName named(XSType type) {
    XSType named = type;
    while (named.getName() == null) {
      XSSimpleType simple = named.asSimpleType();
      if (simple != null && !simple.isRestriction()) { // a list or a union: a text
        return new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, "string");
      }
      named = named.getBaseType();
    }
    return new QName(named.getTargetNamespace(), named.getName());
  }

  /**
   * The array of items of that type.
   *
   * @param item with brackets where the items are arrays themselves
   */
  private synchronized Described array(QName item) {
    Described known = arrays.get(item);
    if (known == null) {
      known = new Described.Array(() -> item(item));
      arrays.put(item, known);
    }
    return known;
  }

  private Described item(QName name) {
    String local = name.getLocalPart();
    int brackets = local.lastIndexOf('[');
    if (brackets < 0) {
      return typeOrAny(name);
    }
    // An array of several dimensions is a list of lists.
    String rank = local.substring(brackets);
    QName inner = new QName(name.getNamespaceURI(), local.substring(0, brackets));
    return rank.contains(",")
        ? array(
            new QName(inner.getNamespaceURI(), inner.getLocalPart() + rank.replaceFirst(",", "")))
        : array(inner);
  }

  private Described struct(XSComplexType complex) {
    XSType base = complex.getBaseType();
    Described inherited =
        base.isComplexType() && base.getBaseType() != base ? of(base) : Described.Any.INSTANCE;
    return new Described.Struct(
        complex.getName() == null
            ? null
            : new QName(complex.getTargetNamespace(), complex.getName()),
        complex.isAbstract(),
        inherited instanceof Described.Struct struct ? struct : null,
        () -> fields(complex));
  }

  private List<Described.Field> fields(XSComplexType complex) {
    Map<String, Described.Field> fields = new LinkedHashMap<>();
    XSParticle content = complex.getContentType().asParticle();
    if (content != null) {
      collect(content, fields);
    }
    return List.copyOf(fields.values());
  }

  /** An accessor that repeats is an array: accessors of a struct differ by their names (§5.4.1). */
  private void collect(XSParticle particle, Map<String, Described.Field> fields) {
    XSTerm term = particle.getTerm();
    if (term.isElementDecl()) {
      XSElementDecl element = term.asElementDecl();
      Described type = of(element.getType());
      fields.putIfAbsent(
          element.getName(),
          new Described.Field(
              element.getName(),
              particle.isRepeated() ? new Described.Array(() -> type) : type,
              element.isNillable()));
    } else if (term.isModelGroup() || term.isModelGroupDecl()) {
      List<XSParticle> children = new ArrayList<>();
      (term.isModelGroup() ? term.asModelGroup() : term.asModelGroupDecl().getModelGroup())
          .forEach(children::add);
      children.forEach(child -> collect(child, fields));
    }
  }

  /** Texts that say their types, which are only read. Immutable and thread-safe. */
  private static final class TypedTexts extends SimpleType {
    private final QName name;
    private final SimplePlan plan;

    TypedTexts(QName name, SimplePlan plan) {
      super(Kind.OTHER, Described.Typed.class, plan.type().schemaType);
      this.name = name;
      this.plan = plan;
    }

    @Override
    public void write(Object value, XmlWriter out, CodecContext context) {
      throw new AssertionError("values are written by the plans that name no types");
    }

    /** What a pattern holds is kept as it is written. */
    @Override
    public Object read(XmlText text, CodecContext context) {
      return new Described.Typed(
          name, plan.writesAsGiven() ? text.toString().strip() : plan.read(text, context));
    }
  }

  /**
   * Values of a type with a pattern: those that were given as a text are written as that text,
   * which the pattern holds. Immutable and thread-safe.
   */
  private static final class GivenTexts extends SimpleType {
    private final SimpleType type;

    GivenTexts(SimpleType type) {
      super(type.kind, type.javaType, type.schemaType);
      this.type = type;
    }

    @Override
    public void write(Object value, XmlWriter out, CodecContext context) {
      if (value instanceof String text) {
        out.text(text);
      } else {
        type.write(value, out, context);
      }
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      return type.read(text, context);
    }

    @Override
    public Object copy(Object value, CodecContext context) {
      return value instanceof String ? value : type.copy(value, context);
    }

    @Override
    public boolean equal(Object one, Object other, CodecContext context) {
      return one instanceof String || other instanceof String
          ? one.equals(other)
          : type.equal(one, other, context);
    }

    @Override
    public int hash(Object value, CodecContext context) {
      return value instanceof String ? value.hashCode() : type.hash(value, context);
    }

    @Override
    public boolean isImmutable() {
      return type.isImmutable();
    }
  }
}
