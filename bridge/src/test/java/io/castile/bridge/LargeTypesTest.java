package io.castile.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.wsdl.WsdlReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Schemas with numbers within numbers, for which the validator of the JDK would take minutes. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LargeTypesTest {
  private static final String WSDL =
      """
      <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:q="urn:q" targetNamespace="urn:q">
        <types>
          <xs:schema targetNamespace="urn:q">
            SCHEMA
            <xs:complexType name="Base"><xs:sequence/></xs:complexType>
            <xs:element name="ask"><xs:complexType><xs:sequence>
              <xs:element name="large" type="q:Large" minOccurs="0"/>
              <xs:element name="base" type="q:Base" minOccurs="0"/>
              <xs:element name="word" minOccurs="0"><xs:simpleType><xs:restriction base="xs:string">
                <xs:pattern value="[a-z]+"/></xs:restriction></xs:simpleType></xs:element>
            </xs:sequence></xs:complexType></xs:element>
          </xs:schema>
        </types>
        <message name="ask"><part name="parameters" element="q:ask"/></message>
        <portType name="Questions">
          <operation name="ask"><input message="q:ask"/><output message="q:ask"/></operation>
        </portType>
        <binding name="Questions" type="q:Questions">
          <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <operation name="ask">
            <soap:operation soapAction=""/>
            <input><soap:body use="literal"/></input>
            <output><soap:body use="literal"/></output>
          </operation>
        </binding>
        <service name="Questions">
          <port name="Questions" binding="q:Questions"><soap:address location="http://127.0.0.1/"/></port>
        </service>
      </definitions>
      """;

  private static final String LARGE =
      """
      <xs:complexType name="Large"><xs:complexContent><xs:extension base="q:Base">
        <xs:sequence minOccurs="0" maxOccurs="100"><xs:sequence minOccurs="0" maxOccurs="100">
          <xs:sequence minOccurs="0" maxOccurs="100">
            <xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" minOccurs="0"/>
          </xs:sequence></xs:sequence><xs:element name="c" type="xs:int" minOccurs="0"/>
        </xs:sequence>
      </xs:extension></xs:complexContent></xs:complexType>
      """;

  @TempDir private Path folder;

  private JsonService service(String schema) throws Exception {
    Path file = folder.resolve("large.wsdl");
    Files.writeString(file, WSDL.replace("SCHEMA", schema));
    return JsonService.of(WsdlReader.create().read(file.toUri()));
  }

  private static byte[] message(String content) {
    return ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><q:ask xmlns:q='urn:q'"
            + " xmlns:i='http://www.w3.org/2001/XMLSchema-instance'>"
            + content
            + "</q:ask></s:Body></s:Envelope>")
        .getBytes(UTF_8);
  }

  @Test
  void messagesOfATypeThatIsTooLargeForTheValidatorAreDecidedWithoutIt() throws Exception {
    MessageValidator validator = MessageValidator.of(service(LARGE));
    String one = "<a>1</a><a>1</a><b>1</b>";

    assertThat(validator.warnings())
        .singleElement()
        .asString()
        .startsWith("The type {urn:q}Large is too large")
        .contains("2000100 elements in 3 levels, of at most 1000");
    assertThat(validator.isQuick()).isFalse();
    assertThat(validator.checkRequest(message("<large>" + one.repeat(1_000) + "</large>"), null))
        .isNull();
    assertThat(
            validator.checkRequest(message("<large>" + "<c>1</c>".repeat(100) + "</large>"), null))
        .isNull();
    for (String content :
        List.of(
            "<large>" + "<c>1</c>".repeat(101) + "</large>",
            "<large>" + one + "<d/></large>",
            "<base i:type='q:Large'>" + one + "</base>",
            "<large i:type='none:None'>" + one + "</large>",
            "<base i:type='none:None'/><large>" + one + "</large>",
            "<base i:type='%'/><base><large i:type=''>" + one + "</large></base>",
            "<large>" + one + "</large><word>word</word>")) {
      MessageValidator.Invalid invalid = validator.checkRequest(message(content), null);
      assertThat(invalid).as(content).isNotNull();
      assertThat(invalid.reason())
          .startsWith("the message cannot be told to be valid: expected ")
          .contains("its type is too large for one")
          .containsPattern("byte [0-9]+$");
    }
  }

  /** As the validator looks only at types that a message has. */
  @Test
  void otherMessagesAreHeldToTheSchemaByTheValidator() throws Exception {
    MessageValidator validator = MessageValidator.of(service(LARGE));

    assertThat(validator.checkRequest(message("<base/><word>word</word>"), null)).isNull();
    MessageValidator.Invalid invalid = validator.checkRequest(message("<word>1</word>"), null);
    assertThat(invalid).isNotNull();
    assertThat(invalid.reason()).contains("cvc-pattern-valid");
  }

  @Test
  void typesThatAreNotTooLargeAreValidated() throws Exception {
    MessageValidator validator = MessageValidator.of(service(LARGE.replace("100", "7")));

    assertThat(validator.warnings()).isEmpty();
    MessageValidator.Invalid invalid = validator.checkRequest(message("<large><d/></large>"), null);
    assertThat(invalid).isNotNull();
    assertThat(invalid.reason()).contains("cvc-complex-type");
    assertThat(validator.isQuick()).isFalse();
  }

  @Test
  void aNumberThatIsAroundOneElementIsNoSize() throws Exception {
    MessageValidator validator =
        MessageValidator.of(
            service(
                "<xs:complexType name='Large'><xs:sequence><xs:element name='a' maxOccurs='90000'/>"
                    + "<xs:element name='b' minOccurs='0' maxOccurs='90000'/>"
                    + "</xs:sequence></xs:complexType>"));

    assertThat(validator.warnings()).isEmpty();
    assertThat(validator.checkRequest(message("<large><a/><a/><b/></large>"), null)).isNull();
  }

  /** An event loop would wait for the automaton, which is made when the first message comes. */
  @Test
  void typesOfSomeSizeAreNotValidatedSoon() throws Exception {
    String elements = "<xs:element name='a%s' minOccurs='0'/>".repeat(6);
    String type =
        "<xs:complexType name='Large'><xs:sequence maxOccurs='MOST'>"
            + elements.formatted(1, 2, 3, 4, 5, 6)
            + "</xs:sequence></xs:complexType>";

    assertThat(MessageValidator.of(service(type.replace("MOST", "100"))).isQuick()).isFalse();
    assertThat(MessageValidator.of(service(type.replace("MOST", "80"))).isQuick()).isTrue();
  }

  private static String doubling(int levels) {
    StringBuilder groups =
        new StringBuilder(
            "<xs:group name='g0'><xs:sequence><xs:element name='a'/></xs:sequence></xs:group>");
    for (int i = 1; i <= levels; i++) {
      String half = "<xs:group ref='q:g" + (i - 1) + "'/>";
      groups.append("<xs:group name='g" + i + "'><xs:sequence>" + half + half);
      groups.append("</xs:sequence></xs:group>");
    }
    return groups
        + "<xs:complexType name='Large'><xs:sequence><xs:group ref='q:g"
        + levels
        + "'/></xs:sequence></xs:complexType>";
  }

  /** The validator would compare each two of thousands of elements when it is made. */
  @Test
  void schemasWhoseGroupsDoubleOneAnotherAreNotCompiled() throws Exception {
    JsonService service = service(doubling(12));

    assertThatThrownBy(() -> MessageValidator.of(service))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("The type {urn:q}Large is too large")
        .hasMessageContaining("it has 4096 elements");
  }

  @Test
  void jsonOfSuchATypeIsWrittenAndRead() throws Exception {
    JsonOperation operation = service(LARGE).find("Questions", "ask");
    List<Object> items = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      items.add(Map.of("a", i));
      items.add(Map.of("b", i));
    }
    Map<String, Object> arguments = Map.of("large", Map.of("$sequence", items));

    byte[] envelope = operation.envelope(arguments);
    Map<String, Object> read = operation.read(envelope, null);

    assertThat(JsonText.bytes(read)).isEqualTo(JsonText.bytes(arguments));
    for (int i = 0; i < 101; i++) {
      items.add(Map.of("c", i));
    }
    assertThatThrownBy(() -> operation.envelope(arguments))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("large.$sequence[6100]: expected nothing more, found c");
  }

  @Test
  void anExampleOfManyRequiredElementsIsBounded() throws Exception {
    JsonService service =
        service(
            """
            <xs:complexType name="Large"><xs:sequence minOccurs="10000" maxOccurs="10000">
              <xs:sequence minOccurs="10000" maxOccurs="10000"><xs:element name="a" type="xs:int"/>
                <xs:element name="b" type="xs:int"/></xs:sequence>
            </xs:sequence></xs:complexType>
            """);

    assertThat(OpenApi.of(service, "/api", each -> false).toString().length())
        .isLessThan(10_000_000);
  }
}
