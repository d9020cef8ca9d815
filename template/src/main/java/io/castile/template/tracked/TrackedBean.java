package io.castile.template.tracked;

import org.jspecify.annotations.Nullable;

/**
 * A superclass for beans that are {@link Tracked}. A setter calls {@link #changed}; a bean or list
 * that belongs to this one is taken by {@link #own} and given back by {@link #disown}. Has no
 * properties for a binding. Not thread-safe: changes of beans that hold each other are told from
 * one to the other.
 */
public abstract class TrackedBean implements Tracked {
  private final transient TrackedNode node = new TrackedNode();

  /** For subclasses. */
  protected TrackedBean() {}

  @Override
  public final long modified() {
    return node.modified();
  }

  /** To be called after each change of what is written of this bean. */
  protected final void changed() {
    node.change();
  }

  /**
   * Takes a bean or a list as part of this bean, which counts as a change; its changes are this
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

  /** Gives back what {@link #own} took; null is nothing. */
  protected final void disown(@Nullable Tracked part) {
    TrackedNode its = nodeOf(part);
    if (its != null) {
      node.letGo(its);
    }
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
        part.getClass().getName()
            + " tells its changes to nobody: expected a TrackedBean or a TrackedList");
  }

  final TrackedNode node() {
    return node;
  }
}
