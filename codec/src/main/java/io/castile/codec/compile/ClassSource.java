package io.castile.codec.compile;

import io.castile.codec.bean.AttributeProperty;
import io.castile.codec.bean.BeanPlan;
import io.castile.codec.bean.ElementType;
import io.castile.codec.bean.Property;
import io.castile.codec.bean.TypeCodec;
import io.castile.codec.binding.Types;
import io.castile.xml.XmlName;
import jakarta.xml.bind.annotation.XmlType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.lang.model.SourceVersion;

/**
 * Makes the source of the codec of one class from its plan. The same plan gives the same text: it
 * depends on no prefix, no order of compilation and no time.
 *
 * <p>The compiler wants every local variable to have a value from its declaration on: it draws up
 * wrong stack maps otherwise.
 */
final class ClassSource {
  /** So many properties are written, read, copied or compared in one method. */
  private static final int BLOCK = 16;

  private static final Set<String> SCOPE =
      Set.of(
          "bean", "out", "in", "context", "name", "index", "text", "from", "to", "one", "other",
          "that", "items", "item", "count", "open", "each", "list", "size", "copy", "object",
          "source", "target", "first", "second", "hash", "given");

  final BeanPlan plan;
  final Class<?> host; // the class beside which the code is loaded
  final String beanName; // the class in source
  final String targetName; // what is read into: the class, or the array of its values
  final Constants constants = new Constants();
  final String className;

  private final List<String> suffixes = new ArrayList<>();
  private final List<String> locals = new ArrayList<>();
  private final List<PropertyCode> properties = new ArrayList<>();
  private final boolean overlapping;

  /**
   * @param host the class of the plan, or for a wrapper without a class any class
   */
  ClassSource(BeanPlan plan, Class<?> host) {
    this.plan = plan;
    this.host = host;
    boolean wrapper = plan.type == Object[].class;
    this.className = className(plan.type);
    this.beanName = wrapper ? "Object[]" : beanName(plan.type);
    this.targetName = plan.construction != null ? "Object[]" : beanName;
    for (Property property : plan.own) {
      suffixes.add(unique(suffix(property.javaName), suffixes));
      locals.add(unique(local(property.javaName), locals));
    }
    for (int i = 0; i < plan.own.size(); i++) {
      properties.add(PropertyCodes.of(this, i));
    }
    this.overlapping = overlaps();
  }

  /** The name of the class in its own package, unless an import has it. */
  private static String beanName(Class<?> type) {
    String name = type.getCanonicalName();
    String local =
        type.getPackageName().isEmpty() ? name : name.substring(type.getPackageName().length() + 1);
    String outermost = local.replaceFirst("\\..*", "");
    boolean taken =
        IMPORTS.contains("." + outermost + ";")
            || LANG.stream().anyMatch(other -> other.getSimpleName().equals(outermost));
    return taken ? name : local;
  }

  /** The name of a class in source. */
  static String nameOf(Class<?> type) {
    if (type.isArray()) {
      return nameOf(type.getComponentType()) + "[]";
    }
    return LANG.contains(type) ? type.getSimpleName() : type.getCanonicalName();
  }

  static String className(Class<?> type) {
    if (type == Object[].class) {
      return "WrapperCastileCodec";
    }
    String simple = type.getCanonicalName().substring(type.getPackageName().length());
    return simple.replaceFirst("^\\.", "").replace('.', '_') + "CastileCodec";
  }

  /** Whether an inherited element has the name of an own one: then none is taken in order. */
  private boolean overlaps() {
    Set<XmlName> own = new HashSet<>();
    boolean twice = false;
    for (Property property : plan.own) {
      for (XmlName name : property.elementNames()) {
        twice |= !own.add(name);
      }
    }
    for (BeanPlan parent = plan.parent; parent != null; parent = parent.parent) {
      for (Property property : parent.own) {
        twice |= property.elementNames().stream().anyMatch(own::contains);
      }
    }
    return twice;
  }

