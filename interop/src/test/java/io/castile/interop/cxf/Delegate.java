package io.castile.interop.cxf;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** An interface, served by an object that has its methods, whether it implements it or not. */
final class Delegate {
  private Delegate() {}

  static <T> T of(Class<T> sei, Object service) {
    return sei.cast(
        Proxy.newProxyInstance(
            sei.getClassLoader(),
            new Class<?>[] {sei},
            (proxy, method, arguments) -> {
              try {
                return service
                    .getClass()
                    .getMethod(method.getName(), method.getParameterTypes())
                    .invoke(service, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
