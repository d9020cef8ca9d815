package io.castile.wsdl.value;

import io.castile.codec.encoded.Described;
import io.castile.codec.value.SimpleType;
import io.castile.xml.XmlException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Schemas of the values of messages in the form of JSON, as JSON Schema 2020-12 has them: maps and
 * lists, for a document of OpenAPI 3.1. A complex type is a component, to which schemas refer. Used
 * by one thread, for one document.
 */
public final class JsonSchemas {
  private static final String REFERENCE = "#/components/schemas/";

  /** A name of a component (OpenAPI 3.1 §4.8.7.1). */
  private static final Pattern NOT_IN_NAMES = Pattern.compile("[^A-Za-z0-9._-]");

  /** Letters, digits and a few signs, groups, classes of them without escapes, and counts. */
  private static final Pattern PORTABLE =
      Pattern.compile(
          "(?:[A-Za-z0-9 _,;:@%=!/|()?*+-]|\\\\d|\\\\-|\\\\\\.|\\{[0-9]+(?:,[0-9]*)?\\}"
              + "|\\[\\^?(?:[A-Za-z0-9 _,;:@%=!/|()?*+.]|[A-Za-z0-9]-[A-Za-z0-9])+\\])*");

  private static final String INTEGER_TEXT = "^[+-]?[0-9]+$";
  private static final String DECIMAL_TEXT = "^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)$";
  private static final String DOUBLE_TEXT = "^(NaN|-?INF|-0\\.0)$";

  private final Plans plans;
  private final Texts texts = new Texts();
  private final Map<String, Map<String, Object>> components;
  private final Map<TypePlan, String> names = new IdentityHashMap<>();
  private final Map<Object, String> unions = new IdentityHashMap<>(); // by the declared types
  private final Map<Described.Struct, String> structs = new IdentityHashMap<>();
  private final Set<Described> inside = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<ComplexPlan, List<ComplexPlan>> derived = new IdentityHashMap<>();
  private final Deque<Runnable> unfinished = new ArrayDeque<>(); // components, to be filled
  private final Set<String> derivedTypes = new HashSet<>(); // components whose values name them

  private JsonSchemas(Plans plans, Map<String, Map<String, Object>> components) {
    this.plans = plans;
    this.components = components;
  }

  /** Schemas of the operations of a description. */
  public static final class Builder {
    private final Map<String, Map<String, Object>> components = new TreeMap<>();
    private final Map<Plans, JsonSchemas> byPlans = new IdentityHashMap<>();

    private JsonSchemas of(OperationValues values) {
      return byPlans.computeIfAbsent(values.plans(), plans -> new JsonSchemas(plans, components));
    }

    /**
     * Returns the schema of a request, with its header blocks.
     *
     * @throws UnsupportedOperationException as {@link OperationValues#request()}
     */
    public Map<String, Object> request(OperationValues values) {
      return of(values).finished(values.request());
    }

    /** Returns the schema of a response, with its header blocks, as {@link #request}. */
    public Map<String, Object> response(OperationValues values) {
      return of(values).finished(values.response());
    }

    /** Returns the schema of an element, such as the detail of a fault. */
    public Map<String, Object> element(OperationValues values, QName name) {
      ElementPlan known = values.plans().element(name);
      return known == null ? anything() : of(values).finished(known);
    }

    /**
     * Returns the schema of an entry of the detail of a fault of an encoded operation.
     *
     * @param type the name of its type
     */
    public Map<String, Object> encodedEntry(OperationValues values, String name, QName type) {
      JsonSchemas schemas = of(values);
      return schemas.finished(
          schemas.nullable(schemas.described(values.plans().encoded().typeOrAny(type), name)));
    }

    /** Adds a schema of another source, whose name no other one gets then. */
    public void add(String name, Map<String, Object> schema) {
      components.put(name, schema);
    }

    /** Returns the schemas to which the others refer, by their names. */
    public Map<String, Map<String, Object>> components() {
      byPlans.values().forEach(JsonSchemas::nameTypes);
      return components;
    }
  }

  private static Map<String, Object> anything() {
    return new LinkedHashMap<>();
  }

