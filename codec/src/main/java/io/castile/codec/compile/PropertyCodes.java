package io.castile.codec.compile;

import io.castile.codec.bean.AttributeProperty;
import io.castile.codec.bean.BeanRef;
import io.castile.codec.bean.ElementProperty;
import io.castile.codec.bean.ElementType;
import io.castile.codec.bean.IdrefType;
import io.castile.codec.bean.Property;
import io.castile.codec.bean.ValueProperty;
import io.castile.codec.value.AdapterBinding;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.SimpleValue;
import java.util.ArrayList;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how generated source deals with a property: directly, or through the property's object.
 */
final class PropertyCodes {
  private PropertyCodes() {}

  static PropertyCode of(ClassSource source, int index) {
    Property property = source.plan.own.get(index);
    MemberCode member = MemberCode.of(property.accessor, source.host);
    PropertyCode direct = null;
    if (member != null && property instanceof ElementProperty element) {
      direct = element(source, index, element, member);
    } else if (member != null && property instanceof AttributeProperty attribute) {
      ItemCode.Simple item =
          text(source, index, attribute.type, attribute.adaptation, member, true);
      direct =
          item == null
              ? null
              : new PropertyCode.Attribute(source, index, member, item, attribute.tag);
    } else if (member != null && property instanceof ValueProperty value) {
      ItemCode.Simple item = text(source, index, value.type, value.adaptation, member, false);
      direct = item == null ? null : new PropertyCode.Value(source, index, member, item);
    }
    return direct != null ? direct : new PropertyCode.Handled(source, index);
  }

  private static ItemCode.@Nullable Simple text(
      ClassSource source,
      int index,
      SimpleType type,
      @Nullable AdapterBinding adaptation,
      MemberCode member,
      boolean attribute) {
    if (adaptation != null || type instanceof IdrefType || type.needsDeclaration()) {
      return null;
    }
    ItemCode.Simple item = simple(source, index, type, null, attribute);
    return member.type().isPrimitive() && !item.fits(member.type()) ? null : item;
  }

  private static ItemCode.Simple simple(
      ClassSource source,
      int index,
      SimpleType type,
      @Nullable SimpleValue value,
      boolean attribute) {
    String javaName = source.plan.own.get(index).javaName;
    return new ItemCode.Simple(
        type,
        () ->
            source.constants.constant(
                javaName + "Type", "SimpleType", "BINDING.simpleType(" + index + ", 0)"),
        value == null || value.defaultValue == null
            ? null
            : () ->
                source.constants.constant(
                    javaName + "Codec", "ValueCodec", "BINDING.value(" + index + ", 0)"),
        attribute);
  }

  private static @Nullable PropertyCode element(
      ClassSource source, int index, ElementProperty element, MemberCode member) {
    if (element.types.size() != 1 || element.adaptation != null || element.reference) {
      return null;
    }
    ElementType type = element.types.get(0);
    ItemCode item = item(source, index, type);
    if (element.shape == null) {
      boolean fits =
          !member.type().isPrimitive()
              || (item instanceof ItemCode.Simple simple && simple.fits(member.type()));
      return fits ? new PropertyCode.Element(source, index, member, item, type) : null;
    }
    Class<?> component = member.type().getComponentType();
    boolean fits =
        component == null
            ? Collection.class.isAssignableFrom(member.type())
                && member.type().isAssignableFrom(ArrayList.class)
            : component.isPrimitive()
                ? item instanceof ItemCode.Simple simple && simple.fits(component)
                : Nestmates.sees(source.host, component);
    return fits ? new RepeatedCode(source, index, member, item) : null;
  }

  private static ItemCode item(ClassSource source, int index, ElementType type) {
    if (type.codec instanceof SimpleValue value && !value.type.needsDeclaration()) {
      return simple(source, index, value.type, value, false);
    }
    String javaName = source.plan.own.get(index).javaName;
    if (type.codec instanceof BeanRef bean && Nestmates.sees(source.host, bean.type)) {
      Constants constants = source.constants;
      return new ItemCode.Bean(
          constants.constant(javaName + "Ref", "BeanRef", "BINDING.bean(" + index + ", 0)"),
          constants.constant(javaName + "Codec", "BeanCodec", "BINDING.compiled(" + index + ", 0)"),
          ClassSource.nameOf(bean.type),
          source.suffix(index));
    }
    return new ItemCode.Handled(
        source.constants.constant(
            javaName + "Codec", "ValueCodec", "BINDING.value(" + index + ", 0)"));
  }
}
