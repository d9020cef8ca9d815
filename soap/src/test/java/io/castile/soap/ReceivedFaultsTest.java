package io.castile.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.jws.WebService;
import jakarta.xml.soap.Detail;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;

/** Faults as services write them: what is in the detail beside entries, and odd subcodes. */
class ReceivedFaultsTest {
  private static final String NS_11 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String NS_12 = "http://www.w3.org/2003/05/soap-envelope";

  private static SOAPFaultException call(SoapVersion version, String fault) {
    String namespace = version.namespace();
    SmallShop shop =
        TestPort.of(SmallShop.class)
            .soapVersion(version)
            .answered(
                500,
                version.mediaType(),
                "<a:Envelope xmlns:a='"
                    + namespace
                    + "' xmlns:x='urn:x'><a:Body><a:Fault>"
                    + fault
                    + "</a:Fault></a:Body></a:Envelope>")
            .build();
    return catchThrowableOfType(SOAPFaultException.class, () -> shop.add(1, 2));
  }

  /** A fault with that detail, whose tag is written as {@code DETAIL}. */
  private static SOAPFaultException withDetail(
      SoapVersion version, boolean qualified, String detail) {
    if (version == SoapVersion.SOAP_1_2) {
      return call(
          version,
          "<a:Code><a:Value>a:Sender</a:Value></a:Code><a:Reason><a:Text xml:lang='en'>no</a:Text>"
              + "</a:Reason>"
              + detail.replace("DETAIL", "a:Detail"));
    }
    String prefix = qualified ? "a:" : "";
    return call(
        version,
        "<Pfaultcode>a:Client</Pfaultcode><Pfaultstring>no</Pfaultstring>".replace("P", prefix)
            + detail.replace("DETAIL", prefix + "detail"));
  }

  @ParameterizedTest
  @CsvSource({"SOAP_1_1, false", "SOAP_1_1, true", "SOAP_1_2, true"})
  void textOfTheDetailIsKept(SoapVersion version, boolean qualified) {
    SOAPFaultException fault =
        withDetail(version, qualified, "<DETAIL>Invalid parameter 5 &amp; more</DETAIL>");

    assertThat(fault.getFault().getDetail().getTextContent())
        .isEqualTo("Invalid parameter 5 & more");
    assertThat(fault.getFault().getFaultString()).isEqualTo("no");
  }

