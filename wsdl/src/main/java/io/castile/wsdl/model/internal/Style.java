package io.castile.wsdl.model.internal;

import java.util.Locale;

/**
 * The way in which the body of a SOAP message is made of the parts of a message (WSDL 1.1 §3.4).
 */
public enum Style {
  /** The part is the body. */
  DOCUMENT,
  /** The body is an element with the operation's name, and the parts are in it. */
  RPC;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
