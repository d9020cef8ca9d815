package io.castile.codec.bean;

import java.util.AbstractList;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that gather for an array of them, without an object for each. Owned by one thread.
 *
 * <p>A null stands for zero, as it does in the array.
 */
final class NumberList extends AbstractList<Object> {
  private final NumberRun run;

  /**
   * @param type one of those that {@link NumberRun#takes}
   */
  NumberList(Class<?> type) {
    this.run = new NumberRun(type);
  }

  @Override
  public boolean add(@Nullable Object number) {
    run.add(number);
    return true;
  }

  @Override
  public Object get(int index) {
    return run.get(index);
  }

  @Override
  public int size() {
    return run.count();
  }

  /** An array of exactly the numbers, the caller's own. */
  Object finish() {
    return run.finish();
  }
}
