package io.castile.wsdl.value;

import com.sun.xml.xsom.XSAttributeDecl;
import com.sun.xml.xsom.XSAttributeUse;
import com.sun.xml.xsom.XSComplexType;
import com.sun.xml.xsom.XSElementDecl;
import com.sun.xml.xsom.XSFacet;
import com.sun.xml.xsom.XSModelGroup;
import com.sun.xml.xsom.XSParticle;
import com.sun.xml.xsom.XSSchema;
import com.sun.xml.xsom.XSSchemaSet;
import com.sun.xml.xsom.XSSimpleType;
import com.sun.xml.xsom.XSTerm;
import com.sun.xml.xsom.XSType;
import com.sun.xml.xsom.XSWildcard;
import com.sun.xml.xsom.XmlString;
import io.castile.codec.value.Markup;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleTypes;
import io.castile.wsdl.model.ValueException;
import io.castile.xml.NameTable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The plans of types of a description, each made when it is first needed: of all of them, or of
 * what an operation leads to. Thread-safe.
 */
public final class Plans {
  private static final BigInteger MAX_INT = BigInteger.valueOf(Integer.MAX_VALUE);

  private final XSSchemaSet schemas;
  private final Names names;
  private final @Nullable Supplier<Plans> all; // null where these are all
  private final Map<XSElementDecl, ElementPlan> elements = new IdentityHashMap<>();
  private final Map<XSType, TypePlan> types = new IdentityHashMap<>();
  private final AtomicInteger kept = new AtomicInteger(); // states of content models
  private @Nullable EncodedPlans encoded; // null until it is asked for
  private @Nullable EncodedPlans encodedJson; // null until it is asked for

  /**
   * @param schemas components that messages refer to
   * @param names of all plans of a description
   * @param all returns the plans of all components, where a message may name others; null where
   *     these are all
   */
  public Plans(XSSchemaSet schemas, Names names, @Nullable Supplier<Plans> all) {
    this.schemas = schemas;
    this.names = names;
    this.all = all;
  }

  /**
   * Whether texts are compared with an expression of XML Schema as with one of Java; otherwise a
   * validator of the JDK compares them, whose schema is compiled when it is first needed.
   */
  public static boolean isPatternOfJava(String expression) {
    return XsdPattern.of(expression).isTranslated();
  }

  /** Returns the types of encoded messages. */
  synchronized EncodedPlans encoded() {
    EncodedPlans known = encoded;
    if (known == null) {
      known = new EncodedPlans(schemas, names(), false);
      encoded = known;
    }
    return known;
  }

  /** Returns the types of encoded messages that are read in the form of JSON. */
  synchronized EncodedPlans encodedJson() {
    EncodedPlans known = encodedJson;
    if (known == null) {
      known = new EncodedPlans(schemas, names(), true);
      encodedJson = known;
    }
    return known;
  }

  /** Returns the table by which readers of these messages tell names. */
  public NameTable names() {
    return names.table();
  }

  /** Returns the name of an element or attribute as bytes. */
  Markup markup(QName name) {
    return names.markup(name);
  }

  /** Returns the plan of a global element; null if there is none of that name. */
  @Nullable ElementPlan element(QName name) {
    XSElementDecl found = schemas.getElementDecl(name.getNamespaceURI(), name.getLocalPart());
    if (found == null) {
      return all == null ? null : all.get().element(name);
    }
    return element(found);
  }

  /** Returns the plan of a global type; null if there is none of that name. */
  @Nullable TypePlan type(QName name) {
    XSType found = schemas.getType(name.getNamespaceURI(), name.getLocalPart());
    if (found == null) {
      return all == null ? null : all.get().type(name);
    }
    return type(found);
  }

  /**
   * Returns the type that a value says it has.
   *
   * @param named a name in Clark notation, or a local name alone
   * @throws ValueException if there is none, or if it is not derived from the declared one
   */
  ComplexPlan derived(ComplexPlan declared, String named) {
    if (all != null) {
      return all.get().derived(declared, named);
    }
    XSType base = known(declared);
    for (XSComplexType each : named(named)) {
      if (base != null && isDerived(each, base) && type(each) instanceof ComplexPlan found) {
        return found;
      }
    }
    throw new ValueException(
        "expected the name of a type derived from " + declared.name() + ", found '" + named + "'");
  }

  /** Returns the types derived from one that a value may have, that are not abstract. */
  List<ComplexPlan> derived(ComplexPlan declared) {
    if (all != null) {
      return all.get().derived(declared);
    }
    List<ComplexPlan> derived = new ArrayList<>();
    XSType base = known(declared);
    if (base != null) {
      for (XSSchema schema : schemas.getSchemas()) {
        for (XSComplexType each : schema.getComplexTypes().values()) {
          boolean fits = each != base && !each.isAbstract() && isDerived(each, base);
          if (fits && type(each) instanceof ComplexPlan found) {
            derived.add(found);
          }
        }
      }
    }
    derived.sort(Comparator.comparing(each -> String.valueOf(each.typeName())));
    return derived;
  }

