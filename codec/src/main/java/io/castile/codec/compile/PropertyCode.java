package io.castile.codec.compile;

import io.castile.codec.bean.ElementType;
import io.castile.codec.bean.Property;
import io.castile.codec.binding.Types;
import io.castile.codec.value.Markup;
import org.jspecify.annotations.Nullable;

/**
 * The generated source for one property. The names in scope: {@code bean}, {@code out}, {@code in},
 * {@code context}, and {@code name} of the child element where there is one.
 */
abstract class PropertyCode {
  final ClassSource source;
  final Property property;
  final int index;

  /** The Java name of the property as the end of a method's name; unique in the class. */
  final String suffix;

  PropertyCode(ClassSource source, int index) {
    this.source = source;
    this.index = index;
    this.property = source.plan.own.get(index);
    this.suffix = source.suffix(index);
  }

  /**
   * A value between two pieces of constant markup, so that the markup of neighbours can be merged.
   *
   * @param declaration declares the local variable of the value; empty for none
   * @param condition whether there is a value; null for always
   */
  record Piece(
      String declaration, @Nullable String condition, String open, String body, String close) {}

  /** Whether the property is written inside of the start tag. */
  final boolean inTag() {
    return property.isAttribute();
  }

  /** The property as a piece; null if {@link #write} does it. */
  @Nullable Piece piece() {
    return null;
  }

  /** A statement that writes the property as attribute or content. */
  String write() {
    throw new AssertionError("written as a piece");
  }

  /** The constant for the name of the first child element; null if the property has none. */
  abstract @Nullable String elementName();

  /**
   * Takes the property's children as long as {@code name} is theirs.
   *
   * @param next the name that is to be expected after them, or {@code null}
   */
  abstract String readInOrder(String next);

  /** Takes one child element. */
  abstract String readElement();

  /** Takes the attribute at {@code index}. */
  String readAttribute() {
    throw new AssertionError("not an attribute: " + property);
  }

  /** Takes {@code text}, the content of the element; empty where nothing special is to be done. */
  String readValue() {
    return "";
  }

  /** Copies the property from {@code from} to {@code to}. */
  abstract String copy();

  /** Returns false if the property is not written alike in {@code one} and {@code other}. */
  abstract String compare();

  /** Adds the property of {@code bean} to {@code hash}. */
  abstract String hash();

  /** Methods that the statements call. */
  String methods() {
    return "";
  }

  /** The constant for the property's object. */
  final String handler() {
    return source.constants.constant(
        property.javaName + "Property", "Property", "BINDING.property(" + index + ")");
  }

  // ---- what the kinds share ----

  /** Reads an element, or takes note of null where it is nil and that means null. */
  static String unlessNil(ElementType type, String absent, String read) {
    return type.nilIsNull
        ? SourceTemplate.fill(
            """
            if (in.attributeCount() != 0 && in.isNil()) {
              in.skipElement();
              $absent
            } else {
              $read
            }
            """,
            "absent",
            absent,
            "read",
            read)
        : read;
  }

  /**
   * The property is handled as an element of an object: everything is left to the property's own
   * object.
   */
  static final class Handled extends PropertyCode {
    private final @Nullable MemberCode member; // null if only the property's object can reach it

    Handled(ClassSource source, int index) {
      super(source, index);
      this.member = MemberCode.of(property.accessor, source.host);
    }

    private String get(String bean) {
      return member == null ? handler() + ".valueIn(" + bean + ")" : member.get(bean);
    }

    @Override
    String write() {
      return handler() + ".write(" + get("bean") + ", out, context);\n";
    }

    @Override
    @Nullable String elementName() {
      return property.elementNames().isEmpty()
          ? null
          : source.constants.name(property.javaName, property.elementNames().get(0));
    }

