package io.castile.soap.internal;

import io.castile.xml.XmlWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import javax.xml.XMLConstants;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Writes DOM elements: the entries of a fault's detail. */
public final class DomWriter {
  private DomWriter() {}

  /**
   * Writes the element with every namespace declaration it needs; its start tag is self-contained.
   */
  public static void write(Element element, XmlWriter out) {
    out.raw(toBytes(element));
  }

  /** Returns the element as a document of its own, UTF-8, without XML declaration. */
  public static byte[] toBytes(Node element) {
    try {
      TransformerFactory factory = TransformerFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      Transformer identity = factory.newTransformer();
      identity.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
      StringWriter text = new StringWriter();
      identity.transform(new DOMSource(element), new StreamResult(text));
      return text.toString().getBytes(StandardCharsets.UTF_8);
    } catch (TransformerException e) {
      throw new IllegalStateException(
          "the DOM tree cannot be written as XML: " + e.getMessage(), e);
    }
  }
}
