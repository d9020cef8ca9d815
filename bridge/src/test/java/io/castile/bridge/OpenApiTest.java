package io.castile.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.wsdl.WsdlReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents of descriptions in which names meet, and something has no form in JSON. */
final class OpenApiTest {
  private static final String HEAD =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
        <w:types><x:schema targetNamespace="urn:t" elementFormDefault="qualified">
          <x:element name="get"><x:complexType><x:sequence><x:element name="it" type="t:Problem"/></x:sequence></x:complexType></x:element>
          <x:complexType name="Problem"><x:sequence><x:element name="own" type="x:int"/></x:sequence></x:complexType>
          <x:element name="odd"><x:complexType><x:sequence>
            <x:element name="n"><x:simpleType><x:restriction base="x:boolean"><x:enumeration value="True"/>
            </x:restriction></x:simpleType></x:element></x:sequence></x:complexType></x:element>
        </x:schema></w:types>
        <w:message name="get"><w:part name="p" element="t:get"/></w:message>
        <w:message name="odd"><w:part name="p" element="t:odd"/></w:message>
        <w:message name="none"/>
      """;

  @TempDir private Path folder;

  private JsonNode document(String rest) throws Exception {
    Path file = folder.resolve("service.wsdl");
    Files.writeString(file, HEAD + rest + "</w:definitions>");
    OpenApiDocument document = new OpenApiDocument(WsdlReader.create().read(file.toUri()));
    assertThat(document.messages()).isEmpty();
    return document.tree();
  }

  private static String portType(String name, String operation, String message) {
    return """
        <w:portType name="%1$s"><w:operation name="%2$s"><w:input message="t:%3$s"/><w:output message="t:get"/></w:operation>
        </w:portType>
        """
        .formatted(name, operation, message);
  }

  private static String binding(String name, String portType, String operation, String use) {
    return """
        <w:binding name="%1$s" type="t:%2$s"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="%3$s"><s:operation soapAction=""/><w:input><s:body use="%4$s"/></w:input>
            <w:output><s:body use="%4$s"/></w:output></w:operation></w:binding>
        """
        .formatted(name, portType, operation, use);
  }

  private static String port(String name, String binding) {
    return "<w:port name='%s' binding='t:%s'><s:address location='http://localhost/'/></w:port>"
        .formatted(name, binding);
  }

  @Test
  void eachPortTypeOfAServiceHasItsPathsAndEachOperationItsId() throws Exception {
    JsonNode document =
        document(
            portType("A", "get", "get")
                + portType("B", "get", "get")
                + binding("A1", "A", "get", "literal")
                + binding("A2", "A", "get", "literal")
                + binding("B1", "B", "get", "literal")
                + "<w:service name='S'>"
                + port("One", "A1")
                + port("Two", "A2")
                + port("Three", "B1")
                + "</w:service>");

    assertThat(document.get("paths").fieldNames())
        .toIterable()
        .containsExactly("/api/S.Three/get", "/api/S/get");
    assertThat(document.findValuesAsText("operationId")).containsExactly("S.Three_get", "get");
  }

  @Test
  void aTypeOfTheDescriptionIsNotTakenForTheProblemOfTheDocument() throws Exception {
    JsonNode schemas =
        document(portType("A", "get", "get") + binding("A1", "A", "get", "literal"))
            .at("/components/schemas");

    assertThat(schemas.at("/Problem/properties/status").isObject()).isTrue();
    assertThat(schemas.at("/Problem_2/properties/own/type").asText()).isEqualTo("integer");
  }

  @Test
  void aListOfValuesThatAreNoneIsNoReasonToLeaveAnOperationOut() throws Exception {
    JsonNode document =
        document(portType("A", "odd", "odd") + binding("A1", "A", "odd", "literal"));

    JsonNode content =
        document.at("/paths/~1api~1A1~1odd/post/requestBody/content/application~1json");
    assertThat(content.has("schema")).isTrue();
  }

  @Test
  void theExampleOfAnEmptyRequestIsAnEmptyObject() throws Exception {
    JsonNode document =
        document(portType("A", "ping", "none") + binding("A1", "A", "ping", "literal"));

    assertThat(
            document
                .at("/paths/~1api~1A1~1ping/post/requestBody/content/application~1json/example")
                .toString())
        .isEqualTo("{}");
  }

  @Test
  void theDocumentNamesTheOperationsThatHaveNoFormInJson() throws Exception {
    JsonNode document =
        document(portType("A", "get", "get") + binding("A1", "A", "get", "encoded"));

    assertThat(document.get("paths").isEmpty()).isTrue();
    assertThat(document.at("/info/description").asText())
        .startsWith("Not available: ")
        .contains("get");
  }
}
