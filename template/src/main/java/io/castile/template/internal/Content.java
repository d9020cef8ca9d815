package io.castile.template.internal;

import io.castile.xml.XmlWriter;

/** The content of a message: writes the whole message, the same way for equal values. */
@FunctionalInterface
public interface Content<E extends Exception> {
  /** Writes the message. */
  void writeTo(XmlWriter out) throws E;
}
