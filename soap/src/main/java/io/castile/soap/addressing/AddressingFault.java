package io.castile.soap.addressing;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapVersion;
import io.castile.xml.internal.DomReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * A fault of WS-Addressing itself (SOAP Binding §6.4).
 *
 * @param subcodes from the outermost to the innermost
 * @param detail what is wrong
 */
record AddressingFault(List<QName> subcodes, String reason, Element detail) {
  private static final QName INVALID = Wsa.name("InvalidAddressingHeader");
  private static final String INVALID_REASON =
      "A header representing a Message Addressing Property is not valid and the message cannot be"
          + " processed";

  /** A property is absent that there must be. */
  static AddressingFault required(QName block) {
    return new AddressingFault(
        List.of(Wsa.name("MessageAddressingHeaderRequired")),
        "A required header representing a Message Addressing Property is not present",
        problemHeader(block));
  }

  /**
   * A property is not as it must be.
   *
   * @param why the local name of the innermost code; null for none
   */
  static AddressingFault invalid(QName block, @Nullable String why) {
    return invalid(why, problemHeader(block));
  }

  /** SOAPAction is another one than the action. */
  static AddressingFault mismatch(String action, String soapAction) {
    Element detail = problemAction(action);
    append(detail, "SoapAction", soapAction);
    return invalid("ActionMismatch", detail);
  }

  private static AddressingFault invalid(@Nullable String why, Element detail) {
    return new AddressingFault(
        why == null ? List.of(INVALID) : List.of(INVALID, Wsa.name(why)), INVALID_REASON, detail);
  }

  /** No operation takes messages with that action, or another one than the body is for. */
  static AddressingFault notSupported(String action) {
    return new AddressingFault(
        List.of(Wsa.name("ActionNotSupported")),
        "The " + MessageAddressing.shortened(action) + " cannot be processed at the receiver",
        problemAction(action));
  }

  /** The fault; in SOAP 1.1 its detail is a header block, as it is about the header. */
  SoapFault toFault(SoapVersion version) {
    SoapFault fault = SoapFault.ofSender(version, subcodes, reason);
    return version == SoapVersion.SOAP_1_1 ? fault : fault.withDetail(List.of(detail));
  }

  /** The header blocks that come with the fault, beside those of every answer. */
  List<SoapHeader> headers(SoapVersion version) {
    List<SoapHeader> headers = new ArrayList<>();
    if (version == SoapVersion.SOAP_1_1) {
      Element block = element("FaultDetail");
      block.appendChild(block.getOwnerDocument().importNode(detail, true));
      headers.add(SoapHeader.of(block));
    }
    return headers;
  }

  private static Element problemHeader(QName block) {
    Element element = element("ProblemHeaderQName");
    element.setTextContent("wsa:" + block.getLocalPart());
    return element;
  }

  private static Element problemAction(String action) {
    Element element = element("ProblemAction");
    append(element, "Action", action);
    return element;
  }

  private static void append(Element parent, String local, String text) {
    Element child = parent.getOwnerDocument().createElementNS(Wsa.NAMESPACE, "wsa:" + local);
    child.setTextContent(MessageAddressing.shortened(text));
    parent.appendChild(child);
  }

  private static Element element(String local) {
    Document document = DomReader.newDocument();
    Element element = document.createElementNS(Wsa.NAMESPACE, "wsa:" + local);
    element.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:wsa", Wsa.NAMESPACE);
    document.appendChild(element);
    return element;
  }
}
