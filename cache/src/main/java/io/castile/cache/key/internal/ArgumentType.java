package io.castile.cache.key.internal;

import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.representation.Representation;
import io.castile.codec.Codec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The type of a parameter of an operation.
 *
 * @param type the static type
 * @param codec writes arguments as the request has them; null where there is none, as of a service
 *     of another stack
 */
public record ArgumentType(Class<?> type, @Nullable Codec<Object> codec) {
  public ArgumentType {
    Objects.requireNonNull(type, "type");
  }

  /** Returns the type of a parameter for which there is no codec. */
  public static ArgumentType of(Class<?> type) {
    return new ArgumentType(type, null);
  }

  Representation<Object> copies() {
    return Representation.of(RepresentationKind.AUTOMATIC, Object.class, codec, false);
  }
}
