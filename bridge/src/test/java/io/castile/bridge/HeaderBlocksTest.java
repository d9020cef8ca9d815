package io.castile.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.bridge.mock.MockService;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Header blocks of responses in the form of JSON. */
final class HeaderBlocksTest {
  private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

  private static final String WSDL =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:blocks" xmlns:o="urn:other" targetNamespace="urn:blocks">
        <w:types>
          <x:schema targetNamespace="urn:blocks" elementFormDefault="qualified">
            <x:element name="get"><x:complexType><x:sequence/></x:complexType></x:element>
            <x:element name="getResponse"><x:complexType><x:sequence>
              <x:element name="value" type="x:int"/><x:element name="state" type="x:string" minOccurs="0"/>
            </x:sequence></x:complexType></x:element>
            <x:element name="state"><x:complexType><x:sequence><x:element name="left" type="x:long"/></x:sequence>
              <x:attribute name="unit" type="x:string"/></x:complexType></x:element>
            <x:element name="session" type="x:string" nillable="true"/>
          </x:schema>
          <x:schema targetNamespace="urn:other"><x:element name="session" type="x:int"/></x:schema>
        </w:types>
        <w:message name="ask"><w:part name="p" element="t:get"/></w:message>
        <w:message name="tell"><w:part name="p" element="t:getResponse"/></w:message>
        <w:message name="blocks"><w:part name="state" element="t:state"/><w:part name="one" element="t:session"/>
          <w:part name="two" element="o:session"/></w:message>
        <w:portType name="Blocks"><w:operation name="get"><w:input message="t:ask"/><w:output message="t:tell"/></w:operation></w:portType>
        <w:binding name="B" type="t:Blocks"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="get"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input>
            <w:output><s:body use="literal"/><s:header message="t:blocks" part="state" use="literal"/>
              <s:header message="t:blocks" part="one" use="literal"/>
              <s:header message="t:blocks" part="two" use="literal"/></w:output></w:operation></w:binding>
        <w:service name="S"><w:port name="P" binding="t:B"><s:address location="http://localhost/blocks"/></w:port></w:service>
      </w:definitions>
      """;

  @TempDir private static Path folder;

  private static Description description;
  private static JsonOperation get;

  @BeforeAll
  static void read() throws Exception {
    Path file = Files.writeString(folder.resolve("blocks.wsdl"), WSDL);
    description = WsdlReader.create().read(file.toUri());
    get = Objects.requireNonNull(JsonService.of(description).find("S", "get"));
  }

  private static byte[] envelope(String blocks) {
    return ("<e:Envelope xmlns:e='"
            + SOAP
            + "' xmlns:t='urn:blocks' xmlns:o='urn:other'"
            + " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><e:Header>"
            + blocks
            + "</e:Header><e:Body><t:getResponse><t:value>1</t:value></t:getResponse></e:Body></e:Envelope>")
        .getBytes(UTF_8);
  }

  private static String json(String blocks) throws ProblemException {
    return new String(JsonText.bytes(get.read(envelope(blocks), null)), UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        " | {'value':1}",
        "<t:session>a</t:session> | {'value':1,'session':'a'}",
        "<t:session xsi:nil='true'/> | {'value':1,'session':null}",
        "<o:session>3</o:session> | {'value':1,'{urn:other}session':3}",
        "<o:session>3</o:session><t:session>a</t:session> | {'value':1,'session':'a','{urn:other}session':3}",
        "<t:state unit='kg'><t:left>9007199254740993</t:left></t:state>"
            + " | {'value':1,'{urn:blocks}state':{'@unit':'kg','left':'9007199254740993'}}",
        "<t:session e:mustUnderstand='1'>a</t:session> | {'value':1,'session':'a'}",
        "<t:session>a</t:session><t:session>b</t:session> | {'value':1,'session':'a'}",
        "<u:unknown xmlns:u='urn:u'><t:session>b</t:session></u:unknown> | {'value':1}",
        "<u:unknown xmlns:u='urn:u' e:mustUnderstand='1' e:actor='urn:another'/> | {'value':1}",
      })
  void aBlockOfTheDescriptionIsAMember(String blocks, String expected) throws Exception {
    assertThat(json(blocks == null ? "" : blocks)).isEqualTo(expected.replace('\'', '"'));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<u:unknown xmlns:u='urn:u' e:mustUnderstand='1'/>",
        "<t:session>a</t:session><t:session e:mustUnderstand='1'>b</t:session>",
        "<session e:mustUnderstand='true'>a</session>",
      })
  void aBlockThatHasToBeUnderstoodAndIsNotIsAProblem(String blocks) {
    Problem problem = catchThrowableOfType(ProblemException.class, () -> json(blocks)).problem();

    assertThat(problem.status()).isEqualTo(502);
    assertThat(problem.code()).isEqualTo("MustUnderstand");
    assertThat(problem.detail()).contains("must be understood");
  }

  @Test
  void aBlockThatDoesNotFollowItsSchemaIsAProblem() {
    Problem problem =
        catchThrowableOfType(ProblemException.class, () -> json("<o:session>x</o:session>"))
            .problem();

    assertThat(problem.status()).isEqualTo(502);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<o:session>x</o:session>",
        "<o:session>x</o:session><t:session>a</t:session>",
        "<t:state><t:left>x</t:left></t:state><t:session>a</t:session>",
      })
  void aFaultIsToldThoughABlockBesideItDoesNotFollowItsSchema(String blocks) {
    String fault =
        new String(envelope(blocks), UTF_8)
            .replaceAll(
                "<e:Body>.*</e:Body>",
                "<e:Body><e:Fault><faultcode>e:Server</faultcode><faultstring>closed</faultstring>"
                    + "</e:Fault></e:Body>");

    Problem problem =
        catchThrowableOfType(ProblemException.class, () -> get.read(fault.getBytes(UTF_8), null))
            .problem();

    assertThat(problem.status()).isEqualTo(500);
    assertThat(problem.detail()).isEqualTo("closed");
  }

  @Test
  void theDocumentHasTheBlocksOfResponsesAsOptionalMembers() {
    JsonNode schema =
        new OpenApiDocument(description)
            .tree()
            .at("/paths/~1api~1S~1get/post/responses/200/content/application~1json/schema");

    assertThat(schema.get("properties").fieldNames())
        .toIterable()
        .containsExactly("value", "state", "{urn:blocks}state", "session", "{urn:other}session");
    assertThat(schema.get("required")).extracting(JsonNode::asText).containsExactly("value");
  }

  @Test
  void aMockWritesTheBlocksOfAResponseThatIsTold() throws Exception {
    MockService mock = MockService.of(description);
    String told = "{\"value\":1,\"session\":\"a\",\"{urn:other}session\":3}";
    byte[] request =
        ("<e:Envelope xmlns:e='"
                + SOAP
                + "'><e:Body><get xmlns='urn:blocks'/></e:Body></e:Envelope>")
            .getBytes(UTF_8);

    String envelope =
        mock.call("text/xml", "", request).told(mock.responseOfJson("get", told)).content();

    assertThat(new String(JsonText.bytes(get.read(envelope.getBytes(UTF_8), null)), UTF_8))
        .isEqualTo(told);
  }
}
