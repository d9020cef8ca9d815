package io.castile.cache.graph;

import java.lang.reflect.Constructor;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a class for copying, comparing, hashing and weighing its instances without a codec.
 * {@link TypeShapes} decides which it is.
 */
public sealed interface TypeShape {

  /** Instances never change, and are compared by what they say. */
  record Immutable(BiPredicate<Object, Object> equal, ToIntFunction<Object> hash)
      implements TypeShape {
    /** Classes whose {@code equals} and {@code hashCode} cover all that they contain. */
    public static final Immutable BY_EQUALS = new Immutable(Object::equals, Object::hashCode);
  }

  /** Instances change, and hold nothing else that does. */
  record Leaf(
      UnaryOperator<Object> copy, BiPredicate<Object, Object> equal, ToIntFunction<Object> hash)
      implements TypeShape {}

  /** An array. */
  record Array(Class<?> component) implements TypeShape {}

  /** In which order the items of a collection or the keys of a map come. */
  enum Order {
    /** The order by index: a list, a queue. */
    LIST,
    /** Each once, in an order that means something. */
    ORDERED_SET,
    /** Each once, in no particular order. */
    SET
  }

  /**
   * A collection of the JDK.
   *
   * @param empty makes an empty one for the items of the given one
   * @param finish makes the collection of the one that was filled; null where that is it already
   * @param unmodifiable whether no code can change which items there are
   */
  record Items(
      Order order,
      Function<Collection<?>, Collection<Object>> empty,
      @Nullable UnaryOperator<Collection<Object>> finish,
      boolean unmodifiable)
      implements TypeShape {}

  /** A map of the JDK; as {@link Items}. */
  record Entries(
      boolean ordered,
      Function<Map<?, ?>, Map<Object, Object>> empty,
      @Nullable UnaryOperator<Map<Object, Object>> finish,
      boolean unmodifiable)
      implements TypeShape {}

  /**
   * A class of the application with the fields of all its superclasses, a record included.
   *
   * @param fields inherited ones first; of a record in the order of its components
   * @param constructor makes an empty instance (of a record: a whole one); null if there is none
   * @param allFinal whether no field can be set twice
   */
  record Bean(
      Class<?> type, List<FieldSlot> fields, @Nullable Constructor<?> constructor, boolean allFinal)
      implements TypeShape {
    boolean isRecord() {
      return type.isRecord();
    }
  }

  /** A {@code JAXBElement}. */
  record Element() implements TypeShape {}

  /** A node of a DOM. */
  record Dom() implements TypeShape {}

  /**
   * A type whose instances cannot be handled; {@code reason} says why, as the end of a sentence.
   */
  record Opaque(String reason) implements TypeShape {}
}
