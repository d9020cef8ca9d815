package io.castile.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import java.lang.reflect.Field;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is soon compared with schemas. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class QuickSchemasTest {
  private static final String REQUEST = "{\"text\": \"x\"}";

  private static final String WSDL =
      """
      <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:q="urn:q" targetNamespace="urn:q">
        <types>
          <xs:schema targetNamespace="urn:q">IMPORTS
            <xs:simpleType name="text"><xs:restriction base="xs:string">FACETS</xs:restriction></xs:simpleType>
            <xs:complexType name="message">
              <xs:sequence><xs:element name="text" type="q:text"/></xs:sequence>
            </xs:complexType>
            <xs:element name="ask" type="q:message"/>
            <xs:element name="askResponse" type="q:message"/>
          </xs:schema>
        </types>
        <message name="ask"><part name="parameters" element="q:ask"/></message>
        <message name="askResponse"><part name="parameters" element="q:askResponse"/></message>
        <portType name="Questions">
          <operation name="ask"><input message="q:ask"/><output message="q:askResponse"/></operation>
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

  @TempDir private Path folder;

  private JsonService service;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<xs:sequence maxOccurs='100'><xs:element name='a'/></xs:sequence> | true",
        "<xs:sequence maxOccurs='unbounded'><xs:element name='a' maxOccurs='100'/></xs:sequence> | true",
        "<xs:sequence maxOccurs='10'><xs:element name='a' maxOccurs='10'/></xs:sequence> | true",
        "<xs:sequence maxOccurs='11'><xs:element name='a' maxOccurs='10'/></xs:sequence> | false",
        "<xs:sequence maxOccurs='2'><xs:group ref='q:g'/></xs:sequence> | false",
        "<xs:sequence><xs:element name='a' minOccurs='101' maxOccurs='unbounded'/></xs:sequence> | false",
        "<xs:sequence maxOccurs='100'><xs:element name='a'><xs:complexType><xs:sequence maxOccurs='100'/></xs:complexType></xs:element></xs:sequence> | true"
      })
  void numbersOfOccurrencesAreMultiplied(String content, boolean isQuick) throws Exception {
    String type = "<xs:complexType name='n'>" + content + "</xs:complexType>";
    String group =
        "<xs:group name='g'><xs:sequence><xs:element name='b'/></xs:sequence></xs:group>";
    Path file = folder.resolve("occurrences.wsdl");
    Files.writeString(
        file, WSDL.replace("IMPORTS", type + group).replace("FACETS", ""), StandardCharsets.UTF_8);

    assertThat(JsonService.of(WsdlReader.create().read(file.toUri())).isQuick()).isEqualTo(isQuick);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[A-Z]{3}",
        "[A-Z0-9-[B]]{1,12}",
        "\\d{4}-\\d{2}",
        "\\p{Lu}*",
        "a|b|c",
        "(EUR|USD)[0-9]+",
        "[0-9]{1,3}\\.[0-9]{1,3}",
        "(ab)*",
        "(a|b)?",
        "\\{x\\}+",
        "x{2,}"
      })
  void whatRepeatsOneThingIsSoonCompared(String expression) {
    assertThat(QuickSchemas.isQuick(expression)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a*)*",
        "(a|b)*",
        "(a|aa)+",
        "a*a*",
        "[a-z]+[0-9]+",
        "(a?){50}",
        "(.{1,50}){1,3}",
        "(x+x+)+y",
        ")",
        "(",
        "[",
        "a{",
        "a{x}",
        "\\",
        "\\p",
        "a\\pL+",
        "[\\pL]",
        "[\\pL",
        "\\P{",
        "\\p{Lu"
      })
  void whatMayTakeLongOrIsNoExpressionIsNot(String expression) {
    assertThat(QuickSchemas.isQuick(expression)).isFalse();
  }

  @Test
  void anExpressionOfManyLevelsIsNot() {
    assertThat(QuickSchemas.isQuick("(".repeat(100_000) + ")".repeat(100_000))).isFalse();
    assertThat(QuickSchemas.isQuick("[".repeat(100_000) + "]".repeat(100_000))).isFalse();
  }

  @Test
  void anOperationIsQuickOnceARequestWasWrittenAndAResponseRead() throws Exception {
    JsonOperation operation = operation("<xs:maxLength value=\"9\"/>");

    assertThat(operation.isQuick()).isFalse();
    operation.envelope(JsonText.object(REQUEST.getBytes(StandardCharsets.UTF_8)));
    assertThat(operation.isQuick()).isFalse();
    readUntil(operation, true);
    assertThat(operation.isQuick()).isTrue();
  }

  /**
   * Reads responses until another thread has read the schemas, which the first response does not
   * wait for.
   */
  private void readUntil(JsonOperation operation, boolean isQuick) throws Exception {
    operation.read(response(), null);
    assertThat(service.isQuick()).isEqualTo(isQuick); // which waits
  }

  /** The test holds the lock under which schemas are read, while another thread calls. */
  @Test
  void theFirstResponseDoesNotWaitForAllSchemas() throws Exception {
    JsonOperation operation = operation("<xs:maxLength value=\"9\"/>");
    operation.envelope(JsonText.object(REQUEST.getBytes(StandardCharsets.UTF_8)));
    Field schemas = Description.class.getDeclaredField("schemas");
    schemas.setAccessible(true);

    Map<String, Object> read;
    synchronized (schemas.get(service.description())) {
      read =
          CompletableFuture.supplyAsync(
                  () -> {
                    try {
                      return operation.read(response(), null);
                    } catch (ProblemException e) {
                      throw new IllegalStateException(e);
                    }
                  })
              .get(); // until the timeout of the test
      assertThat(operation.isQuick()).isFalse();
    }

    assertThat(read).containsEntry("text", "x");
    assertThat(service.isQuick()).isTrue();
    assertThat(operation.isQuick()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<xs:pattern value=\"(x+x+)+y|x\"/>",
        "<xs:maxLength value=\"9\"/></xs:restriction></xs:simpleType><xs:complexType name=\"many\">"
            + "<xs:sequence maxOccurs=\"5000\"><xs:element name=\"a\"/></xs:sequence>"
            + "</xs:complexType><xs:simpleType name=\"more\"><xs:restriction base=\"xs:string\">",
        "<xs:pattern value=\"\\p{Ll}\"/>",
        "<xs:pattern value=\"\\w\"/>",
        "<xs:pattern value=\"[a-z-[b]]\"/>",
      })
  void anOperationIsNeverQuickWhoseSchemaMayTakeLong(String facets) throws Exception {
    JsonOperation operation = operation(facets);

    operation.envelope(JsonText.object(REQUEST.getBytes(StandardCharsets.UTF_8)));
    Map<String, Object> read = operation.read(response(), null);
    readUntil(operation, false);

    assertThat(read).containsEntry("text", "x");
    assertThat(operation.isQuick()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"500, true", "501, false"})
  void anOperationIsNotQuickWhoseEnumerationHasManyValues(int values, boolean isQuick)
      throws Exception {
    StringBuilder facets = new StringBuilder("<xs:enumeration value=\"x\"/>");
    for (int i = 1; i < values; i++) {
      facets.append("<xs:enumeration value=\"").append(i).append("\"/>");
    }
    JsonOperation operation = operation(facets.toString());

    operation.envelope(JsonText.object(REQUEST.getBytes(StandardCharsets.UTF_8)));
    readUntil(operation, isQuick);

    assertThat(operation.isQuick()).isEqualTo(isQuick);
  }

  @Test
  void aResponseIsReadWhereASchemaThatItDoesNotNeedSaysWhatNoneMaySay() throws Exception {
    Files.writeString(
        folder.resolve("other.xsd"),
        "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"urn:other\">"
            + "<xs:group name=\"one\"><xs:sequence><xs:group xmlns:o=\"urn:other\" ref=\"o:one\"/>"
            + "</xs:sequence></xs:group></xs:schema>");
    JsonOperation operation =
        operation("", "<xs:import namespace=\"urn:other\" schemaLocation=\"other.xsd\"/>");

    operation.envelope(JsonText.object(REQUEST.getBytes(StandardCharsets.UTF_8)));

    assertThat(operation.read(response(), null)).containsEntry("text", "x");
    readUntil(operation, false);
    assertThat(operation.isQuick()).isFalse();
  }

  private static byte[] response() {
    return ("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
            + "<q:askResponse xmlns:q=\"urn:q\"><text>x</text></q:askResponse></s:Body></s:Envelope>")
        .getBytes(StandardCharsets.UTF_8);
  }

  private JsonOperation operation(String facets) throws Exception {
    return operation(facets, "");
  }

  private JsonOperation operation(String facets, String imports) throws Exception {
    String wsdl = WSDL.replace("FACETS", facets).replace("IMPORTS", imports);
    URI file = Files.writeString(folder.resolve("quick.wsdl"), wsdl).toUri();
    service = JsonService.of(WsdlReader.create().lazy().read(file));
    return service.find("Questions", "ask");
  }
}
