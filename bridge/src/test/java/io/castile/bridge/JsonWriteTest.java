package io.castile.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.wsdl.WsdlReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that are written as JSON while they are read. */
final class JsonWriteTest {
  private static final String WSDL =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:rows" targetNamespace="urn:rows">
        <w:types><x:schema targetNamespace="urn:rows" elementFormDefault="qualified">
          <x:element name="get"><x:complexType><x:sequence/></x:complexType></x:element>
          <x:element name="plain"><x:complexType><x:sequence>
            <x:element name="id" type="x:int" nillable="true"/>
            <x:element name="row" type="t:Row" minOccurs="0" maxOccurs="unbounded"/>
            <x:element name="open" type="t:Open" minOccurs="0"/>
            <x:element name="pairs" type="t:Pairs" minOccurs="0"/>
            <x:element name="any" minOccurs="0"/>
            <x:element name="shape" type="t:Shape" minOccurs="0" nillable="true"/>
            <x:element name="node" type="t:Node" minOccurs="0"/>
          </x:sequence></x:complexType></x:element>
          <x:element name="chosen" nillable="true"><x:complexType><x:choice>
            <x:element name="one" type="x:int"/><x:element name="row" type="t:Row" maxOccurs="unbounded"/>
          </x:choice><x:attribute name="kind" type="x:string"/></x:complexType></x:element>
          <x:element name="fielded"><x:complexType><x:sequence/></x:complexType></x:element>
          <x:element name="fieldedResponse"><x:complexType><x:sequence>
            <x:element name="state" type="x:string" form="unqualified" minOccurs="0"/></x:sequence></x:complexType></x:element>
          <x:element name="text" type="x:string"/>
          <x:complexType name="Row"><x:sequence><x:element name="a" type="x:decimal" minOccurs="0" maxOccurs="unbounded"/>
            <x:element name="b" type="x:string" minOccurs="0"/></x:sequence><x:attribute name="n" type="x:int"/></x:complexType>
          <x:complexType name="Node"><x:sequence><x:element name="node" type="t:Node" minOccurs="0"/></x:sequence></x:complexType>
          <x:complexType name="Open"><x:sequence><x:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/></x:sequence></x:complexType>
          <x:complexType name="Pairs"><x:sequence maxOccurs="unbounded"><x:element name="k" type="x:int"/>
            <x:element name="v" type="x:string" minOccurs="0"/></x:sequence></x:complexType>
          <x:complexType name="Shape"><x:sequence><x:element name="area" type="x:int"/></x:sequence></x:complexType>
          <x:complexType name="Circle"><x:complexContent><x:extension base="t:Shape"><x:sequence>
            <x:element name="radius" type="x:int" maxOccurs="2"/></x:sequence></x:extension></x:complexContent></x:complexType>
          <x:element name="state" type="x:string"/>
        </x:schema></w:types>
        <w:message name="ask"><w:part name="p" element="t:get"/></w:message>
        <w:message name="plain"><w:part name="p" element="t:plain"/></w:message>
        <w:message name="chosen"><w:part name="p" element="t:chosen"/></w:message>
        <w:message name="fieldedAsk"><w:part name="parameters" element="t:fielded"/></w:message>
        <w:message name="fielded"><w:part name="parameters" element="t:fieldedResponse"/></w:message>
        <w:message name="text"><w:part name="p" element="t:text"/></w:message>
        <w:message name="state"><w:part name="p" element="t:state"/></w:message>
        <w:portType name="Rows">
          <w:operation name="plain"><w:input message="t:ask"/><w:output message="t:plain"/></w:operation>
          <w:operation name="chosen"><w:input message="t:ask"/><w:output message="t:chosen"/></w:operation>
          <w:operation name="fielded"><w:input message="t:fieldedAsk"/><w:output message="t:fielded"/></w:operation>
          <w:operation name="text"><w:input message="t:ask"/><w:output message="t:text"/></w:operation></w:portType>
        <w:binding name="B" type="t:Rows"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="plain"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input><w:output>
            <s:body use="literal"/><s:header message="t:state" part="p" use="literal"/></w:output></w:operation>
          <w:operation name="chosen"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input><w:output>
            <s:body use="literal"/><s:header message="t:state" part="p" use="literal"/></w:output></w:operation>
          <w:operation name="fielded"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input><w:output>
            <s:body use="literal"/><s:header message="t:state" part="p" use="literal"/></w:output></w:operation>
          <w:operation name="text"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input><w:output>
            <s:body use="literal"/></w:output></w:operation></w:binding>
        <w:service name="S"><w:port name="P" binding="t:B"><s:address location="http://localhost/rows"/></w:port></w:service>
      </w:definitions>
      """;

  private static final String START =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' xmlns='urn:rows' xmlns:t='urn:rows'"
          + " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><e:Header><state>new</state></e:Header><e:Body>";
  private static final String END = "</e:Body></e:Envelope>";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private static Path folder;

  private static JsonService service;

  @BeforeAll
  static void read() throws Exception {
    Path file = Files.writeString(folder.resolve("rows.wsdl"), WSDL);
    service = JsonService.of(WsdlReader.create().read(file.toUri()));
  }

  private static JsonOperation operation(String name) {
    return Objects.requireNonNull(service.find("S", name));
  }

  private static InputStream envelope(String body) {
    return new ByteArrayInputStream((START + body + END).getBytes(UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plain|<plain><id>1</id></plain>",
        "plain|<plain><id xsi:nil='true'/><row n='1'><a>1</a><a>2.5</a><b>x</b></row><row/></plain>",
        "plain|<plain><id>1</id><row n='1' m='2'><b>x</b><c>unknown</c><c k='2'>again</c></row></plain>",
        "plain|<plain><id>1</id><id2>x</id2><row/><id2><y>1</y></id2></plain>",
        "plain|<plain><id>1</id><row/><x xmlns='urn:o'>1</x><x>2</x></plain>",
        "plain|<plain><id>1</id><open><t:text>a</t:text><other>b</other></open></plain>",
        "plain|<plain><id>1</id><pairs><k>1</k><k>2</k><v>b</v></pairs></plain>",
        "plain|<plain><id>1</id><pairs><k>1</k><v>a</v><k>2</k></pairs><any><z>1</z>t</any></plain>",
        "plain|<plain><id>1</id><any xsi:type='t:Circle'><area>1</area><radius>2</radius></any></plain>",
        "plain|<plain><id>1</id><shape xsi:type='t:Circle'><area>1</area><radius>2</radius></shape></plain>",
        "plain|<plain><id>1</id><shape xsi:nil='true' xsi:type='t:Circle'/></plain>",
        "plain|<plain><id>1</id><state>in the body</state></plain>",
        "plain|<plain/>",
        "chosen|<chosen kind='k'><one>1</one></chosen>",
        "chosen|<chosen><row><a>1</a></row><row/></chosen>",
        "chosen|<chosen xsi:nil='true' kind='k'/>",
        "chosen|<chosen xsi:nil='true'/>",
        "chosen|<other>1</other>",
        "chosen|<state>1</state>",
        "chosen|<text>1</text>",
        "chosen|' '",
        "text|<text>abc</text>",
        "text|<text xsi:nil='true'/>",
      })
  void whatIsWrittenIsWhatIsRead(String name, String body) throws Exception {
    JsonOperation operation = operation(name);
    byte[] read = JsonText.bytes(operation.read(envelope(body).readAllBytes(), null));
    ByteArrayOutputStream written = new ByteArrayOutputStream();

    assertThat(operation.isStreamed()).isTrue();
    operation.write(envelope(body), null, written);

    assertThat(MAPPER.readTree(written.toByteArray())).isEqualTo(MAPPER.readTree(read));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<plain><row/><id>1</id><row/></plain>",
        "<plain><id>1</id><id>2</id></plain>",
        "<plain><id>1</id><row><a>1</a><b/><a>1</a></row></plain>",
      })
  void elementsOfANameThatAreNotInARowAreAProblem(String body) throws Exception {
    Problem problem = problem(envelope(body));

    assertThat(problem.status()).isEqualTo(502);
    assertThat(problem.detail()).contains("in a row");
    assertThat(operation("plain").read(envelope(body).readAllBytes(), null)).isNotEmpty();
  }

  private static Problem problem(InputStream message) {
    OutputStream nowhere = OutputStream.nullOutputStream();
    return catchThrowableOfType(
            ProblemException.class, () -> operation("plain").write(message, null, nowhere))
        .problem();
  }

  /** A beginning and an end, and something between them as often as one likes. */
  private static final class Repeated extends InputStream {
    private final AtomicLong read = new AtomicLong();
    private final byte[] start;
    private final byte[] middle;
    private final byte[] end;
    private final long times;

    Repeated(String start, String middle, long times, String end) {
      this.start = start.getBytes(UTF_8);
      this.middle = middle.getBytes(UTF_8);
      this.times = times;
      this.end = end.getBytes(UTF_8);
    }

    @Override
    public int read() {
      long at = read.getAndIncrement();
      if (at < start.length) {
        return start[(int) at];
      }
      at -= start.length;
      if (at < times * middle.length) {
        return middle[(int) (at % middle.length)];
      }
      at -= times * middle.length;
      return at < end.length ? end[(int) at] : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      for (int i = 0; i < length; i++) {
        int next = read();
        if (next < 0) {
          return i == 0 ? -1 : i;
        }
        bytes[offset + i] = (byte) next;
      }
      return length;
    }
  }

  @Test
  void littleIsReadThatIsNotWritten() throws Exception {
    String row = "<row n='1'><a>12345.678</a><b>some text</b></row>";
    Repeated message =
        new Repeated(START + "<plain><id>1</id>", row, 200_000, "</plain>" + END); // 10 MB
    AtomicLong rows = new AtomicLong();
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) {
            rows.addAndGet(b == '{' ? 1 : 0);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            super.write(bytes, offset, length);
            assertThat(message.read.get() - rows.get() * row.length()).isLessThan(200_000);
          }
        };

    operation("plain").write(message, null, out);

    assertThat(rows).hasValue(200_002);
  }

  @ParameterizedTest
  @ValueSource(strings = {"open", "any", "pairs"})
  @Tag("long")
  void aValueThatIsHeldIsBounded(String name) {
    String start = START + "<plain><id>1</id><" + name + ">";
    Repeated message = new Repeated(start, "<k>1</k>", 10_000_000, "</" + name + "></plain>" + END);
    Problem problem = problem(message);

    assertThat(problem.status()).isEqualTo(502);
    assertThat(problem.detail()).contains("at most 16777216 bytes");
    assertThat(message.read.get()).isLessThan(17 << 20);
  }

  @Test
  void elementsThatATypeDoesNotHaveAreBounded() {
    String start = START + "<plain><id>1</id>";
    Repeated message = new Repeated(start, "<k>1</k>", 10_000_000, "</plain>" + END);
    Problem problem = problem(message);

    assertThat(problem.status()).isEqualTo(502);
    assertThat(problem.detail()).contains("at most 1048576 bytes of elements");
    assertThat(message.read.get()).isLessThan(17 << 20);
  }

  @Test
  void elementsThatTypesDoNotHaveAreBoundedTogether() {
    String some = "<node>" + "<k>1</k>".repeat(100_000); // less than what is held
    Repeated message = new Repeated(START + "<plain><id>1</id>", some, 100, "");
    Problem problem = problem(message);

    assertThat(problem.detail()).contains("at most 1048576 bytes of elements");
    assertThat(message.read.get()).isLessThan(3 << 20);
  }

  @Test
  void whatHasBeenGivenAwayIsHeldNoMore() throws Exception {
    String row = "<row>" + "<k>1</k>".repeat(1_000) + "</row>";
    Repeated message =
        new Repeated(START + "<plain><id>1</id>", row, 400, "</plain>" + END); // 3 MB

    operation("plain").write(message, null, OutputStream.nullOutputStream());

    assertThat(message.read.get()).isGreaterThan(3_000_000);
  }

  /** As the block is named in full beside the field, and so is an element that is not known. */
  @Test
  void aMemberThatComesTwiceIsAProblem() {
    Problem problem =
        catchThrowableOfType(
                ProblemException.class,
                () ->
                    operation("fielded")
                        .write(
                            envelope("<fieldedResponse><state>b</state></fieldedResponse>"),
                            null,
                            OutputStream.nullOutputStream()))
            .problem();

    assertThat(problem.status()).isEqualTo(502);
    assertThat(problem.detail()).contains("{urn:rows}state");
  }

  @Test
  void aTextIsBounded() {
    Repeated message =
        new Repeated(START + "<plain><id>1</id><row><b>", "abc", 10_000_000, "</b></row>" + END);

    assertThat(problem(message).status()).isEqualTo(502);
    assertThat(message.read.get()).isLessThan(17 << 20);
  }
}
