package io.castile.interop;

/** A way between Java values and XML: the reference implementation's, or one of ours. */
public interface Binding {
  /** What reports call it. */
  String name();

  /** The binding of an element of that type: under its own name if it is a root element. */
  Typed of(Class<?> type) throws Exception;

  /** How values of a type are handled, for reports: {@code compiled}, or why not. */
  String handling(Class<?> type);

  /** The binding of one element. */
  interface Typed {
    byte[] write(Object value) throws Exception;

    Object read(byte[] document) throws Exception;

    Object copy(Object value) throws Exception;

    boolean equal(Object one, Object other) throws Exception;

    /** A hash that is the same for values that are equal. */
    int hash(Object value) throws Exception;
  }
}
