package io.castile.soap.envelope;

import io.castile.soap.FaultDetail;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapVersion;
import io.castile.soap.internal.DomWriter;
import io.castile.xml.Namespace;
import io.castile.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.Text;

/** Writes the Fault element of both versions (SOAP 1.1 §4.4; SOAP 1.2 part 1 §5.4). */
public final class FaultWriter {
  private static final String XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";

  private FaultWriter() {}

  /** Returns an envelope with a fault and nothing else, in UTF-8. */
  public static byte[] envelope(SoapFault fault, SoapVersion version) {
    return envelope(fault, version, null);
  }

  /**
   * Returns an envelope with a fault and nothing else, in UTF-8.
   *
   * @param detail writes one more entry of the detail, and refers to nothing; null for none
   */
  public static byte[] envelope(
      SoapFault fault, SoapVersion version, @Nullable FaultDetail detail) {
    XmlWriter out = new XmlWriter();
    out.raw("<s:Envelope".getBytes(StandardCharsets.US_ASCII));
    out.declare(new Namespace("s", version.namespace()));
    out.raw("><s:Body>".getBytes(StandardCharsets.US_ASCII));
    write(fault, version, detail, out);
    out.raw("</s:Body></s:Envelope>".getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }

  /**
   * @param detail writes one more entry of the detail, before those of the fault; null for none
   */
  public static void write(
      SoapFault given, SoapVersion version, @Nullable FaultDetail detail, XmlWriter out) {
    SoapFault fault = given.in(version);
    Runnable behind =
        version == SoapVersion.SOAP_1_1 ? write11(fault, detail, out) : write12(fault, detail, out);
    if (behind != null) {
      behind.run();
    }
  }

  private static @Nullable Runnable write11(
      SoapFault fault, @Nullable FaultDetail detail, XmlWriter out) {
    String soap = SoapVersion.SOAP_1_1.namespace();
    out.startElement(soap, "Fault");
    code("", "faultcode", fault.code(), out);
    SoapFault.Reason reason = fault.reasons().get(0);
    out.startElement("", "faultstring");
    if (!reason.language().isEmpty() && !reason.language().equals("en")) {
      out.attribute(XML_NAMESPACE, "lang", reason.language());
    }
    out.closeStartTag();
    out.text(printable(reason.text()));
    out.endElement();
    if (!fault.role().isEmpty()) {
      text("", "faultactor", fault.role(), out);
    }
    Runnable behind = detail("", "detail", fault, detail, SoapVersion.SOAP_1_1, out);
    out.endElement();
    return behind;
  }

  private static @Nullable Runnable write12(
      SoapFault fault, @Nullable FaultDetail detail, XmlWriter out) {
    String soap = SoapVersion.SOAP_1_2.namespace();
    out.startElement(soap, "Fault");
    out.startElement(soap, "Code");
    code(soap, "Value", fault.code(), out);
    for (QName subcode : fault.subcodes()) {
      out.startElement(soap, "Subcode");
      code(soap, "Value", subcode, out);
    }
    for (int i = 0; i < fault.subcodes().size(); i++) {
      out.endElement();
    }
    out.endElement();
    out.startElement(soap, "Reason");
    for (SoapFault.Reason reason : fault.reasons()) {
      out.startElement(soap, "Text");
      out.attribute(XML_NAMESPACE, "lang", reason.language().isEmpty() ? "en" : reason.language());
      out.closeStartTag();
      out.text(printable(reason.text()));
      out.endElement();
    }
    out.endElement();
    if (!fault.node().isEmpty()) {
      text(soap, "Node", fault.node(), out);
    }
    if (!fault.role().isEmpty()) {
      text(soap, "Role", fault.role(), out);
    }
    Runnable behind = detail(soap, "Detail", fault, detail, SoapVersion.SOAP_1_2, out);
    out.endElement();
    return behind;
  }

  private static void code(String uri, String local, QName code, XmlWriter out) {
    out.startElement(uri, local);
    if (code.getNamespaceURI().isEmpty()) {
      out.closeStartTag();
      out.text(code.getLocalPart());
    } else {
      if (out.prefix(code.getNamespaceURI()) == null) {
        out.declare(new Namespace("code", code.getNamespaceURI()));
      }
      out.closeStartTag();
      out.text(out.prefix(code.getNamespaceURI()) + ":" + code.getLocalPart());
    }
    out.endElement();
  }

  private static void text(String uri, String local, String value, XmlWriter out) {
    out.startElement(uri, local);
    out.closeStartTag();
    out.text(value);
    out.endElement();
  }

  /** Reasons come from exceptions; a character that XML cannot carry must not spoil the fault. */
  private static String printable(String reason) {
    StringBuilder text = new StringBuilder(reason.length());
    reason
        .codePoints()
        .forEach(
            c -> {
              boolean allowed =
                  (c >= 0x20 && c <= 0xD7FF)
                      || c == '\t'
                      || c == '\n'
                      || c == '\r'
                      || (c >= 0xE000 && c <= 0xFFFD)
                      || c >= 0x10000;
              text.appendCodePoint(allowed ? c : 0xFFFD);
            });
    return text.toString();
  }

  private static @Nullable Runnable detail(
      String uri,
      String local,
      SoapFault fault,
      @Nullable FaultDetail first,
      SoapVersion version,
      XmlWriter out) {
    List<Element> entries = fault.detail();
    Element whole = fault.wholeDetail();
    if (first == null && entries == null) {
      return null;
    }
    int mark = out.mark();
    out.startElement(uri, local);
    if (whole != null) {
      attributes(whole, out);
    }
    out.closeStartTag();
    Runnable behind = first == null ? null : first.write(version, out);
    if (whole != null) {
      content(whole, out);
    } else if (entries != null) {
      entries.forEach(entry -> DomWriter.write(entry, out));
    }
    out.endElement();
    out.release(mark);
    return behind;
  }

  /** Declarations come first, so that names in texts and values keep their meaning. */
  private static void attributes(Element whole, XmlWriter out) {
    NamedNodeMap attributes = whole.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Node each = attributes.item(i);
      boolean isPrefix =
          XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(each.getNamespaceURI())
              && !each.getLocalName().equals(XMLConstants.XMLNS_ATTRIBUTE);
      if (isPrefix) {
        out.declare(new Namespace(each.getLocalName(), each.getNodeValue()));
      }
    }
    for (int i = 0; i < attributes.getLength(); i++) {
      Node each = attributes.item(i);
      String uri = each.getNamespaceURI() == null ? "" : each.getNamespaceURI();
      if (!uri.equals(XMLConstants.XMLNS_ATTRIBUTE_NS_URI)) {
        String local = each.getLocalName() == null ? each.getNodeName() : each.getLocalName();
        out.attribute(uri, local, printable(each.getNodeValue()));
      }
    }
  }

  private static void content(Element whole, XmlWriter out) {
    for (Node each = whole.getFirstChild(); each != null; each = each.getNextSibling()) {
      if (each instanceof Element entry) {
        DomWriter.write(entry, out);
      } else if (each instanceof Text text) {
        out.text(printable(text.getData()));
      }
    }
  }
}
