package io.castile.soap;

import io.castile.xml.Namespace;
import io.castile.xml.XmlWriter;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/** Writes the Fault element of both versions (SOAP 1.1 §4.4; SOAP 1.2 part 1 §5.4). */
public final class FaultWriter {
  private static final String XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";

  private FaultWriter() {}

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
    Runnable behind = detail("", "detail", fault.detail(), detail, SoapVersion.SOAP_1_1, out);
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
    Runnable behind = detail(soap, "Detail", fault.detail(), detail, SoapVersion.SOAP_1_2, out);
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
      @Nullable List<Element> entries,
      @Nullable FaultDetail first,
      SoapVersion version,
      XmlWriter out) {
    if (first == null && entries == null) {
      return null;
    }
    out.startElement(uri, local);
    out.closeStartTag();
    Runnable behind = first == null ? null : first.write(version, out);
    if (entries != null) {
      entries.forEach(entry -> DomWriter.write(entry, out));
    }
    out.endElement();
    return behind;
  }
}
