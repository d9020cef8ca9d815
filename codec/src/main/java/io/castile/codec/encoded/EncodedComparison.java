package io.castile.codec.encoded;

import io.castile.codec.value.CodecContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One comparison of two graphs, which are equal if they are written alike: objects are shared in
 * one where they are in the other. Pairs are compared one after the other, so that long chains can
 * be. Owned by one thread.
 */
final class EncodedComparison {
  final CodecContext context = new CodecContext();
  private final EncodedTypes types;
  private final Map<Object, Object> partners = new IdentityHashMap<>();
  private final Map<Object, Object> partnersBack = new IdentityHashMap<>();
  private final Deque<Pair> open = new ArrayDeque<>();

  private record Pair(EncodedType type, Object one, Object other) {}

  EncodedComparison(EncodedTypes types) {
    this.types = types;
  }

  /** Compares two values; those that they refer to are left for {@link #finish}. */
  boolean equal(EncodedType declared, @Nullable Object one, @Nullable Object other) {
    if (one == null || other == null) {
      return one == other;
    }
    EncodedType type = declared.actual(one, types);
    if (type != declared.actual(other, types)) {
      return false;
    }
    if (!type.hasIdentity()) {
      return type.equal(one, other, this);
    }
    Object partner = partners.get(one);
    Object back = partnersBack.get(other);
    if (partner != null || back != null) {
      return partner == other && back == one;
    }
    partners.put(one, other);
    partnersBack.put(other, one);
    open.add(new Pair(type, one, other));
    return true;
  }

  boolean finish() {
    while (!open.isEmpty()) {
      Pair next = open.poll();
      if (!next.type.equal(next.one, next.other, this)) {
        return false;
      }
    }
    return true;
  }
}