  /** Returns the global elements that are not abstract, of namespaces that are wanted. */
  List<ElementPlan> elements(Predicate<String> namespaces) {
    if (all != null) {
      return all.get().elements(namespaces);
    }
    List<ElementPlan> found = new ArrayList<>();
    for (XSSchema schema : schemas.getSchemas()) {
      if (namespaces.test(schema.getTargetNamespace())) {
        schema.getElementDecls().values().stream()
            .filter(each -> !each.isAbstract())
            .forEach(each -> found.add(element(each)));
      }
    }
    return found;
  }

  /** The types of a name: of all namespaces, where it says none. */
  private List<XSComplexType> named(String named) {
    int end = named.indexOf('}');
    List<XSComplexType> found = new ArrayList<>();
    if (end > 0) {
      XSComplexType only =
          schemas.getComplexType(named.substring(1, end), named.substring(end + 1));
      return only == null ? found : List.of(only);
    }
    for (XSSchema schema : schemas.getSchemas()) {
      XSComplexType one = schema.getComplexType(named);
      if (one != null) {
        found.add(one);
      }
    }
    return found;
  }

  /**
   * Returns the type that a value of any type says it has, and its name.
   *
   * @param name in Clark notation, or a local name alone
   * @throws ValueException if the description has none of that name, or several
   */
  NamedType anyNamed(String name) {
    if (all != null) {
      return all.get().anyNamed(name);
    }
    int end = name.startsWith("{") ? name.indexOf('}') : -1;
    List<XSType> found = new ArrayList<>();
    for (XSSchema schema : schemas.getSchemas()) {
      if (end < 0 || schema.getTargetNamespace().equals(name.substring(1, end))) {
        XSType one = schema.getType(name.substring(end + 1));
        if (one != null) {
          found.add(one);
        }
      }
    }
    if (found.size() != 1) {
      throw new ValueException(
          "expected the name of a type of the description or of XML Schema, as {namespace}name, in "
              + ComplexPlan.TYPE
              + ", found '"
              + name
              + "'"
              + (found.isEmpty() ? "" : ", which several namespaces have"));
    }
    XSType one = found.get(0);
    return new NamedType(new QName(one.getTargetNamespace(), one.getName()), type(one));
  }

  /** A global type and its name. */
  record NamedType(QName name, TypePlan type) {}

  private static boolean isBuiltIn(XSType type) {
    return type.getName() != null
        && type.getTargetNamespace().equals(XMLConstants.W3C_XML_SCHEMA_NS_URI);
  }

  private @Nullable XSType known(ComplexPlan plan) {
    QName name = plan.typeName();
    return name == null ? null : schemas.getType(name.getNamespaceURI(), name.getLocalPart());
  }

  private static boolean isDerived(XSType type, XSType base) {
    XSType each = type;
    while (each != base && each.getBaseType() != each) {
      each = each.getBaseType();
    }
    return each == base;
  }

  private synchronized ElementPlan element(XSElementDecl element) {
    ElementPlan known = elements.get(element);
    if (known == null) {
      known =
          new ElementPlan(
              markup(new QName(element.getTargetNamespace(), element.getName())),
              element.isNillable(),
              element.isAbstract(),
              preset(element.getFixedValue(), element.getDefaultValue()),
              () -> type(element.getType()),
              () -> substitutes(element));
      elements.put(element, known);
    }
    return known;
  }

  private synchronized List<ElementPlan> substitutes(XSElementDecl element) {
    List<ElementPlan> plans = new ArrayList<>();
    if (element.isGlobal()) {
      for (XSElementDecl each : element.getSubstitutables()) {
        if (each != element && !each.isAbstract()) {
          plans.add(element(each));
        }
      }
    }
    return plans;
  }

  private synchronized TypePlan type(XSType type) {
    TypePlan known = types.get(type);
    if (known == null) {
      known = planned(type);
      types.put(type, known);
    }
    return known;
  }

  private TypePlan planned(XSType type) {
    if (type.isSimpleType()) {
      boolean isAny = isBuiltIn(type) && type.getName().equals("anySimpleType");
      return isAny ? AnyPlan.TEXT : simple(type.asSimpleType());
    }
    XSComplexType complex = type.asComplexType();
    if (complex.getBaseType() == complex) {
      return AnyPlan.INSTANCE;
    }
    XSSimpleType text = complex.getContentType().asSimpleType();
    XSParticle content = complex.getContentType().asParticle();
    String name = complex.getName();
    return new ComplexPlan(
        name == null ? null : new QName(complex.getTargetNamespace(), name),
        complex.isAbstract(),
        complex.isMixed(),
        complex.getAttributeWildcard() != null,
        attributes(complex),
        text == null ? null : simple(text),
        content == null ? null : particle(content),
        kept);
  }

