package io.castile.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.bridge.mock.MockService;
import io.castile.gateway.config.ListenAddress;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import jakarta.activation.DataHandler;
import jakarta.xml.soap.AttachmentPart;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPElement;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.cxf.attachment.ByteDataSource;
import org.apache.cxf.jaxws.spi.ProviderImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Attachments that a description binds, to and from a mock. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class BoundAttachmentsTest {
  private static final String WSDL =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:x="http://www.w3.org/2001/XMLSchema"
          xmlns:t="urn:scans" targetNamespace="urn:scans">
        <w:types><x:schema targetNamespace="urn:scans">
          <x:element name="title" type="x:string"/><x:element name="pages" type="x:int"/>
        </x:schema></w:types>
        <w:message name="ask"><w:part name="p" element="t:title"/><w:part name="scan" type="x:base64Binary"/></w:message>
        <w:message name="tell"><w:part name="p" element="t:pages"/><w:part name="text" type="x:string"/></w:message>
        <w:portType name="Scans"><w:operation name="read"><w:input message="t:ask"/><w:output message="t:tell"/></w:operation></w:portType>
        <w:binding name="B" type="t:Scans"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="read"><s:operation soapAction="urn:read"/>
            <w:input><m:multipartRelated><m:part><s:body parts="p" use="literal"/></m:part>
              <m:part><m:content part="scan" type="image/gif"/></m:part></m:multipartRelated></w:input>
            <w:output><m:multipartRelated><m:part><s:body parts="p" use="literal"/></m:part>
              <m:part><m:content part="text" type="text/plain"/></m:part></m:multipartRelated></w:output>
          </w:operation></w:binding>
        <w:service name="ScanService"><w:port name="ScanPort" binding="t:B">
          <s:address location="http://localhost/scans"/></w:port></w:service>
      </w:definitions>
      """;

  @TempDir private Path folder;

  private final Cli cli = new Cli();
  private Path wsdl;
  private Path scan;

  @BeforeEach
  void write() throws Exception {
    wsdl = Files.writeString(folder.resolve("scans.wsdl"), WSDL);
    scan = Files.write(folder.resolve("a.gif"), new byte[] {'G', 'I', 'F', 0, -1});
  }

  private MockServer server() throws Exception {
    Description description = WsdlReader.create().read(wsdl.toUri());
    return new MockServer(
        description, MockService.of(description), new ListenAddress("127.0.0.1", 0), Duration.ZERO);
  }

  private static String address(MockServer server) {
    return "http://127.0.0.1:" + server.port() + "/scans";
  }

  @Test
  void aCallSendsWhatIsInAFileAndPrintsThePartsOfTheResponse() throws Exception {
    try (MockServer server = server()) {
      int code =
          cli.run(
              "call",
              wsdl.toString(),
              "read",
              "title=plan",
              "scan=@" + scan,
              "--endpoint",
              address(server),
              "--json");

      assertThat(code).as(cli.err()).isZero();
      JsonNode answer = new ObjectMapper().readTree(cli.out());
      assertThat(answer.at("/text/@contentType").asText()).isEqualTo("text/plain");
      assertThat(answer.at("/text/$").binaryValue()).isEqualTo("content".getBytes(UTF_8));
      assertThat(answer.has("pages")).isTrue();
    }
  }

  @Test
  void aCallWithoutThePartIsRefused() {
    assertThat(cli.run("call", wsdl.toString(), "read", "title=plan")).isEqualTo(2);

    assertThat(cli.err()).contains("scan: expected an attachment, found none");
  }

  @Test
  void rawCallsHaveNoAttachments() {
    assertThat(cli.run("call", wsdl.toString(), "read", "title=plan", "scan=@" + scan, "--raw"))
        .isEqualTo(2);

    assertThat(cli.err())
        .contains("Cannot use --raw and --xml, because operation read has attachments");
  }

  // ---- CXF ----

  private static Dispatch<SOAPMessage> cxf(MockServer server) throws Exception {
    return new ProviderImpl()
        .createServiceDelegate(
            URI.create(address(server) + "?wsdl").toURL(),
            new QName("urn:scans", "ScanService"),
            Service.class)
        .createDispatch(
            new QName("urn:scans", "ScanPort"), SOAPMessage.class, Service.Mode.MESSAGE);
  }

  private static SOAPMessage message() throws Exception {
    SOAPMessage message = MessageFactory.newInstance().createMessage();
    SOAPElement title = message.getSOAPBody().addBodyElement(new QName("urn:scans", "title"));
    title.addTextNode("plan");
    return message;
  }

  @Test
  void cxfSendsAPartAndReadsThatOfTheMock() throws Exception {
    try (MockServer server = server()) {
      SOAPMessage request = message();
      byte[] content = Files.readAllBytes(scan);
      AttachmentPart part =
          request.createAttachmentPart(new DataHandler(new ByteDataSource(content, "image/gif")));
      part.setContentId("<scan=1@cxf>");
      request.addAttachmentPart(part);

      SOAPMessage response = cxf(server).invoke(request);

      List<AttachmentPart> parts = new ArrayList<>();
      Iterator<AttachmentPart> found = response.getAttachments();
      found.forEachRemaining(parts::add);
      assertThat(parts).hasSize(1);
      assertThat(parts.get(0).getContentId()).contains("text=");
      assertThat(parts.get(0).getContentType()).isEqualTo("text/plain");
      assertThat(parts.get(0).getDataHandler().getInputStream().readAllBytes())
          .isEqualTo("content".getBytes(UTF_8));
    }
  }

  @Test
  void cxfGetsAFaultForARequestWithoutAPart() throws Exception {
    try (MockServer server = server()) {
      Dispatch<SOAPMessage> dispatch = cxf(server);

      assertThatThrownBy(() -> dispatch.invoke(message()))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("found no scan");
    }
  }
}
