package io.castile.wsdl.schema;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.internal.Documents;
import io.castile.wsdl.model.Place;
import io.castile.wsdl.tree.Element;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Map;
import java.util.Objects;

/** The schemas of namespaces that descriptions refer to without saying where they are. */
final class BuiltInSchemas {
  private static final Map<String, String> FILES =
      Map.ofEntries(
          Map.entry("http://www.w3.org/XML/1998/namespace", "xml.xsd"),
          Map.entry("http://schemas.xmlsoap.org/soap/encoding/", "soap-encoding-1.1.xsd"),
          Map.entry("http://www.w3.org/2003/05/soap-encoding", "soap-encoding-1.2.xsd"),
          Map.entry("http://www.w3.org/2005/08/addressing", "addressing.xsd"),
          Map.entry("http://www.w3.org/2005/05/xmlmime", "xmlmime.xsd"),
          Map.entry("http://www.w3.org/2004/11/xmlmime", "xmlmime-2004.xsd"),
          Map.entry("http://www.w3.org/1999/xlink", "xlink.xsd"),
          Map.entry("http://ws-i.org/profiles/basic/1.1/xsd", "swaref.xsd"),
          Map.entry("http://xml.apache.org/xml-soap", "xml-soap.xsd"));

  private BuiltInSchemas() {}

  static boolean has(String namespace) {
    return FILES.containsKey(namespace);
  }

  /** Returns the schema of a namespace that there is one for. */
  static Element of(String namespace) {
    String file = Objects.requireNonNull(FILES.get(namespace), namespace);
    URI location = URI.create("castile:/" + file);
    try (InputStream in =
        BuiltInSchemas.class.getResourceAsStream("/io/castile/wsdl/catalog/" + file)) {
      return Documents.parsed(location, Objects.requireNonNull(in, file).readAllBytes());
    } catch (DocumentException e) {
      throw new IllegalStateException(
          "Cannot use the built-in schema " + Place.of(location) + ", because it is wrong.", e);
    } catch (IOException e) {
      throw new IllegalStateException("a built-in schema cannot be read: " + file, e);
    }
  }
}
