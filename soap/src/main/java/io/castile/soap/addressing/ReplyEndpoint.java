package io.castile.soap.addressing;

import io.castile.soap.SoapHeader;
import io.castile.soap.SoapVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * An endpoint to which an answer goes: what an endpoint reference in a request says (WS-Addressing
 * 1.0 Core §2.1).
 *
 * @param parameters header blocks of each message to it, made of its reference parameters (Core
 *     §3.4; SOAP Binding §3.2)
 */
record ReplyEndpoint(String address, List<SoapHeader> parameters) {
  /** The connection of the request. */
  static final ReplyEndpoint ANONYMOUS = new ReplyEndpoint(Wsa.ANONYMOUS, List.of());

  /** More are refused, as each answer repeats them. */
  private static final int MAX_PARAMETERS = 32;

  /** Larger ones are refused, all of an endpoint together. */
  private static final int MAX_BYTES = 16 << 10;

  private static final String XMLNS = XMLConstants.XMLNS_ATTRIBUTE_NS_URI;

  /** Namespaces of blocks that say something of the answer itself, which no request may say. */
  private static final Set<String> RESERVED =
      Set.of(
          SoapVersion.SOAP_1_1.namespace(),
          SoapVersion.SOAP_1_2.namespace(),
          Wsa.NAMESPACE,
          "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd");

  /**
   * Makes the header blocks of reference parameters.
   *
   * @param parameters the element that has them; null for none
   * @return null where they are too many or too large, or are not to be repeated
   */
  static @Nullable List<SoapHeader> blocks(@Nullable Element parameters) {
    List<SoapHeader> blocks = new ArrayList<>();
    int bytes = 0;
    for (Node child = parameters == null ? null : parameters.getFirstChild();
        child != null;
        child = child.getNextSibling()) {
      if (child instanceof Element parameter) {
        SoapHeader block = block(parameter);
        bytes += block.toBytes().length;
        boolean isReserved = RESERVED.contains(block.name().getNamespaceURI());
        if (isReserved || blocks.size() == MAX_PARAMETERS || bytes > MAX_BYTES) {
          return null;
        }
        blocks.add(block);
      }
    }
    return blocks;
  }

  /** Returns the parameter as a block, without what would say which node has to understand it. */
  private static SoapHeader block(Element parameter) {
    Element block = (Element) parameter.cloneNode(true);
    NamedNodeMap attributes = block.getAttributes();
    for (int i = attributes.getLength() - 1; i >= 0; i--) {
      Attr attribute = (Attr) attributes.item(i);
      String uri = attribute.getNamespaceURI();
      if (uri != null && (SoapVersion.ofNamespace(uri) != null || uri.equals(Wsa.NAMESPACE))) {
        block.removeAttributeNode(attribute);
      }
    }
    for (Node outer = parameter.getParentNode();
        outer instanceof Element element;
        outer = outer.getParentNode()) {
      addDeclarations(element, block);
    }
    String prefix = prefix(block);
    block.setAttributeNS(XMLNS, XMLConstants.XMLNS_ATTRIBUTE + ":" + prefix, Wsa.NAMESPACE);
    block.setAttributeNS(Wsa.NAMESPACE, prefix + ":IsReferenceParameter", "true");
    return SoapHeader.of(block);
  }

  /** A name in a text of the parameter may have a prefix that is declared around it, or none. */
  private static void addDeclarations(Element outer, Element block) {
    NamedNodeMap attributes = outer.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Attr attribute = (Attr) attributes.item(i);
      if (XMLNS.equals(attribute.getNamespaceURI()) && !block.hasAttribute(attribute.getName())) {
        block.setAttributeNS(XMLNS, attribute.getName(), attribute.getValue());
      }
    }
  }

  /** Returns a prefix that stands for the namespace of addressing, or for nothing yet. */
  private static String prefix(Element block) {
    String known = block.lookupPrefix(Wsa.NAMESPACE);
    if (known != null) {
      return known;
    }
    String prefix = "wsa";
    for (int i = 1; block.lookupNamespaceURI(prefix) != null; i++) {
      prefix = "wsa" + i;
    }
    return prefix;
  }

  /** Whether answers to it go back on the connection of the request, or nowhere. */
  boolean isHere() {
    return address.equals(Wsa.ANONYMOUS) || isNone();
  }

  /** Whether nothing is sent to it. */
  boolean isNone() {
    return address.equals(Wsa.NONE);
  }
}
