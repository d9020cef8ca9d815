package io.castile.codec.encoded;

import io.castile.codec.value.Markup;
import io.castile.xml.Namespace;

/** The two versions of SOAP encoding. */
public enum EncodingRules {
  /** SOAP 1.1 §5: what is referred to more than once stands behind all else, on its own. */
  SOAP_1_1(
      "http://schemas.xmlsoap.org/soap/encoding/", "http://schemas.xmlsoap.org/soap/envelope/"),

  /** SOAP 1.2 part 2 §3: it stands where it is referred to first. */
  SOAP_1_2("http://www.w3.org/2003/05/soap-encoding", "http://www.w3.org/2003/05/soap-envelope");

  private final String uri;
  final Namespace encoding;
  final Namespace envelope;

  /** The attribute that says that an element is encoded so. */
  final byte[] style;

  EncodingRules(String uri, String envelopeUri) {
    this.uri = uri;
    this.encoding = new Namespace("soapenc", uri);
    this.envelope = new Namespace("soap", envelopeUri);
    this.style = Markup.utf8(" soap:encodingStyle=\"" + uri + "\"");
  }

  /** Returns the namespace of the encoding, which is also what {@code encodingStyle} says. */
  public String namespace() {
    return uri;
  }

  /** Whether a namespace is that of an encoding, of either version. */
  static boolean isEncoding(String uri) {
    return uri.equals(SOAP_1_1.uri) || uri.equals(SOAP_1_2.uri);
  }
}
