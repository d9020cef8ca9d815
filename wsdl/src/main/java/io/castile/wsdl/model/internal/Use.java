package io.castile.wsdl.model.internal;

import java.util.Locale;

/** The encoding of parts as XML (WSDL 1.1 §3.5). */
public enum Use {
  /** Parts are written as their schema says. */
  LITERAL,
  /** Parts are written by the rules of an encoding, mostly that of SOAP 1.1 §5. */
  ENCODED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
