package io.castile.codec.encoded;

import io.castile.codec.BindingException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one message to which more than one reference leads, and those that stand on their
 * own because they would stand too deep: a table of objects by identity, filled before the message
 * is written. Owned by one thread; reusable.
 */
final class SharedObjects {
  /** An object that is nested deeper stands on its own, so that long chains can be written. */
  private static final int MAX_NESTED = 64;

  private static final int MAX_DEPTH = 500;
  private static final int INITIAL = 64; // a power of two
  private static final int MAX_KEPT = 1 << 14;

  private final EncodedTypes types;
  private @Nullable Object[] keys = new Object[INITIAL];
  private int[] ids = new int[INITIAL]; // 0 for an object that was met once
  private int count;
  private int lastId;
  private int depth;
  private boolean isFlat; // whether what would stand too deep stands on its own
  private final Deque<Deep> deep = new ArrayDeque<>(0);

  /** An object of which the parts are still to be met. */
  private record Deep(EncodedType type, Object value) {}

  SharedObjects(EncodedTypes types) {
    this.types = types;
  }

  /**
   * Starts on a message.
   *
   * @param flat whether objects may stand on their own
   */
  void begin(boolean flat) {
    if (keys.length > MAX_KEPT) {
      keys = new Object[INITIAL];
      ids = new int[INITIAL];
    } else if (count != 0) {
      Arrays.fill(keys, null);
      Arrays.fill(ids, 0);
    }
    deep.clear();
    count = 0;
    lastId = 0;
    depth = 0;
    isFlat = flat;
  }

  /** Meets a value of the message and all that it leads to. */
  void add(EncodedType declared, @Nullable Object value) {
    meet(declared, value);
    while (!deep.isEmpty()) {
      Deep next = deep.poll();
      next.type.visit(next.value, this);
    }
  }

  /** Meets a value to which a reference leads. */
  void meet(EncodedType declared, @Nullable Object value) {
    if (value == null || !declared.hasIdentity() || isNothing(value)) {
      return;
    }
    EncodedType type = declared.actual(value, types);
    if (!type.hasIdentity()) {
      return;
    }
    int slot = slot(value);
    if (keys[slot] != null) {
      ids[slot] = ids[slot] == 0 ? ++lastId : ids[slot];
      return;
    }
    if (depth >= MAX_DEPTH) {
      throw new BindingException(
          "objects are nested deeper than " + MAX_DEPTH + ", where none may stand on its own");
    }
    keys[slot] = value;
    boolean isDeep = isFlat && depth >= MAX_NESTED;
    if (isDeep) {
      ids[slot] = ++lastId;
      deep.add(new Deep(type, value));
    }
    if (++count * 2 > keys.length) {
      grow();
    }
    if (!isDeep) {
      depth++;
      type.visit(value, this);
      depth--;
    }
  }

  /** Whether it is an empty collection: these are often one constant, shared without intent. */
  private static boolean isNothing(Object value) {
    return value instanceof Collection<?> collection && collection.isEmpty()
        || value instanceof Map<?, ?> map && map.isEmpty();
  }

  /**
   * The number of an object that is referred to; 0 for one that stands where its reference does.
   */
  int id(Object value) {
    return lastId == 0 ? 0 : ids[slot(value)];
  }

  int lastId() {
    return lastId;
  }

  /** Where the object is, or is to be. */
  private int slot(Object value) {
    int mask = keys.length - 1;
    int slot = mix(System.identityHashCode(value)) & mask;
    while (keys[slot] != null && keys[slot] != value) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private static int mix(int hash) {
    return hash ^ hash >>> 15;
  }

  private void grow() {
    @Nullable Object[] oldKeys = keys;
    int[] oldIds = ids;
    keys = new Object[2 * oldKeys.length];
    ids = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      Object key = oldKeys[i];
      if (key != null) {
        int slot = slot(key);
        keys[slot] = key;
        ids[slot] = oldIds[i];
      }
    }
  }
}
