package io.castile.soap.wsdl;

import java.io.IOException;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * Reads descriptions with the platform's parser, namespaces told apart, within its limits for
 * secure processing, and without a DTD from outside.
 */
public final class ClosedDom {
  private ClosedDom() {}

  public static Document parse(InputSource source) throws IOException, SAXException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    try {
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
      return factory.newDocumentBuilder().parse(source);
    } catch (ParserConfigurationException e) {
      throw new AssertionError("the platform's DOM has these features", e);
    }
  }
}
