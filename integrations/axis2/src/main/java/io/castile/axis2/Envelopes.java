package io.castile.axis2;

import io.castile.cache.graph.NotCacheableException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPHeader;
import org.jspecify.annotations.Nullable;

/** Between the trees that Axis2 has of messages and their bytes. */
final class Envelopes {
  /** What the names of WS-Addressing 1.0 begin with. */
  static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";

  private Envelopes() {}

  /**
   * Returns the message of a tree, in UTF-8; the tree can be read again.
   *
   * @throws NotCacheableException if it cannot be written
   */
  static byte[] bytes(SOAPEnvelope envelope) {
    OMOutputFormat format = new OMOutputFormat();
    format.setCharSetEncoding(StandardCharsets.UTF_8.name());
    format.setIgnoreXMLDeclaration(true);
    ByteArrayOutputStream out = new ByteArrayOutputStream(4096);
    try {
      envelope.serialize(out, format);
    } catch (XMLStreamException | OMException e) {
      throw new NotCacheableException("the message cannot be written: " + e, e);
    }
    return out.toByteArray();
  }

  /**
   * Returns the tree of a message.
   *
   * @param charset its encoding; null where the message itself says it
   */
  static SOAPEnvelope parse(byte[] message, @Nullable String charset) {
    return OMXMLBuilderFactory.createSOAPModelBuilder(new ByteArrayInputStream(message), charset)
        .getSOAPEnvelope();
  }

  /**
   * Returns a message without what WS-Addressing says in it, which is made for one asker; in UTF-8.
   *
   * @param charset its encoding; null where the message itself says it
   * @throws NotCacheableException if it cannot be read
   */
  static byte[] withoutAddressing(byte[] message, @Nullable String charset) {
    try {
      SOAPEnvelope envelope = parse(message, charset);
      SOAPHeader header = envelope.getHeader();
      List<OMElement> blocks = new ArrayList<>();
      if (header != null) {
        Iterator<OMElement> all = header.getChildElements();
        while (all.hasNext()) {
          OMElement block = all.next();
          if (ADDRESSING.equals(block.getNamespaceURI())) {
            blocks.add(block);
          }
        }
      }
      blocks.forEach(OMElement::detach);
      return bytes(envelope);
    } catch (OMException e) {
      throw new NotCacheableException("the message cannot be read: " + e, e);
    }
  }
}
