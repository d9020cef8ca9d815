package io.castile.codec.encoded;

import io.castile.codec.value.CodecContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One hash of a graph, the same for graphs that {@link EncodedComparison} holds for equal. Of large
 * ones only the beginning counts. Owned by one thread.
 */
final class EncodedHash {
  private static final int MAX_OBJECTS = 4096;

  final CodecContext context = new CodecContext();
  private final EncodedTypes types;
  private final Map<Object, Integer> met = new IdentityHashMap<>();
  private final Deque<Open> open = new ArrayDeque<>();
  private int hash = 1;

  private record Open(EncodedType type, Object value) {}

  EncodedHash(EncodedTypes types) {
    this.types = types;
  }

  void add(int value) {
    hash = 31 * hash + value;
  }

  /** Adds a value; what it refers to is left for {@link #finish}. */
  void add(EncodedType declared, @Nullable Object value) {
    if (value == null) {
      add(0);
      return;
    }
    EncodedType type = declared.actual(value, types);
    if (!type.hasIdentity()) {
      type.hash(value, this);
      return;
    }
    Integer before = met.get(value);
    if (before != null) {
      add(before);
    } else if (met.size() < MAX_OBJECTS) {
      met.put(value, met.size());
      open.add(new Open(type, value));
    }
  }

  int finish() {
    while (!open.isEmpty()) {
      Open next = open.poll();
      next.type.hash(next.value, this);
    }
    return hash;
  }
}
