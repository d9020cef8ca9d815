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

  /** What {@link #isLike} compares: known after the class is gone. */
  private final String name;

  private TypeMark(Class<?> type) {
    super(type);
    this.name = type.getSimpleName();
  }

  /** Whether the class has the simple name of another one, as those have of two services. */
  public boolean isLike(TypeMark other) {
    return name.equals(other.name);
  }

  public static TypeMark of(Class<?> type) {
    return ALL.get(type);
  }
}
