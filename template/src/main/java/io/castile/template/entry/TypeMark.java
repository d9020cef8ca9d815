package io.castile.template.entry;

import java.lang.ref.WeakReference;

/**
 * The class to which the entry at the beginning of an object refers, which is not kept. A template
 * may be there for longer than the application whose values it has.
 */
public final class TypeMark extends WeakReference<Class<?>> {
  /** One of a class, however many objects of it there are. */
  private static final ClassValue<TypeMark> ALL =
      new ClassValue<>() {
        @Override
        protected TypeMark computeValue(Class<?> type) {
          return new TypeMark(type);
        }
      };

  private TypeMark(Class<?> type) {
    super(type);
  }

  public static TypeMark of(Class<?> type) {
    return ALL.get(type);
  }
}
