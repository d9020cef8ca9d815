package io.castile.codec.compile;

import io.castile.codec.bean.ElementProperty;
import io.castile.codec.bean.ElementType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The generated source for a property that is a repeated element of one name. */
final class RepeatedCode extends PropertyCode {
  private final MemberCode member;
  private final ItemCode item;
  private final ElementProperty elements;
  private final ElementType type;
  private final @Nullable Class<?> component; // null for a collection

  RepeatedCode(ClassSource source, int index, MemberCode member, ItemCode item) {
    super(source, index);
    this.member = member;
    this.item = item;
    this.elements = (ElementProperty) property;
    this.type = elements.types.get(0);
    this.component = member.type().getComponentType();
  }

  // ---- writing ----

  @Override
  String write() {
    return SourceTemplate.fill(
        """
        $type $local = $value;
        if ($local != null) {
          write$suffix($local, out, context);
        }$otherwise
        """,
        "type",
        member.typeName(),
        "local",
        source.local(index),
        "value",
        member.get("bean"),
        "suffix",
        suffix,
        "otherwise",
        elements.wrapperNillable
            ? " else {\n  " + handler() + ".write(null, out, context);\n}"
            : "");
  }

  private String writeMethods() {
    String open = source.open(type, item);
    String close = source.close(type);
    return SourceTemplate.fill(
        component != null && component.isPrimitive()
            ? (isNumeric() ? NUMBERS : PRIMITIVES)
            : component != null ? WRITE_ONE + ARRAY : WRITE_ONE + COLLECTION,
        "suffix",
        suffix,
        "type",
        member.typeName(),
        "item",
        component == null ? "Object" : ClassSource.nameOf(component),
        "property",
        Constants.literal(property.javaName),
        "before",
        wrapper("WrapperStart", "<"),
        "after",
        wrapper("WrapperEnd", "</"),
        "start",
        source.constants.markup(property.javaName + "Start", open),
        "next",
        source.constants.markup(property.javaName + "Next", close + open),
        "end",
        source.constants.markup(property.javaName + "End", close),
        "first",
        component == null ? "" : item.write("items[0]", component),
        "each",
        component == null ? "" : item.write("items[i]", component),
        "write",
        item.write("item", component == null ? Object.class : component),
        "absent",
        absent(),
        "all",
        all(open, close));
  }

  /** Has the writer take the whole list, and returns, if it does. */
  private String all(String open, String close) {
    String list = component == null ? "(List) (Object) items" : "Arrays.asList((Object[]) items)";
    String tags =
        source.constants.markup(property.javaName + "Start", open)
            + ", "
            + source.constants.markup(property.javaName + "Next", close + open)
            + ", "
            + source.constants.markup(property.javaName + "End", close);
    String written = component != null && component.isPrimitive() ? "" : item.writeAll(list, tags);
    if (written.isEmpty()) {
      return "";
    }
    String condition =
        component == null
            ? "(Object) items instanceof RandomAccess && (Object) items instanceof List && "
                + written
            : written;
    return SourceTemplate.fill(
        """
        if ($written) {
          $after
          return;
        }
        """,
        "written",
        condition,
        "after",
        wrapper("WrapperEnd", "</"));
  }

  /** Whether the writer has a method for the whole array. */
  private boolean isNumeric() {
    return component != null
        && SCRATCH.containsKey(component)
        && item.write("items[i]", component).equals("out.text(items[i]);");
  }

  private String wrapper(String what, String before) {
    if (elements.wrapper == null) {
      return "";
    }
    String markup = before + Constants.qualified(elements.wrapper.name) + ">";
    return "out.raw(" + source.constants.markup(property.javaName + what, markup) + ");";
  }

  private String absent() {
    if (!type.nillable) {
      return "return open;";
    }
    return SourceTemplate.fill(
        """
        if (open) {
          out.raw($end);
        }
        $handler.writeNil(out);
        return false;
        """,
        "end",
        source.constants.markup(property.javaName + "End", source.close(type)),
        "handler",
        handler());
  }

  private static final String NUMBERS =
      """

      private static void write$suffix(
          $type items, XmlWriter out, CodecContext context) {
        $before
        out.items(items, $start, $next, $end);
        $after
      }
      """;