    @Override
    @SuppressWarnings("NullAway") // past the look at them, there is a name of an element
    String readInOrder(String next) {
      String read = handler() + ".readInto(bean, in, name, context);";
      if (property.elementNames().isEmpty()) {
        return "";
      }
      boolean several = property.elementNames().size() > 1;
      return SourceTemplate.fill(
          """
          $loop ($isMine) {
            $read
            name = in.nextChild($next);
          }
          """,
          "loop",
          property.isRepeated() ? "while" : "if",
          "isMine",
          several ? "BINDING.elementIndex(name) == " + index : "name == " + elementName(),
          "read",
          read,
          "next",
          property.isRepeated() && !several ? elementName() : next);
    }

    @Override
    String readElement() {
      return handler() + ".readInto(bean, in, name, context);\n";
    }

    @Override
    String readAttribute() {
      return handler() + ".readAttribute(bean, in, index, context);\n";
    }

    @Override
    String copy() {
      return handler() + ".copy(from, to, context);\n";
    }

    @Override
    String compare() {
      return SourceTemplate.fill(
          """
          if (!$handler.equal($one, $other, context)) {
            return false;
          }
          """,
          "handler",
          handler(),
          "one",
          get("one"),
          "other",
          get("other"));
    }

    @Override
    String hash() {
      return "hash = 31 * hash + " + handler() + ".hash(" + get("bean") + ", context);\n";
    }
  }

  /** The common part of all properties that are one value in one place. */
  abstract static class Single extends PropertyCode {
    final MemberCode member;
    final ItemCode item;

    Single(ClassSource source, int index, MemberCode member, ItemCode item) {
      super(source, index);
      this.member = member;
      this.item = item;
    }

    final String local() {
      return source.local(index);
    }

    final Piece piece(String open, String close) {
      if (member.type().isPrimitive()) {
        return new Piece("", null, open, item.write(member.get("bean"), member.type()), close);
      }
      return new Piece(
          declaration(), local() + " != null", open, item.write(local(), member.type()), close);
    }

    final String declaration() {
      return member.typeName() + " " + local() + " = " + member.get("bean") + ";";
    }

    @Override
    final String copy() {
      if (member.type().isPrimitive()) {
        return member.set("to", member.get("from")) + "\n";
      }
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
          local(),
          "value",
          member.get("from"),
          "set",
          member.set(
              "to",
              item.isImmutable()
                  ? local()
                  : ItemCode.cast(item.copy(local()), Object.class, member.type())),
          "old",
          member.current("to"),
          "clear",
          member.set("to", "null"));
    }

    @Override
    final String compare() {
      String one = member.get("one");
      String other = member.get("other");
      String differ;
      if (member.type() == double.class || member.type() == float.class) {
        String box = Types.box(member.type()).getSimpleName();
        differ = box + ".compare(" + one + ", " + other + ") != 0";
      } else if (member.type().isPrimitive()) {
        differ = one + " != " + other;
      } else {
        return comparison(member.typeName(), one, other, local(), item.equal(local(), "that"));
      }
      return SourceTemplate.fill(
          """
          if ($differ) {
            return false;
          }
          """,
          "differ",
          differ);
    }

    @Override
    final String hash() {
      if (member.type().isPrimitive()) {
        return "hash = 31 * hash + " + primitiveHash(member.type(), member.get("bean")) + ";\n";
      }
      return hashing(member.typeName(), member.get("bean"), local(), item.hash(local()));
    }

