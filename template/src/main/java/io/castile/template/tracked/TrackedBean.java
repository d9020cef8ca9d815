package io.castile.template.tracked;

import io.castile.template.tracked.internal.TrackedItems;
import io.castile.template.tracked.internal.TrackedNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A superclass for beans that are {@link Tracked}. A setter calls {@link #changed}; a bean or list
 * that belongs to this one is taken by {@link #own} and given back by {@link #disown}. Has no
 * properties for a binding. Not thread-safe: changes of beans that hold each other are told from
 * one to the other.
 *
 * <p>A binding that sets fields tells nothing. So getters of such a bean call {@link #adopt},
 * {@link #trackedList} or {@link #trackedItems}: no code changes a part that it has not got yet.
 */
public abstract class TrackedBean implements Tracked {
  static {
    TrackedNode.OF_BEAN.readBy(bean -> bean.node);
  }

  private final transient TrackedNode node = new TrackedNode();

  /** Constructs the bean, for subclasses. */
  protected TrackedBean() {}

  @Override
  public final long modified() {
    return node.modified();
  }

  /**
   * Records a change; to be called after each change of a property of this bean that is written.
   */
  protected final void changed() {
    node.change();
  }

  /**
   * Adopts a bean or a list as part of this bean, which counts as a change; its changes are this
   * bean's from now on.
   *
   * @return the same
   * @throws IllegalArgumentException if it belongs to another bean or list
   */
  protected final <T extends @Nullable Tracked> T own(T part) {
    TrackedNode its = nodeOf(part);
    if (its != null) {
      node.hold(its, 0);
    }
    changed();
    return part;
  }

  /** Gives back a part that {@link #own} adopted; null is allowed. */
  protected final void disown(@Nullable Tracked part) {
    TrackedNode its = nodeOf(part);
    if (its != null) {
      node.letGo(its);
    }
  }

  /**
   * Notes that a part takes the place of another one, as a setter does.
   *
   * @throws IllegalArgumentException if it belongs to another bean or list; nothing has changed
   */
  protected final void replace(@Nullable Tracked before, @Nullable Tracked now) {
    if (before != now) {
      TrackedNode its = nodeOf(now);
      if (its != null) {
        node.hold(its, 0);
      }
      disown(before);
    }
    changed();
  }

  /**
   * Adopts a part that a binding has put into a field, before it is given away: its changes are
   * this bean's from now on. Is no change.
   */
  protected final void adopt(@Nullable Tracked part) {
    TrackedNode its = nodeOf(part);
    if (its != null) {
      node.adopt(its, 0);
    }
  }

  /**
   * Returns a tracked list in place of one that a binding has put into a field, before it is given
   * away: it reports its changes and those of its beans. Is no change.
   *
   * @param list null for an empty one; where a message has nil items, these are tracked one by one
   */
  protected final <E extends TrackedBean> List<E> trackedList(@Nullable List<E> list) {
    if (list instanceof TrackedItems || hasNull(list)) {
      return trackedItems(list);
    }
    TrackedList<E> tracked =
        list instanceof TrackedList<E> known
            ? known
            : TrackedList.adopting(list == null ? List.of() : list);
    node.adopt(tracked.node(), 0);
    return tracked;
  }

  private static boolean hasNull(@Nullable List<?> list) {
    if (list == null || list instanceof TrackedList) {
      return false;
    }
    for (Object item : list) {
      if (item == null) {
        return true;
      }
    }
    return false;
  }

  /** Returns a tracked list of values that cannot change, or of beans of which some may be null. */
  protected final <E extends @Nullable Object> List<E> trackedItems(@Nullable List<E> list) {
    return list instanceof TrackedItems<E> known && known.isOf(node)
        ? known
        : new TrackedItems<>(node, list == null ? List.of() : list);
  }

  private static @Nullable TrackedNode nodeOf(@Nullable Tracked part) {
    if (part == null) {
      return null;
    }
    if (part instanceof TrackedBean bean) {
      return bean.node;
    }
    if (part instanceof TrackedList<?> list) {
      return list.node();
    }
    throw new IllegalArgumentException(
        "Cannot track "
            + part.getClass().getName()
            + ", because it does not report its changes. Use a TrackedBean or a TrackedList.");
  }
}
