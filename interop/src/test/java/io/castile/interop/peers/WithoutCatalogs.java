package io.castile.interop.peers;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.concurrent.Callable;

/** Metro's catalogs may not have the URLs that CXF's tools have in theirs. */
public final class WithoutCatalogs extends ClassLoader {
  private WithoutCatalogs(ClassLoader parent) {
    super(parent);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return name.equals("META-INF/jax-ws-catalog.xml")
        ? Collections.emptyEnumeration()
        : super.getResources(name);
  }

  /** Makes what is a client of Metro, and finds no catalog meanwhile. */
  public static <T> T make(Callable<T> maker) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader usual = thread.getContextClassLoader();
    thread.setContextClassLoader(new WithoutCatalogs(usual));
    try {
      return maker.call();
    } finally {
      thread.setContextClassLoader(usual);
    }
  }
}
