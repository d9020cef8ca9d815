package io.castile.wsdl.document.internal;

import java.util.Set;
import javax.xml.XMLConstants;

/**
 * The namespaces of the drafts of XML Schema, which descriptions of their time are written with:
 * what these say is read as if they were written with the one of today.
 */
final class SchemaDrafts {
  private static final Set<String> DRAFTS =
      Set.of("http://www.w3.org/1999/XMLSchema", "http://www.w3.org/2000/10/XMLSchema");

  private SchemaDrafts() {}

  /** Returns the namespace of today for one of a draft; others as they are. */
  static String current(String namespace) {
    return DRAFTS.contains(namespace) ? XMLConstants.W3C_XML_SCHEMA_NS_URI : namespace;
  }
}
