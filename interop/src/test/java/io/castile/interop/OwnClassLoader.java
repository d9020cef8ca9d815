package io.castile.interop;

import java.net.URL;
import java.net.URLClassLoader;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes and resources of a folder before those that the tests have by the same names:
 * stacks bring classes that were generated from descriptions that are in the corpus, too.
 */
final class OwnClassLoader extends URLClassLoader {
  OwnClassLoader(URL folder, ClassLoader parent) {
    super(new URL[] {folder}, parent);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (findResource(name.replace('.', '/') + ".class") == null) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      Class<?> type = known == null ? findClass(name) : known;
      if (resolve) {
        resolveClass(type);
      }
      return type;
    }
  }

  @Override
  public @Nullable URL getResource(String name) {
    URL own = findResource(name);
    return own == null ? super.getResource(name) : own;
  }
}
