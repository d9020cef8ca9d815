package io.castile.codec.encoded;

import io.castile.xml.XmlName;
import javax.xml.XMLConstants;

/** The names of XML Schema, those of its drafts too, with which old peers write. */
final class SchemaNames {
  private SchemaNames() {}

  static boolean isSchema(String uri) {
    return uri.equals(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        || uri.equals("http://www.w3.org/1999/XMLSchema")
        || uri.equals("http://www.w3.org/2000/10/XMLSchema");
  }

  /** The name of today for a type of a draft, or of SOAP encoding. */
  static String current(String local) {
    return switch (local) {
      case "base64", "binary" -> "base64Binary";
      case "timeInstant" -> "dateTime";
      case "ur-type" -> "anyType";
      case "uriReference" -> "anyURI";
      default -> local;
    };
  }

  /** Whether an element only says which accessor is the result (SOAP 1.2 part 2 §4.2.1). */
  static boolean isRpcResult(XmlName name) {
    return name.local().equals("result") && name.uri().equals("http://www.w3.org/2003/05/soap-rpc");
  }
}
