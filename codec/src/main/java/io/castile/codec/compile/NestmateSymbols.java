package io.castile.codec.compile;

import java.lang.reflect.Modifier;
import org.codehaus.janino.Access;
import org.codehaus.janino.Descriptor;
import org.codehaus.janino.IClass;
import org.codehaus.janino.IClassLoader;
import org.jspecify.annotations.Nullable;

/**
 * The classes that code beside a bean class sees, as the compiler wants them: resolved by the
 * bean's own class loader, and with the access that the JVM grants to a nestmate of the bean.
 *
 * <p>Used for one compilation, by one thread: the compiler's symbols are not thread-safe.
 */
final class NestmateSymbols extends IClassLoader {
  private final Class<?> bean;

  NestmateSymbols(Class<?> bean) {
    super(null);
    this.bean = bean;
    postConstruct();
  }

  @Override
  protected @Nullable IClass findIClass(String descriptor) throws ClassNotFoundException {
    Class<?> found;
    try {
      found = Class.forName(Descriptor.toClassName(descriptor), false, bean.getClassLoader());
    } catch (ClassNotFoundException e) {
      // The compiler tries every prefix of a qualified name as a class.
      return null;
    } catch (NoClassDefFoundError e) {
      // A file system without case takes package "order" for class "Order".
      if (String.valueOf(e.getMessage()).contains("wrong name")) {
        return null;
      }
      throw e;
    }
    IClass symbol = new ReflectedSymbol(found, this);
    defineIClass(symbol);
    return symbol;
  }

  /** Access to a member of {@code declaring}: public if a nestmate of the bean has it. */
  Access memberAccess(Class<?> declaring, int modifiers) {
    if (Nestmates.reaches(bean, declaring, modifiers)) {
      return Access.PUBLIC;
    }
    // By inheritance only: the compiler knows whether the generated class extends the declaring
    // one.
    return Modifier.isProtected(modifiers) ? Access.PROTECTED : Access.PRIVATE;
  }

  /** Access to a class. */
  Access classAccess(Class<?> type) {
    return Nestmates.reaches(bean, type) ? Access.PUBLIC : Access.PRIVATE;
  }

  /** The symbol of a class that a member's signature names. */
  IClass symbol(Class<?> type) {
    IClass symbol;
    try {
      symbol = loadIClass(Descriptor.fromClassName(type.getName()));
    } catch (ClassNotFoundException e) {
      throw new TypeNotPresentException(type.getName(), e);
    }
    if (symbol == null
        || (symbol instanceof ReflectedSymbol reflected && reflected.type() != type)) {
      throw new NoClassDefFoundError(
          "the class loader of " + bean.getName() + " does not see the right " + type.getName());
    }
    return symbol;
  }
}
