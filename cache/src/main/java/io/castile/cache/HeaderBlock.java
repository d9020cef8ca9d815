package io.castile.cache;

import java.util.Objects;
import javax.xml.namespace.QName;

/**
 * A header block of a request.
 *
 * @param name its name
 * @param text its content, in a form that is the same for blocks that say the same
 * @param user the user that a WS-Security header names, with the password where it is there as
 *     text; null for none
 */
public record HeaderBlock(QName name, String text, String user) {
  static final String SECURITY_NAMESPACE =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

  public HeaderBlock {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(text, "text");
  }

  /** Whether this is a Security header, of WS-Security or of anything like it. */
  boolean isSecurity() {
    return name.getLocalPart().equals("Security");
  }

  /** Without the content, which may be a secret. */
  @Override
  public String toString() {
    return "header block " + name;
  }
}
