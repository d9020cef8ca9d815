package io.castile.codec;

import java.io.IOException;
import java.io.InputStream;

/** Defines the classes of one package itself, and leaves all others to its parent. */
public final class IsolatedLoader extends ClassLoader {
  private final String packageName;

  public IsolatedLoader(Class<?> member, ClassLoader parent) {
    super(parent);
    this.packageName = member.getPackageName();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(packageName + ".")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  /** Whether this loader has been asked for a class of its package, and has it since. */
  boolean hasLoaded(String name) {
    return findLoadedClass(name) != null;
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    String resource = name.replace('.', '/') + ".class";
    try (InputStream in = IsolatedLoader.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
