package io.castile.jaxws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.jaxws.description.BoundPort;
import io.castile.jaxws.description.ClientDescription;
import io.castile.jaxws.description.DescriptionCache;
import jakarta.xml.ws.RespectBindingFeature;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of WSDLs, and when. */
final class DescriptionCacheTest {
  private static final String WSDL =
      "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/' targetNamespace='urn:quotes'"
          + " xmlns:t='urn:quotes' xmlns:soap='http://schemas.xmlsoap.org/wsdl/soap/'"
          + " xmlns:wsdl='http://schemas.xmlsoap.org/wsdl/'"
          + " xmlns:wsp='http://www.w3.org/ns/ws-policy'"
          + " xmlns:wsam='http://www.w3.org/2007/05/addressing/metadata'"
          + " xmlns:wsaw='http://www.w3.org/2006/05/addressing/wsdl'"
          + " xmlns:m='http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization'"
          + " xmlns:sp='http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702'"
          + " xmlns:u='http://docs.oasis-open.org/wss/2004/01/"
          + "oasis-200401-wss-wssecurity-utility-1.0.xsd'>POLICIES"
          + "<portType name='Quotes'><operation name='price'/></portType>"
          + "<binding name='B' type='t:Quotes'>BINDING"
          + "<soap:binding transport='http://schemas.xmlsoap.org/soap/http'/>"
          + "<operation name='price'>OPERATION</operation></binding>"
          + "<service name='QuoteService'><port name='QuotePort' binding='t:B'>PORT"
          + "<soap:address location='http://localhost:9/one'/></port></service></definitions>";

  @TempDir Path folder;

  private URL write(String text) throws IOException {
    Path file = folder.resolve("quotes.wsdl");
    Files.writeString(file, text);
    return file.toUri().toURL();
  }

  private static String with(String place, String text) {
    return WSDL.replace(place, text).replaceAll("POLICIES|BINDING|OPERATION|PORT", "");
  }

  private BoundPort port(String place, String text) throws IOException {
    ClientDescription description = DescriptionCache.of(write(with(place, text)));
    return description.allPorts().get(0);
  }

  @Test
  void addressAndBindingOfAPort() throws Exception {
    BoundPort port = port("PORT", "");

    assertThat(port.name()).isEqualTo(QuoteService.PORT);
    assertThat(port.address()).isEqualTo("http://localhost:9/one");
    assertThat(port.portType()).isEqualTo(new QName("urn:quotes", "Quotes"));
    assertThat(port.bindingId()).isEqualTo("http://schemas.xmlsoap.org/wsdl/soap/http");
    assertThat(port.addressing()).isFalse();
    assertThat(port.mtom()).isFalse();
    assertThat(port.hasPolicies()).isFalse();
    assertThat(port.required()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BINDING|<wsaw:UsingAddressing/>",
        "PORT|<wsaw:UsingAddressing/>",
        "BINDING|<wsp:Policy><wsam:Addressing wsp:Optional='true'/></wsp:Policy>",
        "PORT|<wsp:Policy><wsp:ExactlyOne><wsp:All><wsam:Addressing wsp:Optional='true'>"
            + "<wsp:Policy/></wsam:Addressing></wsp:All></wsp:ExactlyOne></wsp:Policy>"
      })
  void addressingIsSaidInManyWays(String said) throws Exception {
    String[] pair = said.split("\\|");

    BoundPort port = port(pair[0], pair[1]);

    assertThat(port.addressing()).isTrue();
    assertThat(port.addressingRequired()).isFalse();
    assertThat(port.hasPolicies()).isFalse();
  }

  @Test
  void addressingMayBeRequired() throws Exception {
    assertThat(port("BINDING", "<wsaw:UsingAddressing wsdl:required='true'/>").addressingRequired())
        .isTrue();
    assertThat(port("BINDING", "<wsp:Policy><wsam:Addressing/></wsp:Policy>").addressingRequired())
        .isTrue();
  }

  @Test
  void policiesAreReferredTo() throws Exception {
    String text =
        with("POLICIES", "<wsp:Policy u:Id='p'><m:OptimizedMimeSerialization/></wsp:Policy>")
            .replace("<soap:binding", "<wsp:PolicyReference URI='#p'/><soap:binding");

    BoundPort port = DescriptionCache.of(write(text)).allPorts().get(0);

    assertThat(port.mtom()).isTrue();
    assertThat(port.hasPolicies()).isFalse();
  }

