package io.castile.soap.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.FaultReader;
import io.castile.soap.envelope.FaultWriter;
import io.castile.soap.exchange.internal.SaajFaults;
import io.castile.soap.internal.DomWriter;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.DomReader;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class FaultTest {
  private static final QName APPLICATION = new QName("urn:app", "Broken");

  private static SoapFault read(String xml, SoapVersion version) {
    byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    int event = in.event();
    while (event != XmlReader.START_ELEMENT) {
      event = in.next();
    }
    SoapFault fault = FaultReader.read(in, version);
    assertThat(in.event()).isEqualTo(XmlReader.END_ELEMENT);
    assertThat(in.depth()).isEqualTo(1);
    return fault;
  }

  private static String write(SoapFault fault, SoapVersion version) {
    XmlWriter out = new XmlWriter(256);
    FaultWriter.write(fault, version, null, out);
    return new String(out.toByteArray(), StandardCharsets.UTF_8);
  }

  private static SoapFault example() {
    Document document = DomReader.newDocument();
    Element entry = document.createElementNS("urn:app", "a:why");
    entry.setTextContent("because <&>");
    return new SoapFault(
        SoapFault.Code.SENDER.name(SoapVersion.SOAP_1_2),
        List.of(APPLICATION, new QName("urn:app", "Twice")),
        List.of(new SoapFault.Reason("broken", "en"), new SoapFault.Reason("kaputt", "de")),
        "urn:node",
        "urn:role",
        List.of(entry));
  }

  @Test
  void soap12FaultsAreReadAsWritten() {
    SoapFault read = read(write(example(), SoapVersion.SOAP_1_2), SoapVersion.SOAP_1_2);

    assertThat(read.code()).isEqualTo(example().code());
    assertThat(read.subcodes()).isEqualTo(example().subcodes());
    assertThat(read.reasons()).isEqualTo(example().reasons());
    assertThat(read.node()).isEqualTo("urn:node");
    assertThat(read.role()).isEqualTo("urn:role");
    assertThat(read.detail()).hasSize(1);
    assertThat(read.detail().get(0).getTextContent()).isEqualTo("because <&>");
    assertThat(read.detail().get(0).getNamespaceURI()).isEqualTo("urn:app");
  }

  @Test
  void soap11FaultsCarryWhatTheyCan() {
    SoapFault read = read(write(example(), SoapVersion.SOAP_1_1), SoapVersion.SOAP_1_1);

    assertThat(read.code()).isEqualTo(SoapFault.Code.SENDER.name(SoapVersion.SOAP_1_1));
    assertThat(read.subcodes()).isEmpty();
    assertThat(read.reason()).isEqualTo("broken");
    assertThat(read.role()).isEqualTo("urn:role");
    assertThat(read.detail()).hasSize(1);
  }

  @Test
  void codesOfTheServiceBecomeSubcodesInSoap12() {
    SoapFault fault =
        new SoapFault(
            APPLICATION, List.of(), List.of(new SoapFault.Reason("x", "en")), "", "", null);

    SoapFault soap12 = read(write(fault, SoapVersion.SOAP_1_2), SoapVersion.SOAP_1_2);
    SoapFault soap11 = read(write(fault, SoapVersion.SOAP_1_1), SoapVersion.SOAP_1_1);

    assertThat(soap12.is(SoapFault.Code.RECEIVER)).isTrue();
    assertThat(soap12.subcodes()).containsExactly(APPLICATION);
    assertThat(soap11.code()).isEqualTo(APPLICATION);
    assertThat(soap11.detail()).isNull();
  }

  @Test
  void qualifiedChildrenAndUndeclaredPrefixesAreTolerated() {
    SoapFault fault =
        read(
            "<e:Fault xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'>"
                + "<e:faultcode>nowhere:Oops</e:faultcode><e:faultstring xml:lang='fr'>non"
                + "</e:faultstring><unknown><x/></unknown></e:Fault>",
            SoapVersion.SOAP_1_1);

    assertThat(fault.code()).isEqualTo(new QName("Oops"));
    assertThat(fault.reasons()).containsExactly(new SoapFault.Reason("non", "fr"));
  }

  @Test
  void emptyFaultsHaveACodeAndAReason() {
    SoapFault fault =
        read(
            "<e:Fault xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'/>", SoapVersion.SOAP_1_1);

    assertThat(fault.is(SoapFault.Code.RECEIVER)).isTrue();
    assertThat(fault.reason()).isEmpty();
  }

  @Test
  void detailsKeepTheNamespacesAroundThem() {
    SoapFault fault =
        read(
            "<e:Fault xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'>"
                + "<faultcode>e:Client</faultcode><faultstring/><detail xmlns:t='urn:t'>"
                + "<d type='t:kind'>x</d></detail></e:Fault>",
            SoapVersion.SOAP_1_1);

    String written = new String(DomWriter.toBytes(fault.detail().get(0)), StandardCharsets.UTF_8);
    assertThat(written).contains("xmlns:t=\"urn:t\"").contains("type=\"t:kind\"");
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void applicationsSeeFaultsAsSaajDoes(SoapVersion version) throws Exception {
    SOAPFaultException exception = SaajFaults.toException(example(), version);

    assertThat(exception).hasMessageContaining("broken");
    assertThat(exception.getFault().getFaultCodeAsQName())
        .isEqualTo(SoapFault.Code.SENDER.name(version));
    assertThat(exception.getFault().getDetail().getTextContent()).isEqualTo("because <&>");
    if (version == SoapVersion.SOAP_1_2) {
      assertThat(exception.getFault().getFaultReasonText(Locale.GERMAN)).isEqualTo("kaputt");
      Iterator<QName> subcodes = exception.getFault().getFaultSubcodes();
      assertThat(subcodes).toIterable().containsExactlyElementsOf(example().subcodes());
    }

    SoapFault again = SaajFaults.fromException(exception);
    assertThat(again.is(SoapFault.Code.SENDER)).isTrue();
    assertThat(again.reason()).isEqualTo("broken");
    assertThat(again.role()).isEqualTo("urn:role");
    assertThat(again.detail()).hasSize(1);
  }

  private static SoapFault withDetail(String declarations, String detail) {
    return read(
        "<f:Fault xmlns:f='http://schemas.xmlsoap.org/soap/envelope/'"
            + declarations
            + "><faultcode>f:Server</faultcode><detail>"
            + detail
            + "</detail></f:Fault>",
        SoapVersion.SOAP_1_1);
  }

  @Test
  void entriesOfDetailsDeclareWhatTheyUse() {
    SoapFault fault =
        withDetail(
            " xmlns:a='urn:a' xmlns:b='urn:b' xmlns:c='urn:c' xmlns:d='urn:d' xmlns='urn:0'",
            "<a:x b:y='c:z'><w>c:v</w></a:x>");

    Element entry = fault.detail().get(0);
    assertThat(entry.lookupNamespaceURI("a")).isEqualTo("urn:a");
    assertThat(entry.lookupNamespaceURI("b")).isEqualTo("urn:b");
    assertThat(entry.lookupNamespaceURI("c")).isEqualTo("urn:c");
    assertThat(entry.lookupNamespaceURI("d")).isNull();
    assertThat(entry.lookupNamespaceURI(null)).isEqualTo("urn:0");
    String xml = new String(DomWriter.toBytes(entry), StandardCharsets.UTF_8);
    assertThat(xml).contains("xmlns:a=\"urn:a\"", "xmlns:b=\"urn:b\"", "xmlns:c=\"urn:c\"");
  }

  @Test
  void manyEntriesBesideManyNamespacesTakeLittle() {
    StringBuilder declarations = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      declarations.append(" xmlns:p").append(i).append("='urn:").append(i).append('\'');
    }
    String entries = "<x/>".repeat(2_000);
    withDetail(declarations.toString(), entries);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());

    SoapFault fault = withDetail(declarations.toString(), entries);

    long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertThat(fault.detail()).hasSize(2_000);
    assertThat(allocated / entries.length()).isLessThan(500);
  }
}
