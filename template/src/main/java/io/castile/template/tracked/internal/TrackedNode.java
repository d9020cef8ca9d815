package io.castile.template.tracked.internal;

import io.castile.template.tracked.Tracked;
import io.castile.template.tracked.TrackedBean;
import io.castile.xml.internal.HiddenPart;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a tracked bean or list: its own, and in which of its items. A change is told to
 * whatever holds the object, up to the outermost. Not thread-safe, like the object.
 */
public final class TrackedNode {
  /** Reads the node of a bean. */
  public static final HiddenPart<TrackedBean, TrackedNode> OF_BEAN = new HiddenPart<>();

  /** Returns the node of a bean. */
  public static TrackedNode of(TrackedBean bean) {
    return OF_BEAN.of(bean);
  }

  /** So many neighbouring items have one stamp. */
  private static final int BLOCK = 32;

  private static final long[] NO_BLOCKS = {};

  /** The stamp of the last change here or below. */
  private long modified = Stamps.next();

  /** The stamp of the last change of how many items there are, or of their order. */
  private long ordered = modified;

  /** The stamps of the last changes in each block of items; of a list only. */
  private long[] blocks = NO_BLOCKS;

  private @Nullable TrackedNode owner;
  private int index; // among the items of the owner, if that is a list

  public long modified() {
    return modified;
  }

  /** The object has changed. */
  public void change() {
    long stamp = Stamps.next();
    modified = stamp;
    TrackedNode child = this;
    for (TrackedNode node = owner; node != null; node = node.owner) {
      node.modified = stamp;
      node.setBlock(child.index, stamp);
      child = node;
    }
  }

  /**
   * Takes another node as an item of this one.
   *
   * @throws IllegalArgumentException if it is held already: it could tell only one of both
   */
  public void hold(TrackedNode item, int at) {
    if (item.owner != null) {
      throw new IllegalArgumentException(
          "Cannot add a tracked object to two lists or beans. Remove it from the other one, or add"
              + " a copy.");
    }
    for (TrackedNode node = this; node != null; node = node.owner) {
      if (node == item) {
        throw new IllegalArgumentException(
            "Cannot add a tracked object to itself, or to one of its parts.");
      }
    }
    item.owner = this;
    item.index = at;
  }

  /**
   * Holds an item that nothing holds yet; an item that another node holds keeps reporting to that
   * one. Refuses nothing, as getters call it, and several threads may read one bean that none of
   * them changes.
   */
  public void adopt(TrackedNode item, int at) {
    for (TrackedNode node = this; node != null; node = node.owner) {
      if (node == item) {
        return;
      }
    }
    if (item.owner == null) {
      item.owner = this;
      item.index = at;
    }
  }

  public void letGo(TrackedNode item) {
    if (item.owner == this) {
      item.owner = null;
    }
  }

  /** An item stands at another index. */
  public void moved(TrackedNode item, int to) {
    if (item.owner == this) {
      item.index = to;
    }
  }

  /** Other items, or as many in another order, are here than before. */
  public void reordered() {
    change();
    ordered = modified;
  }

  /** One item was replaced by another one. */
  public void replaced(int at) {
    change();
    setBlock(at, modified);
  }

  private void setBlock(int item, long stamp) {
    int block = item / BLOCK;
    if (block >= blocks.length) {
      blocks = Arrays.copyOf(blocks, Math.max(block + 1, 2 * blocks.length));
    }
    blocks[block] = stamp;
  }

  /** Like {@link Tracked#changedItems}, of a list of {@code size}. */
  public long changedItems(long since, int from, int size) {
    if (ordered > since) {
      return Tracked.range(from, Integer.MAX_VALUE);
    }
    for (int block = from / BLOCK; block < blocks.length; block++) {
      if (blocks[block] > since) {
        int end = Math.min(size, (block + 1) * BLOCK);
        return Tracked.range(Math.min(end, Math.max(from, block * BLOCK)), end);
      }
    }
    return Tracked.NOTHING;
  }
}