  private static final String PRIMITIVES =
      """

      private static void write$suffix(
          $type items, XmlWriter out, CodecContext context) {
        int length = items.length;
        $before
        out.enterList($property, length);
        if (length != 0) {
          out.raw($start);
          $first
          for (int i = 1; i < length; i++) {
            out.raw($next);
            $each
          }
          out.raw($end);
        }
        out.leaveList();
        $after
      }
      """;

  private static final String WRITE_ONE =
      """

      /** Writes an item up to its end tag, and before it that of an item which is still open. */
      private static boolean writeOneOf$suffix(
          $item item, boolean open, XmlWriter out, CodecContext context) {
        if (item == null) {
          $absent
        }
        out.raw(open ? $next : $start);
        $write
        return true;
      }
      """;

  private static final String ARRAY =
      """

      private static void write$suffix(
          $type items, XmlWriter out, CodecContext context) {
        boolean open = false;
        $before
        $all
        out.enterList($property, items.length);
        for (int i = 0; i < items.length; i++) {
          open = writeOneOf$suffix(items[i], open, out, context);
        }
        if (open) {
          out.raw($end);
        }
        out.leaveList();
        $after
      }
      """;

  private static final String COLLECTION =
      """

      private static void write$suffix(
          $type items, XmlWriter out, CodecContext context) {
        boolean open = false;
        $before
        $all
        out.enterList($property, items.size());
        if ((Object) items instanceof ArrayList) {
          ArrayList list = (ArrayList) (Object) items;
          for (int i = 0, size = list.size(); i < size; i++) {
            open = writeOneOf$suffix(list.get(i), open, out, context);
          }
        } else {
          for (Iterator each = items.iterator(); each.hasNext(); ) {
            open = writeOneOf$suffix(each.next(), open, out, context);
          }
        }
        if (open) {
          out.raw($end);
        }
        out.leaveList();
        $after
      }
      """;

  // ---- reading ----

  @Override
  String elementName() {
    return source.constants.name(
        property.javaName, elements.wrapper != null ? elements.wrapper.name : type.tag.name);
  }

  /** Whether items go straight to the collection in the bean, one by one. */
  private boolean addsToBean() {
    return !property.gathers();
  }

  @Override
  String readInOrder(String next) {
    if (elements.wrapper != null) {
      return SourceTemplate.fill(
          """
          if (name == $element) {
            $read
            name = in.nextChild($next);
          }
          """,
          "element",
          elementName(),
          "read",
          readElement(),
          "next",
          next);
    }
    return SourceTemplate.fill(
        """
        if (name == $element) {
          name = readRunOf$suffix(bean, in, context);
        }
        """,
        "element",
        elementName(),
        "suffix",
        suffix);
  }

  @Override
  String readElement() {
    return addsToBean()
        ? "read" + suffix + "(bean, in, context);\n"
        : handler() + ".readInto(bean, in, name, context);\n";
  }

  private String readMethods() {
    if (elements.wrapper != null && !addsToBean()) {
      return "";
    }
    String template;
    if (addsToBean()) {
      template = elements.wrapper == null ? READ_ONE + READ_RUN : READ_WRAPPED;
    } else if (component == null) {
      template = READ_COLLECTION;
    } else {
      template = component.isPrimitive() ? READ_PRIMITIVES : READ_ARRAY;
    }
    Class<?> to = component == null ? Object.class : component;
    String read = item.read(to);
    String scratch = component == null ? null : SCRATCH.get(component);
    return SourceTemplate.fill(
        template,
        "suffix",
        suffix,
        "bean",
        source.targetName,
        "type",
        member.typeName(),
        "value",
        member.current("bean"),
        "create",
        member.set("bean", "items"),
        "element",
        source.constants.name(property.javaName + "Item", type.tag.name),
        "wrapper",
        elementName(),
        "add",
        unlessNil(type, add(component == boolean.class ? "false" : "0", "null"), add(read, read)),
        "item",
        component == null ? "" : ClassSource.nameOf(component),
        "take",
        scratch != null ? "context.scratch()." + scratch + "()" : "new " + component + "[64]",
        "give",
        scratch != null ? "context.scratch().keep(items);" : "",
        "set",
        component == null
            ? ""
            : member
                .set("bean", component.isPrimitive() ? COPY : TO_ARRAY)
                .replace("ITEM", component == null ? "" : ClassSource.nameOf(component)),
        "handler",
        template.contains("$handler") ? handler() : "");
  }

