package io.castile.bridge.mock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.multipart.MultipartContent;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.multipart.ReceivedMultipart;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.xml.Attachment;
import io.castile.xml.internal.BytesAttachment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attachments of recorded pairs, as files. */
final class MockPartsTest {
  private static final String WSDL =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:x="http://www.w3.org/2001/XMLSchema"
          xmlns:t="urn:p" targetNamespace="urn:p">
        <w:types><x:schema targetNamespace="urn:p"><x:element name="put" type="x:int"/>
          <x:element name="putResponse" type="x:int"/></x:schema></w:types>
        <w:message name="ask"><w:part name="p" element="t:put"/><w:part name="scan" type="x:base64Binary"/></w:message>
        <w:message name="tell"><w:part name="p" element="t:putResponse"/><w:part name="scan" type="x:base64Binary"/></w:message>
        <w:portType name="P"><w:operation name="put"><w:input message="t:ask"/><w:output message="t:tell"/></w:operation></w:portType>
        <w:binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="put"><s:operation soapAction=""/>
            <w:input><m:multipartRelated><m:part><s:body parts="p" use="literal"/></m:part>
              <m:part><m:content part="scan" type="*/*"/></m:part></m:multipartRelated></w:input>
            <w:output><m:multipartRelated><m:part><s:body parts="p" use="literal"/></m:part>
              <m:part><m:content part="scan" type="*/*"/></m:part></m:multipartRelated></w:output>
          </w:operation></w:binding>
        <w:service name="S"><w:port name="O" binding="t:B"><s:address location="http://localhost/p"/></w:port></w:service>
      </w:definitions>
      """;

  private static final String REQUEST = "<put xmlns='urn:p'>1</put>";

  @TempDir private Path folder;

  private Path pairs;
  private MockService service;

  @BeforeEach
  void read() throws Exception {
    Path file = Files.writeString(folder.resolve("p.wsdl"), WSDL);
    Description description = WsdlReader.create().read(file.toUri());
    service = MockService.of(description);
    pairs = Files.createDirectory(folder.resolve("pairs"));
  }

  private void pair(String name, int response) throws IOException {
    Files.writeString(pairs.resolve("put" + name + ".request.xml"), REQUEST);
    Files.writeString(
        pairs.resolve("put" + name + ".response.xml"),
        "<putResponse xmlns='urn:p'>" + response + "</putResponse>");
  }

  private Path parts(String message) throws IOException {
    return Files.createDirectory(pairs.resolve(message + ".parts"));
  }

  private MockService replay() throws IOException {
    return service.withPairs(MockPairs.read(pairs, Set.of("put")), true);
  }

  private static MockResponse answer(MockService of, String scan) {
    String envelope =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
            + REQUEST
            + "</e:Body></e:Envelope>";
    String content =
        "--b\r\nContent-Type: text/xml\r\n\r\n"
            + envelope
            + "\r\n--b\r\nContent-ID: <scan=77@x>\r\n\r\n"
            + scan
            + "\r\n--b--\r\n";
    return of.answer(
        "multipart/related; type=\"text/xml\"; boundary=b", "", "", content.getBytes(UTF_8));
  }

  private static Map<String, Attachment> sent(MockResponse response) throws Exception {
    assertThat(response.status()).as(response.content()).isEqualTo(200);
    MultipartType type = Objects.requireNonNull(MultipartType.of(response.contentType()));
    MultipartContent opened =
        ReceivedMultipart.read(
                new ByteArrayInputStream(response.content().getBytes(UTF_8)),
                type,
                AttachmentOptions.DEFAULT,
                1 << 20)
            .open();
    return opened.parts();
  }

  private static BytesAttachment part(String content, String type) {
    return new BytesAttachment(content.getBytes(UTF_8), type);
  }

  @Test
  void writtenPartsAreReadAsTheyWere() throws Exception {
    Map<String, Attachment> written = new LinkedHashMap<>();
    written.put("scan=1@x", part("\u0000\r\n--", "image/gif"));
    written.put("../../etc/passwd", part("a", "text/plain; charset=utf-8"));
    written.put("..\\con", part("b", "multipart/related; boundary=c"));
    written.put("scan=2@x", part("", "image/gif"));
    written.put("SCAN=2@x", part("c", "image/gif"));
    Path to = parts("put.response");

    MockParts.write(to, written);
    Map<String, Attachment> read = MockParts.read(to);

    assertThat(read.keySet()).containsExactlyElementsOf(written.keySet());
    for (String each : written.keySet()) {
      assertThat(read.get(each).contentType()).isEqualTo(written.get(each).contentType());
      assertThat(read.get(each).toByteArray()).isEqualTo(written.get(each).toByteArray());
    }
    try (Stream<Path> files = Files.list(to)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "parts.json",
              "part-scan.gif",
              "part-scan-2.gif",
              "part-SCAN-3.gif",
              "part-______etc_passwd.txt",
              "part-___con.bin");
    }
    assertThat(Files.readString(to.resolve("parts.json")))
        .startsWith(
            "{\"parts\": [\n  {\"file\":\"part-scan.gif\",\"contentType\":\"image/gif\",\"contentId\":\"scan=1@x\"},\n");
  }

  @Test
  void aFileBesideAResponseIsAPartOfItsName() throws Exception {
    pair("", 1);
    Files.write(parts("put.response").resolve("scan.GIF"), new byte[] {0, 1, (byte) 255});

    Map<String, Attachment> sent = sent(answer(replay(), "any"));

    assertThat(sent.keySet()).containsExactly("scan=1@castile");
    assertThat(sent.get("scan=1@castile").contentType()).isEqualTo("image/gif");
    assertThat(sent.get("scan=1@castile").toByteArray()).containsExactly(0, 1, 255);
  }

  @ParameterizedTest
  @CsvSource({
    "a.xml, text/xml",
    "a.jpeg, image/jpeg",
    "a.b.JSON, application/json",
    "a, application/octet-stream"
  })
  void theMediaTypeIsThatOfTheName(String name, String type) throws Exception {
    Path to = parts("put.response");
    Files.writeString(to.resolve(name), "x");

    assertThat(MockParts.read(to).values())
        .extracting(Attachment::contentType)
        .containsExactly(type);
  }

  @Test
  void aRequestIsTheSameWithTheSameAttachments() throws Exception {
    pair("", 1);
    pair(".one", 2);
    pair(".two", 3);
    MockParts.write(parts("put.one.request"), Map.of("scan=5@x", part("one", "image/gif")));
    MockParts.write(parts("put.two.request"), Map.of("scan=5@x", part("two", "image/gif")));
    MockService replay = replay();

    assertThat(answer(replay, "one").content()).contains(">2<");
    assertThat(answer(replay, "two").content()).contains(">3<");
    assertThat(answer(replay, "other").content()).contains(">1<");
  }

  @Test
  void aRequestWithOtherAttachmentsIsUnknownWhereEachPairHasSome() throws Exception {
    pair("", 1);
    MockParts.write(parts("put.request"), Map.of("scan=5@x", part("one", "image/gif")));

    assertThat(answer(replay(), "other").refusal()).contains("no pair is recorded");
  }

  // ---- what is refused ----

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"parts\": [{\"file\": \"a.txt\", \"contentId\": null}]}",
        "{\"parts\": [{\"file\": \"a.txt\", \"contentId\": 5}]}",
        "{\"parts\": [{\"file\": \"a.txt\"}], \"more\": 1}"
      })
  void anIndexOfAnotherFormIsRefused(String index) throws Exception {
    Path to = parts("put.response");
    Files.writeString(to.resolve("a.txt"), "x");
    Files.writeString(to.resolve("parts.json"), index);

    assertThatThrownBy(() -> MockParts.read(to))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("parts.json: expected");
  }

  @Test
  void aFolderInThePlaceOfAnAttachmentIsSaid() throws Exception {
    Path to = parts("put.response");
    Files.createDirectory(to.resolve("a.txt"));

    assertThatThrownBy(() -> MockParts.read(to)).hasMessageContaining("found a link or a folder");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../put.request.xml",
        "..",
        ".",
        "",
        "a/b",
        "a\\\\b",
        "/etc/passwd",
        "C:x",
        ".hidden",
        "parts.json",
        "a\\u0000b"
      })
  void aFileElsewhereIsRefused(String file) throws Exception {
    pair("", 1);
    Path to = parts("put.response");
    Files.writeString(to.resolve("parts.json"), "{\"parts\": [{\"file\": \"" + file + "\"}]}");

    assertThatThrownBy(this::replay)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the name of one in this folder");
  }

  @Test
  void aLinkIsRefused() throws Exception {
    pair("", 1);
    Path to = parts("put.response");
    Path secret = Files.writeString(folder.resolve("secret"), "hunter2");
    try {
      Files.createSymbolicLink(to.resolve("scan"), secret);
    } catch (IOException | UnsupportedOperationException e) {
      assumeTrue(false, "no links here: " + e);
    }

    assertThatThrownBy(this::replay)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expected the file");

    Files.delete(to.resolve("scan"));
    Files.delete(to);
    Files.createSymbolicLink(to, folder);
    assertThatThrownBy(this::replay)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("which is no link");
  }

  /** Entries of the index, and what is said of them. */
  static Stream<List<String>> entries() {
    return Stream.of(
        List.of("{\"file\": \"gone\"}, {\"file\": \"scan\"}", "expected the file"),
        List.of("{\"file\": \"scan\", \"contentId\": \"a\\r\\nX: y\"}", "expected a Content-ID"),
        List.of("{\"file\": \"scan\", \"contentId\": \"a>b\"}", "expected a Content-ID"),
        List.of("{\"file\": \"scan\", \"contentType\": \"text\"}", "expected a media type"),
        List.of(
            "{\"file\": \"scan\", \"contentType\": \"a/b\\r\\nX: y\"}", "expected a media type"),
        List.of(
            "{\"file\": \"scan\", \"type\": \"text/plain\"}", "found {file=scan, type=text/plain}"),
        List.of("{\"file\": \"scan\"}, {\"file\": \"scan\"}", "found scan=1@castile twice"),
        List.of("", "found none for [scan]"),
        List.of("7", "found 7"),
        List.of("{", "parts.json: "));
  }

  @ParameterizedTest
  @MethodSource("entries")
  void whatIsNoIndexIsAnErrorOfTheStart(List<String> row) throws Exception {
    pair("", 1);
    Path to = parts("put.response");
    Files.writeString(to.resolve("scan"), "x");
    Files.writeString(to.resolve("parts.json"), "{\"parts\": [" + row.get(0) + "]}");

    assertThatThrownBy(this::replay)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(row.get(1));
  }

  @Test
  void moreThanMayBeIsRefusedBeforeItIsRead() throws Exception {
    pair("", 1);
    Path to = parts("put.response");
    try (RandomAccessFile file = new RandomAccessFile(to.resolve("scan").toFile(), "rw")) {
      file.setLength(MockParts.MAX_BYTES);
    }
    assertThat(MockParts.read(to).get("scan=1@castile").size()).isEqualTo(MockParts.MAX_BYTES);

    Files.writeString(to.resolve("second"), "x");

    assertThatThrownBy(this::replay)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expected at most 100 attachments of 16777216 bytes together");
  }
}
