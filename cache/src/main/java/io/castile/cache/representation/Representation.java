package io.castile.cache.representation;

import io.castile.cache.graph.Attachments;
import io.castile.cache.graph.Cloner;
import io.castile.cache.graph.GraphComparison;
import io.castile.cache.graph.GraphCopy;
import io.castile.cache.graph.GraphParts;
import io.castile.cache.graph.GraphSize;
import io.castile.cache.graph.Immutability;
import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.graph.ObjectLayout;
import io.castile.cache.graph.SerializedForm;
import io.castile.cache.graph.TypeShape;
import io.castile.cache.graph.TypeShapes;
import io.castile.cache.policy.RepresentationKind;
import io.castile.codec.Codec;
import jakarta.activation.DataHandler;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The form in which the values of one type are kept and given back (Takase and Tatsubori, section
 * 4.2). The best kind that fits a value is found when it is stored (section 6): each kind is tried
 * in the order of {@link RepresentationKind}, and refused where its copy is not equal to the
 * original or shares with it what can be changed. A value that no kind fits is not stored.
 *
 * <pre>{@code
 * Representation<Result> representation = Representation.of(RepresentationKind.AUTOMATIC, Result.class, codec, false);
 * Stored<Result> stored = representation.store(result);
 * Result mine = stored.restore();
 * }</pre>
 *
 * <p>Thread-safe.
 *
 * @param <T> the type of the values
 */
public final class Representation<T> {
  private static final RepresentationKind[] KINDS = RepresentationKind.values();

  private final RepresentationKind first;
  private final Class<T> type;
  private final @Nullable Codec<T> codec; // null for none
  private final boolean readOnly;
  private final SerializedForm serialized = new SerializedForm();

  // One for all values of the type: what is stored needs none of its own.
  private final UnaryOperator<Object> byCodec;
  private final UnaryOperator<Object> fromSerialized;
  private final UnaryOperator<Object> fromTags;
  private final UnaryOperator<Object> fromMessage;

  private final Map<RepresentationKind, String> refusals =
      Collections.synchronizedMap(new EnumMap<>(RepresentationKind.class));

  @SuppressWarnings("NullAway") // the codec is called where there is one
  private Representation(
      RepresentationKind kind, Class<T> type, @Nullable Codec<T> codec, boolean readOnly) {
    this.first = kind == RepresentationKind.AUTOMATIC ? RepresentationKind.REFERENCE : kind;
    this.type = Objects.requireNonNull(type, "type");
    this.codec = codec;
    this.readOnly = readOnly;
    this.byCodec = value -> codec.copy(cast(value));
    this.fromSerialized = bytes -> serialized.read((byte[]) bytes);
    this.fromTags = parts -> codec.fromBytes(((TagsAndTexts) parts).message());
    this.fromMessage = message -> codec.fromBytes((byte[]) message);
  }

  /**
   * Returns the representation of values of a type.
   *
   * @param kind the kind to begin with; where it does not fit a value, those behind it in the order
   *     of {@link RepresentationKind} are tried
   * @param type the static type of the values
   * @param codec the codec of the type, or null where there is none: then four kinds are out
   * @param readOnly whether all callers promise to change nothing, so that they may share one value
   * @throws NotCacheableException if no value of the type can fit the kind; says why
   */
  public static <T> Representation<T> of(
      RepresentationKind kind, Class<T> type, @Nullable Codec<T> codec, boolean readOnly) {
    Representation<T> representation = new Representation<>(kind, type, codec, readOnly);
    representation.checkForced(kind);
    return representation;
  }

  private void checkForced(RepresentationKind kind) {
    boolean needsCodec =
        kind == RepresentationKind.COMPILED_COPY
            || kind == RepresentationKind.TAGS_AND_TEXTS
            || kind == RepresentationKind.EVENTS // of values the next kind is kept
            || kind == RepresentationKind.XML_MESSAGE;
    if (needsCodec && codec == null) {
      throw new NotCacheableException(kind + " needs a codec, and " + type.getName() + " has none");
    }
    if (kind == RepresentationKind.REFERENCE
        && !readOnly
        && (type.isArray() || TypeShapes.of(type) instanceof TypeShape.Leaf)) {
      throw new NotCacheableException(
          kind + " needs values that cannot be changed, and a " + type.getTypeName() + " can be");
    }
  }

  /**
   * Keeps a value. Nothing that is done to {@code value} afterwards reaches what is kept, unless it
   * was declared read-only.
   *
   * @param value may be null
   * @throws NotCacheableException if no kind fits; says why for each
   */
  public Stored<T> store(@Nullable T value) {
    if (value == null) {
      return new Stored<>(RepresentationKind.REFERENCE, null, UnaryOperator.identity(), 0);
    }
    StringBuilder reasons = new StringBuilder();
    for (int i = first.ordinal(); i < KINDS.length; i++) {
      RepresentationKind kind = KINDS[i];
      String reason;
      try {
        return store(kind, value);
      } catch (NotCacheableException e) {
        reason = e.getMessage();
      } catch (RuntimeException | StackOverflowError | LinkageError e) {
        reason = "failed with " + e.getClass().getName();
      }
      refusals.put(kind, reason);
      reasons.append(reasons.isEmpty() ? "" : "; ").append(kind).append(": ").append(reason);
    }
    throw new NotCacheableException(
        "a " + value.getClass().getName() + " cannot be kept: " + reasons);
  }

