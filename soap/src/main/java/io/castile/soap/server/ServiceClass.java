package io.castile.soap.server;

/** Tells the class of a service as its author has written it. */
public final class ServiceClass {
  /** In the names of classes that frameworks make as subclasses, as those of Spring's proxies. */
  private static final String GENERATED = "$$";

  private ServiceClass() {}

  /**
   * Returns the class that has the annotations of a service: that of the object or, where a
   * framework has made that one, its superclass, since the annotations are not inherited.
   */
  public static Class<?> of(Object service) {
    Class<?> type = service.getClass();
    while (type.getName().contains(GENERATED)
        && type.getSuperclass() != null
        && type.getSuperclass() != Object.class) {
      type = type.getSuperclass();
    }
    return type;
  }
}
