package io.castile.interop;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes and resources of folders before those that the tests have by the same names:
 * stacks bring classes that were generated from descriptions that are in the corpus, too.
 */
final class OwnClassLoader extends URLClassLoader {
  /**
   * What is neither here nor above. Compilers ask for the same names again and again, as parts of
   * qualified names may be classes, and a search of all libraries of the tests takes its time. What
   * is defined here later is found among the loaded classes before.
   */
  private final Set<String> absent = ConcurrentHashMap.newKeySet();

  OwnClassLoader(List<Path> folders, ClassLoader parent) throws MalformedURLException {
    super(urls(folders), parent);
  }

  private static URL[] urls(List<Path> folders) throws MalformedURLException {
    URL[] urls = new URL[folders.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = folders.get(i).toUri().toURL();
    }
    return urls;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> type = findLoadedClass(name);
      if (type == null) {
        type = find(name);
      }
      if (resolve) {
        resolveClass(type);
      }
      return type;
    }
  }

  private Class<?> find(String name) throws ClassNotFoundException {
    if (absent.contains(name)) {
      throw new ClassNotFoundException(name);
    }
    if (findResource(name.replace('.', '/') + ".class") != null) {
      return findClass(name);
    }
    try {
      return super.loadClass(name, false);
    } catch (ClassNotFoundException e) {
      absent.add(name);
      throw e;
    }
  }

  @Override
  public @Nullable URL getResource(String name) {
    URL own = findResource(name);
    return own == null ? super.getResource(name) : own;
  }
}
