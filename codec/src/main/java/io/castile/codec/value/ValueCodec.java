package io.castile.codec.value;

import io.castile.codec.bean.BeanPlan;
import io.castile.xml.Namespace;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How a value stands as an element, whatever the element's name: a node of the plan. Nil is handled
 * by the code that holds the element; values are never null here.
 *
 * <p>For generated code; no compatibility promise. Immutable and thread-safe.
 */
public abstract class ValueCodec {
  public static final byte[] GT = {'>'};

  public ValueCodec() {}

  /**
   * Writes what follows {@code <name}: attributes, {@code >}, content; the end tag is the caller's.
   */
  public abstract void writeBody(Object value, XmlWriter out, CodecContext context);

  /** Writes the whole element. */
  public final void writeElement(Markup tag, Object value, XmlWriter out, CodecContext context) {
    out.raw(tag.open);
    writeBody(value, out, context);
    out.raw(tag.close);
  }

  /**
   * Reads the element at whose START_ELEMENT {@code in} stands, to its END_ELEMENT.
   *
   * @param parent the bean that holds the value, for callbacks; null where none does
   */
  public abstract @Nullable Object read(
      XmlReader in, @Nullable Object parent, CodecContext context);

  /** A deep copy. */
  public abstract @Nullable Object copy(Object value, CodecContext context);

  /** Whether two values are written alike. */
  public abstract boolean equal(Object one, Object other, CodecContext context);

  /** A hash that is the same for values that are {@link #equal}. */
  public abstract int hash(Object value, CodecContext context);

  /** Adds the namespaces of all markup that can stand below such an element by its static type. */
  public void collectNamespaces(Set<Namespace> namespaces, Set<Class<?>> visited) {}

  /**
   * Whether a text that values of its static type can have passes a test, which gets null for texts
   * of which nothing is known.
   */
  public boolean anyText(Predicate<SimpleType> test, Set<Class<?>> visited) {
    return false;
  }

  /** Like {@link BeanPlan#isImmutable}. */
  public boolean isImmutable(Set<Class<?>> visited) {
    return false;
  }

  /** Adds the bound classes that this value refers to by its static type. */
  public void collectTypes(Set<Class<?>> types) {}
}
