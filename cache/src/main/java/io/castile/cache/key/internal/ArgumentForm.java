package io.castile.cache.key.internal;

import io.castile.cache.graph.GraphComparison;
import io.castile.cache.graph.GraphHash;
import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.graph.TypeShape;
import io.castile.cache.graph.TypeShapes;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.representation.Representation;
import io.castile.cache.representation.Stored;
import io.castile.codec.Codec;
import java.lang.invoke.MethodType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How the arguments of one parameter are hashed, compared and copied. Thread-safe. */
abstract sealed class ArgumentForm {

  static ArgumentForm of(ArgumentType argument) {
    if (TypeShapes.isAlwaysImmutable(argument.type())) {
      TypeShape.Immutable shape = (TypeShape.Immutable) TypeShapes.of(boxed(argument.type()));
      return shape == TypeShape.Immutable.BY_EQUALS ? new Plain() : new Value(shape);
    }
    return argument.codec() != null ? new Coded(argument) : new Reflected(argument);
  }

  private static Class<?> boxed(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
  }

  /**
   * @throws NotCacheableException if the argument cannot be hashed; says why
   */
  abstract int hash(@Nullable Object argument);

  /** Whether requests with either argument are the same. */
  abstract boolean equal(@Nullable Object one, @Nullable Object other);

  /**
   * Returns an equal argument that no other code can change.
   *
   * @throws NotCacheableException if there is none
   */
  abstract @Nullable Object copy(@Nullable Object argument);

  /**
   * Arguments that cannot be changed and know themselves what is equal. As {@link Value}, with
   * fewer calls that go through a table: this is where the time of most keys goes.
   */
  private static final class Plain extends ArgumentForm {
    @Override
    int hash(@Nullable Object argument) {
      return argument instanceof String text ? text.hashCode() : Objects.hashCode(argument);
    }

    @Override
    boolean equal(@Nullable Object one, @Nullable Object other) {
      return one instanceof String text ? text.equals(other) : Objects.equals(one, other);
    }

    @Override
    @Nullable Object copy(@Nullable Object argument) {
      return argument;
    }
  }

  /** Arguments that cannot be changed. */
  private static final class Value extends ArgumentForm {
    private final TypeShape.Immutable shape;

    Value(TypeShape.Immutable shape) {
      this.shape = shape;
    }

    @Override
    int hash(@Nullable Object argument) {
      return argument == null ? 0 : shape.hash().applyAsInt(argument);
    }

    @Override
    boolean equal(@Nullable Object one, @Nullable Object other) {
      return one == other || (one != null && other != null && shape.equal().test(one, other));
    }

    @Override
    @Nullable Object copy(@Nullable Object argument) {
      return argument;
    }
  }

  /** Arguments with a codec: what would be written counts. */
  private static final class Coded extends ArgumentForm {
    private final Codec<Object> codec;
    private final Representation<Object> copies;

    Coded(ArgumentType argument) {
      this.codec = Objects.requireNonNull(argument.codec());
      this.copies = argument.copies();
    }

    @Override
    int hash(@Nullable Object argument) {
      try {
        return codec.hash(argument);
      } catch (RuntimeException | StackOverflowError e) {
        throw NotCacheableException.failed(
            "hashing a " + Objects.requireNonNull(argument).getClass().getName(), e);
      }
    }

    @Override
    boolean equal(@Nullable Object one, @Nullable Object other) {
      return codec.equal(one, other);
    }

    @Override
    @Nullable Object copy(@Nullable Object argument) {
      return kept(copies, argument);
    }
  }

  /** Arguments of which nothing is known but their classes. */
  private static final class Reflected extends ArgumentForm {
    private final Representation<Object> copies;

    Reflected(ArgumentType argument) {
      this.copies = argument.copies();
    }

    @Override
    int hash(@Nullable Object argument) {
      return GraphHash.of(argument);
    }

    @Override
    boolean equal(@Nullable Object one, @Nullable Object other) {
      return GraphComparison.equal(one, other);
    }

    @Override
    @Nullable Object copy(@Nullable Object argument) {
      return kept(copies, argument);
    }
  }

  /** The copy that a representation as an object keeps. */
  private static @Nullable Object kept(Representation<Object> copies, @Nullable Object argument) {
    Stored<Object> stored = copies.store(argument);
    if (stored.kind().compareTo(RepresentationKind.REFLECTION_COPY) > 0) {
      throw new NotCacheableException(
          "a "
              + Objects.requireNonNull(argument).getClass().getName()
              + " cannot be copied: "
              + copies.refusals());
    }
    return stored.kept();
  }
}
