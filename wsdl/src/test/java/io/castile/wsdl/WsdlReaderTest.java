package io.castile.wsdl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.internal.AttachmentBinding;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Operation;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Protocol;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.model.internal.Style;
import io.castile.wsdl.model.internal.Use;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WsdlReaderTest {
  private static final String QUOTES =
      Wsdl.of(
          """
          <w:documentation>Prices   of
            shares.</w:documentation>
          <w:types><x:schema targetNamespace="urn:t">
            <x:element name="token" type="x:string"/><x:element name="sad" type="x:string"/>
          </x:schema></w:types>
          <w:message name="ask"><w:part name="symbol" type="x:string"/><w:part name="token" element="t:token"/>
            <w:part name="chart" type="x:base64Binary"/></w:message>
          <w:message name="tell"><w:part name="price" type="x:decimal"/></w:message>
          <w:message name="failed"><w:part name="fault" element="t:sad"/></w:message>
          <w:portType name="Quotes">
            <w:documentation>All of it.</w:documentation>
            <w:operation name="price" parameterOrder="symbol chart">
              <w:documentation>The last price.</w:documentation>
              <w:input message="t:ask"/><w:output name="answer" message="t:tell"/>
              <w:fault name="failed" message="t:failed"/>
            </w:operation>
            <w:operation name="forget"><w:input message="t:tell"/></w:operation>
          </w:portType>
          <w:binding name="Rpc" type="t:Quotes">
            <s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
            <w:operation name="price"><s:operation soapAction="urn:price"/>
              <w:input><m:multipartRelated>
                <m:part><s:body use="encoded" namespace="urn:n" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>
                  <s:header message="t:ask" part="token" use="literal"/></m:part>
                <m:part><m:content part="chart" type="image/png"/><m:content part="chart" type="image/gif"/></m:part>
              </m:multipartRelated></w:input>
              <w:output><s:body use="literal" parts="price"/></w:output>
              <w:fault name="failed"><s:fault name="failed" use="literal"/></w:fault>
            </w:operation>
            <w:operation name="forget"><s:operation soapAction="" style="document"/><w:input><s:body use="literal"/></w:input></w:operation>
          </w:binding>
          <w:binding name="Get" type="t:Quotes"><h:binding verb="GET"/></w:binding>
          <w:service name="QuoteService"><w:documentation>Here.</w:documentation>
            <w:port name="RpcPort" binding="t:Rpc"><s:address location=" http://localhost/quotes "/></w:port>
            <w:port name="GetPort" binding="t:Get"><h:address location="http://localhost/get"/></w:port>
          </w:service>
          """);

  @TempDir private Path folder;

  @Test
  void servicesHavePorts() throws Exception {
    Description description = Wsdl.read(folder, QUOTES);

    assertThat(description.targetNamespace()).isEqualTo("urn:t");
    assertThat(description.documentation()).isEqualTo("Prices of shares.");
    Service service = description.services().get(0);
    assertThat(service.name()).isEqualTo(new QName("urn:t", "QuoteService"));
    assertThat(service.documentation()).isEqualTo("Here.");
    assertThat(service.ports()).extracting(Port::name).containsExactly("RpcPort", "GetPort");
    assertThat(service.ports())
        .extracting(Port::address)
        .containsExactly("http://localhost/quotes", "http://localhost/get");
    assertThat(service.ports())
        .extracting(port -> port.binding().protocol())
        .containsExactly(Protocol.SOAP_1_1, Protocol.HTTP_GET);
  }

  @Test
  void draftsOfXmlSchemaAreReadAsThatOfToday() throws Exception {
    Description description =
        Wsdl.read(
            folder,
            Wsdl.of(
                """
                <w:types><o:schema xmlns:o="http://www.w3.org/1999/XMLSchema" targetNamespace="urn:t">
                  <o:complexType name="Old"><o:sequence><o:element name="a" type="o:int"/>
                  </o:sequence></o:complexType></o:schema></w:types>
                <w:message name="m"><w:part name="p" xmlns:o="http://www.w3.org/2000/10/XMLSchema"
                  type="o:string"/></w:message>
                <w:portType name="P"><w:operation name="o"><w:input message="t:m"/></w:operation>
                </w:portType>
                """));

    assertThat(description.problems()).isEmpty();
    assertThat(
            description
                .portTypes()
                .get(0)
                .operations()
                .get(0)
                .input()
                .message()
                .parts()
                .get(0)
                .type())
        .isEqualTo(new QName("http://www.w3.org/2001/XMLSchema", "string"));
    assertThat(description.outline().types())
        .singleElement()
        .satisfies(type -> assertThat(type.fields().toString()).contains("int"));
  }

  @Test
  void portTypesHaveOperations() throws Exception {
    Description description = Wsdl.read(folder, QUOTES);

    assertThat(description.portTypes()).hasSize(1);
    Operation price = description.portTypes().get(0).operations().get(0);
    assertThat(price.documentation()).isEqualTo("The last price.");
    assertThat(price.parameterOrder()).containsExactly("symbol", "chart");
    assertThat(Objects.requireNonNull(price.input()).name()).isEqualTo("priceRequest");
    assertThat(Objects.requireNonNull(price.output()).name()).isEqualTo("answer");
    assertThat(Objects.requireNonNull(price.input()).message().parts())
        .containsExactly(
            new Part("symbol", null, new QName("http://www.w3.org/2001/XMLSchema", "string")),
            new Part("token", new QName("urn:t", "token"), null),
            new Part("chart", null, new QName("http://www.w3.org/2001/XMLSchema", "base64Binary")));
    assertThat(price.faults()).hasSize(1);
    Operation forget = description.portTypes().get(0).operations().get(1);
    assertThat(forget.isOneWay()).isTrue();
    assertThat(Objects.requireNonNull(forget.input()).name()).isEqualTo("forget");
  }

  @Test
  void bindingsSayHowMessagesAreSent() throws Exception {
    Description description = Wsdl.read(folder, QUOTES);

    Binding binding = description.bindings().get(0);
    BindingOperation price = binding.operations().get(0);
    assertThat(binding.transport()).isEqualTo("http://schemas.xmlsoap.org/soap/http");
    assertThat(price.action()).isEqualTo("urn:price");
    assertThat(price.style()).isEqualTo(Style.RPC);
    assertThat(price.isEncoded()).isTrue();
    var input = Objects.requireNonNull(price.input());
    assertThat(input.use()).isEqualTo(Use.ENCODED);
    assertThat(input.namespace()).isEqualTo("urn:n");
    assertThat(input.parts()).containsExactly("symbol");
    assertThat(input.headers()).extracting(header -> header.part().name()).containsExactly("token");
    assertThat(input.attachments())
        .containsExactly(new AttachmentBinding("chart", List.of("image/png", "image/gif")));
    assertThat(Objects.requireNonNull(price.output()).parts()).containsExactly("price");
    assertThat(price.faults()).extracting(fault -> fault.name()).containsExactly("failed");
    assertThat(binding.operations().get(1).style()).isEqualTo(Style.DOCUMENT);
    assertThat(binding.operations().get(1).output()).isNull();
    assertThat(description.problems())
        .extracting(Problem::message)
        .containsExactly("the binding does not say how these operations are called: price, forget");
  }

  @Test
  void operationsOfOneNameAreToldApartByTheirMessages() throws Exception {
    Description description =
        Wsdl.read(
            folder,
            Wsdl.of(
                """
                <w:message name="one"><w:part name="a" type="x:int"/></w:message>
                <w:message name="two"><w:part name="a" type="x:int"/><w:part name="b" type="x:int"/></w:message>
                <w:portType name="P">
                  <w:operation name="sum"><w:input name="sum1" message="t:one"/></w:operation>
                  <w:operation name="sum"><w:input name="sum2" message="t:two"/></w:operation>
                </w:portType>
                <w:binding name="B" type="t:P"><s:binding style="rpc"/>
                  <w:operation name="sum"><s:operation soapAction="2"/><w:input name="sum2"><s:body use="literal"/></w:input></w:operation>
                  <w:operation name="sum"><s:operation soapAction="1"/><w:input name="sum1"><s:body use="literal"/></w:input></w:operation>
                </w:binding>
                """));

    assertThat(description.bindings().get(0).operations())
        .extracting(
            BindingOperation::action,
            each -> Objects.requireNonNull(each.operation().input()).message().parts().size())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("2", 2),
            org.assertj.core.groups.Tuple.tuple("1", 1));
    assertThat(description.problems()).isEmpty();
  }

  @Test
  void importsAreFollowedOnceThoughTheyGoRound() throws Exception {
    Wsdl.write(
        folder,
        "parts/messages.wsdl",
        Wsdl.of(
            "<w:import namespace=\"urn:t\" location=\"../t.wsdl\"/><w:message name=\"in\"><w:part"
                + " name=\"a\" type=\"x:int\"/></w:message>"));
    String root =
        Wsdl.of(
            "<w:import namespace=\"urn:t\" location=\"parts/messages.wsdl\"/><w:import"
                + " namespace=\"urn:t\" location=\"./parts/../parts/messages.wsdl\"/><w:portType"
                + " name=\"P\"><w:operation name=\"o\"><w:input"
                + " message=\"t:in\"/></w:operation></w:portType>");

    Description description = Wsdl.read(folder, root);

    assertThat(description.problems()).isEmpty();
    assertThat(description.portTypes().get(0).operations()).hasSize(1);
  }

  @Test
  void whatLeadsNowhereIsAProblemAndTheRestIsThere() throws Exception {
    Description description =
        Wsdl.read(
            folder,
            Wsdl.of(
                """
                <w:import namespace="urn:u" location="absent.wsdl"/>
                <w:message name="in"><w:part name="a" type="x:int"/><w:part name="none"/></w:message>
                <w:portType name="P">
                  <w:operation name="good"><w:input message="t:in"/></w:operation>
                  <w:operation name="bad"><w:input message="t:absent"/></w:operation>
                  <w:operation name="worse"><w:input message="q:in"/></w:operation>
                </w:portType>
                <w:binding name="B" type="t:P"><s:binding/>
                  <w:operation name="good"><w:input><s:body use="literal"/><s:header message="t:in" part="z"/></w:input></w:operation>
                  <w:operation name="bad"/>
                </w:binding>
                <w:binding name="C" type="t:Q"><s:binding/></w:binding>
                <w:service name="S"><w:port name="A" binding="t:B"/><w:port name="C" binding="t:C"/></w:service>
                """));

    assertThat(description.services().get(0).ports()).extracting(Port::name).containsExactly("A");
    assertThat(description.bindings().get(0).operations())
        .extracting(each -> each.operation().name())
        .containsExactly("good");
    assertThat(description.problems())
        .extracting(problem -> problem.place().line() + " " + problem.message())
        .satisfiesExactlyInAnyOrder(
            text ->
                assertThat(text)
                    .startsWith("5 an import cannot be read: ")
                    .endsWith("no such file"),
            text ->
                assertThat(text)
                    .isEqualTo(
                        "6 expected a part with a name, and an element or a type, found neither of both"),
            text ->
                assertThat(text)
                    .isEqualTo("9 expected a message that is defined, found {urn:t}absent"),
            text ->
                assertThat(text).isEqualTo("10 expected a message that is defined, found 'q:in'"),
            text ->
                assertThat(text).isEqualTo("13 expected a part of a message, found 't:in' and 'z'"),
            text -> assertThat(text).isEqualTo("14 the port type {urn:t}P has no operation bad"),
            text ->
                assertThat(text)
                    .isEqualTo("16 expected a port type that is defined, found {urn:t}Q"),
            text ->
                assertThat(text)
                    .isEqualTo(
                        "17 expected a binding that is defined and can be used, found {urn:t}C"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<html><body/></html>|found the element html, a page for people",
        "<description xmlns='http://www.w3.org/ns/wsdl'/>|found a description of WSDL 2.0",
        "<a><b></a>|:1:",
        "''|Premature end of file",
        "nothing|Content is not allowed in prolog"
      })
  void whatIsNoDescriptionIsAnError(String text, String message) throws Exception {
    Path file = Wsdl.write(folder, "t.wsdl", text);

    assertThatThrownBy(() -> WsdlReader.create().read(file.toUri()))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(message);
  }
}