  private static Map<String, Object> reference(String name) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("$ref", REFERENCE + name);
    return schema;
  }

  /** Fills all components to which schemas refer, one after the other: types lead far. */
  private Map<String, Object> finished(Map<String, Object> schema) {
    while (!unfinished.isEmpty()) {
      unfinished.remove().run();
    }
    return schema;
  }

  private Map<String, Object> finished(MessageValues message) {
    Map<String, Object> schema = finished(message.schema(this));
    return message.attachments().isEmpty() ? schema : attached(schema, message.attachments());
  }

  /** Returns a schema of an object with parts beside the envelope, too; others as they are. */
  private Map<String, Object> attached(Map<String, Object> schema, BoundParts attachments) {
    Map<String, Object> whole = schema;
    if (whole.get("$ref") instanceof String reference) {
      whole = Objects.requireNonNull(components.get(reference.substring(REFERENCE.length())));
    }
    if (!(whole.get("properties") instanceof Map<?, ?> known)) {
      return schema;
    }
    Map<String, Object> properties = new LinkedHashMap<>();
    known.forEach((key, value) -> properties.put(String.valueOf(key), value));
    Set<String> required = new TreeSet<>();
    if (whole.get("required") instanceof List<?> names) {
      names.forEach(each -> required.add(String.valueOf(each)));
    }
    attachments.describe(properties, required);
    Map<String, Object> all = new LinkedHashMap<>(whole);
    all.put("properties", properties);
    all.put("required", List.copyOf(required));
    return all;
  }

  private Map<String, Object> finished(ElementPlan element) {
    return finished(element(element, element.local()));
  }

  // ---- messages ----

  /** Returns the schema of the fields of a message. */
  Map<String, Object> fields(List<Child> fields, List<Child> optional, String hint) {
    Map<String, Object> properties = new LinkedHashMap<>();
    Set<String> required = new TreeSet<>();
    for (Child each : fields) {
      properties.put(each.key(), child(each, hint));
      if (each.min() > 0) {
        required.add(each.key());
      }
    }
    blocks(optional, hint, properties);
    return object(properties, required, false);
  }

  private void blocks(List<Child> blocks, String hint, Map<String, Object> properties) {
    blocks.forEach(each -> properties.putIfAbsent(each.key(), child(each, hint)));
  }

  /** Returns the schema of what is in an element of a type. */
  Map<String, Object> content(TypePlan type, List<Child> optional, String hint) {
    if (!(type instanceof ComplexPlan complex)) {
      return type(type, hint);
    }
    if (optional.isEmpty()) {
      return reference(component(complex, hint));
    }
    Map<String, Object> schema = complex(complex, hint);
    @SuppressWarnings("unchecked") // was made here
    Map<String, Object> properties = (Map<String, Object>) schema.get("properties");
    if (properties != null) {
      blocks(optional, hint, properties);
    }
    return schema;
  }

  private static Map<String, Object> object(
      Map<String, Object> properties, Set<String> required, boolean hasOthers) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", List.copyOf(required));
    }
    if (!hasOthers) {
      schema.put("additionalProperties", false);
    }
    return schema;
  }

  // ---- elements ----

  private Map<String, Object> child(Child child, String hint) {
    Map<String, Object> schema = element(child.element(), hint + "." + child.element().local());
    if (!child.isRepeated()) {
      return schema;
    }
    Map<String, Object> list = new LinkedHashMap<>();
    list.put("type", "array");
    list.put("items", schema);
    return list;
  }

  private Map<String, Object> element(ElementPlan element, String hint) {
    Map<String, Object> schema = type(element.type(), hint);
    Preset preset = element.preset();
    if (preset != null && element.type() instanceof SimplePlan simple) {
      preset(preset, simple, schema);
    }
    if (!element.isNillable()) {
      return schema;
    }
    List<Object> choices = new ArrayList<>();
    choices.add(schema);
    choices.add(new LinkedHashMap<>(Map.of("type", "null")));
    if (element.type() instanceof ComplexPlan complex) {
      if (!complex.attributes().isEmpty() || complex.hasAnyAttribute()) {
        choices.add(nil(complex));
      }
      if (!derived.getOrDefault(complex, List.of()).isEmpty()) {
        choices.add(nilOfOther());
      }
    }
    Map<String, Object> either = new LinkedHashMap<>();
    either.put("anyOf", choices);
    return either;
  }

  /** The schema of an element that has attributes, and no value. */
  private Map<String, Object> nil(ComplexPlan type) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(ComplexPlan.NIL, new LinkedHashMap<>(Map.of("const", true)));
    Set<String> required = new TreeSet<>(Set.of(ComplexPlan.NIL));
    attributes(type, properties, required);
    return object(properties, required, type.hasAnyAttribute());
  }

  /** The schema of an element that names another type, whose attributes it may have. */
  private static Map<String, Object> nilOfOther() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(ComplexPlan.NIL, new LinkedHashMap<>(Map.of("const", true)));
    properties.put(ComplexPlan.TYPE, new LinkedHashMap<>(Map.of("type", "string")));
    return object(properties, new TreeSet<>(Set.of(ComplexPlan.NIL, ComplexPlan.TYPE)), true);
  }

  private void preset(Preset preset, SimplePlan type, Map<String, Object> schema) {
    try {
      Object value = JsonValues.read(type, preset.text(), texts);
      schema.put(preset.isFixed() ? "const" : "default", value);
    } catch (XmlException e) {
      // The schema says what is no value of the type, which then stands for nothing.
    }
  }

  private Map<String, Object> type(TypePlan type, String hint) {
    if (type instanceof SimplePlan simple) {
      return simple(simple);
    }
    if (!(type instanceof ComplexPlan complex)) {
      return anything();
    }
    List<ComplexPlan> others =
        derived.computeIfAbsent(
            complex, each -> each.typeName() == null ? List.of() : plans.derived(each));
    return others.isEmpty()
        ? reference(component(complex, hint))
        : reference(union(complex, others, hint));
  }

  // ---- complex types ----

  /** Returns the name of the component of a type, which is made when it is first needed. */
  private String component(ComplexPlan type, String hint) {
    String known = names.get(type);
    if (known != null) {
      return known;
    }
    QName typeName = type.typeName();
    String name = named(typeName == null ? hint : typeName.getLocalPart());
    names.put(type, name);
    Map<String, Object> reserved = new LinkedHashMap<>();
    components.put(name, reserved);
    unfinished.add(() -> reserved.putAll(complex(type, name)));
    return name;
  }

  /** Returns a name that no other component has. */
  private String named(String wanted) {
    String name = NOT_IN_NAMES.matcher(wanted).replaceAll("_");
    String free = name;
    for (int i = 2; components.containsKey(free); i++) {
      free = name + "_" + i;
    }
    return free;
  }

  /** The component of a type and of those derived from it, whose values name their types. */
  private String union(ComplexPlan declared, List<ComplexPlan> derived, String hint) {
    String known = unions.get(declared);
    if (known != null) {
      return known;
    }
    QName typeName = declared.typeName();
    String name = named((typeName == null ? hint : typeName.getLocalPart()) + ".any");
    unions.put(declared, name);
    Map<String, Object> union = new LinkedHashMap<>();
    components.put(name, union);
    List<Object> choices = new ArrayList<>();
    if (!declared.isAbstract()) {
      choices.add(reference(component(declared, hint)));
    }
    derived.forEach(
        each ->
            choices.add(choice(component(each, hint), Objects.requireNonNull(each.typeName()))));
    union.put("anyOf", choices);
    return name;
  }

  /** The schema of values of a derived type, which name it. */
  private Map<String, Object> choice(String component, QName type) {
    Map<String, Object> named = new LinkedHashMap<>();
    named.put("const", ComplexPlan.fullKey(type));
    derivedTypes.add(component);
    Map<String, Object> choice = new LinkedHashMap<>();
    choice.put("allOf", List.of(reference(component)));
    choice.put("properties", new LinkedHashMap<>(Map.of(ComplexPlan.TYPE, named)));
    choice.put("required", List.of(ComplexPlan.TYPE));
    return choice;
  }

  /** Lets values of derived types name their types. */
  @SuppressWarnings("unchecked") // were made here
  private void nameTypes() {
    for (String each : derivedTypes) {
      Object properties = Objects.requireNonNull(components.get(each)).get("properties");
      ((Map<String, Object>) Objects.requireNonNull(properties)).put(ComplexPlan.TYPE, text());
    }
  }

  private Map<String, Object> complex(ComplexPlan type, String hint) {
    Map<String, Object> properties = new LinkedHashMap<>();
    Set<String> required = new TreeSet<>();
    attributes(type, properties, required);
    SimplePlan simple = type.simple();
    if (simple != null) {
      properties.put(ComplexPlan.TEXT, simple(simple));
      required.add(ComplexPlan.TEXT);
    } else if (type.isMixed()) {
      properties.put(ComplexPlan.TEXT, text());
    }
    for (Child each : type.children()) {
      properties.putIfAbsent(each.key(), child(each, hint));
      for (ElementPlan other : each.element().substitutes()) {
        properties.putIfAbsent(type.key(other), several(element(other, hint)));
      }
    }
    if (type.hasWildcard()) {
      properties.put(ComplexPlan.ANY, new LinkedHashMap<>(Map.of("type", "object")));
    }
    if (type.isMixed() || type.mayBeAmbiguous() || type.hasWildcard()) {
      properties.put(ComplexPlan.SEQUENCE, sequence(type));
    } else if (type.content() != null) {
      required.addAll(needed(type, type.content()));
    }
    return object(properties, required, type.hasAnyAttribute());
  }

  private void attributes(ComplexPlan type, Map<String, Object> properties, Set<String> required) {
    for (AttributePlan each : type.attributes()) {
      Map<String, Object> schema = simple(each.type());
      if (each.preset() != null) {
        preset(each.preset(), each.type(), schema);
      }
      properties.put(each.key(), schema);
      if (each.isRequired()) {
        required.add(each.key());
      }
    }
  }

  private static Map<String, Object> several(Map<String, Object> schema) {
    Map<String, Object> list = new LinkedHashMap<>();
    list.put("type", "array");
    list.put("items", schema);
    return list;
  }

  private static Map<String, Object> text() {
    return new LinkedHashMap<>(Map.of("type", "string"));
  }

  /** Elements in their order, each an object of one property; texts among them where mixed. */
  private static Map<String, Object> sequence(ComplexPlan type) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("type", type.isMixed() ? List.of("object", "string") : "object");
    item.put("minProperties", 1);
    item.put("maxProperties", 1);
    return several(item);
  }

  /** Returns the keys of the elements that are there however a particle is met. */
  private static Set<String> needed(ComplexPlan type, Particle particle) {
    if (particle.min() == 0) {
      return Set.of();
    }
    if (particle.term() instanceof ElementPlan element) {
      boolean isHead = element.isAbstract() || !element.substitutes().isEmpty();
      return isHead ? Set.of() : Set.of(type.key(element));
    }
    if (!(particle.term() instanceof Particle.Group group)) {
      return Set.of();
    }
    Set<String> needed = null;
    for (Particle each : group.particles()) {
      Set<String> of = needed(type, each);
      if (needed == null) {
        needed = new HashSet<>(of);
      } else if (group.isChoice()) {
        needed.retainAll(of);
      } else {
        needed.addAll(of);
      }
    }
    return needed == null ? Set.of() : needed;
  }

  // ---- encoded messages ----

  /** Returns the schema of the parts of an encoded message, each of which may be null or absent. */
  Map<String, Object> encoded(List<Described.Field> parts, String hint) {
    return object(fields(parts, hint), Set.of(), false);
  }

  private Map<String, Object> fields(List<Described.Field> fields, String hint) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Described.Field each : fields) {
      properties.put(each.name(), nullable(described(each.type(), hint + "." + each.name())));
    }
    return properties;
  }

  private static Map<String, Object> nullable(Map<String, Object> schema) {
    if (schema.isEmpty()) {
      return schema; // of any value
    }
    Map<String, Object> either = new LinkedHashMap<>();
    either.put("anyOf", List.of(schema, new LinkedHashMap<>(Map.of("type", "null"))));
    return either;
  }

  private Map<String, Object> described(Described type, String hint) {
    if (type instanceof Described.Simple simple) {
      return simple(plans.encoded().simple(simple));
    }
    if (type instanceof Described.Array array && inside.add(array)) {
      Map<String, Object> list = several(nullable(described(array.item(), hint)));
      inside.remove(array);
      return list;
    }
    if (type instanceof Described.Struct struct) {
      List<Described.Struct> others = plans.encoded().derived(struct);
      return reference(others.isEmpty() ? struct(struct, hint) : union(struct, others, hint));
    }
    return type == Described.AnyMap.INSTANCE
        ? new LinkedHashMap<>(Map.of("type", "object"))
        : anything(); // of an array in itself, too
  }

  private static String local(Described.Struct type, String hint) {
    QName name = type.name();
    return name == null ? hint : name.getLocalPart();
  }

  private String struct(Described.Struct type, String hint) {
    String known = structs.get(type);
    if (known != null) {
      return known;
    }
    String name = named(local(type, hint));
    structs.put(type, name);
    Map<String, Object> reserved = new LinkedHashMap<>();
    components.put(name, reserved);
    unfinished.add(() -> reserved.putAll(object(fields(type.fields(), name), Set.of(), false)));
    return name;
  }

  private String union(Described.Struct declared, List<Described.Struct> derived, String hint) {
    String known = unions.get(declared);
    if (known != null) {
      return known;
    }
    String name = named(local(declared, hint) + ".any");
    unions.put(declared, name);
    Map<String, Object> union = new LinkedHashMap<>();
    components.put(name, union);
    List<Object> choices = new ArrayList<>();
    if (!declared.isAbstract()) {
      choices.add(reference(struct(declared, hint)));
    }
    derived.forEach(
        each -> choices.add(choice(struct(each, hint), Objects.requireNonNull(each.name()))));
    union.put("anyOf", choices);
    return name;
  }

  // ---- simple types ----

  private Map<String, Object> simple(SimplePlan type) {
    if (!type.isList()) {
      return single(type);
    }
    Map<String, Object> list =
        several(type.writesAsGiven() ? text() : simple(type.members().get(0)));
    Map<String, String> limits = type.facets().hints().limits();
    length(limits, "Items", list);
    return list;
  }

  private Map<String, Object> single(SimplePlan type) {
    Map<String, Object> schema = new LinkedHashMap<>();
    List<Object> values = values(type);
    if (!values.isEmpty()) {
      schema.put("enum", values);
      return schema;
    }
    if (!type.members().isEmpty() || type.writesAsGiven()) {
      schema.put("type", "string"); // of a union, or one whose pattern holds how it is written
      pattern(type, schema);
      return schema;
    }
    switch (type.type().kind) {
      case BOOLEAN -> schema.put("type", "boolean");
      case BYTE, SHORT, INT -> integer(type, false, schema);
      case LONG, BIG_INTEGER -> integer(type, true, schema);
      case BIG_DECIMAL -> number(DECIMAL_TEXT, type, schema);
      case DOUBLE, FLOAT -> number(DOUBLE_TEXT, type, schema);
      case BASE64 -> {
        schema.put("type", "string");
        schema.put("contentEncoding", "base64");
      }
      case HEX -> {
        schema.put("type", "string");
        schema.put("contentEncoding", "base16");
      }
      default -> string(type, schema);
    }
    return schema;
  }

  /**
   * Returns the values that a type lists, as JSON has them; none where values that are equal may be
   * written in several ways, as dates and decimals are.
   */
  private List<Object> values(SimplePlan type) {
    boolean isListed =
        switch (type.type().kind) {
          case BOOLEAN, BYTE, SHORT, INT, LONG, BIG_INTEGER, DOUBLE, FLOAT -> true;
          default -> type.type().javaType == String.class || type.writesAsGiven();
        };
    List<Object> values = new ArrayList<>();
    for (String each : isListed ? type.values() : List.<String>of()) {
      try {
        Object value = JsonValues.read(type, each, texts);
        if (!values.contains(value)) {
          values.add(value);
        }
      } catch (XmlException e) {
        // A listed text that is no value of the type: no value is equal to it.
      }
    }
    return values;
  }

  private static void integer(SimplePlan type, boolean mayBeText, Map<String, Object> schema) {
    schema.put("type", mayBeText ? List.of("integer", "string") : "integer");
    if (mayBeText) {
      schema.put("pattern", INTEGER_TEXT);
    }
    switch (type.builtIn()) {
      case "byte" -> range("-128", "127", schema);
      case "unsignedByte" -> range("0", "255", schema);
      case "short" -> range("-32768", "32767", schema);
      case "unsignedShort" -> range("0", "65535", schema);
      case "int" -> range("-2147483648", "2147483647", schema);
      case "unsignedInt" -> range("0", "4294967295", schema);
      case "nonNegativeInteger", "unsignedLong" -> range("0", null, schema);
      case "positiveInteger" -> range("1", null, schema);
      case "nonPositiveInteger" -> range(null, "0", schema);
      case "negativeInteger" -> range(null, "-1", schema);
      default -> {} // of any size, or of 64 bits, of which most are texts
    }
    bounds(type, schema);
  }

  private static void range(
      @Nullable String least, @Nullable String greatest, Map<String, Object> schema) {
    if (least != null) {
      schema.put("minimum", Long.parseLong(least));
    }
    if (greatest != null) {
      schema.put("maximum", Long.parseLong(greatest));
    }
  }

  private static void number(String text, SimplePlan type, Map<String, Object> schema) {
    schema.put("type", List.of("number", "string"));
    schema.put("pattern", text);
    bounds(type, schema);
  }

  /** Bounds hold numbers only: those of texts are checked when a message is written. */
  private static void bounds(SimplePlan type, Map<String, Object> schema) {
    Map<String, String> limits = type.facets().hints().limits();
    Map<String, String> keywords = new HashMap<>();
    keywords.put("minInclusive", "minimum");
    keywords.put("minExclusive", "exclusiveMinimum");
    keywords.put("maxInclusive", "maximum");
    keywords.put("maxExclusive", "exclusiveMaximum");
    keywords.forEach(
        (facet, keyword) -> {
          String limit = limits.get(facet);
          if (limit != null && limit.matches("[+-]?[0-9]{1,15}(\\.[0-9]{1,15})?")) {
            schema.put(keyword, new BigDecimal(limit));
          }
        });
  }

  private static void string(SimplePlan type, Map<String, Object> schema) {
    schema.put("type", "string");
    if (type.type().kind == SimpleType.Kind.OTHER) {
      return; // dates and names, of which facets hold values
    }
    Facets.Hints hints = type.facets().hints();
    length(hints.limits(), "Length", schema);
    pattern(type, schema);
  }

  private static void pattern(SimplePlan type, Map<String, Object> schema) {
    List<String> patterns = type.facets().hints().patterns();
    String expression = patterns.size() == 1 ? ecma(patterns.get(0)) : null;
    if (expression != null) {
      schema.put("pattern", "^(?:" + expression + ")$");
    }
  }

  /**
   * Returns an expression of XML Schema (part 2, appendix F) as one that every engine of ECMA-262
   * takes alike; null where there is none, as for classes of Unicode.
   */
  private static @Nullable String ecma(String expression) {
    if (!PORTABLE.matcher(expression).matches()) {
      return null;
    }
    return expression.replace("\\d", "[0-9]").replace("\\-", "-");
  }

  private static void length(Map<String, String> limits, String of, Map<String, Object> schema) {
    String exact = limits.get("length");
    String least = exact == null ? limits.get("minLength") : exact;
    String most = exact == null ? limits.get("maxLength") : exact;
    if (least != null && least.matches("[0-9]{1,9}")) {
      schema.put("min" + of, Integer.parseInt(least));
    }
    if (most != null && most.matches("[0-9]{1,9}")) {
      schema.put("max" + of, Integer.parseInt(most));
    }
  }
}
