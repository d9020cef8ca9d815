package io.castile.wsdl.model;

import java.util.Locale;

/** How parts become XML (WSDL 1.1 §3.5). */
public enum Use {
  /** As their schema says. */
  LITERAL,
  /** By the rules of an encoding, mostly that of SOAP 1.1 §5. */
  ENCODED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