  // ---- names ----

  /** The end of the names of a property's methods. */
  String suffix(int index) {
    return suffixes.get(index);
  }

  /** The local variable for a property's value. */
  String local(int index) {
    return locals.get(index);
  }

  /** Names in other scripts are alike where they are of one length. */
  private static String unique(String base, List<String> taken) {
    String name = base;
    for (int i = 2; taken.contains(name); i++) {
      name = base + "_" + i;
    }
    return name;
  }

  private static String suffix(String javaName) {
    String clean = identifier(javaName);
    return Character.toUpperCase(clean.charAt(0)) + clean.substring(1);
  }

  private static String local(String javaName) {
    String clean = identifier(javaName);
    boolean likeConstant = clean.equals(clean.toUpperCase(Locale.ROOT));
    return likeConstant || SCOPE.contains(clean) || SourceVersion.isKeyword(clean)
        ? clean + "_"
        : clean;
  }

  private static String identifier(String javaName) {
    StringBuilder clean = new StringBuilder();
    for (char c : javaName.toCharArray()) {
      boolean ascii = c < 128 && (Character.isLetterOrDigit(c) || c == '_');
      clean.append(ascii ? c : '_');
    }
    return Character.isDigit(clean.charAt(0)) ? "_" + clean : clean.toString();
  }

  /** The start tag of an element, open where its content may begin with attributes. */
  String open(ElementType type, ItemCode item) {
    return "<" + Constants.qualified(type.tag.name) + (item.isText() ? ">" : "");
  }

  /** The end tag. */
  String close(ElementType type) {
    return "</" + Constants.qualified(type.tag.name) + ">";
  }

  // ---- the class ----

  String text() {
    String body =
        construction()
            + writing("writeAttributes", properties.stream().filter(PropertyCode::inTag).toList())
            + writing("writeContent", properties.stream().filter(p -> !p.inTag()).toList())
            + readingAttributes()
            + readingInOrder()
            + readingElements()
            + readingValue()
            + copying()
            + comparing()
            + hashing()
            + RowCode.of(this);
    StringBuilder methods = new StringBuilder();
    properties.forEach(property -> methods.append(comment(property)).append(property.methods()));
    String packageName = host.getPackageName();
    String declarations = constants.declarations();
    return SourceTemplate.fill(
        """
        // Generated by Castile from the binding annotations of $type. Do not edit.
        $package
        $imports

        /** Writes, reads, copies, compares and hashes {@link $bean}. */
        final class $class extends TypeCodec {
          private static final CodecBinding BINDING = CodecBinding.of(MethodHandles.lookup());
          $constants

          $class() {
            super(BINDING);
          }
          $body
          $methods
        }
        """,
        "type",
        plan.type.getCanonicalName(),
        "bean",
        beanName,
        "package",
        packageName.isEmpty() ? "" : "\npackage " + packageName + ";\n\n",
        "imports",
        imports("CodecBinding MethodHandles TypeCodec " + declarations + body + methods),
        "class",
        className,
        "constants",
        declarations,
        "body",
        body,
        "methods",
        methods.toString());
  }

  private static final String IMPORTS =
      """
      import io.castile.codec.bean.BeanCodec;
      import io.castile.codec.bean.BeanRef;
      import io.castile.codec.bean.CodecBinding;
      import io.castile.codec.value.CodecContext;
      import io.castile.codec.bean.Property;
      import io.castile.codec.value.SimpleType;
      import io.castile.codec.bean.TypeCodec;
      import io.castile.codec.value.ValueCodec;
      import io.castile.xml.XmlName;
      import io.castile.xml.XmlReader;
      import io.castile.xml.XmlText;
      import io.castile.xml.XmlWriter;
      import io.castile.xml.internal.RowCodec;
      import io.castile.xml.internal.XmlInternals;
      import java.lang.invoke.MethodHandles;
      import java.lang.reflect.Array;
      import java.util.ArrayList;
      import java.util.Arrays;
      import java.util.Collection;
      import java.util.Iterator;
      import java.util.List;
      import java.util.RandomAccess;
      """;

