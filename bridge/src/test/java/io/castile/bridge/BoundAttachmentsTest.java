package io.castile.bridge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.bridge.mock.MockCall;
import io.castile.bridge.mock.MockResponse;
import io.castile.bridge.mock.MockService;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.multipart.MultipartContent;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.multipart.ReceivedMultipart;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.xml.Attachment;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attachments that a description binds ({@code mime:content}), in the form of JSON. */
final class BoundAttachmentsTest {
  private static final String WSDL =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:x="http://www.w3.org/2001/XMLSchema"
          xmlns:t="urn:swa" targetNamespace="urn:swa">
        <w:types><x:schema targetNamespace="urn:swa" elementFormDefault="qualified">
          <x:element name="put"><x:complexType><x:sequence><x:element name="name" type="x:string"/>
            <x:element name="scan" type="x:int"/></x:sequence></x:complexType></x:element>
          <x:element name="putResponse"><x:complexType><x:sequence><x:element name="size" type="x:int"/>
          </x:sequence></x:complexType></x:element>
        </x:schema></w:types>
        <w:message name="ask"><w:part name="p" element="t:put"/><w:part name="scan" type="x:base64Binary"/>
          <w:part name="größe" type="x:string"/></w:message>
        <w:message name="tell"><w:part name="p" element="t:putResponse"/><w:part name="a" type="x:string"/>
          <w:part name="b=1" type="x:base64Binary"/></w:message>
        <w:portType name="Swa"><w:operation name="put"><w:input message="t:ask"/><w:output message="t:tell"/></w:operation></w:portType>
        <w:binding name="B" type="t:Swa"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="put"><s:operation soapAction="urn:put"/>
            <w:input><m:multipartRelated><m:part><s:body parts="p" use="literal"/></m:part>
              <m:part><m:content part="scan" type="image/gif"/><m:content part="scan" type="image/*"/></m:part>
              <m:part><m:content part="größe" type="text/xml"/></m:part></m:multipartRelated></w:input>
            <w:output><m:multipartRelated><m:part><s:body parts="p" use="literal"/></m:part>
              <m:part><m:content part="a" type="text/plain"/></m:part>
              <m:part><m:content part="b=1" type="application/octet-stream"/></m:part></m:multipartRelated></w:output>
          </w:operation></w:binding>
        <w:service name="S"><w:port name="P" binding="t:B"><s:address location="http://localhost/swa"/></w:port></w:service>
      </w:definitions>
      """;

  /** The fields of the one element may stand without it; one of them has the name of a part. */
  private static final String ARGUMENTS =
      "'name':'n','scan':7,'cid:scan':{'@contentType':'image/png','$':'AAH/'},";

  @TempDir private static Path folder;

  private static Description description;
  private static JsonOperation put;

  @BeforeAll
  static void read() throws Exception {
    Path file = Files.writeString(folder.resolve("swa.wsdl"), WSDL);
    description = WsdlReader.create().read(file.toUri());
    put = Objects.requireNonNull(JsonService.of(description).find("S", "put"));
  }

  private static JsonOperation.Request request(String json) throws ProblemException {
    return put.request(JsonText.object(("{" + json + "}").replace('\'', '"').getBytes(UTF_8)));
  }

  private static MultipartContent opened(String contentType, byte[] content) throws Exception {
    MultipartType type = Objects.requireNonNull(MultipartType.of(contentType));
    return ReceivedMultipart.read(
            new ByteArrayInputStream(content), type, AttachmentOptions.DEFAULT, 1 << 20)
        .open();
  }

  @Test
  void partsLeaveBesideTheEnvelopeWithTheirNames() throws Exception {
    JsonOperation.Request made =
        request(ARGUMENTS + "'größe':{'@contentType':'text/xml; charset=utf-8','$':'PGEvPg=='}");

    assertThat(made.contentType()).startsWith("multipart/related; type=\"text/xml\"");
    MultipartContent sent = opened(made.contentType(), made.content());
    assertThat(new String(sent.root(), UTF_8)).contains(":scan>7<").doesNotContain("AAH/");
    List<String> ids = new ArrayList<>(sent.parts().keySet());
    assertThat(ids).hasSize(2);
    assertThat(ids.get(0)).matches("scan=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@castile");
    assertThat(ids.get(1)).startsWith("gr%C3%B6%C3%9Fe=");
    Attachment scan = sent.parts().get(ids.get(0));
    assertThat(scan.contentType()).isEqualTo("image/png");
    assertThat(scan.toByteArray()).containsExactly(0, 1, 255);
    Attachment text = sent.parts().get(ids.get(1));
    assertThat(text.contentType()).isEqualTo("text/xml; charset=utf-8");
    assertThat(text.toByteArray()).isEqualTo("<a/>".getBytes(UTF_8));
  }

  @Test
  void aTextStandsForThePartWhereItsMediaTypeIsFixed() throws Exception {
    JsonOperation.Request made = request(ARGUMENTS + "'größe':'PGEvPg=='");

    assertThat(opened(made.contentType(), made.content()).parts().values())
        .extracting(Attachment::contentType)
        .containsExactly("image/png", "text/xml");
  }

  @Test
  void equalRequestsDifferInTheirBoundaryAlone() throws Exception {
    JsonOperation.Request one = request(ARGUMENTS + "'größe':'PGEvPg=='");
    JsonOperation.Request two = request(ARGUMENTS + "'größe':'PGEvPg=='");
    JsonOperation.Request other = request(ARGUMENTS + "'größe':'PGIvPg=='");

    assertThat(opened(two.contentType(), two.content()).parts().keySet())
        .isEqualTo(opened(one.contentType(), one.content()).parts().keySet())
        .isNotEqualTo(opened(other.contentType(), other.content()).parts().keySet());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      quoteCharacter = '~',
      value = {
        "'größe':null ^ /größe ^ expected an attachment, found none",
        " ^ /größe ^ expected an attachment, found none",
        "'größe':'P','other':1 ^ ~~ ^ found other",
        "'größe':'PGE' ^ /größe/$ ^ base64",
        "'größe':{'$':5} ^ /größe/$ ^ 5",
        "'größe':{} ^ /größe/$ ^ expected content in base64, found none",
        "'größe':{'$':'','@contentType':'text/plain'} ^ /größe/@contentType ^ text/xml, found 'text/plain'",
        "'größe':{'$':'','@contentType':'text/xml; a=ä'} ^ /größe/@contentType ^ text/xml, found",
        "'größe':{'$':'','@contentType':'text/xml\\r\\nX: y'} ^ /größe/@contentType ^ text/xml, found",
        "'größe':{'$':'','name':'x'} ^ /größe ^ found name",
        "'größe':'','cid:scan':'' ^ /cid:scan/@contentType ^ media type image/gif or image/*, found none",
      })
  void whatIsNoPartIsAProblem(String part, String pointer, String detail) {
    boolean isWhole = part != null && part.contains("cid:scan");
    String json =
        isWhole ? "'name':'n','scan':7," + part : ARGUMENTS + (part == null ? "'a':0" : part);
    String given = part == null ? json.replace(",'a':0", "") : json;

    Problem problem = catchThrowableOfType(ProblemException.class, () -> request(given)).problem();

    assertThat(problem.status()).isEqualTo(400);
    assertThat(problem.pointer()).isEqualTo(pointer);
    assertThat(problem.detail()).contains(detail);
  }

  // ---- responses ----

  private static String read(String... parts) throws Exception {
    StringBuilder content = new StringBuilder();
    content.append("--b\r\nContent-Type: text/xml\r\n\r\n");
    content.append("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>");
    content.append(
        "<putResponse xmlns='urn:swa'><size>3</size></putResponse></e:Body></e:Envelope>");
    for (String each : parts) {
      content.append("\r\n--b\r\n").append(each.replace("|", "\r\n"));
    }
    content.append("\r\n--b--\r\n");
    MultipartContent opened =
        opened("multipart/related; boundary=b", content.toString().getBytes(ISO_8859_1));
    return new String(JsonText.bytes(put.read(opened)), UTF_8).replace('"', '\'');
  }

  private static final String A = "Content-Type: text/plain; charset=latin1|Content-ID: <%s>||å";
  private static final String B = "Content-Type: application/octet-stream|Content-ID: <%s>||x";

  @ParameterizedTest
  @CsvSource({
    "a=1@x, b%3D1=2@x, true",
    "b%3d1=2@x, a=1@x, false",
    "1@x, 2@x, true",
    "1@x, a=2@x, false"
  })
  void partsAreFoundByTheirNamesElseByTheirOrder(String one, String two, boolean isInOrder)
      throws Exception {
    String json =
        isInOrder
            ? read(A.formatted(one), B.formatted(two))
            : read(B.formatted(one), A.formatted(two));

    assertThat(json)
        .isEqualTo(
            "{'putResponse':{'size':3},'a':{'@contentType':'text/plain; charset=latin1','$':'5Q=='},"
                + "'b=1':{'@contentType':'application/octet-stream','$':'eA=='}}");
  }

  /** Of a package, as Axis sends one for {@code multipart/related}. */
  @Test
  void aPartThatIsAPackageItselfIsContent() throws Exception {
    String inner =
        "Content-Type: multipart/related; boundary=c; type=text/plain|Content-ID: <b%3D1=2@x>|"
            + "|--c|Content-Type: text/plain||in|--c--|";

    String json = read(A.formatted("a=1@x"), inner);

    assertThat(json)
        .contains(
            "'b=1':{'@contentType':'multipart/related; boundary=c; type=text/plain','$':'LS1jDQpDb250ZW50L");
    String content = json.substring(json.lastIndexOf(':') + 2, json.lastIndexOf('\''));
    assertThat(new String(Base64.getDecoder().decode(content), UTF_8))
        .isEqualTo("--c\r\nContent-Type: text/plain\r\n\r\nin\r\n--c--\r\n");
  }

  @Test
  void aPartInAFileThatIsGoneIsAProblem() throws Exception {
    String envelope =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
            + "<putResponse xmlns='urn:swa'><size>3</size></putResponse></e:Body></e:Envelope>";
    String content =
        "--b\r\nContent-Type: text/xml\r\n\r\n"
            + envelope
            + "\r\n--b\r\nContent-ID: <a=1@x>\r\n\r\nfirst\r\n--b\r\n\r\nsecond\r\n--b--\r\n";
    AttachmentOptions inFiles =
        AttachmentOptions.DEFAULT.toBuilder().maxMemoryBytes(1).directory(folder).build();
    ReceivedMultipart received =
        ReceivedMultipart.read(
            new ByteArrayInputStream(content.getBytes(UTF_8)),
            Objects.requireNonNull(MultipartType.of("multipart/related; boundary=b")),
            inFiles,
            1 << 20);
    MultipartContent opened = received.open();
    assertThat(put.read(opened)).containsKey("a");
    received.close(true);

    Problem problem =
        catchThrowableOfType(ProblemException.class, () -> put.read(opened)).problem();

    assertThat(problem.status()).isEqualTo(502);
    assertThat(problem.title()).isEqualTo("The response cannot be read");
    assertThat(problem.detail()).contains("it has been closed");
  }

  @Test
  void aPartThatIsMissingIsAProblemThatNamesIt() {
    Problem problem =
        catchThrowableOfType(ProblemException.class, () -> read(A.formatted("a=1@x"))).problem();

    assertThat(problem.status()).isEqualTo(502);
    assertThat(problem.detail())
        .isEqualTo("expected attachments a, b=1 beside the envelope, found no b=1");
  }

  @Test
  void anEnvelopeAloneIsAProblemUnlessItIsAFault() {
    String body =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>%s</e:Body></e:Envelope>";
    String plain = body.formatted("<putResponse xmlns='urn:swa'><size>3</size></putResponse>");
    String fault =
        body.formatted(
            "<e:Fault><faultcode>e:Server</faultcode><faultstring>no</faultstring></e:Fault>");

    assertThat(problem(plain).detail()).contains("found no a, b=1");
    assertThat(problem(fault).detail()).isEqualTo("no");
  }

  private static Problem problem(String envelope) {
    return catchThrowableOfType(
            ProblemException.class, () -> put.read(envelope.getBytes(UTF_8), null))
        .problem();
  }

  // ---- mocks ----

  private static String json(MockResponse response) throws Exception {
    assertThat(response.status()).as(response.content()).isEqualTo(200);
    MultipartContent opened = opened(response.contentType(), response.content().getBytes(UTF_8));
    return new String(JsonText.bytes(put.read(opened)), UTF_8);
  }

  @Test
  void aMockReadsThePartsOfRequestsAndWritesThoseOfResponses() throws Exception {
    MockService mock = MockService.of(description);
    JsonOperation.Request made = request(ARGUMENTS + "'größe':'PGEvPg=='");
    String told =
        "{\"putResponse\":{\"size\":3},\"a\":{\"@contentType\":\"text/plain; charset=latin1\",\"$\":\"5Q==\"},"
            + "\"b=1\":{\"@contentType\":\"application/octet-stream\",\"$\":\"AP8NCi0tYg==\"}}";

    MockCall call = mock.call(made.contentType(), "urn:put", made.content());

    assertThat(MockService.takes(made.contentType())).isTrue();
    assertThat(call.flaw()).isNull();
    assertThat(call.json())
        .contains("\"cid:scan\":{\"@contentType\":\"image/png\",\"$\":\"AAH/\"}");
    assertThat(json(call.told(mock.responseOfJson("put", told)))).isEqualTo(told);
    assertThat(json(call.madeUp())).contains("\"a\":{\"@contentType\":\"text/plain\"");
  }

  @Test
  void aMockRefusesARequestWithoutAPart() {
    byte[] envelope =
        ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><put xmlns='urn:swa'>"
                + "<name>n</name><scan>1</scan></put></e:Body></e:Envelope>")
            .getBytes(UTF_8);
    MockService mock = MockService.of(description);

    assertThat(mock.answer("text/xml", "", "", envelope).refusal())
        .isEqualTo(
            "put: expected attachments cid:scan, größe beside the envelope, found no cid:scan, größe");
    assertThat(MockService.takes("multipart/related; type=\"application/xop+xml\"; boundary=b"))
        .isFalse();
    assertThatThrownBy(
            () -> mock.responseOfJson("put", "{\"putResponse\":{\"size\":1},\"a\":\"\"}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at /b=1: ");
  }

  // ---- the document ----

  @Test
  void theDocumentHasThePartsAsMembers() {
    OpenApiDocument document = new OpenApiDocument(description);
    JsonNode schema =
        document
            .tree()
            .at("/paths/~1api~1S~1put/post/requestBody/content/application~1json/schema");

    assertThat(schema.at("/required").toString()).isEqualTo("[\"cid:scan\",\"größe\",\"put\"]");
    assertThat(schema.at("/properties/größe/properties/$").toString())
        .isEqualTo(
            "{\"type\":\"string\",\"contentEncoding\":\"base64\",\"contentMediaType\":\"text/xml\"}");
    assertThat(schema.at("/properties/cid:scan/properties/$").has("contentMediaType")).isFalse();
    assertThat(document.messages()).isEmpty();
    Map<String, JsonNode> examples = document.examples();
    assertThat(examples).containsKey("/api/S/put");
    assertThat(document.invalid("/api/S/put", examples.get("/api/S/put"))).isEmpty();
    JsonNode response =
        document
            .tree()
            .at("/paths/~1api~1S~1put/post/responses/200/content/application~1json/schema");
    assertThat(response.at("/required").toString()).isEqualTo("[\"a\",\"b=1\",\"putResponse\"]");
  }
}
