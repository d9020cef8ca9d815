package io.castile.soap.exchange.internal;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapVersion;
import io.castile.xml.internal.DomReader;
import jakarta.xml.soap.Detail;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.Text;

/**
 * Converts faults between data and those of Jakarta SOAP with Attachments, which applications see.
 */
public final class SaajFaults {
  private static final String NS_12 = SoapVersion.SOAP_1_2.namespace();

  private SaajFaults() {}

  /** The exception for a caller. */
  public static SOAPFaultException toException(SoapFault given, SoapVersion version) {
    SoapFault fault = given.in(version);
    try {
      SOAPFactory factory =
          SOAPFactory.newInstance(
              version == SoapVersion.SOAP_1_1
                  ? SOAPConstants.SOAP_1_1_PROTOCOL
                  : SOAPConstants.SOAP_1_2_PROTOCOL);
      SOAPFault saaj = factory.createFault(fault.reason(), prefixed(fault.code()));
      if (version == SoapVersion.SOAP_1_2) {
        for (int i = 1; i < fault.reasons().size(); i++) {
          SoapFault.Reason reason = fault.reasons().get(i);
          saaj.addFaultReasonText(reason.text(), Locale.forLanguageTag(reason.language()));
        }
        addSubcodes(saaj, fault.subcodes());
        if (!fault.node().isEmpty()) {
          saaj.setFaultNode(fault.node());
        }
      }
      if (!fault.role().isEmpty()) {
        saaj.setFaultActor(fault.role());
      }
      addDetail(saaj, fault);
      return new SOAPFaultException(saaj);
    } catch (SOAPException e) {
      throw new WebServiceException(
          "fault " + fault.code() + " received, which cannot be represented: " + fault.reason(), e);
    }
  }

  /** SAAJ reads a subcode without a namespace, but refuses to make one. */
  private static void addSubcodes(SOAPFault saaj, List<QName> subcodes) throws SOAPException {
    boolean isMade = subcodes.stream().noneMatch(each -> each.getNamespaceURI().isEmpty());
    Element outer = isMade ? null : (Element) saaj.getElementsByTagNameNS(NS_12, "Code").item(0);
    for (QName subcode : subcodes) {
      if (outer == null) {
        saaj.appendFaultSubcode(prefixed(subcode));
      } else {
        outer = addSubcode(outer, prefixed(subcode));
      }
    }
  }

  /** Adds the elements of a subcode by hand. Returns that in which the next one is. */
  private static Element addSubcode(Element outer, QName subcode) {
    Document owner = outer.getOwnerDocument();
    String prefix = outer.getPrefix() == null ? "" : outer.getPrefix() + ":";
    Element added = owner.createElementNS(NS_12, prefix + "Subcode");
    Element value = owner.createElementNS(NS_12, prefix + "Value");
    String name = subcode.getLocalPart();
    if (!subcode.getNamespaceURI().isEmpty()) {
      name = subcode.getPrefix() + ':' + name;
      value.setAttributeNS(
          XMLConstants.XMLNS_ATTRIBUTE_NS_URI,
          "xmlns:" + subcode.getPrefix(),
          subcode.getNamespaceURI());
    }
    value.appendChild(owner.createTextNode(name));
    added.appendChild(value);
    outer.appendChild(added);
    return added;
  }

  /** A QName whose prefix SAAJ can declare: it refuses a namespace without one. */
  private static QName prefixed(QName name) {
    return name.getNamespaceURI().isEmpty() || !name.getPrefix().isEmpty()
        ? name
        : new QName(name.getNamespaceURI(), name.getLocalPart(), "code");
  }

  private static void addDetail(SOAPFault saaj, SoapFault fault) throws SOAPException {
    List<Element> entries = fault.detail();
    if (entries == null) {
      return;
    }
    Detail detail = saaj.addDetail();
    Document owner = detail.getOwnerDocument();
    Element whole = fault.wholeDetail();
    if (whole == null) {
      for (Element entry : entries) {
        detail.appendChild(owner.importNode(entry, true));
      }
      return;
    }
    NamedNodeMap attributes = whole.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      Attr each = (Attr) attributes.item(i);
      detail.setAttributeNS(each.getNamespaceURI(), each.getName(), each.getValue());
    }
    for (Node each = whole.getFirstChild(); each != null; each = each.getNextSibling()) {
      detail.appendChild(
          each instanceof Text text
              ? owner.createTextNode(text.getData())
              : owner.importNode(each, true));
    }
  }

  /** The fault that a service threw. */
  public static SoapFault fromException(SOAPFaultException exception) {
    SOAPFault saaj = exception.getFault();
    if (saaj == null) {
      return SoapFault.of(SoapFault.Code.RECEIVER, text(exception.getMessage()));
    }
    boolean soap12 = SoapVersion.SOAP_1_2.namespace().equals(saaj.getNamespaceURI());
    List<QName> subcodes = new ArrayList<>();
    List<SoapFault.Reason> reasons = new ArrayList<>();
    try {
      if (soap12) {
        saaj.getFaultSubcodes().forEachRemaining(subcodes::add);
        Iterator<Locale> locales = saaj.getFaultReasonLocales();
        while (locales.hasNext()) {
          Locale locale = locales.next();
          reasons.add(
              new SoapFault.Reason(text(saaj.getFaultReasonText(locale)), locale.toLanguageTag()));
        }
      }
    } catch (SOAPException e) {
      throw new IllegalStateException("the service's fault cannot be read: " + e.getMessage(), e);
    }
    if (reasons.isEmpty()) {
      Locale locale = saaj.getFaultStringLocale();
      reasons.add(
          new SoapFault.Reason(
              text(saaj.getFaultString()), locale == null ? "en" : locale.toLanguageTag()));
    }
    QName code = saaj.getFaultCodeAsQName();
    return new SoapFault(
        code == null ? SoapFault.Code.RECEIVER.name(SoapVersion.SOAP_1_2) : code,
        subcodes,
        reasons,
        soap12 ? text(saaj.getFaultNode()) : "",
        text(soap12 ? saaj.getFaultRole() : saaj.getFaultActor()),
        detail(saaj),
        wholeDetail(saaj));
  }

  private static @Nullable List<Element> detail(SOAPFault saaj) {
    if (!saaj.hasDetail()) {
      return null;
    }
    List<Element> entries = new ArrayList<>();
    Document document = DomReader.newDocument();
    for (Node child = saaj.getDetail().getFirstChild();
        child != null;
        child = child.getNextSibling()) {
      if (child instanceof Element) {
        entries.add((Element) document.importNode(child, true));
      }
    }
    return entries;
  }

  /** The detail with its attributes and texts; null where it has neither. */
  private static @Nullable Element wholeDetail(SOAPFault saaj) {
    if (!saaj.hasDetail()) {
      return null;
    }
    Document document = DomReader.newDocument();
    Element whole = (Element) document.importNode(saaj.getDetail(), true);
    boolean isMore = false;
    NamedNodeMap attributes = whole.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      String uri = attributes.item(i).getNamespaceURI();
      isMore |= !XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(uri);
    }
    for (Node child = whole.getFirstChild(); child != null; child = child.getNextSibling()) {
      isMore |= child instanceof Text text && !text.getData().isBlank();
    }
    return isMore ? whole : null;
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
