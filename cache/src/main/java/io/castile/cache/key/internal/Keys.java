package io.castile.cache.key.internal;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.graph.TypeShape;
import io.castile.cache.graph.TypeShapes;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.representation.Bytes;
import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the keys of one operation from the arguments of its calls (Takase and Tatsubori, section
 * 4.1). Without a forced kind, keys are made of the arguments themselves, or of their serialized
 * form where something in them can be neither hashed nor compared; if that fails too, the message
 * is left.
 *
 * <pre>{@code
 * Keys keys = Keys.of(KeyKind.AUTOMATIC, List.of(ArgumentType.of(String.class)));
 * CacheKey key = keys.key(scope, "britney speers");
 * Stored<String> hit = cache.get(key);
 * }</pre>
 *
 * <p>Immutable and thread-safe. Keys of kind ARGUMENTS are equal only if one object of this class
 * has made them.
 */
public final class Keys {
  private final KeyKind kind;
  private final ArgumentForm[] forms;

  private Keys(KeyKind kind, List<ArgumentType> types) {
    this.kind = kind;
    this.forms = types.stream().map(ArgumentForm::of).toArray(ArgumentForm[]::new);
  }

  /**
   * Returns the keys of an operation.
   *
   * @param kind the kind of all keys
   * @param arguments the types of the parameters that count, in their order; what is to be ignored
   *     is left out here and in the calls
   * @throws NotCacheableException if the kind does not fit the types; says why
   */
  public static Keys of(KeyKind kind, List<ArgumentType> arguments) {
    if (kind != KeyKind.AUTOMATIC) {
      checkForced(kind, arguments);
    }
    return new Keys(kind, arguments);
  }

  private static void checkForced(KeyKind kind, List<ArgumentType> arguments) {
    if (kind == KeyKind.XML_MESSAGE) {
      throw new NotCacheableException(
          "a key of kind XML_MESSAGE is made by MessageKeys, of a message");
    }
    for (ArgumentType argument : arguments) {
      String reason = unfit(kind, argument);
      if (reason != null) {
        throw new NotCacheableException("a key of kind " + kind + " does not fit: " + reason);
      }
    }
  }

  /** Why no argument of the type fits the kind; null if one may. */
  private static @Nullable String unfit(KeyKind kind, ArgumentType argument) {
    Class<?> type = argument.type();
    if (kind != KeyKind.TO_STRING && TypeShapes.isAlwaysImmutable(type)) {
      return null;
    }
    return switch (kind) {
      case ARGUMENTS ->
          argument.codec() == null
                  && TypeShapes.of(type) instanceof TypeShape.Opaque opaque
                  && isFinal(type)
              ? opaque.reason()
              : null;
      case TO_STRING -> ValueTexts.unfit(type);
      case SERIALIZATION ->
          isFinal(type) && !Serializable.class.isAssignableFrom(type)
              ? type.getName() + " is not Serializable"
              : null;
      case AUTOMATIC, XML_MESSAGE -> null;
    };
  }

  private static boolean isFinal(Class<?> type) {
    return Modifier.isFinal(type.getModifiers());
  }

  /**
   * Returns the key of a call, for a look-up: it refers to the arguments.
   *
   * @param scope where the call goes, and what else tells callers apart
   * @param arguments one for each type, null where there is none
   * @throws NotCacheableException if the arguments do not fit the kind; says why
   */
  public CacheKey key(CacheKey.Scope scope, @Nullable Object... arguments) {
    if (arguments.length != forms.length) {
      throw new IllegalArgumentException(
          "expected " + forms.length + " arguments, found " + arguments.length);
    }
    if (kind != KeyKind.AUTOMATIC) {
      return key(kind, scope, arguments);
    }
    try {
      return key(KeyKind.ARGUMENTS, scope, arguments);
    } catch (NotCacheableException unfit) {
      try {
        return key(KeyKind.SERIALIZATION, scope, arguments);
      } catch (NotCacheableException e) {
        throw new NotCacheableException(unfit.getMessage() + "; " + e.getMessage(), e);
      }
    }
  }

  private CacheKey key(KeyKind chosen, CacheKey.Scope scope, Object[] arguments) {
    return switch (chosen) {
      case ARGUMENTS -> ArgumentsKey.of(scope, forms, arguments);
      case TO_STRING -> new ContentKey(chosen, scope, ValueTexts.of(arguments));
      case SERIALIZATION -> new ContentKey(chosen, scope, new Bytes(SerializedKey.of(arguments)));
      case AUTOMATIC, XML_MESSAGE -> throw new AssertionError("not made of arguments: " + chosen);
    };
  }
}
