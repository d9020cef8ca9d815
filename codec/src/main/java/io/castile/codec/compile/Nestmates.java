package io.castile.codec.compile;

import java.lang.reflect.Modifier;

/** The access that the JVM gives to code which is loaded beside a bean class, as its nestmate. */
final class Nestmates {
  private Nestmates() {}

  /** Whether the JVM lets a nestmate of {@code bean} use a member with these modifiers. */
  static boolean reaches(Class<?> bean, Class<?> declaring, int modifiers) {
    if (Modifier.isPublic(modifiers)) {
      return true;
    }
    return Modifier.isPrivate(modifiers)
        ? declaring.isNestmateOf(bean)
        : samePackage(bean, declaring);
  }

  /**
   * Whether the JVM lets code beside {@code bean} use a class. It knows only public and package
   * access: a private member class has the latter, a protected one the former.
   */
  static boolean reaches(Class<?> bean, Class<?> type) {
    Class<?> element = element(type);
    int modifiers = element.getModifiers();
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers)
        ? element.getModule().isExported(element.getPackageName(), bean.getModule())
        : samePackage(bean, element);
  }

  /** Whether source text beside {@code bean} can name the class, and means this very one by it. */
  static boolean sees(Class<?> bean, Class<?> type) {
    Class<?> element = element(type);
    if (element.isPrimitive()) {
      return true;
    }
    if (element.getCanonicalName() == null || !reaches(bean, element)) {
      return false;
    }
    try {
      return Class.forName(element.getName(), false, bean.getClassLoader()) == element;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Whether the class loader of {@code bean} has a class of that name. */
  static boolean isDefined(Class<?> bean, String name) {
    try {
      Class.forName(name, false, bean.getClassLoader());
      return true;
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      return false;
    }
  }

  private static Class<?> element(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return element;
  }

  private static boolean samePackage(Class<?> bean, Class<?> other) {
    return other.getClassLoader() == bean.getClassLoader()
        && other.getPackageName().equals(bean.getPackageName());
  }
}