  private String add(String primitive, String object) {
    return component != null && component.isPrimitive()
        ? "items[count++] = " + primitive + ";"
        : "items.add(" + object + ");";
  }

  private static final Map<Class<?>, String> SCRATCH =
      Map.of(
          int.class, "ints", long.class, "longs", float.class, "floats", double.class, "doubles");

  private static final String COPY = "Arrays.copyOf(items, count)";
  private static final String TO_ARRAY =
      "(ITEM[])\n    items.toArray((Object[]) Array.newInstance(ITEM.class, items.size()))";

  private static final String READ_ONE =
      """

      private static void read$suffix(
          $bean bean, XmlReader in, CodecContext context) {
        $type items = $value;
        if (items == null) {
          items = new ArrayList();
          $create
        }
        $add
      }
      """;

  private static final String READ_RUN =
      """

      private static XmlName readRunOf$suffix(
          $bean bean, XmlReader in, CodecContext context) {
        if (XmlInternals.memory(in) != null) {
          return $handler.readRun(bean, in, $element, context);
        }
        $type items = $value;
        if (items == null) {
          items = new ArrayList();
          $create
        }
        int first = in.offset();
        XmlName name = $element;
        for (int count = 0; name == $element; count++) {
          if (count == CodecContext.SAMPLE) {
            context.reserve(items, in, first);
          }
          $add
          name = in.nextChild($element);
        }
        return name;
      }
      """;

  private static final String READ_WRAPPED =
      """

      private static void read$suffix(
          $bean bean, XmlReader in, CodecContext context) {
        if (XmlInternals.memory(in) != null) {
          $handler.readInto(bean, in, $wrapper, context);
          return;
        }
        if (in.attributeCount() != 0 && in.isNil()) {
          in.skipElement();
          return;
        }
        in.passOverAttributes();
        $type items = $value;
        if (items == null) {
          items = new ArrayList();
          $create
        }
        XmlName name = in.nextChild($element);
        int first = in.offset();
        for (int count = 0; name != null; count++) {
          if (count == CodecContext.SAMPLE) {
            context.reserve(items, in, first);
          }
          if (!$element.equals(name)) {
            passOver(in, $element);
          } else {
            $add
          }
          name = in.nextChild($element);
        }
      }
      """;

  private static final String READ_COLLECTION =
      """

      private static XmlName readRunOf$suffix(
          $bean bean, XmlReader in, CodecContext context) {
        if (XmlInternals.memory(in) != null) {
          return $handler.readRun(bean, in, $element, context);
        }
        $type items = $value;
        if (items == null) {
          items = new ArrayList();
        } else {
          items.clear();
        }
        int first = in.offset();
        XmlName name = $element;
        for (int count = 0; name == $element; count++) {
          if (count == CodecContext.SAMPLE) {
            context.reserve(items, in, first);
          }
          $add
          name = in.nextChild($element);
        }
        $create
        if (name != null) {
          $handler.gathered(bean, context);
        }
        return name;
      }
      """;

  private static final String READ_ARRAY =
      """

      private static XmlName readRunOf$suffix(
          $bean bean, XmlReader in, CodecContext context) {
        if (XmlInternals.memory(in) != null) {
          return $handler.readRun(bean, in, $element, context);
        }
        ArrayList items = new ArrayList();
        int first = in.offset();
        XmlName name = $element;
        for (int count = 0; name == $element; count++) {
          if (count == CodecContext.SAMPLE) {
            context.reserve(items, in, first);
          }
          $add
          name = in.nextChild($element);
        }
        $set
        if (name != null) {
          $handler.gathered(bean, context);
        }
        return name;
      }
      """;

