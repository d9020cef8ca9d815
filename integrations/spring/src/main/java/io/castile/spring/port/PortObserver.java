package io.castile.spring.port;

/** Observes the calls of a port. */
@FunctionalInterface
public interface PortObserver {
  /**
   * Returns what stands for a port, with the same interfaces.
   *
   * @param port a proxy of the JDK
   * @param sei its interface with {@code WebService}
   */
  Object observed(Object port, Class<?> sei);
}
