package io.castile.wsdl;

import io.castile.wsdl.tree.Element;

/** The names of WSDL 1.1. */
final class Wsdl11 {
  static final String NAMESPACE = "http://schemas.xmlsoap.org/wsdl/";
  static final String SOAP_1_1 = "http://schemas.xmlsoap.org/wsdl/soap/";
  static final String SOAP_1_2 = "http://schemas.xmlsoap.org/wsdl/soap12/";
  static final String HTTP = "http://schemas.xmlsoap.org/wsdl/http/";
  static final String MIME = "http://schemas.xmlsoap.org/wsdl/mime/";
  static final String WSDL_2_0 = "http://www.w3.org/ns/wsdl";

  private Wsdl11() {}

  static boolean is(Element element, String localName) {
    return element.is(NAMESPACE, localName);
  }

  /** Whether an element is one of either SOAP binding. */
  static boolean isSoap(Element element, String localName) {
    return element.is(SOAP_1_1, localName) || element.is(SOAP_1_2, localName);
  }

  /** Returns what the author says of something; may be empty. */
  static String documentation(Element element) {
    return element.child(NAMESPACE, "documentation").map(Element::text).orElse("");
  }
}
