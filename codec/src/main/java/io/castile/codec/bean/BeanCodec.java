package io.castile.codec.bean;

import io.castile.codec.value.CodecContext;
import io.castile.codec.value.SimpleType;
import io.castile.codec.value.ValueCodec;
import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.RowCodec;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes, reads, copies, compares and hashes the instances of exactly one bound class.
 *
 * <p>For generated code; no compatibility promise. Thread-safe.
 */
public abstract class BeanCodec implements RowCodec {
  private volatile Namespace @Nullable [] namespaces;

  BeanCodec() {}

  /** The class. */
  abstract Class<?> type();

  /** The name for {@code xsi:type}; null for an anonymous type. */
  abstract @Nullable XmlName typeName();

  /** The element name of the class itself ({@code XmlRootElement}); null if it has none. */
  abstract @Nullable XmlName rootName();

  /** Writes attributes, {@code >} and content. */
  public abstract void writeBody(Object bean, XmlWriter out, CodecContext context);

  /** Reads from START_ELEMENT to END_ELEMENT; {@code xsi:type} has been dealt with. */
  public abstract Object read(XmlReader in, @Nullable Object parent, CodecContext context);

  public abstract Object copy(Object bean, CodecContext context);

  /** Compares two instances of the class. */
  public abstract boolean equal(Object one, Object other, CodecContext context);

  /** A hash that is the same for instances that are {@link #equal}. */
  public abstract int hash(Object bean, CodecContext context);

  abstract void collectNamespaces(Set<Namespace> into, Set<Class<?>> visited);

  /** Like {@link ValueCodec#anyText}. */
  abstract boolean anyText(Predicate<SimpleType> test, Set<Class<?>> visited);

  /** The value of the bean's identifier ({@code XmlID}); null if it has none. */
  abstract @Nullable String id(Object bean);

  /** All namespaces of markup that its static type allows below; shared, not to be written to. */
  final Namespace[] namespaces() {
    Namespace[] known = namespaces;
    if (known == null) {
      Set<Namespace> collected = new LinkedHashSet<>();
      Set<Class<?>> visited = new LinkedHashSet<>();
      visited.add(type());
      collectNamespaces(collected, visited);
      known = collected.toArray(Namespace[]::new);
      namespaces = known;
    }
    return known;
  }
}
