package io.castile.soap.exchange;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapVersion;
import io.castile.xml.DomReader;
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
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Between faults as data and those of Jakarta SOAP with Attachments, which applications see. */
public final class SaajFaults {
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
        for (QName subcode : fault.subcodes()) {
          saaj.appendFaultSubcode(prefixed(subcode));
        }
        if (!fault.node().isEmpty()) {
          saaj.setFaultNode(fault.node());
        }
      }
      if (!fault.role().isEmpty()) {
        saaj.setFaultActor(fault.role());
      }
      addDetail(saaj, fault.detail());
      return new SOAPFaultException(saaj);
    } catch (SOAPException e) {
      throw new WebServiceException(
          "fault " + fault.code() + " received, which cannot be represented: " + fault.reason(), e);
    }
  }

  /** A QName whose prefix SAAJ can declare: it refuses a namespace without one. */
  private static QName prefixed(QName name) {
    return name.getNamespaceURI().isEmpty() || !name.getPrefix().isEmpty()
        ? name
        : new QName(name.getNamespaceURI(), name.getLocalPart(), "code");
  }

  private static void addDetail(SOAPFault saaj, @Nullable List<Element> entries)
      throws SOAPException {
    if (entries == null) {
      return;
    }
    Detail detail = saaj.addDetail();
    Document owner = detail.getOwnerDocument();
    for (Element entry : entries) {
      detail.appendChild(owner.importNode(entry, true));
    }
  }

  /** The fault that a service threw. */
  static SoapFault fromException(SOAPFaultException exception) {
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
        detail(saaj));
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

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
