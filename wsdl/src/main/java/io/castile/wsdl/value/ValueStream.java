package io.castile.wsdl.value;

import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads values by their plans, and gives them away in the form of JSON while it reads: what {@link
 * ValueReader} returns, without the whole of it in memory. Used by one thread, for one message.
 *
 * <p>An object is given away member by member where its type has all elements of a name in a row;
 * other objects are read whole: those of mixed content, of wildcards, and those whose order may
 * have to be told. Elements that a type does not have are the last members of their object.
 */
final class ValueStream {
  /** How much of a message may stand in elements that types do not have, of all open objects. */
  static final int MOST_UNKNOWN_BYTES = 1 << 20;

  private final XmlReader in;
  private final JsonSink out;
  private final ValueReader values;
  private long unknownBytes; // of the message, held for the ends of the objects that are open

  ValueStream(Plans plans, XmlReader in, JsonSink out) {
    this.in = in;
    this.out = out;
    this.values = new ValueReader(plans, in, true);
  }

  /** Gives away the element at whose start the reader is. */
  void element(@Nullable ElementPlan plan) {
    ComplexPlan declared = complex(plan);
    if (plan == null || declared == null) {
      out.value(values.element(plan));
      return;
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    ComplexPlan type = values.begun(declared, declared, fields);
    if (type.simple() == null && type.isInOrder()) {
      out.startObject();
      members(type, fields, new HashSet<>());
      out.endObject();
    } else {
      values.content(type, plan.preset(), fields);
      out.value(fields);
    }
  }

  /**
   * Gives away what is in the element at whose start the reader is, as members of the object that
   * has been begun; where it is a value that is no object, as the one member of its name.
   *
   * @param keys the names of members that are given away are added to them
   */
  void membersOf(@Nullable ElementPlan plan, Set<String> keys) {
    String name = in.name().local();
    ComplexPlan declared = complex(plan);
    Object value;
    if (plan == null || declared == null) {
      value = values.element(plan);
    } else {
      Map<String, Object> fields = new LinkedHashMap<>();
      ComplexPlan type = values.begun(declared, declared, fields);
      if (type.simple() == null && type.isInOrder()) {
        members(type, fields, keys);
        return;
      }
      values.content(type, plan.preset(), fields);
      value = fields;
    }
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> member(String.valueOf(key), each, keys));
    } else {
      member(name, value, keys);
    }
  }

  /** The type of an element that may be an object; null for others. */
  private @Nullable ComplexPlan complex(@Nullable ElementPlan plan) {
    return plan != null && plan.type() instanceof ComplexPlan type && !isNil() ? type : null;
  }

  private boolean isNil() {
    return in.attributeCount() != 0 && in.isNil();
  }

  private void member(String key, @Nullable Object value, Set<String> keys) {
    keys.add(key);
    out.name(key);
    out.value(value);
  }

  private void members(ComplexPlan type, Map<String, Object> attributes, Set<String> keys) {
    attributes.forEach((key, value) -> member(key, value, keys));
    elements(type.children(), type, keys);
  }

  /**
   * Gives away the elements that are in the one at whose start the reader is.
   *
   * @param type null where there are a few fields only
   */
  void elements(List<Child> children, @Nullable ComplexPlan type, Set<String> keys) {
    Unknown unknown = new Unknown();
    Child open = null; // whose array has been begun, and not ended
    XmlName name = in.nextChild(children.isEmpty() ? null : children.get(0).name());
    while (name != null) {
      Child child =
          open != null && name == open.name() ? open : ValueReader.child(children, type, name);
      if (open != null && child != open) {
        out.endArray();
        open = null;
      }
      if (child == null) {
        unknown.read(name);
      } else {
        if (child != open) {
          begin(child, keys);
          open = child.isRepeated() ? child : null;
        }
        element(child.element());
      }
      name = in.nextChild(child == null ? null : open == null ? child.next() : child.name());
    }
    if (open != null) {
      out.endArray();
    }
    unknown.give(keys);
  }

  private void begin(Child child, Set<String> keys) {
    if (!keys.add(child.key())) {
      throw in.unexpected("all elements " + child.key() + " in a row", "one behind other elements");
    }
    out.name(child.key());
    if (child.isRepeated()) {
      out.startArray();
    }
  }

  /** Elements that a type does not have, held until the end of their object. */
  private final class Unknown {
    private final ValueReader.Several several = new ValueReader.Several();
    private final Map<String, Object> fields = new LinkedHashMap<>();
    private long held; // bytes of the message

    void read(XmlName name) {
      int from = in.offset();
      several.add(fields, several.key(name, true), values.element(null), false);
      int length = in.offset() - from;
      held += length;
      unknownBytes += length;
      if (unknownBytes > MOST_UNKNOWN_BYTES) {
        throw in.unexpected(
            "at most " + MOST_UNKNOWN_BYTES + " bytes of elements that their types do not have",
            "more");
      }
    }

    void give(Set<String> keys) {
      fields.forEach((key, value) -> member(key, value, keys));
      unknownBytes -= held;
    }
  }
}
