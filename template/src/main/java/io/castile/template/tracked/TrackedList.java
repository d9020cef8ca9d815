package io.castile.template.tracked;

import io.castile.template.tracked.internal.TrackedNode;
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
 * A list of beans that knows which of them have changed: when it is written again, only these are
 * looked at, and none of a list without changes. A bean is in one list at a time, once, which
 * {@link java.util.Collections#swap} does not keep to; {@link #sort} does. Has no null items. Not
 * thread-safe. Serialized as an {@link ArrayList}.
 *
 * @param <E> the class of the beans
 */
public final class TrackedList<E extends TrackedBean> extends AbstractList<E>
    implements RandomAccess, Serializable, Tracked {
  private static final long serialVersionUID = 1L;

  private final transient List<E> items = new ArrayList<>();
  private final transient TrackedNode node = new TrackedNode();

  /** An empty list. */
  public TrackedList() {}

  /**
   * A list of these beans.
   *
   * @throws IllegalArgumentException if one is in another list, or twice among them
   */
  public TrackedList(Collection<? extends E> beans) {
    addAll(beans);
  }

  /** A list of beans that a binding has read, which are in no other. */
  static <E extends TrackedBean> TrackedList<E> adopting(Collection<? extends E> beans) {
    TrackedList<E> list = new TrackedList<>();
    for (E bean : beans) {
      list.node.adopt(TrackedNode.of(bean), list.items.size());
      list.items.add(bean);
    }
    return list;
  }

  TrackedNode node() {
    return node;
  }

  @Override
  public long modified() {
    return node.modified();
  }

  /**
   * Returns a range of changed items if {@code list} is this one; nothing is known of another one.
   */
  @Override
  public long changedItems(Object list, long since, int from) {
    return list == this
        ? node.changedItems(since, from, items.size())
        : Tracked.super.changedItems(list, since, from);
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
  public E set(int index, E bean) {
    E before = items.get(index);
    if (bean != before) {
      node.hold(TrackedNode.of(bean), index);
      node.letGo(TrackedNode.of(before));
      items.set(index, bean);
      node.replaced(index);
    }
    return before;
  }

  @Override
  public void add(int index, E bean) {
    Objects.checkIndex(index, items.size() + 1);
    node.hold(TrackedNode.of(bean), index);
    items.add(index, bean);
    number(index + 1);
  }

  @Override
  public E remove(int index) {
    E removed = items.remove(index);
    node.letGo(TrackedNode.of(removed));
    number(index);
    return removed;
  }

  @Override
  protected void removeRange(int from, int to) {
    List<E> range = items.subList(from, to);
    range.forEach(bean -> node.letGo(TrackedNode.of(bean)));
    range.clear();
    number(from);
  }

  @Override
  public void sort(@Nullable Comparator<? super E> order) {
    items.sort(order);
    number(0);
  }

  private Object writeReplace() {
    return new ArrayList<>(items);
  }

  /** Tells the beans from an index on where they stand now. */
  private void number(int from) {
    modCount++;
    for (int i = from; i < items.size(); i++) {
      node.moved(TrackedNode.of(items.get(i)), i);
    }
    node.reordered();
  }
}
