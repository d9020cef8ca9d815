package io.castile.bridge.mock;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.wsdl.Description;
import io.castile.wsdl.SchemaValidator;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.model.internal.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xmlunit.builder.DiffBuilder;

final class MockServiceTest {
  private static final String WSDL =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
        <w:types><x:schema targetNamespace="urn:t" elementFormDefault="qualified">
          <x:element name="order"><x:complexType><x:sequence><x:element name="sku" type="x:string"/>
            <x:element name="count" type="x:int"/></x:sequence></x:complexType></x:element>
          <x:element name="orderResponse"><x:complexType><x:sequence><x:element name="number" type="x:long"/>
            <x:element name="state"><x:simpleType><x:restriction base="x:string"><x:enumeration value="open"/></x:restriction>
            </x:simpleType></x:element></x:sequence></x:complexType></x:element>
          <x:element name="notify"><x:complexType/></x:element>
          <x:element name="soldOut"><x:complexType><x:sequence><x:element name="until" type="x:date"/></x:sequence></x:complexType></x:element>
          <x:element name="closed" type="x:string"/>
        </x:schema></w:types>
        <w:message name="order"><w:part name="p" element="t:order"/></w:message>
        <w:message name="orderResponse"><w:part name="p" element="t:orderResponse"/></w:message>
        <w:message name="notify"><w:part name="p" element="t:notify"/></w:message>
        <w:message name="soldOut"><w:part name="p" element="t:soldOut"/></w:message>
        <w:message name="closed"><w:part name="p" element="t:closed"/></w:message>
        <w:portType name="P">
          <w:operation name="order"><w:input message="t:order"/><w:output message="t:orderResponse"/>
            <w:fault name="soldOut" message="t:soldOut"/><w:fault name="closed" message="t:closed"/></w:operation>
          <w:operation name="notify"><w:input message="t:notify"/></w:operation>
        </w:portType>
        <w:binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="order"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input>
            <w:output><s:body use="literal"/></w:output></w:operation>
          <w:operation name="notify"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input></w:operation>
        </w:binding>
        <w:service name="S"><w:port name="O" binding="t:B"><s:address location="http://localhost/s"/></w:port></w:service>
      </w:definitions>
      """;

  private static final String ORDER = "<order xmlns='urn:t'><sku>pen</sku><count>2</count></order>";

  @TempDir private Path folder;

  private Description description;
  private MockService service;

  @BeforeEach
  void read() throws Exception {
    Path file = Files.writeString(folder.resolve("t.wsdl"), WSDL);
    description = WsdlReader.create().read(file.toUri());
    service = MockService.of(description);
  }

  static String envelope(Protocol protocol, String body) {
    String namespace =
        protocol == Protocol.SOAP_1_1
            ? "http://schemas.xmlsoap.org/soap/envelope/"
            : "http://www.w3.org/2003/05/soap-envelope";
    return "<e:Envelope xmlns:e='" + namespace + "'><e:Body>" + body + "</e:Body></e:Envelope>";
  }

  private MockResponse answer(String body) {
    return answer(service, body, "");
  }

  private static MockResponse answer(MockService of, String body, String fault) {
    return of.answer("text/xml", "", fault, envelope(Protocol.SOAP_1_1, body).getBytes(UTF_8));
  }

  private MockPairs pairs(String... namesAndTexts) throws IOException {
    Path of = Files.createDirectories(folder.resolve("pairs"));
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      Files.writeString(of.resolve(namesAndTexts[i]), namesAndTexts[i + 1]);
    }
    return MockPairs.read(of, service.names());
  }

  private static String response(int number) {
    return "<orderResponse xmlns='urn:t'><number>"
        + number
        + "</number><state>open</state></orderResponse>";
  }

  @Test
  void aResponseIsMadeUpThatTheSchemaAllows() throws Exception {
    MockResponse response = answer(ORDER);

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.contentType()).isEqualTo("text/xml; charset=utf-8");
    String content = response.content();
    String body = content.substring(content.indexOf("Body>") + 5, content.lastIndexOf("</S:Body>"));
    SchemaValidator.of(description).validate(body.strip());
    assertThat(body).doesNotContain("<!--");
  }

  @Test
  void aResponseHasTheVersionOfItsRequest() {
    MockResponse response =
        service.answer(
            "application/soap+xml; charset=utf-8",
            "",
            "",
            envelope(Protocol.SOAP_1_2, ORDER).getBytes(UTF_8));

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.contentType()).isEqualTo("application/soap+xml; charset=utf-8");
    assertThat(response.content()).contains("http://www.w3.org/2003/05/soap-envelope");
  }

  @Test
  void aOneWayRequestIsAccepted() {
    assertThat(answer("<notify xmlns='urn:t'/>")).isEqualTo(new MockResponse(202, "", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<order xmlns='urn:t'><sku>pen</sku><count>two</count></order> | count",
        "<order xmlns='urn:t'><sku>pen</sku></order> | count",
        "<order xmlns='urn:t'><count>2</count></order> | sku",
        "<order xmlns='urn:t'><sku>pen</sku><count>2</count><colour/></order> | colour",
        "<order xmlns='urn:t' size='1'><sku>pen</sku><count>2</count></order> | size",
        "<order xmlns='urn:t'><sku>pen</sku><sku>ink</sku><count>2</count></order> | sku",
        "<order xmlns='urn:t'><count>2</count><sku>pen</sku></order> | sku",
        "<offer xmlns='urn:t'/> | offer"
      })
  void aRequestThatDoesNotFollowTheSchemaIsTheSendersFaultAndNamesTheElement(
      String body, String named) {
    MockResponse response = answer(body);

    assertThat(response.status()).isEqualTo(500);
    assertThat(response.content())
        .contains("<faultcode>s:Client</faultcode>")
        .containsPattern("<faultstring>[^<]*" + named);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nothing", "<a>", "<a/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"})
  void whatIsNoEnvelopeIsTheSendersFault(String content) throws Exception {
    MockResponse response = service.answer("text/xml", "", "", content.getBytes(UTF_8));

    assertThat(response.status()).isEqualTo(500);
    assertThat(CorpusMockTest.body(response.content()).getTextContent()).contains("Client");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a]]>b", "a&b<c>d", "a'b\"c"})
  void aTextOfAFaultIsReadAsItWas(String namespace) throws Exception {
    String written = namespace.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&apos;");
    for (Protocol protocol : List.of(Protocol.SOAP_1_1, Protocol.SOAP_1_2)) {
      String envelope = envelope(protocol, "<stranger xmlns='" + written + "'/>");

      MockResponse response = service.answer("text/xml", "", "", envelope.getBytes(UTF_8));

      assertThat(CorpusMockTest.body(response.content()).getTextContent())
          .contains("found {" + namespace + "}stranger");
    }
  }

  @Test
  void aFaultOfSoap12HasCodeReasonAndDetail() throws Exception {
    String envelope = envelope(Protocol.SOAP_1_2, ORDER);

    MockResponse asked =
        service.answer("application/soap+xml", "", "closed", envelope.getBytes(UTF_8));
    MockResponse refused =
        service.answer("application/soap+xml", "", "sender", envelope.getBytes(UTF_8));

    assertThat(asked.status()).isEqualTo(500);
    assertThat(asked.content())
        .contains("<s:Value>s:Receiver</s:Value>", "<s:Text xml:lang=\"en\">a fault of the mock")
        .containsPattern("<s:Detail><closed xmlns=\"urn:t\">[^<]+</closed>\\s*</s:Detail>");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.content()).contains("<s:Value>s:Sender</s:Value>").doesNotContain("Detail");
  }

  @Test
  void aFaultThatIsAskedForIsADeclaredOne() throws Exception {
    assertThat(answer(service, ORDER, "closed").content())
        .containsPattern("<detail><closed xmlns=\"urn:t\">[^<]+</closed>");
    assertThat(answer(service, ORDER, "any").content())
        .containsPattern("<detail><soldOut xmlns=\"urn:t\">\\s*<until>");
    assertThat(answer(service, ORDER, "sender").content())
        .contains("s:Client")
        .doesNotContain("<detail>");
    assertThat(answer(service.withFaults(List.of("order")), ORDER, "").content())
        .contains("s:Server")
        .contains("soldOut");
    assertThat(answer(service.withFaults(List.of("notify")), ORDER, "").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<order xmlns='urn:t'><sku>pen</sku><count>2</count></order>",
        "<q:order xmlns:q='urn:t'>\n  <q:sku>pen</q:sku> <q:count>2</q:count><!-- two -->\n</q:order>",
        "<order xmlns='urn:t'><sku><![CDATA[pen]]></sku><count>&#50;</count></order>"
      })
  void aPairIsFoundByWhatItsRequestMeans(String body) throws Exception {
    MockPairs pairs =
        pairs(
            "order.pen.request.xml", "<?xml version='1.0'?>\n" + envelope(Protocol.SOAP_1_1, ORDER),
            "order.pen.response.xml", response(7),
            "order.request.xml", ORDER.replace("pen", "ink"),
            "order.response.xml", response(8));

    assertThat(answer(service.withPairs(pairs, false), body, "").content())
        .contains("<number>7</number>");
    assertThat(answer(service.withPairs(pairs, true), body.replace("pen", "ink"), "").content())
        .contains("<number>8</number>");
  }

  @Test
  void whatNoPairHasIsMadeUp() throws Exception {
    MockPairs pairs = pairs("order.request.xml", ORDER, "order.response.xml", response(7));

    MockResponse other = answer(service.withPairs(pairs, false), ORDER.replace("pen", "ink"), "");

    assertThat(other.status()).isEqualTo(200);
    assertThat(other.content()).doesNotContain("<number>7</number>");
  }

  @Test
  void aReplayKnowsItsPairsOnlyAndCountsOtherRequests() throws Exception {
    MockService replay =
        service.withPairs(
            pairs("order.request.xml", ORDER, "order.response.xml", response(7)), true);

    assertThat(answer(replay, ORDER, "").status()).isEqualTo(200);
    assertThat(answer(replay, ORDER.replace("pen", "ink"), "").content())
        .contains("no pair is recorded for this request of operation order");
    answer(replay, "<notify xmlns='urn:t'/>", "");
    answer(replay, "<notify xmlns='urn:t'/>", "");

    assertThat(replay.unknown()).containsEntry("order", 1).containsEntry("notify", 2).hasSize(2);
  }

  @Test
  void aResponseWithoutRequestAnswersAllOthers() throws Exception {
    MockService replay =
        service.withPairs(
            pairs(
                "order.response.xml", response(9),
                "order.pen.request.xml", ORDER,
                "order.pen.response.xml", response(7)),
            true);

    assertThat(answer(replay, ORDER, "").content()).contains("<number>7</number>");
    assertThat(answer(replay, ORDER.replace("pen", "ink"), "").content())
        .contains("<number>9</number>");
  }

  @Test
  void aRecordedEnvelopeComesInTheVersionOfTheRequest() throws Exception {
    String recorded = envelope(Protocol.SOAP_1_1, response(7));
    MockService replay =
        service.withPairs(pairs("order.request.xml", ORDER, "order.response.xml", recorded), true);

    MockResponse same = answer(replay, ORDER, "");
    MockResponse other =
        replay.answer(
            "application/soap+xml", "", "", envelope(Protocol.SOAP_1_2, ORDER).getBytes(UTF_8));

    assertThat(same.content()).isEqualTo(recorded);
    assertThat(
            DiffBuilder.compare(envelope(Protocol.SOAP_1_2, response(7)))
                .withTest(other.content())
                .checkForSimilar()
                .build()
                .hasDifferences())
        .isFalse();
  }

  @Test
  void aRecordedFaultAnswersRequestsOfItsVersionOnly() throws Exception {
    String fault =
        envelope(
            Protocol.SOAP_1_1,
            "<e:Fault><faultcode>e:Server</faultcode><faultstring>no</faultstring></e:Fault>");
    MockService replay =
        service.withPairs(pairs("order.request.xml", ORDER, "order.response.xml", fault), true);

    assertThat(answer(replay, ORDER, ""))
        .isEqualTo(new MockResponse(500, "text/xml; charset=utf-8", fault));
    assertThat(
            replay
                .answer(
                    "application/soap+xml",
                    "",
                    "",
                    envelope(Protocol.SOAP_1_2, ORDER).getBytes(UTF_8))
                .content())
        .contains("no pair is recorded");
  }

  @Test
  void aRecordedFaultWithoutAnEnvelopeAnswersRequestsOfItsVersionOnly() throws Exception {
    String fault =
        "<e:Fault xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><faultcode>e:Server</faultcode>"
            + "<faultstring>no</faultstring></e:Fault>";
    MockService replay =
        service.withPairs(pairs("order.request.xml", ORDER, "order.response.xml", fault), true);

    assertThat(answer(replay, ORDER, "").status()).isEqualTo(500);
    assertThat(
            replay
                .answer(
                    "application/soap+xml",
                    "",
                    "",
                    envelope(Protocol.SOAP_1_2, ORDER).getBytes(UTF_8))
                .content())
        .contains("no pair is recorded");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<order xmlns='urn:t'><sku>pen</sku><count>2</count></order> | urn:u",
        "<order xmlns='urn:t' size='1'><sku>pen</sku><count>2</count></order> | size='2'",
        "<a:order xmlns:a='urn:t' xmlns:b='urn:u'><a:sku>pen</a:sku><b:c/></a:order> | b:order",
        "<order xmlns='urn:t'><sku>a&#10;b</sku><count>2</count></order> | a b",
      })
  void aRequestThatMeansSomethingElseHasAnotherForm(String body, String other) {
    String changed =
        switch (other) {
          case "urn:u" -> body.replace("urn:t", other);
          case "size='2'" -> body.replace("size='1'", other);
          case "b:order" -> body.replace("a:sku", "b:sku");
          default -> body.replace("&#10;", " ");
        };

    assertThat(MockMessage.of(body.getBytes(UTF_8)).canonical())
        .isNotEqualTo(MockMessage.of(changed.getBytes(UTF_8)).canonical());
  }

  @Test
  void aLongNamespaceCountsOnce() {
    String namespace = "urn:" + "n".repeat(100_000);
    String body = "<a xmlns='" + namespace + "'>" + "<b/>".repeat(20_000) + "</a>";

    assertThat(MockMessage.of(body.getBytes(UTF_8)).canonical().length()).isLessThan(500_000);
  }

  @Test
  void unknownElementsAreCountedTogetherBeyondABound() {
    MockService replay = service.withPairs(MockPairs.NONE, true);

    for (int i = 0; i < 1_000; i++) {
      answer(replay, "<e" + i + "/>", "");
    }
    answer(replay, "<e xmlns='" + "n".repeat(5_000) + "'/>", "");

    assertThat(replay.unknown())
        .hasSize(101)
        .containsEntry("e0", 1)
        .containsEntry("other elements", 901);
  }

  @Test
  void aSecondElementInTheBodyIsTheSendersFault() {
    assertThat(answer(ORDER + "<more/>").content())
        .contains("s:Client", "expected one element in the body");
    assertThat(answer(ORDER + "<!-- no more -->").status()).isEqualTo(200);
  }

  @Test
  void aFileThatIsNotOfUtf8IsRefused() throws Exception {
    Path of = Files.createDirectories(folder.resolve("latin"));
    Files.write(
        of.resolve("order.response.xml"),
        "<?xml version='1.0' encoding='ISO-8859-1'?><a>\u00e9</a>".getBytes(ISO_8859_1));

    assertThatThrownBy(() -> MockPairs.read(of, service.names()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("order.response.xml: expected UTF-8");
  }

  @Test
  void pairsThatAreNoneAreRefused() {
    assertThatThrownBy(() -> pairs("order.request.xml", ORDER))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expected order.response.xml beside order.request.xml, found none");
    assertThatThrownBy(() -> pairs("order.response.xml", "<a>"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("order.response.xml");
    assertThatThrownBy(() -> pairs("order.response.xml", response(1), "offer.response.xml", "<a/>"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("one of order, notify, found");
  }
}
