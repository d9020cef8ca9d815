package io.castile.bench.startup;

/** Makes the first port object of a JVM: nothing but what a user of the stack would write. */
public interface StartupPorts {
  /** The port of a target. */
  <T> T port(Class<T> sei, StartupTarget target) throws Exception;
}
