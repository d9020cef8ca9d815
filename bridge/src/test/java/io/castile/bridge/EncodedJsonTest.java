package io.castile.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.bridge.mock.MockService;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages in SOAP encoding in the form of JSON: those of the specifications, and hostile ones. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class EncodedJsonTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String WSDL =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:c="http://schemas.xmlsoap.org/soap/encoding/"
          xmlns:a="http://xml.apache.org/xml-soap" xmlns:t="urn:enc" targetNamespace="urn:enc">
        <w:types><x:schema targetNamespace="urn:enc">
          <x:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/>
          <x:complexType name="Person"><x:all><x:element name="name" type="x:string"/><x:element name="born" type="x:date"/>
            <x:element name="friend" type="t:Person" nillable="true"/><x:element name="zip" type="t:Zip"/>
            <x:element name="big" type="x:long"/><x:element name="any" type="x:anyType"/></x:all></x:complexType>
          <x:complexType name="Worker"><x:complexContent><x:extension base="t:Person"><x:sequence>
            <x:element name="pay" type="x:decimal"/></x:sequence></x:extension></x:complexContent></x:complexType>
          <x:simpleType name="Zip"><x:restriction base="x:int"><x:pattern value="[0-9]{5}"/></x:restriction></x:simpleType>
          <x:complexType name="Ints"><x:complexContent><x:restriction base="c:Array">
            <x:attribute ref="c:arrayType" w:arrayType="x:int[]"/></x:restriction></x:complexContent></x:complexType>
          <x:complexType name="Table"><x:complexContent><x:restriction base="c:Array">
            <x:attribute ref="c:arrayType" w:arrayType="x:string[,]"/></x:restriction></x:complexContent></x:complexType>
          <x:complexType name="People"><x:complexContent><x:restriction base="c:Array">
            <x:attribute ref="c:arrayType" w:arrayType="t:Person[]"/></x:restriction></x:complexContent></x:complexType>
        </x:schema></w:types>
        <w:message name="values"><w:part name="person" type="t:Person"/><w:part name="ints" type="t:Ints"/>
          <w:part name="table" type="t:Table"/><w:part name="people" type="t:People"/><w:part name="any" type="x:anyType"/>
          <w:part name="text" type="x:string"/><w:part name="data" type="x:base64Binary"/></w:message>
        <w:message name="problem"><w:part name="problem" type="t:Person"/></w:message>
        <w:portType name="Enc"><w:operation name="put"><w:input message="t:values"/><w:output message="t:values"/>
          <w:fault name="problem" message="t:problem"/></w:operation></w:portType>
        <w:binding name="B" type="t:Enc"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="put"><s:operation soapAction="urn:put"/>
            <w:input><s:body use="encoded" namespace="urn:enc" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></w:input>
            <w:output><s:body use="encoded" namespace="urn:enc" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></w:output>
            <w:fault name="problem"><s:fault name="problem" use="encoded" namespace="urn:enc"
              encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></w:fault></w:operation></w:binding>
        <w:service name="S"><w:port name="P" binding="t:B"><s:address location="http://localhost/enc"/></w:port></w:service>
      </w:definitions>
      """;

  @TempDir private static Path folder;

  private static Description description;
  private static JsonOperation put;

  @BeforeAll
  static void read() throws Exception {
    Path file = Files.writeString(folder.resolve("enc.wsdl"), WSDL);
    description = WsdlReader.create().read(file.toUri());
    put = Objects.requireNonNull(JsonService.of(description).find("S", "put"));
  }

  /** The envelope of a response; what follows {@code |} stands behind its element. */
  private static byte[] envelope(String parts) {
    int end = parts.indexOf('|');
    String own = end < 0 ? parts : parts.substring(0, end);
    String behind = end < 0 ? "" : parts.substring(end + 1);
    return ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' xmlns:t='urn:enc'"
            + " xmlns:c='http://schemas.xmlsoap.org/soap/encoding/' xmlns:x='http://www.w3.org/2001/XMLSchema'"
            + " xmlns:a='http://xml.apache.org/xml-soap' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'"
            + " e:encodingStyle='http://schemas.xmlsoap.org/soap/encoding/'><e:Body><t:putResponse>"
            + own
            + "</t:putResponse>"
            + behind
            + "</e:Body></e:Envelope>")
        .getBytes(UTF_8);
  }

  /** What a response has, without parts that are null. */
  private static String json(byte[] envelope) throws ProblemException {
    var read = put.read(envelope, null);
    read.values().removeIf(Objects::isNull);
    return new String(JsonText.bytes(read), UTF_8);
  }

  private static Problem problem(String parts) {
    return catchThrowableOfType(ProblemException.class, () -> json(envelope(parts))).problem();
  }

  /** The response whose parts are those of a request. */
  private static byte[] echo(byte[] request) {
    return new String(request, UTF_8)
        .replaceAll("<(/?)(\\w+:)put([ >])", "<$1$2putResponse$3")
        .getBytes(UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      quoteCharacter = '~',
      value = {
        "<text>a &lt; b</text> ^ {'text':'a < b'}",
        "<text i:type='x:string'></text> ^ {'text':''}",
        "<text i:nil='1'/> ^ {}",
        "<data>AQID</data> ^ {'data':'AQID'}",
        "<person><name>Ann</name><born>2001-02-03</born><big>9007199254740993</big></person>"
            + " ^ {'person':{'name':'Ann','born':'2001-02-03','big':'9007199254740993'}}",
        "<person><zip>01234</zip><friend i:nil='true'/></person> ^ {'person':{'friend':null,'zip':'01234'}}",
        "<person i:type='t:Worker'><name>Bob</name><pay>1.50</pay></person>"
            + " ^ {'person':{'@xsi:type':'{urn:enc}Worker','name':'Bob','pay':1.50}}",
        "<person i:type='t:Person'><name>Bob</name></person> ^ {'person':{'name':'Bob'}}",
        "<ints c:arrayType='x:int[3]'><i>1</i><i>2</i><i i:nil='true'/></ints> ^ {'ints':[1,2,null]}",
        "<ints c:arrayType='x:int[4]' c:offset='[2]'><i>1</i><i>2</i></ints> ^ {'ints':[null,null,1,2]}",
        "<ints c:arrayType='x:int[4]'><i c:position='[3]'>1</i></ints> ^ {'ints':[null,null,null,1]}",
        "<ints c:arrayType='x:int[0]'/> ^ {'ints':[]}",
        "<table c:arrayType='x:string[2,2]'><i>a</i><i>b</i><i>c</i><i>d</i></table> ^ {'table':[['a','b'],['c','d']]}",
        "<people c:arrayType='t:Person[2]'><i href='#p'/><i href='#p'/></people>|<m id='p' i:type='t:Person'><name>Ann</name></m>"
            + " ^ {'people':[{'name':'Ann'},{'name':'Ann'}]}",
        "<person href='#p'/><any href='#p'/>|<m id='p' i:type='t:Person'><name>Ann</name></m>"
            + " ^ {'person':{'name':'Ann'},'any':{'@xsi:type':'{urn:enc}Person','name':'Ann'}}",
        "<any href='#p'/><person href='#p'/>|<m id='p' i:type='t:Person'><name>Ann</name></m>"
            + " ^ {'person':{'name':'Ann'},'any':{'@xsi:type':'{urn:enc}Person','name':'Ann'}}",
        "<text href='#s'/>|<m id='s' i:type='c:string'>far</m> ^ {'text':'far'}",
        "<any>text</any> ^ {'any':'text'}",
        "<any i:type='x:string'>text</any> ^ {'any':'text'}",
        "<any i:type='c:int'>5</any> ^ {'any':{'@xsi:type':'{http://www.w3.org/2001/XMLSchema}int','$':5}}",
        "<any i:type='x:date'>2001-02-03</any>"
            + " ^ {'any':{'@xsi:type':'{http://www.w3.org/2001/XMLSchema}date','$':'2001-02-03'}}",
        "<any i:type='x:hexBinary'>0AFF</any>"
            + " ^ {'any':{'@xsi:type':'{http://www.w3.org/2001/XMLSchema}hexBinary','$':'0AFF'}}",
        "<any i:type='x:unsignedByte'>7</any>"
            + " ^ {'any':{'@xsi:type':'{http://www.w3.org/2001/XMLSchema}unsignedByte','$':7}}",
        "<any i:type='x:QName'>t:Person</any>"
            + " ^ {'any':{'@xsi:type':'{http://www.w3.org/2001/XMLSchema}QName','$':'{urn:enc}Person'}}",
        "<any i:type='t:Zip'>00042</any> ^ {'any':{'@xsi:type':'{urn:enc}Zip','$':'00042'}}",
        "<any i:type='t:Worker'><pay>2</pay></any> ^ {'any':{'@xsi:type':'{urn:enc}Worker','pay':2}}",
        "<any i:type='c:Array' c:arrayType='x:string[2]'><i>a</i><i>b</i></any> ^ {'any':['a','b']}",
        "<any i:type='a:Map'><item><key i:type='x:string'>one</key><value i:type='x:string'>1</value></item></any>"
            + " ^ {'any':{'one':'1'}}",
        "<any i:type='a:Map'><item><key i:type='x:int'>1</key><value i:type='x:string'>one</value></item></any>"
            + " ^ {'any':{'$map':[{'key':{'@xsi:type':'{http://www.w3.org/2001/XMLSchema}int','$':1},'value':'one'}]}}",
        "<any i:type='a:Map'><item><key>@xsi:type</key><value>{urn:enc}Worker</value></item></any>"
            + " ^ {'any':{'$map':[{'key':'@xsi:type','value':'{urn:enc}Worker'}]}}",
        "<any i:type='a:Map'><item><key i:nil='true'/><value i:type='x:string'>none</value></item>"
            + "<item><key i:type='x:string'>one</key><value i:nil='true'/></item></any>"
            + " ^ {'any':{'$map':[{'key':null,'value':'none'},{'key':'one','value':null}]}}",
        "<person><any i:type='t:People' c:arrayType='t:Person[1]'><i><name>x</name></i></any></person>"
            + " ^ {'person':{'any':[{'@xsi:type':'{urn:enc}Person','name':'x'}]}}",
      })
  void aMessageIsTheSameAfterJson(String parts, String expected) throws Exception {
    String json = json(envelope(parts));

    assertThat(json).isEqualTo(expected.replace('\'', '"'));
    assertThat(new OpenApiDocument(description).invalid("/api/S/put", json)).isEmpty();
    byte[] request = put.envelope(JsonText.object(json.getBytes(UTF_8)));
    assertThat(json(echo(request))).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      quoteCharacter = '~',
      value = {
        "{'any':5} ^ <any xsi:type=\"xsd:int\">5</any>",
        "{'any':true} ^ <any xsi:type=\"xsd:boolean\">true</any>",
        "{'any':1.5} ^ <any xsi:type=\"xsd:decimal\">1.5</any>",
        "{'ints':['7',8]} ^ soapenc:arrayType=\"xsd:int[2]\"><item xsi:type=\"xsd:int\">7</item>",
        "{'text':null} ^ <text xsi:nil=\"true\">",
        "{} ^ <text xsi:nil=\"true\">",
      })
  void otherSpellingsOfAValueAreTaken(String json, String expected) throws Exception {
    byte[] request = put.envelope(JsonText.object(json.replace('\'', '"').getBytes(UTF_8)));

    assertThat(new String(request, UTF_8)).contains(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      quoteCharacter = '~',
      value = {
        "{'ints':[1,'x']} ^ /ints/1",
        "{'ints':5} ^ /ints",
        "{'person':{'zip':'42'}} ^ /person/zip",
        "{'person':{'unknown':1}} ^ /person",
        "{'person':{'@xsi:type':'{urn:enc}Zip'}} ^ /person",
        "{'person':{'friend':{'born':'x'}}} ^ /person/friend/born",
        "{'unknown':1} ^ ~~",
        "{'any':{'@xsi:type':'{urn:enc}None','$':1}} ^ /any",
        "{'any':{'@xsi:type':'{urn:enc}Zip','$':'42'}} ^ /any/$",
        "{'any':{'@xsi:type':'{urn:enc}Zip','x':'42'}} ^ /any",
        "{'any':{'@xsi:type':'{','$':'42'}} ^ /any",
        "{'any':{'@key':1}} ^ /any",
        "{'any':{'$map':[{'key':'a'}]}} ^ /any/$map/0",
        "{'any':{'$map':[{'key':[1],'value':1}]}} ^ /any/$map/0/key",
        "{'any':1e999999999} ^ /any",
        "{'any':{'a':{'@xsi:type':'{urn:enc}Person','zip':1}}} ^ /any/a/zip",
      })
  void whatTheDescriptionRefusesIsNamed(String json, String pointer) {
    byte[] content = json.replace('\'', '"').getBytes(UTF_8);

    Problem problem =
        catchThrowableOfType(ProblemException.class, () -> put.envelope(JsonText.object(content)))
            .problem();

    assertThat(problem.status()).isEqualTo(400);
    assertThat(problem.pointer()).isEqualTo(pointer == null ? "" : pointer);
  }

  @Test
  void aTextThatNoDocumentMayHaveIsRefused() {
    Problem problem =
        catchThrowableOfType(
                ProblemException.class,
                () -> put.envelope(JsonText.object("{\"any\":\"\\u0000\"}".getBytes(UTF_8))))
            .problem();

    assertThat(problem.status()).isEqualTo(400);
  }

  // ---- what attackers send ----

  @Test
  void anObjectThatIsInItselfIsAProblem() {
    Problem problem =
        problem(
            "<person href='#p'/>|<m id='p' i:type='t:Person'><name>a</name><friend href='#p'/></m>");

    assertThat(problem.status()).isEqualTo(502);
    assertThat(problem.detail()).contains("person.friend: expected a tree");
  }

  /** Each object has the next one twice: 2 to the 40 persons. */
  @Test
  void objectsThatGrowWithoutBoundAreAProblem() {
    StringBuilder objects = new StringBuilder("<person href='#p0'/>|");
    for (int i = 0; i < 40; i++) {
      String next = "href='#p" + (i + 1) + "'/>";
      objects.append(
          "<m id='p" + i + "' i:type='t:Person'><friend " + next + "<any " + next + "</m>");
    }
    objects.append("<m id='p40' i:type='t:Person'><name>last</name></m>");

    Problem problem = problem(objects.toString());

    assertThat(problem.status()).isEqualTo(502);
    assertThat(problem.detail()).contains("characters at the places behind their first one");
  }

  @Test
  void aLongTextAtManyPlacesIsAProblem() {
    String parts =
        "<people c:arrayType='t:Person[40]'>"
            + "<i><name href='#s'/></i>".repeat(40)
            + "</people>|<m id='s' i:type='x:string'>"
            + "x".repeat(1_000_000)
            + "</m>";

    assertThat(problem(parts).detail()).contains("characters at the places");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x:string", "x:base64Binary", "x:hexBinary", "x:anyURI"})
  void aLongTextThatSaysItsTypeAtManyPlacesIsAProblem(String type) {
    String parts =
        "<any i:type='c:Array' c:arrayType='x:anyType[40]'>"
            + "<i href='#s'/>".repeat(40)
            + "</any>|<m id='s' i:type='"
            + type
            + "'>"
            + "ABCD".repeat(250_000)
            + "</m>";

    assertThat(problem(parts).detail()).contains("characters at the places");
  }

  @Test
  void aLongChainOfObjectsIsAProblem() {
    StringBuilder objects = new StringBuilder("<person href='#p0'/>|");
    for (int i = 0; i < 20_000; i++) {
      objects.append("<m id='p" + i + "' i:type='t:Person'><friend href='#p" + (i + 1) + "'/></m>");
    }
    objects.append("<m id='p20000' i:type='t:Person'/>");

    assertThat(problem(objects.toString()).detail()).contains("at most 500 objects in one another");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<ints c:arrayType='x:int[1000000000]'><i>1</i></ints>",
        "<ints c:arrayType='x:int[2147483647]' c:offset='[2147483640]'><i>1</i></ints>",
        "<ints c:arrayType='x:int[2000000000]'><i c:position='[1999999999]'>1</i></ints>",
        "<table c:arrayType='x:string[100000,100000]'/>",
        "<person href='#none'/>",
        "<person href='http://example.com/'/>",
        "<person href='#a'/>|<m id='a' i:type='t:Person'/><m id='a' i:type='t:Person'/>",
        "<person href='#a'/>|<m id='a' href='#a'/>",
        "<person href='#a'/><text href='#a'/>|<m id='a' i:type='t:Person'/>",
        "<person i:type='t:None'/><any i:type='t:None'/>",
      })
  void whatIsNoMessageIsAProblem(String parts) {
    assertThat(problem(parts).status()).isEqualTo(502);
  }

  /** Keys of one hash code, which a map has to tell by their order. */
  @Test
  void aMapOfKeysOfOneHashCodeIsReadSoon() throws Exception {
    StringBuilder items = new StringBuilder();
    for (int i = 0; i < 1 << 16; i++) {
      StringBuilder key = new StringBuilder();
      for (int bit = 0; bit < 16; bit++) {
        key.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      items.append("<item><key i:type='x:string'>").append(key).append("</key><value/></item>");
    }

    String json = json(envelope("<any i:type='a:Map'>" + items + "</any>"));

    assertThat(json).contains("\"AaAaAaAaAaAaAaAaAaAaAaAaAaAaAaAa\"").hasSizeGreaterThan(2_000_000);
  }

  // ---- faults, documents, mocks ----

  private static Problem fault(String entries) {
    String fault =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><e:Fault>"
            + "<faultcode>e:Server</faultcode><faultstring>no</faultstring><detail>"
            + entries
            + "</detail></e:Fault></e:Body></e:Envelope>";
    return catchThrowableOfType(ProblemException.class, () -> json(fault.getBytes(UTF_8)))
        .problem();
  }

  @Test
  void ofEntriesOfAFaultThatHaveOneNameTheFirstIsTold() {
    Problem problem = fault("<a>first</a>" + "<a>other</a>".repeat(60_000));

    assertThat(problem.fault()).containsExactly(entry("a", "first"));
  }

  @Test
  void ofVeryManyEntriesOfAFaultTheFirstAreTold() {
    StringBuilder entries = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      entries.append("<a").append(i).append(">x</a").append(i).append('>');
    }

    assertThat(fault(entries.toString()).fault()).hasSize(100).containsKey("a99");
  }

  @Test
  void theDetailOfAFaultIsOfTheFormOfJson() {
    String fault =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' xmlns:t='urn:enc'"
            + " xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><e:Body><e:Fault>"
            + "<faultcode>e:Server</faultcode><faultstring>no</faultstring><detail><t:problem href='#p'/></detail>"
            + "</e:Fault><m id='p' i:type='t:Worker'><name>Ann</name><pay>1.5</pay></m></e:Body></e:Envelope>";

    Problem problem =
        catchThrowableOfType(ProblemException.class, () -> json(fault.getBytes(UTF_8))).problem();

    assertThat(new String(JsonText.bytes(problem.fault()), UTF_8))
        .isEqualTo(
            "{\"problem\":{\"@xsi:type\":\"{urn:enc}Worker\",\"name\":\"Ann\",\"pay\":1.5}}");
  }

  @Test
  void theDocumentDescribesItAndSaysWhatADerivedTypeIs() {
    OpenApiDocument document = new OpenApiDocument(description);
    JsonNode request =
        document.tree().at("/paths/~1api~1S~1put/post/requestBody/content/application~1json");
    JsonNode failure = document.tree().at("/paths/~1api~1S~1put/post/responses/default/content");

    assertThat(document.messages()).isEmpty();
    assertThat(request.at("/schema/properties/ints/anyOf/0/items/anyOf/0/type").asText())
        .isEqualTo("integer");
    assertThat(request.at("/schema/properties/person/anyOf/0/$ref").asText())
        .isEqualTo("#/components/schemas/Person.any");
    assertThat(document.invalid("/api/S/put", request.get("example"))).isEmpty();
    assertThat(failure.toString()).contains("\"problem\":");
    assertThat(document.invalid("/api/S/put", "{\"person\":{\"zip\":\"42\"}}")).isNotEmpty();
    assertThat(document.invalid("/api/S/put", "{\"person\":{\"pay\":1}}")).isNotEmpty();
  }

  @Test
  void aMockIsToldResponsesByJsonAndTellsRequests() throws Exception {
    MockService mock = MockService.of(description);
    String values = "{\"person\":{\"name\":\"Ann\"},\"ints\":[1,2]}";
    byte[] request = put.envelope(JsonText.object(values.getBytes(UTF_8)));

    var call = mock.call("text/xml", "urn:put", request);
    String envelope = call.told(mock.responseOfJson("put", values)).content();

    assertThat(call.flaw()).isNull();
    JsonNode told = MAPPER.readTree(call.json());
    assertThat(told.get("person")).isEqualTo(MAPPER.readTree(values).get("person"));
    assertThat(json(envelope.getBytes(UTF_8))).isEqualTo(values);
    assertThat(put.read(call.madeUp().content().getBytes(UTF_8), null)).containsKey("person");
  }
}
