package io.castile.codec;

import java.io.IOException;
import java.io.StringReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.util.ArrayList;
import java.util.List;
import org.codehaus.commons.compiler.CompileException;
import org.codehaus.commons.compiler.InternalCompilerException;
import org.codehaus.janino.Parser;
import org.codehaus.janino.Scanner;
import org.codehaus.janino.UnitCompiler;
import org.codehaus.janino.util.ClassFile;

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
  /** Class file version 52: stack maps, and static calls to interfaces. */
  private static final int TARGET_VERSION = 8;

  private CodeLoader() {}

  /**
   * Compiles and loads one class.
   *
   * @param bean the class whose package, loader and private members the code uses
   * @param source a compilation unit in the bean's package, with one top-level class
   * @param classData what the code gets from {@link MethodHandles#classData}; not null
   * @return a lookup of the class, which is initialized
   * @throws UncompilableException if that is not possible for this bean, in this runtime
   */
  static Lookup load(Class<?> bean, String source, Object classData) throws UncompilableException {
    checkHost(bean);
    Lookup lookup = BeanLookup.in(bean);
    CompiledUnit unit = compile(bean, source);
    unit.checkCodeLengths();
    try {
      return lookup.defineHiddenClassWithClassData(
          unit.classFile(), classData, true, ClassOption.NESTMATE);
    } catch (IllegalAccessException | LinkageError e) {
      throw new UncompilableException("generated class is refused by the JVM: " + line(e), e);
    }
  }

  /**
   * Compiles without loading.
   *
   * @throws UncompilableException if the source has an error, or uses what code in the place of a
   *     nestmate of {@code bean} cannot reach
   */
  static CompiledUnit compile(Class<?> bean, String source) throws UncompilableException {
    List<ClassFile> files = new ArrayList<>(1);
    try {
      Scanner scanner = new Scanner(bean.getName(), new StringReader(source));
      UnitCompiler compiler =
          new UnitCompiler(
              new Parser(scanner).parseAbstractCompilationUnit(), new NestmateSymbols(bean));
      compiler.setTargetVersion(TARGET_VERSION);
      compiler.compileUnit(false, true, false, files);
    } catch (CompileException | InternalCompilerException | LinkageError e) {
      throw new UncompilableException("generated source does not compile: " + line(e), e);
    } catch (IOException e) {
      throw new AssertionError("no input or output: source is a string", e);
    }
    if (files.size() != 1) {
      throw new UncompilableException(
          "generated source must hold exactly one class, but has " + files.size());
    }
    return new CompiledUnit(files.get(0));
  }

  /** Refuses classes that cannot have generated code beside them. */
  static void checkHost(Class<?> bean) throws UncompilableException {
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
      if (Class.forName(CodeLoader.class.getName(), false, loader) != CodeLoader.class) {
        throw new UncompilableException(
            "the class loader of the class has another copy of "
                + CodeLoader.class.getPackageName());
      }
    } catch (ClassNotFoundException | LinkageError e) {
      throw new UncompilableException(
          "the class loader of the class does not see " + CodeLoader.class.getPackageName(), e);
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

  private static String line(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message.lines().findFirst().orElse("");
  }
}
