package io.castile.codec.compile;

import io.castile.codec.Codec;
import io.castile.codec.binding.NativeImage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;

/**
 * Compiles generated Java source and loads it as a hidden class beside a bean class: in its package
 * and class loader, and as its nestmate, so that the code reads and writes private fields directly.
 *
 * <p>The new class is reachable from nowhere but its own objects, and is collected with them or
 * with the bean's class loader, whichever is first. Nothing here holds on to a bean class.
 *
 * <p>Stateless; safe for use by several threads, which compile side by side.
 */
final class CodeLoader {
  private CodeLoader() {}

  /**
   * Loads one class, which was compiled with the application, or is compiled now.
   *
   * @param bean the class whose package, loader and private members the code uses
   * @param simpleName the name of the class in the source
   * @param source a compilation unit in the bean's package, with one top-level class
   * @param classData what the code gets from {@link MethodHandles#classData}; not null
   * @return a lookup of the class, which is initialized
   * @throws UncompilableException if that is not possible for this bean, in this runtime
   */
  static Lookup load(Class<?> bean, String simpleName, String source, Object classData)
      throws UncompilableException {
    checkHost(bean);
    Lookup lookup = BeanLookup.in(bean);
    byte[] classFile = classFile(bean, simpleName, source);
    try {
      return lookup.defineHiddenClassWithClassData(
          classFile, classData, true, ClassOption.NESTMATE);
    } catch (IllegalAccessException | LinkageError e) {
      throw new UncompilableException("generated class is refused by the JVM: " + line(e), e);
    }
  }

  /** The class file of a source, compiled with the application or else now. */
  static byte[] classFile(Class<?> bean, String simpleName, String source)
      throws UncompilableException {
    byte[] found = PrecompiledCode.find(bean, simpleName, source);
    if (found != null) {
      return found;
    }
    CompiledUnit unit = compile(bean, source);
    unit.checkCodeLengths();
    return unit.classFile();
  }

  /**
   * Compiles without loading.
   *
   * @throws UncompilableException if the source has an error, or uses what code in the place of a
   *     nestmate of {@code bean} cannot reach
   */
  static CompiledUnit compile(Class<?> bean, String source) throws UncompilableException {
    try {
      return JaninoCompiler.compile(bean, source);
    } catch (NoClassDefFoundError e) {
      throw new UncompilableException(
          "there is no compiler: neither has the class been compiled when the application was built,"
              + " nor is org.codehaus.janino:janino there",
          e);
    }
  }

  /** Refuses classes that cannot have generated code beside them. */
  static void checkHost(Class<?> bean) throws UncompilableException {
    if (NativeImage.isRunning()) {
      throw new UncompilableException("a native image defines no classes while it runs");
    }
    if (bean.isArray() || bean.isPrimitive() || bean.isInterface() || bean.isHidden()) {
      throw new UncompilableException("no code can be loaded beside " + kind(bean));
    }
    if (bean.getCanonicalName() == null) {
      throw new UncompilableException("a local or anonymous class has no name in source");
    }
    ClassLoader loader = bean.getClassLoader();
    if (loader == null || bean.getModule() == Object.class.getModule()) {
      throw new UncompilableException("the class belongs to the JDK");
    }
    try {
      if (Class.forName(Codec.class.getName(), false, loader) != Codec.class) {
        throw new UncompilableException(
            "the class loader of the class has another copy of " + Codec.class.getPackageName());
      }
    } catch (ClassNotFoundException | LinkageError e) {
      throw new UncompilableException(
          "the class loader of the class does not see " + Codec.class.getPackageName(), e);
    }
  }

  private static String kind(Class<?> bean) {
    if (bean.isArray()) {
      return "an array";
    }
    if (bean.isPrimitive()) {
      return "a primitive type";
    }
    return bean.isInterface() ? "an interface" : "a hidden class";
  }

  static String line(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message.lines().findFirst().orElse("");
  }
}
