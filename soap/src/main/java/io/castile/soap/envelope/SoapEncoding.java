package io.castile.soap.envelope;

import io.castile.soap.SoapVersion;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;

/**
 * The encoding of SOAP 1.1 §5 and of SOAP 1.2 part 2 §3, in messages that are to be literal: values
 * that refer to others would be read as nothing.
 */
final class SoapEncoding {
  private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/encoding/";
  private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-encoding";

  private SoapEncoding() {}

  /** Whether the current element says that it is encoded so. */
  static boolean isNamed(XmlReader in) {
    int count = in.attributeCount();
    for (int i = 0; i < count; i++) {
      XmlName name = in.attributeName(i);
      if (name.local().equals("encodingStyle") && SoapVersion.ofNamespace(name.uri()) != null) {
        String style = in.attribute(i).toToken();
        return style.contains(SOAP_11) || style.contains(SOAP_12);
      }
    }
    return false;
  }

  /** Whether an attribute says that the value stands elsewhere in the message. */
  static boolean isReference(XmlReader in, int index) {
    XmlName name = in.attributeName(index);
    boolean ref =
        name.uri().isEmpty() && name.local().equals("href")
            || name.uri().equals(SOAP_12) && name.local().equals("ref");
    return ref && (name.uri().equals(SOAP_12) || in.attribute(index).toToken().startsWith("#"));
  }

  /** The refusal of a message. */
  static XmlDataException refused(XmlReader in, String found) {
    return in.unexpected(
        "a literal message, as the operation's messages are not in SOAP encoding (@SOAPBinding(use ="
            + " ENCODED))",
        found);
  }
}