    /** The hash of the boxed value, as the interpreter takes it. */
    private static String primitiveHash(Class<?> type, String value) {
      if (type == boolean.class) {
        return "(" + value + " ? 1231 : 1237)";
      }
      return type == long.class || type == float.class || type == double.class
          ? Types.box(type).getSimpleName() + ".hashCode(" + value + ")"
          : value;
    }
  }

  /** Adds a value to {@code hash}; 0 for null. */
  static String hashing(String type, String value, String local, String hash) {
    return SourceTemplate.fill(
        """
        {
          $type $local = $value;
          hash = 31 * hash + ($local == null ? 0 : $hash);
        }
        """,
        "type",
        type,
        "local",
        local,
        "value",
        value,
        "hash",
        hash);
  }

  /** Returns false unless both values are null or {@code equal} holds for them. */
  static String comparison(String type, String one, String other, String local, String equal) {
    return SourceTemplate.fill(
        """
        {
          $type $local = $one;
          $type that = $other;
          if ($local != that
              && ($local == null
                  || that == null
                  || !$equal)) {
            return false;
          }
        }
        """,
        "type",
        type,
        "local",
        local,
        "one",
        one,
        "other",
        other,
        "equal",
        equal);
  }

  /** An attribute. */
  static final class Attribute extends Single {
    private final ItemCode.Simple text;
    private final Markup tag;

    Attribute(ClassSource source, int index, MemberCode member, ItemCode.Simple item, Markup tag) {
      super(source, index, member, item);
      this.text = item;
      this.tag = tag;
    }

    @Override
    Piece piece() {
      return piece(" " + Constants.qualified(tag.name) + "=\"", "\"");
    }

    @Override
    @Nullable String elementName() {
      return null;
    }

    @Override
    String readInOrder(String next) {
      return "";
    }

    @Override
    String readElement() {
      throw new AssertionError("an attribute has no elements: " + property);
    }

    @Override
    String readAttribute() {
      return member.set("bean", text.readText("in.attribute(index)", member.type())) + "\n";
    }
  }

  /** The text of the bean's element. */
  static final class Value extends Single {
    private final ItemCode.Simple text;

    Value(ClassSource source, int index, MemberCode member, ItemCode.Simple item) {
      super(source, index, member, item);
      this.text = item;
    }

    @Override
    Piece piece() {
      return piece("", "");
    }

    @Override
    @Nullable String elementName() {
      return null;
    }

    @Override
    String readInOrder(String next) {
      return "";
    }

    @Override
    String readElement() {
      throw new AssertionError("a text has no elements: " + property);
    }

    @Override
    String readValue() {
      String set = member.set("bean", text.readText("text", member.type())) + "\n";
      return text.acceptsEmpty()
          ? set
          : SourceTemplate.fill(
              """
              if (!text.isBlank()) {
                $set
              }
              """,
              "set",
              set);
    }
  }

  /** One child element. */
  static final class Element extends Single {
    private final ElementType type;

    Element(ClassSource source, int index, MemberCode member, ItemCode item, ElementType type) {
      super(source, index, member, item);
      this.type = type;
    }

    @Override
    @Nullable Piece piece() {
      return type.nillable && !member.type().isPrimitive()
          ? null
          : piece(source.open(type, item), source.close(type));
    }

    @Override
    String write() {
      return SourceTemplate.fill(
          """
          $declaration
          if ($local == null) {
            $handler.writeNil(out);
          } else {
            out.raw($open);
            $write
            out.raw($close);
          }
          """,
          "declaration",
          declaration(),
          "local",
          local(),
          "handler",
          handler(),
          "open",
          source.constants.markup(property.javaName + "Start", source.open(type, item)),
          "write",
          item.write(local(), member.type()),
          "close",
          source.constants.markup(property.javaName + "End", source.close(type)));
    }

    @Override
    String elementName() {
      return source.constants.name(property.javaName, type.tag.name);
    }

    @Override
    String readInOrder(String next) {
      return SourceTemplate.fill(
          """
          if (name == $element) {
            read$suffix(bean, in, context);
            name = in.nextChild($next);
          }
          """,
          "element",
          elementName(),
          "suffix",
          suffix,
          "next",
          next);
    }

    @Override
    String readElement() {
      return "read" + suffix + "(bean, in, context);\n";
    }

    @Override
    String methods() {
      String clear = member.type().isPrimitive() ? "" : member.set("bean", "null");
      return item.method()
          + SourceTemplate.fill(
              """

              private static void read$suffix(
                  $target bean, XmlReader in, CodecContext context) {
                $read
              }
              """,
              "suffix",
              suffix,
              "target",
              source.targetName,
              "read",
              unlessNil(type, clear, member.set("bean", item.read(member.type()))));
    }
  }
}
