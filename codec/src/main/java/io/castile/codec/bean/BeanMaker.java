package io.castile.codec.bean;

/**
 * Makes values of a bound class for code that has to put one together by its properties: wrapper
 * classes of operations, fault beans.
 *
 * <p>Immutable and thread-safe.
 */
public final class BeanMaker {
  private final BeanPlan plan;

  BeanMaker(BeanPlan plan) {
    this.plan = plan;
  }

  /** Returns the class. */
  public Class<?> type() {
    return plan.type;
  }

  /** Returns what {@link BeanProperty#set} puts values into: a bean, or what stands for it. */
  public Object start() {
    return plan.newInstance();
  }

  /** Returns the value with what has been put into {@code started}, which is not used any more. */
  public Object finish(Object started) {
    return plan.construction == null ? started : plan.construction.finish((Object[]) started);
  }
}
