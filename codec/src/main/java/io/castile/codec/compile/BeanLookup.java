package io.castile.codec.compile;

import io.castile.codec.bean.TypeCodec;
import io.castile.codec.binding.Accessor;
import io.castile.codec.value.CodecContext;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.XmlInternals;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Full-privilege lookups in bean classes, as the definition of nestmates demands.
 *
 * <p>A lookup that crosses modules has lost its MODULE mode, and classes of two class loaders are
 * in two (unnamed) modules. So for a bean that is in another module than this class, a small class
 * is defined once in the bean's package, and lends the lookup of its own. It refers to nothing of
 * ours, has only private members, and lives as long as the bean's class loader; a second copy of
 * this library, in another class loader, shares it.
 */
final class BeanLookup {
  static final String FOOTHOLD = "CastileFoothold";

  /** One class of each package that generated code uses and that no module exports to all. */
  private static final List<Class<?>> INNER =
      List.of(Accessor.class, CodecContext.class, TypeCodec.class);

  private BeanLookup() {}

  /**
   * Returns a lookup with full privilege access in {@code bean}.
   *
   * @throws UncompilableException if the bean's module does not open its package to ours
   */
  static Lookup in(Class<?> bean) throws UncompilableException {
    Module own = BeanLookup.class.getModule();
    if (!own.canRead(bean.getModule())) {
      own.addReads(bean.getModule());
    }
    for (Class<?> used : INNER) {
      own.addExports(used.getPackageName(), bean.getModule()); // without effect on the class path
    }
    XmlInternals.exportTo(bean.getModule());
    try {
      Lookup lookup = MethodHandles.privateLookupIn(bean, MethodHandles.lookup());
      if (lookup.hasFullPrivilegeAccess()) {
        return lookup;
      }
      return MethodHandles.privateLookupIn(bean, borrow(foothold(bean, lookup)));
    } catch (IllegalAccessException e) {
      throw new UncompilableException(
          "module "
              + bean.getModule().getName()
              + " does not open package "
              + bean.getPackageName()
              + " to "
              + (own.isNamed() ? "module " + own.getName() : "the class path"),
          e);
    }
  }

  private static Class<?> foothold(Class<?> bean, Lookup lookup)
      throws IllegalAccessException, UncompilableException {
    String packageName = bean.getPackageName();
    String name = packageName.isEmpty() ? FOOTHOLD : packageName + "." + FOOTHOLD;
    Class<?> present = find(name, bean.getClassLoader());
    if (present != null) {
      return present;
    }
    byte[] classFile = CodeLoader.classFile(bean, FOOTHOLD, source(packageName));
    try {
      return lookup.defineClass(classFile);
    } catch (LinkageError e) {
      // Another thread was first, or the loader refuses.
      Class<?> other = find(name, bean.getClassLoader());
      if (other == null) {
        throw new UncompilableException("no class can be added to package " + packageName, e);
      }
      return other;
    }
  }

  private static @Nullable Class<?> find(String name, @Nullable ClassLoader loader) {
    try {
      Class<?> found = Class.forName(name, false, loader);
      return found.getClassLoader() == loader ? found : null;
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /** The bean's module must read those of the codecs, and only a class of its own can say so. */
  static String source(String packageName) {
    return (packageName.isEmpty() ? "" : "package " + packageName + ";\n")
        + "final class "
        + FOOTHOLD
        + " {\n"
        + "  private static java.lang.invoke.MethodHandles.Lookup lookup(java.lang.Module reads) {\n"
        + "    "
        + FOOTHOLD
        + ".class.getModule().addReads(reads);\n"
        + "    return java.lang.invoke.MethodHandles.lookup();\n"
        + "  }\n"
        + "}\n";
  }

  private static Lookup borrow(Class<?> foothold) throws IllegalAccessException {
    Lookup lookup = MethodHandles.privateLookupIn(foothold, MethodHandles.lookup());
    MethodType type = MethodType.methodType(Lookup.class, Module.class);
    try {
      MethodHandle lend = lookup.findStatic(foothold, "lookup", type);
      Lookup unused = (Lookup) lend.invokeExact(XmlWriter.class.getModule()); // it reads that now
      return (Lookup) lend.invokeExact(BeanLookup.class.getModule());
    } catch (IllegalAccessException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("the foothold's method throws no checked exception", e);
    }
  }
}
