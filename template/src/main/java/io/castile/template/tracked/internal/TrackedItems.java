package io.castile.template.tracked.internal;

import io.castile.template.tracked.TrackedBean;
import java.io.Serializable;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A list of values that cannot change, or of beans of which some may be null, that tells its
 * changes, and those of the beans, to the bean that has it. Not thread-safe. Serialized as an
 * {@link ArrayList}.
 *
 * @param <E> the class of the items
 */
public final class TrackedItems<E extends @Nullable Object> extends AbstractList<E>
    implements RandomAccess, Serializable {
  private static final long serialVersionUID = 1L;

  private final transient TrackedNode owner;
  private final transient List<E> items;

  /** A list of items that a binding has read. */
  public TrackedItems(TrackedNode owner, Collection<? extends E> items) {
    this.owner = owner;
    this.items = new ArrayList<>(items);
    for (E item : items) {
      if (item instanceof TrackedBean bean) {
        owner.adopt(TrackedNode.of(bean), 0);
      }
    }
  }

  public boolean isOf(TrackedNode bean) {
    return owner == bean;
  }

  private void hold(@Nullable Object item) {
    if (item instanceof TrackedBean bean) {
      owner.hold(TrackedNode.of(bean), 0);
    }
  }

  private void letGo(@Nullable Object item) {
    if (item instanceof TrackedBean bean) {
      owner.letGo(TrackedNode.of(bean));
    }
  }

  @Override
  public E get(int index) {
    return items.get(index);
  }

  @Override
  public int size() {
    return items.size();
  }

  @Override
  public E set(int index, E item) {
    E before = items.get(index);
    if (item != before) {
      hold(item);
      letGo(before);
      items.set(index, item);
      owner.change();
    }
    return before;
  }

  @Override
  public void add(int index, E item) {
    Objects.checkIndex(index, items.size() + 1);
    hold(item);
    items.add(index, item);
    changed();
  }

  @Override
  public E remove(int index) {
    E removed = items.remove(index);
    letGo(removed);
    changed();
    return removed;
  }

  @Override
  protected void removeRange(int from, int to) {
    List<E> range = items.subList(from, to);
    range.forEach(this::letGo);
    range.clear();
    changed();
  }

  @Override
  public void sort(@Nullable Comparator<? super E> order) {
    items.sort(order);
    changed();
  }

  private void changed() {
    modCount++;
    owner.change();
  }

  private Object writeReplace() {
    return new ArrayList<>(items);
  }
}
