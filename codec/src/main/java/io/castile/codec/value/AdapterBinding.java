package io.castile.codec.value;

import io.castile.codec.BindingException;
import io.castile.codec.binding.Types;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlText;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import java.lang.reflect.Type;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An {@link XmlAdapter} between the values of a property and the values that the binding writes and
 * reads.
 *
 * @param adapter the class of the adapter
 * @param boundType the type that is written and read ({@code ValueType} of the adapter)
 * @param immutable whether the property's own type is known never to change, so that copies share
 *     it
 */
public record AdapterBinding(Class<?> adapter, Type boundType, boolean immutable) {

  public static AdapterBinding of(Class<?> adapter, Class<?> propertyType) {
    Type bound = Types.typeArgument(adapter, XmlAdapter.class, 0);
    return new AdapterBinding(
        adapter, bound == null ? Object.class : bound, isImmutable(propertyType));
  }

  private static boolean isImmutable(Class<?> type) {
    if (type.isEnum() || type.isPrimitive() || type.getName().startsWith("java.time.")) {
      return true;
    }
    SimpleType simple = SimpleTypes.of(type);
    return simple != null && simple.isImmutable();
  }

  /** The value to write; null for null unless the adapter says otherwise. */
  public @Nullable Object toBound(@Nullable Object value, CodecContext context) {
    XmlAdapter<Object, Object> instance = context.adapter(adapter);
    try {
      return instance.marshal(value);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new BindingException(adapter.getName() + ".marshal failed: " + e.getMessage(), e);
    }
  }

  /** The value for the property, which stands in an element. */
  public @Nullable Object toValue(@Nullable Object bound, XmlReader in, CodecContext context) {
    return toValue(bound, expected -> in.unexpected(expected, String.valueOf(bound)), context);
  }

  /** The value for the property, wherever it stands. */
  public @Nullable Object toValue(@Nullable Object bound, CodecContext context) {
    return toValue(
        bound,
        expected -> new XmlDataException("expected " + expected + ", found " + bound, "", -1),
        context);
  }

  /** The value for the property, which stands in a text. */
  @Nullable Object toValue(@Nullable Object bound, XmlText text, CodecContext context) {
    return toValue(bound, text::invalid, context);
  }

  private @Nullable Object toValue(
      @Nullable Object bound, Function<String, XmlDataException> refusal, CodecContext context) {
    if (!immutable) {
      context.unproven(); // the adapter need not give the same for what it has written
    }
    XmlAdapter<Object, Object> instance = context.adapter(adapter);
    try {
      return instance.unmarshal(bound);
    } catch (XmlException e) {
      throw e;
    } catch (Exception e) {
      XmlDataException refused =
          refusal.apply("a value that " + adapter.getSimpleName() + " takes");
      refused.addSuppressed(e);
      throw refused;
    }
  }

  public @Nullable Object copy(
      Object value, UnaryOperator<Object> copyBound, CodecContext context) {
    if (immutable) {
      return value;
    }
    Object bound = toBound(value, context);
    XmlAdapter<Object, Object> instance = context.adapter(adapter);
    try {
      return instance.unmarshal(bound == null ? null : copyBound.apply(bound));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new BindingException(adapter.getName() + ".unmarshal failed: " + e.getMessage(), e);
    }
  }

  public boolean equal(
      Object one, Object other, BiPredicate<Object, Object> equalBound, CodecContext context) {
    if (one == other) {
      return true;
    }
    // What the application's equals holds for equal need not be written alike.
    Object a = toBound(one, context);
    Object b = toBound(other, context);
    return a == b || (a != null && b != null && equalBound.test(a, b));
  }

  public int hash(Object value, ToIntFunction<Object> hashBound, CodecContext context) {
    Object bound = toBound(value, context);
    return bound == null ? 0 : hashBound.applyAsInt(bound);
  }
}