  @Test
  void whatPoliciesElseDemandIsLookedAt() throws Exception {
    URL wsdl =
        write(
            with(
                "BINDING",
                "<wsp:Policy><sp:AsymmetricBinding><wsp:Policy/></sp:AsymmetricBinding>"
                    + "</wsp:Policy>"));

    assertThat(DescriptionCache.of(wsdl).allPorts().get(0).hasPolicies()).isTrue();
    assertThatThrownBy(() -> new QuoteService(wsdl).getQuotePort())
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("AsymmetricBinding");
  }

  @Test
  void policiesOfOperationsAreLookedAt() throws Exception {
    assertThat(port("OPERATION", "<wsp:PolicyReference URI='#elsewhere'/>").hasPolicies()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "1", " true "})
  void aRequiredExtensionIsHeededWhereTheApplicationSaysSo(String required) throws Exception {
    URL wsdl =
        write(with("BINDING", "<x:strange xmlns:x='urn:x' wsdl:required='" + required + "'/>"));

    assertThat(new QuoteService(wsdl).getQuotePort()).isNotNull();
    assertThatThrownBy(() -> new QuoteService(wsdl).getQuotePort(new RespectBindingFeature()))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("{urn:x}strange");
  }

  @Test
  void aDocumentTypeIsReadPast() throws Exception {
    URL wsdl =
        write("<!DOCTYPE definitions SYSTEM 'http://localhost:9/no.dtd'>" + with("PORT", ""));

    assertThat(DescriptionCache.of(wsdl).ports(QuoteService.SERVICE)).hasSize(1);
  }

  @Test
  void whatIsNoWsdlSaysSo() throws Exception {
    assertThatThrownBy(() -> DescriptionCache.of(write("<html/>")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("quotes.wsdl")
        .hasMessageContaining("definitions")
        .hasMessageContaining("html");
    assertThatThrownBy(() -> DescriptionCache.of(write("<definitions")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("quotes.wsdl");
  }

  @Test
  void aWsdlIsReadOnceUntilItChanges() throws Exception {
    URL wsdl = write(with("PORT", ""));
    ClientDescription first = DescriptionCache.of(wsdl);

    assertThat(DescriptionCache.of(wsdl)).isSameAs(first);
    Path file = Path.of(wsdl.toURI());
    Files.writeString(file, with("PORT", "").replace("/one", "/other"));
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));

    assertThat(DescriptionCache.of(wsdl).allPorts().get(0).address())
        .isEqualTo("http://localhost:9/other");
  }

  @Test
  void aWsdlInAnArchiveAndWhatItImports() throws Exception {
    Path archive = folder.resolve("client.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(archive))) {
      for (String name : new String[] {"quotes.wsdl", "quotes-binding.wsdl"}) {
        out.putNextEntry(new ZipEntry("META-INF/wsdl/" + name));
        try (InputStream in = getClass().getResourceAsStream(name)) {
          in.transferTo(out);
        }
      }
    }
    URL wsdl = URI.create("jar:" + archive.toUri() + "!/META-INF/wsdl/quotes.wsdl").toURL();

    ClientDescription description = DescriptionCache.of(wsdl);

    assertThat(description.missing()).isEmpty();
    assertThat(description.ports(QuoteService.SERVICE))
        .extracting(BoundPort::bindingId)
        .containsExactly(
            "http://schemas.xmlsoap.org/wsdl/soap/http",
            "http://www.w3.org/2003/05/soap/bindings/HTTP/");
    assertThat(Service.create(wsdl, QuoteService.SERVICE).getPort(Quotes.class)).isNotNull();
    Files.delete(archive); // nothing holds it open
  }

  @Test
  void aMissingImportIsTold() throws Exception {
    URL wsdl = write(new String(read("quotes.wsdl"), StandardCharsets.UTF_8));

    ClientDescription description = DescriptionCache.of(wsdl);

    assertThat(description.missing()).hasSize(1);
    assertThatThrownBy(() -> new QuoteService(wsdl).getPort(new QName("other"), Quotes.class))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("not read")
        .hasMessageContaining("quotes-binding.wsdl");
  }

  private static byte[] read(String name) throws IOException {
    try (InputStream in = DescriptionCacheTest.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }
}
