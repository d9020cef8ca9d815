package io.castile.soap.wsdl;

import java.nio.charset.StandardCharsets;

/** The address of a service inside the documents that describe it. */
final class WsdlAddress {
  /** Stands for the address until a client asks. */
  static final String PLACEHOLDER = "castile-address:service";

  private WsdlAddress() {}

  /** The document with the address in place, which is escaped. */
  static byte[] resolve(String document, String address) {
    String escaped = address.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    return document.replace(PLACEHOLDER, escaped).getBytes(StandardCharsets.UTF_8);
  }
}