  private List<AttributePlan> attributes(XSComplexType type) {
    List<XSAttributeUse> uses = new ArrayList<>(type.getAttributeUses());
    uses.sort(Comparator.comparing(use -> !use.getDecl().getTargetNamespace().isEmpty()));
    Set<String> keys = new HashSet<>();
    List<AttributePlan> attributes = new ArrayList<>();
    for (XSAttributeUse use : uses) { // those without namespace first, whose key is their name
      XSAttributeDecl declared = use.getDecl();
      QName name = new QName(declared.getTargetNamespace(), declared.getName());
      String key = "@" + (keys.add(name.getLocalPart()) ? name.getLocalPart() : name);
      attributes.add(
          new AttributePlan(
              markup(name),
              key,
              simple(declared.getType()),
              use.isRequired(),
              preset(use.getFixedValue(), use.getDefaultValue())));
    }
    return attributes;
  }

  private static @Nullable Preset preset(@Nullable XmlString fixed, @Nullable XmlString byDefault) {
    if (fixed != null) {
      return new Preset(fixed.value, true);
    }
    return byDefault == null ? null : new Preset(byDefault.value, false);
  }

  private @Nullable Particle particle(XSParticle particle) {
    int max = bounded(particle.getMaxOccurs());
    if (max == 0) {
      return null;
    }
    XSTerm term = particle.getTerm();
    Particle.Term planned;
    if (term.isElementDecl()) {
      planned = element(term.asElementDecl());
    } else if (term.isWildcard()) {
      XSWildcard wildcard = term.asWildcard();
      planned =
          new Particle.Wildcard(
              wildcard.getMode() == XSWildcard.STRTICT, wildcard::acceptsNamespace);
    } else {
      XSModelGroup group =
          term.isModelGroup() ? term.asModelGroup() : term.asModelGroupDecl().getModelGroup();
      List<Particle> children = new ArrayList<>();
      for (XSParticle child : group.getChildren()) {
        Particle each = particle(child);
        if (each != null) {
          children.add(each);
        }
      }
      planned =
          new Particle.Group(group.getCompositor() == XSModelGroup.Compositor.CHOICE, children);
    }
    return new Particle(bounded(particle.getMinOccurs()), max, planned);
  }

  private static int bounded(BigInteger occurs) {
    return occurs.signum() < 0 ? Particle.UNBOUNDED : occurs.min(MAX_INT).intValue();
  }

  static SimplePlan simple(XSSimpleType type) {
    XSSimpleType each = type;
    List<String> values = new ArrayList<>();
    while (true) {
      String name = each.getName();
      SimpleType known =
          name == null ? null : SimpleTypes.ofSchemaType(each.getTargetNamespace(), name);
      if (known != null) {
        SimpleType as = known.javaType == String.class ? text(type, name) : known;
        return new SimplePlan(
            shown(type, name), name, as, false, values, Facets.of(type, as, false), List.of());
      }
      if (each.isList()) {
        SimplePlan item = simple(each.asList().getItemType());
        Facets facets = Facets.of(type, item.type(), true);
        return new SimplePlan(
            shown(type, item.name()), "", item.type(), true, values, facets, List.of(item));
      }
      if (each.isUnion()) {
        return union(type, each, values);
      }
      if (values.isEmpty() && each.isRestriction()) {
        for (XSFacet facet : each.asRestriction().getDeclaredFacets(XSFacet.FACET_ENUMERATION)) {
          values.add(facet.getValue().value);
        }
      }
      XSType base = each.getBaseType();
      if (base == each || !base.isSimpleType()) {
        return new SimplePlan(
            shown(type, "text"),
            "",
            SimpleTypes.STRING,
            false,
            values,
            Facets.of(type, SimpleTypes.STRING, false),
            List.of());
      }
      each = base.asSimpleType();
    }
  }

  private static SimplePlan union(XSSimpleType type, XSSimpleType union, List<String> values) {
    List<SimplePlan> members = new ArrayList<>();
    boolean isPreserved = false;
    for (int i = 0; i < union.asUnion().getMemberSize(); i++) {
      SimplePlan member = simple(union.asUnion().getMember(i));
      isPreserved |= !member.isList() && member.type() == SimpleTypes.STRING;
      members.add(member);
    }
    SimpleType text = isPreserved ? SimpleTypes.STRING : SimpleTypes.TOKEN;
    Facets facets = Facets.of(type, SimpleTypes.STRING, false);
    return new SimplePlan(shown(type, "text"), "", text, false, values, facets, members);
  }

  /** How white space in texts of a type is treated (XML Schema part 2 §4.3.6). */
  private static SimpleType text(XSSimpleType type, String builtIn) {
    XSFacet facet = type.getFacet(XSFacet.FACET_WHITESPACE);
    String whiteSpace =
        facet != null && !builtIn.equals("anySimpleType")
            ? facet.getValue().value
            : switch (builtIn) {
              case "string", "anySimpleType" -> "preserve";
              case "normalizedString" -> "replace";
              default -> "collapse";
            };
    return switch (whiteSpace) {
      case "collapse" -> SimpleTypes.TOKEN;
      case "replace" -> SimpleTypes.NORMALIZED_STRING;
      default -> SimpleTypes.STRING;
    };
  }

  private static String shown(XSSimpleType type, String otherwise) {
    return Objects.requireNonNullElse(type.getName(), otherwise);
  }
}