  private static final String READ_PRIMITIVES =
      """

      private static XmlName readRunOf$suffix(
          $bean bean, XmlReader in, CodecContext context) {
        if (XmlInternals.memory(in) != null) {
          return $handler.readRun(bean, in, $element, context);
        }
        $item[] items = $take;
        int count = 0;
        XmlName name = $element;
        while (name == $element) {
          if (count == items.length) {
            items = Arrays.copyOf(items, 2 * count);
          }
          $add
          name = in.nextChild($element);
        }
        $set
        $give
        if (name != null) {
          $handler.gathered(bean, context);
        }
        return name;
      }
      """;

  // ---- copying and comparing ----

  @Override
  String copy() {
    if (component != null && !component.isPrimitive()) {
      return handler() + ".copy(from, to, context);\n";
    }
    String local = source.local(index);
    String copied =
        component != null
            ? local + ".clone()"
            : item.isImmutable()
                ? "new ArrayList(" + local + ")"
                : "copy" + suffix + "(" + local + ", context)";
    return SourceTemplate.fill(
        """
        $type $local = $value;
        if ($local != null) {
          $set
        } else if ($old != null) {
          $clear
        }
        """,
        "type",
        member.typeName(),
        "local",
        local,
        "value",
        member.get("from"),
        "set",
        member.set("to", component == null ? copied : "(" + member.typeName() + ") " + copied),
        "old",
        member.current("to"),
        "clear",
        member.set("to", "null"));
  }

  @Override
  String compare() {
    if (component != null && !component.isPrimitive()) {
      return SourceTemplate.fill(
          """
          if (!$handler.equal($one, $other, context)) {
            return false;
          }
          """,
          "handler",
          handler(),
          "one",
          member.get("one"),
          "other",
          member.get("other"));
    }
    String local = source.local(index);
    return comparison(
        member.typeName(),
        member.get("one"),
        member.get("other"),
        local,
        component != null
            ? "Arrays.equals(" + local + ", that)"
            : "equal" + suffix + "(" + local + ", that, context)");
  }

  @Override
  String hash() {
    if (component != null && !component.isPrimitive()) {
      return "hash = 31 * hash + " + handler() + ".hash(" + member.get("bean") + ", context);\n";
    }
    String local = source.local(index);
    return hashing(
        member.typeName(),
        member.get("bean"),
        local,
        component != null
            ? "Arrays.hashCode(" + local + ")"
            : "hash" + suffix + "(" + local + ", context)");
  }

  private String copyMethods() {
    if (component != null) {
      return "";
    }
    return (item.isImmutable()
            ? ""
            : SourceTemplate.fill(COPY_ITEMS, "suffix", suffix, "copy", item.copy("item")))
        + SourceTemplate.fill(EQUAL_ITEMS, "suffix", suffix, "equal", item.equal("item", "that"))
        + SourceTemplate.fill(HASH_ITEMS, "suffix", suffix, "hash", item.hash("item"));
  }

  private static final String COPY_ITEMS =
      """

      private static ArrayList copy$suffix(Collection items, CodecContext context) {
        ArrayList copy = new ArrayList(items.size());
        for (Iterator each = items.iterator(); each.hasNext(); ) {
          Object item = each.next();
          copy.add(item == null ? null : $copy);
        }
        return copy;
      }
      """;

  private static final String EQUAL_ITEMS =
      """

      private static boolean equal$suffix(
          Collection items, Collection others, CodecContext context) {
        if (items.size() != others.size()) {
          return false;
        }
        Iterator other = others.iterator();
        for (Iterator each = items.iterator(); each.hasNext(); ) {
          Object item = each.next();
          Object that = other.next();
          if (item != that
              && (item == null
                  || that == null
                  || !$equal)) {
            return false;
          }
        }
        return true;
      }
      """;

  private static final String HASH_ITEMS =
      """

      private static int hash$suffix(Collection items, CodecContext context) {
        int hash = 1;
        for (Iterator each = items.iterator(); each.hasNext(); ) {
          Object item = each.next();
          hash = 31 * hash + (item == null ? 0 : $hash);
        }
        return hash;
      }
      """;

  @Override
  String methods() {
    return item.method() + writeMethods() + readMethods() + copyMethods();
  }
}
