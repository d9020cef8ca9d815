package io.castile.soap.envelope;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapVersion;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlText;
import io.castile.xml.internal.DomReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Reads the Fault element of both versions (SOAP 1.1 §4.4; SOAP 1.2 part 1 §5.4). Lenient: children
 * are known by local name, as some stacks qualify those of SOAP 1.1.
 */
public final class FaultReader {
  private final XmlReader in;
  private final SoapVersion version;
  private @Nullable QName code;
  private final List<QName> subcodes = new ArrayList<>();
  private final List<SoapFault.Reason> reasons = new ArrayList<>();
  private String node = "";
  private String role = "";
  private @Nullable List<Element> detail;
  private @Nullable Element wholeDetail;

  private FaultReader(XmlReader in, SoapVersion version) {
    this.in = in;
    this.version = version;
  }

  /** Reads the Fault element at which {@code in} stands; afterwards {@code in} is at its end. */
  public static SoapFault read(XmlReader in, SoapVersion version) {
    return new FaultReader(in, version).read();
  }

  /**
   * Reads the Fault element of an operation whose messages are in SOAP encoding: elements after the
   * fault, to which its detail may refer, are further entries of the detail. Afterwards {@code in}
   * is at the end of the element around the fault.
   */
  public static SoapFault readEncoded(XmlReader in, SoapVersion version) {
    FaultReader reader = new FaultReader(in, version);
    SoapFault fault = reader.read();
    List<Element> detail = reader.detail;
    while (in.nextChild(null) != null) {
      if (detail == null || detail.isEmpty()) {
        in.skipElement();
      } else {
        detail.add(DomReader.readSelfContained(in));
      }
    }
    return detail == null ? fault : fault.withMoreDetail(detail);
  }

  private SoapFault read() {
    while (in.nextChild(null) != null) {
      switch (in.name().local()) {
        case "faultcode" -> code = readName();
        case "faultstring" -> reasons.add(reason());
        case "faultactor", "Role" -> role = in.readText().toToken();
        case "Code" -> readCode();
        case "Reason" -> readReasons();
        case "Node" -> node = in.readText().toToken();
        case "detail", "Detail" -> readDetail();
        default -> in.skipElement();
      }
    }
    if (code == null) {
      code = SoapFault.Code.RECEIVER.name(version);
    }
    if (reasons.isEmpty()) {
      reasons.add(new SoapFault.Reason("", "en"));
    }
    return new SoapFault(code, subcodes, reasons, node, role, detail, wholeDetail);
  }

  private void readCode() {
    while (in.nextChild(null) != null) {
      switch (in.name().local()) {
        case "Value" -> code = readName();
        case "Subcode" -> readSubcode();
        default -> in.skipElement();
      }
    }
  }

  /** Subcodes nest; the reader's limit on depth bounds the recursion. */
  private void readSubcode() {
    while (in.nextChild(null) != null) {
      switch (in.name().local()) {
        case "Value" -> subcodes.add(readName());
        case "Subcode" -> readSubcode();
        default -> in.skipElement();
      }
    }
  }

  private void readReasons() {
    while (in.nextChild(null) != null) {
      if (in.name().local().equals("Text")) {
        reasons.add(reason());
      } else {
        in.skipElement();
      }
    }
  }

  private SoapFault.Reason reason() {
    String language = version == SoapVersion.SOAP_1_1 ? "" : "en";
    for (int i = 0; i < in.attributeCount(); i++) {
      if (in.attributeName(i).local().equals("lang")) {
        language = in.attribute(i).toToken();
      }
    }
    return new SoapFault.Reason(in.readText().toString(), language);
  }

  /** A code; a name whose prefix is not declared is taken without a namespace. */
  private QName readName() {
    XmlText text = in.readText();
    try {
      return text.toQName();
    } catch (XmlDataException e) {
      // Refused, so the reader is back at the start of the element.
      String found = in.readText().toToken();
      return new QName(found.substring(found.indexOf(':') + 1));
    }
  }

  /** White space beside entries only sets them apart, as a fault is printed. */
  private void readDetail() {
    Element whole = detailElement();
    boolean isMore = whole.hasAttributes();
    List<Element> entries = new ArrayList<>();
    List<Object> content = new ArrayList<>(); // texts and entries
    for (int event = in.nextContent(); event != XmlReader.END_ELEMENT; event = in.nextContent()) {
      if (event == XmlReader.TEXT) {
        String text = in.text();
        isMore |= !text.isBlank();
        content.add(text);
      } else {
        Element entry = DomReader.readSelfContained(in);
        entries.add(entry);
        content.add(entry);
      }
    }
    detail = entries;
    if (isMore) {
      Document document = whole.getOwnerDocument();
      for (Object each : content) {
        whole.appendChild(
            each instanceof Element entry
                ? document.importNode(entry, true)
                : document.createTextNode((String) each));
      }
      wholeDetail = whole;
    }
  }

  /** The start tag of the detail, with what is declared on it for names in its texts. */
  private Element detailElement() {
    Document document = DomReader.newDocument();
    Element element = document.createElementNS(null, "detail");
    document.appendChild(element);
    for (int i = 0; i < in.attributeCount(); i++) {
      XmlName name = in.attributeName(i);
      String prefix = in.attributePrefix(i);
      element.setAttributeNS(
          name.uri().isEmpty() ? null : name.uri(),
          prefix.isEmpty() ? name.local() : prefix + ':' + name.local(),
          in.attribute(i).toString());
    }
    if (element.hasAttributes()) {
      declareNamespaces(element);
    }
    return element;
  }

  private void declareNamespaces(Element element) {
    for (int i = 0; i < in.namespaceCount(); i++) {
      String prefix = in.namespacePrefix(i);
      if (!prefix.isEmpty()) {
        element.setAttributeNS(
            XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:" + prefix, in.namespaceUri(i));
      }
    }
  }
}