  /**
   * Returns the kept form of a value by {@link RepresentationKind#XML_MESSAGE}, perhaps made in
   * another process.
   *
   * @param message null for null
   */
  public Stored<T> ofMessage(byte @Nullable [] message) {
    if (message == null) {
      return store(null);
    }
    requireCodec();
    return new Stored<>(RepresentationKind.XML_MESSAGE, message, fromMessage, size(message));
  }

  /** Returns why kinds were refused, each for the last value for which it was; for statistics. */
  public Map<RepresentationKind, String> refusals() {
    synchronized (refusals) {
      return Map.copyOf(refusals);
    }
  }

  private Stored<T> store(RepresentationKind kind, T value) {
    return switch (kind) {
      case AUTOMATIC -> throw new AssertionError("no kind of its own");
      case REFERENCE -> reference(value);
      case COMPILED_COPY -> {
        Codec<T> by = requireCodec();
        T copy = by.copy(value);
        if (!by.equal(value, copy)) {
          throw new NotCacheableException("the codec holds its copy for another value");
        }
        yield proven(kind, value, copy, byCodec);
      }
      case CLONE -> {
        Object copy = Cloner.clone(value);
        checkProven(copy, Cloner.clone(copy)); // it may hand out one object again and again
        yield proven(kind, value, copy, Cloner::clone);
      }
      case REFLECTION_COPY -> proven(kind, value, GraphCopy.of(value), GraphCopy::of);
      case SERIALIZATION -> {
        byte[] bytes = serialized.write(value);
        checkProven(value, serialized.read(bytes));
        yield new Stored<>(kind, bytes, fromSerialized, size(bytes));
      }
      case TAGS_AND_TEXTS -> {
        Codec<T> by = requireCodec();
        checkLasting(value);
        TagsAndTexts parts = TagsAndTexts.of(by.toBytes(value));
        checkRead(by, value, parts.message());
        yield new Stored<>(kind, parts, fromTags, parts.weight());
      }
      case EVENTS -> throw new NotCacheableException("no stack that plays events has the message");
      case XML_MESSAGE -> {
        Codec<T> by = requireCodec();
        checkLasting(value);
        byte[] message = by.toBytes(value);
        checkRead(by, value, message);
        yield new Stored<>(kind, message, fromMessage, size(message));
      }
    };
  }

  private Stored<T> reference(T value) {
    String reason = readOnly ? null : Immutability.reason(value);
    if (reason != null) {
      throw new NotCacheableException(reason);
    }
    return new Stored<>(
        RepresentationKind.REFERENCE, value, UnaryOperator.identity(), GraphSize.of(value));
  }

  private Codec<T> requireCodec() {
    if (codec == null) {
      throw new NotCacheableException("there is no codec");
    }
    return codec;
  }

  private Stored<T> proven(
      RepresentationKind kind, T value, @Nullable Object copy, UnaryOperator<Object> copier) {
    checkProven(value, copy);
    return new Stored<>(kind, copy, copier, GraphSize.of(copy));
  }

  /** A copy must say the same and share nothing that can be changed. */
  private static void checkProven(Object value, @Nullable Object copy) {
    String flaw = GraphComparison.flaw(value, copy);
    if (flaw != null) {
      throw new NotCacheableException("not a deep copy: " + flaw);
    }
  }

  /** Writing an attachment must not take it from the caller. */
  private static void checkLasting(Object value) {
    for (Object part : GraphParts.of(value)) {
      String reason = part instanceof DataHandler handler ? Attachments.reason(handler) : null;
      if (reason != null) {
        throw new NotCacheableException(reason);
      }
    }
  }

  /** What is read must be written like the original, and no two readers may get one object. */
  private void checkRead(Codec<T> by, T value, byte[] message) {
    T read = by.fromBytes(message);
    if (!by.equal(value, read)) {
      throw new NotCacheableException("the value that is read back differs from the written one");
    }
    Object shared = GraphParts.shared(read, by.fromBytes(message));
    if (shared != null) {
      throw new NotCacheableException(
          "values that are read share one " + shared.getClass().getName());
    }
  }

  private static long size(byte[] bytes) {
    return ObjectLayout.array(byte.class, bytes.length);
  }

  @SuppressWarnings("unchecked") // what is kept is a copy of a T
  private T cast(Object value) {
    return (T) value;
  }
}
