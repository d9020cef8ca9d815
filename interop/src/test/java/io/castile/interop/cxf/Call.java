package io.castile.interop.cxf;

/** A call of a service through a port. */
@FunctionalInterface
interface Call<T> {
  Object through(T port) throws Exception;
}