  /** Names that the source takes from {@code java.lang}, where they are taken for granted. */
  private static final List<Class<?>> LANG =
      List.of(
          Object.class,
          String.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class);

  /** The imports; of {@code java.lang} what a class of the bean's own package would hide. */
  private String imports(String code) {
    StringBuilder used = new StringBuilder();
    IMPORTS
        .lines()
        .filter(line -> code.contains(line.substring(line.lastIndexOf('.') + 1, line.length() - 1)))
        .forEach(line -> used.append(line).append('\n'));
    for (Class<?> type : LANG) {
      if (Nestmates.isDefined(host, host.getPackageName() + "." + type.getSimpleName())) {
        used.append("import ").append(type.getName()).append(";\n");
      }
    }
    return used.toString();
  }

  private static String comment(PropertyCode property) {
    String methods = property.methods();
    // Names are those of annotations: without characters that may end the line, or stand for some.
    String description =
        property.property.describe().replaceAll("[^ -~\\p{L}\\p{M}\\p{N}]|\\\\", "?");
    return methods.isEmpty() ? "" : "\n// ---- " + description + " ----\n";
  }

  private String construction() {
    return SourceTemplate.fill(
            """

            public Object newInstance() {
              return $new;
            }
            """,
            "new",
            hasPlainConstructor() ? "new " + beanName + "()" : "BINDING.newInstance()")
        + finishing();
  }

  /** Calls the constructor that takes all values; empty where only reflection can. */
  private String finishing() {
    if (plan.construction == null || !reaches(plan.construction.constructor)) {
      return "";
    }
    List<String> arguments = new ArrayList<>();
    for (Class<?> type : plan.construction.constructor.getParameterTypes()) {
      String value = "((" + nameOf(Types.box(type)) + ") values[" + arguments.size() + "])";
      arguments.add(type.isPrimitive() ? value + "." + type.getName() + "Value()" : value);
    }
    return SourceTemplate.fill(
        """

        public Object finish(Object[] values) {
          return new $bean(
              $arguments);
        }
        """,
        "bean",
        beanName,
        "arguments",
        String.join(",\n", arguments));
  }

  private boolean reaches(Constructor<?> constructor) {
    for (Class<?> type : constructor.getParameterTypes()) {
      if (!Nestmates.sees(host, type)) {
        return false;
      }
    }
    return constructor.getExceptionTypes().length == 0
        && Nestmates.reaches(host, constructor.getDeclaringClass(), constructor.getModifiers());
  }

