package io.castile.generate.codec;

import io.castile.codec.bean.AttributeProperty;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.bean.BeanPlan;
import io.castile.codec.bean.BeanRef;
import io.castile.codec.bean.ElementProperty;
import io.castile.codec.bean.ElementType;
import io.castile.codec.bean.Property;
import io.castile.codec.bean.ValueProperty;
import io.castile.codec.binding.Types;
import io.castile.codec.value.AdapterBinding;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleValue;
import io.castile.xml.XmlName;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The text of one element as a template of Velocity: the constant tags of the plan, and between
 * them what getters of the bean return. For one element.
 */
final class ElementTemplate {
  /** A template with more lines is not one that a person reads, and none is made. */
  private static final int MAX_LINES = 5_000;

  /** Types whose values have one text, which the generated class for values writes. */
  private static final Set<Class<?>> TYPES = Set.of(XMLGregorianCalendar.class, Duration.class);

  /** What a name has: nothing that Velocity looks for. */
  private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{M}\\p{N}\u00b7._-]*");

  private final BeanCodecs codecs;
  private final List<Class<?>> beans;
  private final Map<String, String> prefixes = new LinkedHashMap<>();
  private final Set<Class<?>> open = new HashSet<>();
  private final List<String> lines = new ArrayList<>();
  private int depth;
  private int variables;

  private ElementTemplate(BeanCodecs codecs, List<Class<?>> beans) {
    this.codecs = codecs;
    this.beans = beans;
  }

  /**
   * Makes the template of an element.
   *
   * @param codecs those of the messages
   * @param name the name of the element
   * @param type the class of the bean, which the template calls {@code $value}
   * @param beans all beans, of which some may be in the place of others
   * @throws NoTemplateException if it has something that templates do not write
   */
  static String of(BeanCodecs codecs, QName name, Class<?> type, List<Class<?>> beans)
      throws NoTemplateException {
    ElementTemplate made = new ElementTemplate(codecs, beans);
    String tag = made.tag(name.getNamespaceURI(), name.getLocalPart());
    BeanPlan plan = made.enter(type);
    List<Property> attributes = made.properties(plan, true);
    List<Property> content = made.properties(plan, false);
    made.depth++;
    for (Property each : attributes) {
      made.attribute((AttributeProperty) each, type, "$value");
    }
    if (!attributes.isEmpty()) {
      made.line(">");
    }
    made.content(content, type, "$value");
    made.depth--;
    made.line("</" + tag + ">");
    StringBuilder text = new StringBuilder();
    String namespace = name.getNamespaceURI().replaceAll("[^ -~]", "?"); // one line
    text.append("## The element {")
        .append(namespace)
        .append('}')
        .append(name.getLocalPart())
        .append(", of a ")
        .append(type.getName())
        .append(".\n");
    text.append("## Lines are joined without the space around them.\n");
    text.append('<').append(tag);
    made.prefixes.forEach(
        (uri, prefix) -> text.append(" xmlns:" + prefix + "=\"" + constant(uri) + "\""));
    text.append(attributes.isEmpty() ? ">\n" : "\n");
    made.lines.forEach(each -> text.append(each).append('\n'));
    return text.toString();
  }

  private BeanPlan enter(Class<?> type) throws NoTemplateException {
    BeanPlan plan = codecs.planOf(type);
    if (plan == null || plan.construction != null) {
      throw new NoTemplateException(type.getName() + " is left to the reference implementation");
    }
    for (Class<?> each : beans) {
      if (each != type && type.isAssignableFrom(each)) {
        throw new NoTemplateException(each.getName() + " may be in the place of " + type.getName());
      }
    }
    if (plan.factory == null) {
      throw new NoTemplateException(type.getName() + " is abstract");
    }
    if (!open.add(type)) {
      throw new NoTemplateException(type.getName() + " may have another one in it");
    }
    return plan;
  }

  /** The attributes, or the rest; inherited ones first. */
  private List<Property> properties(BeanPlan plan, boolean areAttributes) {
    List<Property> all =
        plan.parent == null ? new ArrayList<>() : properties(plan.parent, areAttributes);
    for (Property each : plan.own) {
      if (each.isAttribute() == areAttributes) {
        all.add(each);
      }
    }
    return all;
  }

  private void line(String text) throws NoTemplateException {
    if (lines.size() == MAX_LINES) {
      throw new NoTemplateException("it has more than " + MAX_LINES + " lines");
    }
    lines.add("  ".repeat(depth) + text);
  }

  private void attribute(Property property, Class<?> bean, String variable)
      throws NoTemplateException {
    if (!(property instanceof AttributeProperty attribute)) {
      throw unsupported(property, bean);
    }
    check(attribute.type, attribute.adaptation, property, bean);
    String value = get(property, bean, variable);
    String written = " " + tag(attribute.tag.name) + "=\"$xml.attribute(" + value + ")\"";
    line("#if($xml.has(" + value + "))" + written + "#end"); // which keeps the space
  }

  private void content(List<Property> content, Class<?> bean, String variable)
      throws NoTemplateException {
    for (Property each : content) {
      if (each instanceof ValueProperty value) {
        check(value.type, value.adaptation, each, bean);
        String got = get(each, bean, variable);
        line("#if($xml.has(" + got + "))$xml.text(" + got + ")#end");
      } else if (each instanceof ElementProperty element) {
        element(element, bean, variable);
      } else {
        throw unsupported(each, bean);
      }
    }
  }

  private void element(ElementProperty property, Class<?> bean, String variable)
      throws NoTemplateException {
    boolean isPlain =
        property.types.size() == 1
            && property.wrapper == null
            && !property.reference
            && property.adaptation == null;
    if (!isPlain) {
      throw unsupported(property, bean);
    }
    ElementType type = property.types.get(0);
    String got = get(property, bean, variable);
    if (property.shape == null) {
      item(property, type, bean, got, property.accessor.type().isPrimitive());
    } else {
      String each = "$item" + ++variables;
      line("#foreach(" + each + " in " + got + ")");
      depth++;
      item(property, type, bean, each, false);
      depth--;
      line("#end");
    }
  }

  private void item(
      ElementProperty property, ElementType type, Class<?> bean, String value, boolean isThere)
      throws NoTemplateException {
    String tag = tag(type.tag.name);
    String otherwise =
        type.nillable
            ? "#else<"
                + tag
                + " "
                + tag(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "nil")
                + "=\"true\"/>#end"
            : "#end";
    if (type.codec instanceof SimpleValue simple) {
      check(simple.type, null, property, bean);
      String written = "<" + tag + ">$xml.text(" + value + ")</" + tag + ">";
      line(isThere ? written : "#if($xml.has(" + value + "))" + written + otherwise);
      return;
    }
    if (!(type.codec instanceof BeanRef ref)) {
      throw unsupported(property, bean);
    }
    BeanPlan plan = enter(ref.type);
    String inner = "$bean" + ++variables;
    line("#if($xml.has(" + value + "))#set(" + inner + " = " + value + ")");
    List<Property> attributes = properties(plan, true);
    line("<" + tag + (attributes.isEmpty() ? ">" : ""));
    depth++;
    for (Property each : attributes) {
      attribute(each, ref.type, inner);
    }
    if (!attributes.isEmpty()) {
      line(">");
    }
    content(properties(plan, false), ref.type, inner);
    depth--;
    line("</" + tag + ">" + otherwise);
    open.remove(ref.type);
  }

  private static void check(
      SimpleType type, @Nullable AdapterBinding adaptation, Property property, Class<?> bean)
      throws NoTemplateException {
    boolean isKnown =
        type.kind == SimpleType.Kind.OTHER
            ? type.javaType.isEnum() || TYPES.contains(type.javaType)
            : type.kind != SimpleType.Kind.HEX;
    if (!isKnown || adaptation != null || type.needsDeclaration()) {
      throw unsupported(property, bean);
    }
  }

  private static NoTemplateException unsupported(Property property, Class<?> bean) {
    return new NoTemplateException(
        "templates do not write " + property.describe() + ", of " + bean.getName());
  }

  // ---- names and values ----

  private String tag(XmlName name) throws NoTemplateException {
    return tag(name.uri(), name.local());
  }

  private String tag(String uri, String local) throws NoTemplateException {
    if (!NAME.matcher(local).matches()) {
      throw new NoTemplateException("expected a name of XML, found '" + local + "'");
    }
    if (uri.isEmpty()) {
      return local;
    }
    if (uri.equals(XMLConstants.XML_NS_URI)) {
      return XMLConstants.XML_NS_PREFIX + ":" + local;
    }
    boolean isXsi = uri.equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI);
    return prefixes.computeIfAbsent(uri, key -> isXsi ? "xsi" : "n" + (prefixes.size() + 1))
        + ":"
        + local;
  }

  /** A constant value of an attribute, as it is for XML and for Velocity. */
  private static String constant(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || "&<>\"$#\\".indexOf(c) >= 0) {
        escaped.append("&#").append((int) c).append(';'); // no reference and no directive
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /** A call of the getter, which must return what the binding writes. */
  private String get(Property property, Class<?> bean, String variable) throws NoTemplateException {
    Method getter = getter(property, bean);
    if (getter == null) {
      throw new NoTemplateException(
          bean.getName() + "." + property.javaName + " has no public getter");
    }
    BeanPlan plan = codecs.planOf(bean);
    if (plan != null
        && plan.factory != null
        && !List.class.isAssignableFrom(getter.getReturnType())) {
      Object empty = plan.factory.get();
      try {
        if (property.valueIn(empty) == null && getter.invoke(empty) != null) {
          throw new NoTemplateException(
              "the getter of " + bean.getName() + "." + property.javaName + " returns a default");
        }
      } catch (ReflectiveOperationException e) {
        throw new NoTemplateException(getter + " cannot be called: " + e);
      }
    }
    return variable + "." + getter.getName() + "()";
  }

  private static @Nullable Method getter(Property property, Class<?> bean) {
    String wanted = property.javaName.replace("_", "").toLowerCase(Locale.ROOT);
    for (Method each : bean.getMethods()) {
      String name = each.getName().replace("_", "").toLowerCase(Locale.ROOT);
      if (each.getParameterCount() == 0
          && Types.box(each.getReturnType()) == Types.box(property.accessor.type())
          && (name.equals("get" + wanted) || name.equals("is" + wanted))) {
        return each;
      }
    }
    return null;
  }
}
