package io.castile.codec.encoded;

import io.castile.codec.value.CodecContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One deep copy of a graph: objects that are shared are shared in the copy. Objects are filled one
 * after the other, not one inside the other, so that long chains can be copied. Owned by one
 * thread.
 */
final class EncodedCopy {
  final CodecContext context = new CodecContext();
  private final EncodedTypes types;
  private final Map<Object, Object> copies = new IdentityHashMap<>();
  private final Deque<Filling> fillings = new ArrayDeque<>();

  private record Filling(EncodedType type, Object value, Object copy) {}

  EncodedCopy(EncodedTypes types) {
    this.types = types;
  }

  /** The copy of a value, which {@link #finish} fills. */
  @Nullable Object of(EncodedType declared, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    EncodedType type = declared.actual(value, types);
    if (!type.hasIdentity()) {
      return type.copy(value, this);
    }
    Object known = copies.get(value);
    if (known == null) {
      known = type.copy(value, this);
      copies.put(value, known);
    }
    return known;
  }

  void fillLater(EncodedType type, Object value, Object copy) {
    copies.put(value, copy);
    fillings.add(new Filling(type, value, copy));
  }

  void finish() {
    while (!fillings.isEmpty()) {
      Filling next = fillings.poll();
      next.type.fill(next.value, next.copy, this);
    }
  }
}