  private boolean hasPlainConstructor() {
    Class<?> type = plan.type;
    XmlType annotation = type.getAnnotation(XmlType.class);
    if (plan.factory == null
        || plan.construction != null
        || type.isArray()
        || Modifier.isAbstract(type.getModifiers())
        || (annotation != null && !annotation.factoryMethod().isEmpty())) {
      return false;
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor();
      return constructor.getExceptionTypes().length == 0
          && Nestmates.reaches(host, type, constructor.getModifiers());
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  // ---- writing ----

  private String writing(String method, List<PropertyCode> written) {
    List<String> blocks = new ArrayList<>();
    for (int i = 0; i < written.size(); i += BLOCK) {
      blocks.add(Markups.write(written.subList(i, Math.min(written.size(), i + BLOCK)), constants));
    }
    String parent = plan.parent == null ? "" : parent() + "." + method + "(bean, out, context);\n";
    return blocks(
        """

        public void $method(Object object, XmlWriter out, CodecContext context) {
          $bean bean = ($bean) object;
          $parent
          $blocks
        }
        """,
        """

        private static void $method($bean bean, XmlWriter out, CodecContext context) {
          $block
        }
        """,
        "$method(bean, out, context);\n",
        Map.of("method", method, "parent", parent),
        blocks);
  }

  /**
   * A method of as many blocks as there are, each a method of its own if they are more than one.
   */
  private String blocks(
      String whole, String part, String call, Map<String, String> values, List<String> blocks) {
    Map<String, String> all = new HashMap<>(values);
    all.put("bean", beanName);
    all.put("target", targetName);
    String method = values.get("method");
    if (blocks.size() <= 1) {
      all.put("blocks", blocks.isEmpty() ? "" : blocks.get(0));
      return fill(whole, all);
    }
    StringBuilder calls = new StringBuilder();
    StringBuilder parts = new StringBuilder();
    for (int i = 0; i < blocks.size(); i++) {
      all.put("method", method + (i + 1));
      all.put("block", blocks.get(i));
      calls.append(fill(call, all));
      parts.append(fill(part, all));
    }
    all.put("method", method);
    all.put("blocks", calls.toString());
    return fill(whole, all) + parts;
  }

  private static String fill(String template, Map<String, String> values) {
    List<String> pairs = new ArrayList<>();
    values.forEach(
        (name, value) -> {
          pairs.add(name);
          pairs.add(value);
        });
    return SourceTemplate.fill(template, pairs.toArray(String[]::new));
  }

  private String parent() {
    return constants.constant("parent", "TypeCodec", "BINDING.parent()");
  }

  // ---- reading ----

  private String readingAttributes() {
    StringBuilder cases = new StringBuilder();
    for (PropertyCode property : properties) {
      if (property.property instanceof AttributeProperty) {
        cases.append(choice(property.index, property.readAttribute()));
      }
    }
    return SourceTemplate.fill(
        """

        public boolean readAttribute(
            Object object, XmlReader in, int index, XmlName name, CodecContext context) {
          $parent
          $choose
          return false;
        }
        """,
        "choose",
        cases.isEmpty() ? "" : choose("attributeIndex", cases.toString()),
        "parent",
        parentFirst("readAttribute(object, in, index, name, context)"));
  }

  private String choose(String look, String cases) {
    return SourceTemplate.fill(
        """
        $bean bean = ($bean) object;
        switch (BINDING.$look(name)) {
          $cases
          default:
            break;
        }
        """,
        "bean",
        targetName,
        "look",
        look,
        "cases",
        cases);
  }

  private static String choice(int index, String action) {
    return SourceTemplate.fill(
        """
        case $index:
          $action
          return true;
        """,
        "index",
        String.valueOf(index),
        "action",
        action);
  }

  private String parentFirst(String call) {
    return plan.parent == null
        ? ""
        : SourceTemplate.fill(
            """
            if ($parent.$call) {
              return true;
            }
            """,
            "parent",
            parent(),
            "call",
            call);
  }

  @SuppressWarnings("NullAway") // of these, each has the name of an element
  private String readingInOrder() {
    List<String> blocks = new ArrayList<>();
    StringBuilder block = new StringBuilder();
    int inBlock = 0;
    List<PropertyCode> elements =
        properties.stream().filter(property -> property.elementName() != null).toList();
    for (int i = 0; i < elements.size() && !overlapping; i++) {
      String next = i + 1 < elements.size() ? elements.get(i + 1).elementName() : "null";
      block.append(elements.get(i).readInOrder(next));
      if (++inBlock == BLOCK || i + 1 == elements.size()) {
        blocks.add(block.toString());
        block.setLength(0);
        inBlock = 0;
      }
    }
    String parent =
        plan.parent == null || overlapping
            ? ""
            : "name = " + parent() + ".readInOrder(object, in, name, context);\n";
    return blocks(
        """

        public XmlName $method(Object object, XmlReader in, XmlName first, CodecContext context) {
          $target bean = ($target) object;
          XmlName name = first;
          $parent
          $blocks
          return name;
        }
        """,
        """

        private static XmlName $method(
            $target bean, XmlReader in, XmlName first, CodecContext context) {
          XmlName name = first;
          $block
          return name;
        }
        """,
        "name = $method(bean, in, name, context);\n",
        Map.of("method", "readInOrder", "parent", parent),
        blocks);
  }

  /** Element after element by its number, a few hundred in one method at most. */
  private String readingElements() {
    StringBuilder cases = new StringBuilder();
    for (PropertyCode property : properties) {
      if (property.elementName() != null) {
        cases.append(choice(property.index, property.readElement()));
      }
    }
    return SourceTemplate.fill(
        """

        public boolean readElement(
            Object object, XmlReader in, XmlName name, CodecContext context) {
          $parent
          $choose
          return false;
        }
        """,
        "choose",
        cases.isEmpty() ? "" : choose("elementIndex", cases.toString()),
        "parent",
        parentFirst("readElement(object, in, name, context)"));
  }

  private String readingValue() {
    StringBuilder reads = new StringBuilder();
    properties.forEach(property -> reads.append(property.readValue()));
    return reads.isEmpty()
        ? ""
        : SourceTemplate.fill(
            """

            public void readValue(
                Object object, XmlText text, XmlReader in, CodecContext context) {
              $bean bean = ($bean) object;
              $read
            }
            """,
            "bean",
            targetName,
            "read",
            reads.toString());
  }

  // ---- copying and comparing ----

  /** The method of {@link TypeCodec}, where the calls in it are known to stay in the class. */
  private static final String COPY =
      """

      public Object copy(Object bean, CodecContext context) {
        Object copy = newInstance();
        copyInto(bean, copy, context);
        return copy;
      }
      """;

  private String copying() {
    return (plan.id == null && plan.construction == null ? COPY : "") + copyingInto();
  }

  private String copyingInto() {
    String parent = plan.parent == null ? "" : parent() + ".copyInto(source, target, context);\n";
    return blocks(
        """

        public void $method(Object source, Object target, CodecContext context) {
          $bean from = ($bean) source;
          $target to = ($target) target;
          $parent
          $blocks
        }
        """,
        """

        private static void $method($bean from, $target to, CodecContext context) {
          $block
        }
        """,
        "$method(from, to, context);\n",
        Map.of("method", "copyInto", "parent", parent),
        joined(properties.stream().map(PropertyCode::copy).toList()));
  }

  private String comparing() {
    String parent =
        plan.parent == null
            ? ""
            : SourceTemplate.fill(
                """
                if (!$parent.equalProperties(first, second, context)) {
                  return false;
                }
                """,
                "parent",
                parent());
    return blocks(
        """

        public boolean $method(Object first, Object second, CodecContext context) {
          $bean one = ($bean) first;
          $bean other = ($bean) second;
          $parent
          $blocks
          return true;
        }
        """,
        """

        private static boolean $method($bean one, $bean other, CodecContext context) {
          $block
          return true;
        }
        """,
        """
        if (!$method(one, other, context)) {
          return false;
        }
        """,
        Map.of("method", "equalProperties", "parent", parent),
        joined(properties.stream().map(PropertyCode::compare).toList()));
  }

  private String hashing() {
    return blocks(
        """

        public int $method(Object object, CodecContext context) {
          $bean bean = ($bean) object;
          int hash = $parent;
          $blocks
          return hash;
        }
        """,
        """

        private static int $method($bean bean, int given, CodecContext context) {
          int hash = given;
          $block
          return hash;
        }
        """,
        "hash = $method(bean, hash, context);\n",
        Map.of(
            "method",
            "hashProperties",
            "parent",
            plan.parent == null ? "1" : parent() + ".hashProperties(bean, context)"),
        joined(properties.stream().map(PropertyCode::hash).toList()));
  }

  private static List<String> joined(List<String> statements) {
    List<String> blocks = new ArrayList<>();
    for (int i = 0; i < statements.size(); i += BLOCK) {
      blocks.add(String.join("", statements.subList(i, Math.min(statements.size(), i + BLOCK))));
    }
    return blocks;
  }
}