  @ParameterizedTest
  @CsvSource({"SOAP_1_1, false", "SOAP_1_1, true", "SOAP_1_2, true"})
  void attributesTextsAndEntriesOfTheDetailAreKeptInTheirOrder(
      SoapVersion version, boolean qualified) {
    Detail detail =
        withDetail(
                version,
                qualified,
                "<DETAIL a:encodingStyle='urn:none' code='7' x:kind='x:hard'>first <x:e>1</x:e>"
                    + " second<![CDATA[ <third>]]><y xmlns='urn:y'/></DETAIL>")
            .getFault()
            .getDetail();

    assertThat(detail.getAttribute("code")).isEqualTo("7");
    assertThat(detail.getAttributeNS("urn:x", "kind")).isEqualTo("x:hard");
    assertThat(detail.getAttributeNS(version.namespace(), "encodingStyle")).isEqualTo("urn:none");
    assertThat(detail.getTextContent()).isEqualTo("first 1 second <third>");
    assertThat(detail.getFirstChild().getNodeValue()).isEqualTo("first ");
    assertThat(detail.getLastChild().getNamespaceURI()).isEqualTo("urn:y");
    List<String> entries = new ArrayList<>();
    detail.getDetailEntries().forEachRemaining(entry -> entries.add(entry.getLocalName()));
    assertThat(entries).containsExactly("e", "y");
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void whiteSpaceBesideEntriesIsLeftOut(SoapVersion version) {
    Detail detail =
        withDetail(version, false, "<DETAIL>\n  <x:e>1</x:e>\n</DETAIL>").getFault().getDetail();

    assertThat(detail.getChildNodes().getLength()).isOne();
    assertThat(withDetail(version, false, "<DETAIL/>").getFault().getDetail().hasChildNodes())
        .isFalse();
  }

  // ---- what a service throws ----

  @WebService(name = "Thrower", targetNamespace = "urn:t")
  public interface Thrower {
    void fail();
  }

  @WebService(
      endpointInterface = "io.castile.soap.ReceivedFaultsTest$Thrower",
      targetNamespace = "urn:t")
  public static class Throwing implements Thrower {
    final SOAPFault fault;

    Throwing(SOAPFault fault) {
      this.fault = fault;
    }

    @Override
    public void fail() {
      throw new SOAPFaultException(fault);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SOAP_1_1, SOAP_1_1",
    "SOAP_1_2, SOAP_1_2",
    "SOAP_1_1, SOAP_1_2",
    "SOAP_1_2, SOAP_1_1"
  })
  void theDetailThatAServiceThrowsArrivesAsItIs(SoapVersion thrown, SoapVersion called)
      throws Exception {
    boolean is11 = thrown == SoapVersion.SOAP_1_1;
    SOAPFault fault =
        SOAPFactory.newInstance(
                is11 ? SOAPConstants.SOAP_1_1_PROTOCOL : SOAPConstants.SOAP_1_2_PROTOCOL)
            .createFault("no", new QName(is11 ? NS_11 : NS_12, is11 ? "Client" : "Sender"));
    Detail detail = fault.addDetail();
    detail.addNamespaceDeclaration("t", "urn:t");
    detail.setAttribute("code", "a<\"7\"");
    detail.setAttributeNS("urn:t", "t:kind", "t:hard");
    detail.addTextNode("before & ");
    Element entry = detail.getOwnerDocument().createElementNS("urn:t", "t:e");
    entry.setTextContent("1");
    detail.appendChild(entry);
    detail.addTextNode(" behind");

    Thrower port =
        TestPort.of(Thrower.class)
            .served(TestPort.endpoint(new Throwing(fault)))
            .soapVersion(called)
            .build();
    Detail received =
        catchThrowableOfType(SOAPFaultException.class, port::fail).getFault().getDetail();

    assertThat(received.getTextContent()).isEqualTo("before & 1 behind");
    assertThat(received.getAttribute("code")).isEqualTo("a<\"7\"");
    assertThat(received.getAttributeNS("urn:t", "kind")).isEqualTo("t:hard");
    assertThat(received.lookupNamespaceURI("t")).isEqualTo("urn:t");
    assertThat(received.getDetailEntries()).toIterable().hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void aDetailOfTextAloneArrives(SoapVersion version) throws Exception {
    SOAPFault fault = SOAPFactory.newInstance().createFault("no", new QName(NS_11, "Client"));
    fault.addDetail().addTextNode("only text");
    Thrower port =
        TestPort.of(Thrower.class)
            .served(TestPort.endpoint(new Throwing(fault)))
            .soapVersion(version)
            .build();

    assertThat(
            catchThrowableOfType(SOAPFaultException.class, port::fail)
                .getFault()
                .getDetail()
                .getTextContent())
        .isEqualTo("only text");
  }

  // ---- codes ----

  private static SOAPFaultException withCode(String code) {
    return call(
        SoapVersion.SOAP_1_2,
        "<a:Code>"
            + code
            + "</a:Code><a:Reason><a:Text xml:lang='en'>why</a:Text></a:Reason>"
            + "<a:Detail><x:e>1</x:e></a:Detail>");
  }

  private static String subcode(String value, String inner) {
    return "<a:Subcode><a:Value>" + value + "</a:Value>" + inner + "</a:Subcode>";
  }

  @Test
  void aSubcodeWithoutAPrefixOrWithOneThatIsNotDeclaredIsKept() {
    for (String value : List.of("Busy", "un:Busy", " Busy ")) {
      SOAPFaultException fault = withCode("<a:Value>a:Receiver</a:Value>" + subcode(value, ""));

      assertThat(fault).isNotNull();
      assertThat(fault.getFault().getFaultCodeAsQName()).isEqualTo(new QName(NS_12, "Receiver"));
      assertThat(fault.getFault().getFaultSubcodes())
          .toIterable()
          .extracting(QName::getLocalPart)
          .containsExactly("Busy");
      assertThat(fault.getFault().getFaultString()).isEqualTo("why");
      assertThat(fault.getFault().getDetail().getTextContent()).isEqualTo("1");
    }
  }

  @Test
  void subcodesOfBothKindsKeepTheirOrder() {
    SOAPFaultException fault =
        withCode(
            "<a:Value>a:Sender</a:Value>"
                + subcode("x:One", subcode("Two", subcode("x:Three", subcode("un:Four", "")))));

    assertThat(fault.getFault().getFaultSubcodes())
        .toIterable()
        .extracting(QName::getLocalPart)
        .containsExactly("One", "Two", "Three", "Four");
  }

  @ParameterizedTest
  @CsvSource({"Busy", "un:Busy", "x:Busy", "''", "not a name", "7up", "a:"})
  void aFaultWithAnOddCodeIsAFault(String code) {
    SOAPFaultException fault12 = withCode("<a:Value>" + code + "</a:Value>" + subcode(code, ""));
    SOAPFaultException fault11 =
        call(
            SoapVersion.SOAP_1_1,
            "<faultcode>"
                + code
                + "</faultcode><faultstring>why</faultstring><detail><x:e>1</x:e></detail>");

    for (SOAPFaultException fault : List.of(fault12, fault11)) {
      assertThat(fault.getFault().getFaultString()).isEqualTo("why");
      assertThat(fault.getFault().getDetail().getTextContent()).isEqualTo("1");
    }
  }
}
