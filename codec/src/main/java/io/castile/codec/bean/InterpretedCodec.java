package io.castile.codec.bean;

import io.castile.codec.value.CodecContext;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a plan by walking over its properties: ready at once, and the oracle of the compiled
 * codecs.
 */
public final class InterpretedCodec extends TypeCodec {
  private final List<Property> attributes = new ArrayList<>();
  private final List<Property> contents = new ArrayList<>();
  private final Map<XmlName, AttributeProperty> byAttribute = new HashMap<>();
  private final Map<XmlName, Property> byElement = new HashMap<>();

  private final @Nullable CodecHolder holder; // null for a wrapper without a class

  InterpretedCodec(BeanPlan plan, @Nullable TypeCodec parent, @Nullable CodecHolder holder) {
    super(plan, parent);
    this.holder = holder;
    for (Property property : plan.own) {
      (property.isAttribute() ? attributes : contents).add(property);
      if (property instanceof AttributeProperty attribute) {
        byAttribute.putIfAbsent(attribute.tag.name, attribute);
      }
      for (XmlName name : property.elementNames()) {
        byElement.putIfAbsent(name, property);
      }
    }
  }

  public CodecHolder holder() {
    return Objects.requireNonNull(holder, "of a wrapper");
  }

  @Override
  public Object newInstance() {
    if (holder != null) {
      holder.used();
    }
    return plan.newInstance();
  }

  /** Notes that an operation interprets the class, so that it is compiled where that pays. */
  public void note(CodecContext context) {
    if (holder != null) {
      holder.interpreted(context);
    }
  }

  @Override
  public void writeAttributes(Object bean, XmlWriter out, CodecContext context) {
    if (holder != null) {
      holder.used();
    }
    note(context);
    if (parent() != null) {
      parent().writeAttributes(bean, out, context);
    }
    for (Property attribute : attributes) {
      attribute.write(attribute.accessor.get(bean), out, context);
    }
  }

  @Override
  public void writeContent(Object bean, XmlWriter out, CodecContext context) {
    if (parent() != null) {
      parent().writeContent(bean, out, context);
    }
    for (Property content : contents) {
      content.write(content.accessor.get(bean), out, context);
    }
  }

  @Override
  public boolean readAttribute(
      Object bean, XmlReader in, int index, XmlName name, CodecContext context) {
    if (parent() != null && parent().readAttribute(bean, in, index, name, context)) {
      return true;
    }
    AttributeProperty attribute = byAttribute.get(name);
    if (attribute == null) {
      return false;
    }
    attribute.readAttribute(bean, in, index, context);
    return true;
  }

  /**
   * Finds every element by its name, in whatever order: nothing is gained here by expecting one.
   */
  @Override
  public @Nullable XmlName readInOrder(
      Object bean, XmlReader in, @Nullable XmlName name, CodecContext context) {
    note(context);
    return name;
  }

  @Override
  public void readValue(Object bean, XmlText text, XmlReader in, CodecContext context) {
    note(context);
    super.readValue(bean, text, in, context);
  }

  @Override
  public boolean readElement(Object bean, XmlReader in, XmlName name, CodecContext context) {
    if (plan.mixed != null) {
      note(context);
    }
    if (parent() != null && parent().readElement(bean, in, name, context)) {
      return true;
    }
    Property property = byElement.get(name);
    if (property == null) {
      return false;
    }
    property.readInto(bean, in, name, context);
    return true;
  }

  @Override
  public void copyInto(Object from, Object to, CodecContext context) {
    note(context);
    if (parent() != null) {
      parent().copyInto(from, to, context);
    }
    for (Property property : plan.own) {
      property.copy(from, to, context);
    }
  }

  @Override
  public boolean equalProperties(Object one, Object other, CodecContext context) {
    note(context);
    if (parent() != null && !parent().equalProperties(one, other, context)) {
      return false;
    }
    for (Property property : plan.own) {
      if (!property.equal(property.accessor.get(one), property.accessor.get(other), context)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashProperties(Object bean, CodecContext context) {
    note(context);
    int hash = parent() == null ? 1 : parent().hashProperties(bean, context);
    for (Property property : plan.own) {
      hash = 31 * hash + property.hash(property.accessor.get(bean), context);
    }
    return hash;
  }
}
