package io.castile.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.CodecMode;
import io.castile.soap.client.ClientLinks;
import io.castile.soap.client.SoapClient;
import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.exchange.internal.ReadTemplateSource;
import io.castile.soap.http.Transport;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.server.LocalTransport;
import io.castile.soap.server.ServiceClass;
import io.castile.soap.server.ServiceEndpoint;
import io.castile.soap.server.ServiceSettings;
import io.castile.soap.wsdl.WsdlDocuments;
import io.castile.xml.Payload;
import io.castile.xml.XmlLimits;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.activation.FileDataSource;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.MTOM;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages with attachments from end to end, and as they are on the wire. */
class AttachmentsTest {
  private static final AttachmentOptions PLAIN = AttachmentOptions.DEFAULT;
  private static final AttachmentOptions MTOM_10 =
      PLAIN.toBuilder().mtom(true).thresholdBytes(10).build();

  private CodecMode mode = CodecMode.ADAPTIVE;
  private SoapVersion version = SoapVersion.SOAP_1_1;
  private final List<Seen> wire = new ArrayList<>();

  /** A message that went one way. */
  private record Seen(String contentType, int declaredSize, String content) {
    boolean isPackage() {
      return contentType.startsWith("multipart/related");
    }

    int parts() {
      return content.split("Content-ID: ", -1).length - 1;
    }
  }

  private Object call(
      AttachmentOptions client, AttachmentOptions server, String operation, Object argument)
      throws Throwable {
    ServiceEndpoint endpoint = endpoint(new FileService(), server);
    return call(client, new LocalTransport(Map.of("/files", endpoint)), operation, argument);
  }

  private ServiceEndpoint endpoint(Object service, AttachmentOptions options) {
    return new ServiceEndpoint(
        service,
        ServiceEndpoint.model(service.getClass(), mode),
        ServiceSettings.builder().attachments(options.annotated(ServiceClass.of(service))).build());
  }

  private Object call(
      AttachmentOptions options, Transport transport, String operation, Object argument)
      throws Throwable {
    ServiceModel model = ServiceModel.of(FilePort.class, mode);
    Transport tapped =
        new Transport() {
          @Override
          public Incoming send(Outgoing message) throws SoapTransportException {
            wire.add(seen(message.headers().get("Content-Type"), message.content()));
            Incoming answer = transport.send(message);
            wire.add(
                seen(
                    answer.headers().get("content-type"),
                    Payload.of(answer.body(), answer.body().length)));
            return answer;
          }

          @Override
          public void close() {
            transport.close();
          }
        };
    try (SoapClient client =
        new SoapClient(
            model,
            XmlLimits.DEFAULT,
            ClientLinks.of(List.of(SoapClient.transportLink(tapped))),
            tapped,
            ReadTemplateSource.NONE,
            options,
            Set.of(),
            ReceiverSettings.DEFAULT)) {
      OperationModel called =
          model.operations().stream()
              .filter(each -> each.name().getLocalPart().equals(operation))
              .findFirst()
              .orElseThrow();
      return client.call(
          called,
          new Object[] {argument},
          new SoapClient.Options("http://localhost/files", version, null, Headers.NONE),
          response -> {});
    }
  }

  private static Seen seen(String contentType, Payload content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      content.writeTo(out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return new Seen(contentType, content.size(), out.toString(StandardCharsets.ISO_8859_1));
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static DataHandler handler(byte[] bytes, String contentType) {
    return new DataHandler(
        new DataSource() {
          @Override
          public InputStream getInputStream() {
            return new ByteArrayInputStream(bytes);
          }

          @Override
          public OutputStream getOutputStream() {
            throw new UnsupportedOperationException();
          }

          @Override
          public String getContentType() {
            return contentType;
          }

          @Override
          public String getName() {
            return "";
          }
        });
  }

  private static FilePort.Folder folder() {
    FilePort.Folder folder = new FilePort.Folder();
    folder.name = "f";
    folder.plain = bytes(10);
    folder.picture = bytes(20);
    folder.inline = bytes(30);
    folder.handler = handler(bytes(40), "text/plain; charset=x");
    folder.items = new ArrayList<>(List.of(bytes(9), bytes(11)));
    folder.mark = bytes(50);
    return folder;
  }

  private static void assertSame(FilePort.Folder found) throws IOException {
    FilePort.Folder expected = folder();
    assertThat(found.name).isEqualTo(expected.name);
    assertThat(found.plain).isEqualTo(expected.plain);
    assertThat(found.picture).isEqualTo(expected.picture);
    assertThat(found.inline).isEqualTo(expected.inline);
    assertThat(found.items).usingRecursiveComparison().isEqualTo(expected.items);
    assertThat(found.mark).isEqualTo(expected.mark);
    assertThat(found.handler.getInputStream().readAllBytes()).isEqualTo(bytes(40));
  }

  // ---- MTOM ----

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void dataOfTheThresholdGoesInParts(CodecMode mode) throws Throwable {
    this.mode = mode;

    FilePort.Folder found = (FilePort.Folder) call(MTOM_10, MTOM_10, "folder", folder());

    assertSame(found);
    assertThat(found.handler.getContentType()).isEqualTo("text/plain; charset=x");
    for (Seen message : wire) {
      assertThat(message.isPackage()).isTrue();
      // root, plain, picture, handler, the second item; neither inline, nor mark, nor the first
      assertThat(message.parts()).isEqualTo(5);
      assertThat(message.contentType())
          .contains("type=\"application/xop+xml\"")
          .contains("start-info=\"text/xml\"");
      assertThat(message.content())
          .startsWith("--")
          .contains("Content-Type: application/xop+xml; charset=utf-8; type=\"text/xml\"\r\n")
          .contains("Content-Type: image/png\r\n")
          .contains("Content-Type: application/octet-stream\r\n")
          .contains("Content-Type: text/plain; charset=x\r\n")
          .contains("><xop:Include xmlns:xop=\"http://www.w3.org/2004/08/xop/include\" href=\"cid:")
          .contains(new String(bytes(20), StandardCharsets.ISO_8859_1));
    }
  }

  @Test
  void soap12HasItsTypes() throws Throwable {
    version = SoapVersion.SOAP_1_2;

    assertSame((FilePort.Folder) call(MTOM_10, MTOM_10, "folder", folder()));
    assertThat(wire)
        .allSatisfy(
            message -> {
              assertThat(message.contentType()).contains("start-info=\"application/soap+xml\"");
              assertThat(message.content()).contains("type=\"application/soap+xml\"");
            });
  }

  @Test
  void responsesHavePartsForWhoTakesThem() throws Throwable {
    assertSame((FilePort.Folder) call(PLAIN, MTOM_10, "folder", folder()));
    assertThat(wire.get(0).isPackage()).isFalse();
    assertThat(wire.get(1).isPackage()).isTrue(); // this client says that it accepts them

    wire.clear();
    assertThat(call(PLAIN, MTOM_10, "text", "t")).isEqualTo("t");
    assertThat(wire.get(1).isPackage()).isFalse(); // there is nothing to be sent so

    wire.clear();
    assertThat(call(MTOM_10, MTOM_10, "text", "t")).isEqualTo("t");
    assertThat(wire.get(1).isPackage()).isTrue(); // as it was asked so

    wire.clear();
    assertSame((FilePort.Folder) call(MTOM_10, PLAIN, "folder", folder()));
    assertThat(wire.get(0).isPackage()).isTrue();
    assertThat(wire.get(1).isPackage()).isFalse();
  }

  @Test
  void whoDoesNotSayThatHeTakesPartsGetsNone() throws Throwable {
    LocalTransport transport =
        new LocalTransport(Map.of("/files", endpoint(new FileService(), MTOM_10)));
    Transport silent =
        new Transport() {
          @Override
          public Incoming send(Outgoing message) throws SoapTransportException {
            Headers headers = message.headers().with("Accept", "*/*");
            return transport.send(new Outgoing(message.endpoint(), headers, message.content()));
          }

          @Override
          public void close() {}
        };

    assertSame((FilePort.Folder) call(PLAIN, silent, "folder", folder()));
    assertThat(wire).noneMatch(Seen::isPackage);
  }

  @Test
  @Tag("long")
  void partsBeyondTheLimitStayInTheText() throws Throwable {
    FilePort.Folder folder = new FilePort.Folder();
    for (int i = 0; i < 2000; i++) {
      folder.items.add(bytes(10 + i % 7));
    }

    FilePort.Folder found = (FilePort.Folder) call(MTOM_10, MTOM_10, "folder", folder);

    assertThat(found.items).usingRecursiveComparison().isEqualTo(folder.items);
    assertThat(wire).allMatch(message -> message.parts() == 1000);
  }

  @Test
  void sizesAreToldWhereTheyAreKnown(@TempDir Path temp) throws Throwable {
    Path file = Files.write(temp.resolve("f.bin"), bytes(70_000));

    DataHandler known = new DataHandler(new FileDataSource(file.toFile()));
    DataHandler found = (DataHandler) call(MTOM_10, MTOM_10, "data", known);
    assertThat(found.getInputStream().readAllBytes()).isEqualTo(bytes(70_000));
    assertThat(wire.get(0).declaredSize).isEqualTo(wire.get(0).content.length());

    wire.clear();
    found = (DataHandler) call(MTOM_10, MTOM_10, "data", handler(bytes(5), "x/y"));
    assertThat(found.getInputStream().readAllBytes()).isEqualTo(bytes(5));
    assertThat(wire.get(0).declaredSize).isEqualTo(Payload.UNKNOWN_SIZE);
    assertThat(wire.get(0).parts()).isEqualTo(2); // nobody knows that it is less than ten bytes
    assertThat(wire.get(1).parts()).isEqualTo(1); // which is known of what was received
  }

  @Test
  void contentTypesThatBreakTheHeaderAreRefused() {
    assertThatThrownBy(
            () -> call(MTOM_10, MTOM_10, "data", handler(bytes(50), "x/y\r\nContent-ID: <1>")))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("printable ASCII, found U+000D at index 3");
    assertThat(wire).isEmpty();
  }

  @Test
  void resultsAreTheCallersOwn() throws Throwable {
    byte[] given = bytes(100);

    byte[] found = (byte[]) call(MTOM_10, MTOM_10, "bytes", given);

    assertThat(found).isEqualTo(given).isNotSameAs(given);
  }

  /** Says by annotation what is to be done. */
  @MTOM(threshold = 60)
  public static class Annotated extends FileService {}

  @MTOM(enabled = false)
  public static class NotEnabled extends FileService {}

  @Test
  void annotationsHavePrecedence() throws Throwable {
    call(
        PLAIN,
        new LocalTransport(Map.of("/files", endpoint(new Annotated(), MTOM_10))),
        "bytes",
        bytes(59));
    assertThat(wire.get(1).parts()).isEqualTo(1);

    wire.clear();
    call(
        PLAIN,
        new LocalTransport(Map.of("/files", endpoint(new Annotated(), PLAIN))),
        "bytes",
        bytes(60));
    assertThat(wire.get(1).parts()).isEqualTo(2);

    wire.clear();
    call(
        MTOM_10,
        new LocalTransport(Map.of("/files", endpoint(new NotEnabled(), MTOM_10))),
        "bytes",
        bytes(60));
    assertThat(wire.get(1).isPackage()).isFalse();
  }

  // ---- SOAP with Attachments ----

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void referencesAreSentInAPlainPackage(SoapVersion version) throws Throwable {
    this.version = version;
    FilePort.Letter letter = new FilePort.Letter();
    letter.text = "t";
    letter.enclosure = handler(bytes(30), "image/gif");
    letter.seal = handler(bytes(3), "x/seal");

    FilePort.Letter found = (FilePort.Letter) call(PLAIN, PLAIN, "letter", letter);

    assertThat(found.enclosure.getInputStream().readAllBytes()).isEqualTo(bytes(30));
    assertThat(found.enclosure.getContentType()).isEqualTo("image/gif");
    assertThat(found.seal.getInputStream().readAllBytes()).isEqualTo(bytes(3));
    assertThat(wire)
        .allSatisfy(
            message -> {
              assertThat(message.contentType()).contains("type=\"" + version.mediaType() + '"');
              assertThat(message.content()).contains("<enclosure>cid:").contains(" seal=\"cid:");
              assertThat(message.parts()).isEqualTo(3);
            });
  }

  @Test
  void withoutAnythingReferredToThereIsNoPackage() throws Throwable {
    FilePort.Letter letter = new FilePort.Letter();
    letter.text = "t";

    assertThat(((FilePort.Letter) call(PLAIN, PLAIN, "letter", letter)).enclosure).isNull();
    assertThat(wire).noneMatch(Seen::isPackage);
  }

  @Test
  void referencesGoWithMtomToo() throws Throwable {
    FilePort.Letter letter = new FilePort.Letter();
    letter.enclosure = handler(bytes(30), "image/gif");

    FilePort.Letter found = (FilePort.Letter) call(MTOM_10, MTOM_10, "letter", letter);

    assertThat(found.enclosure.getInputStream().readAllBytes()).isEqualTo(bytes(30));
    assertThat(wire).allMatch(message -> message.contentType().contains("xop+xml"));
  }

  // ---- what others may send ----

  private LocalTransport server() {
    return new LocalTransport(Map.of("/files", endpoint(new FileService(), PLAIN)));
  }

  private static Transport.Incoming post(LocalTransport to, String contentType, String content)
      throws SoapTransportException {
    byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
    return to.send(
        new Transport.Outgoing(
            "http://localhost/files",
            Headers.of("Content-Type", contentType),
            Payload.of(bytes, bytes.length)));
  }

  private static String bytesOf(String content) {
    return "--b\nContent-Type: application/xop+xml\n\n"
        + "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
        + "<f:bytes xmlns:f='urn:files'><bytes>"
        + content
        + "</bytes></f:bytes></e:Body></e:Envelope>\n"
        + "--b\nContent-ID: <1>\n\nABC\n--b--";
  }

  private static final String XOP =
      "multipart/related; boundary=b; type=\"application/xop+xml\"; start-info=\"text/xml\"";

  private static String include(String reference) {
    return "<x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='" + reference + "'/>";
  }

  private String answer(String content) throws Exception {
    return new String(post(server(), XOP, bytesOf(content)).body(), StandardCharsets.UTF_8);
  }

  @Test
  void includesStandForTheBytes() throws Exception {
    assertThat(answer(include("cid:1"))).contains("<return>QUJD</return>");
    assertThat(answer("\n  " + include("cid:1") + "<!-- c -->\n"))
        .contains("<return>QUJD</return>");
    assertThat(answer("QUI=")).contains("<return>QUI=</return>");
  }

  @Test
  void includesThatAreWrongAreTheSendersFault() throws Exception {
    assertThat(answer(include("cid:2")))
        .contains("Client</faultcode>")
        .contains("expected a reference 'cid:…' to one of 1 attachments, found 'cid:2'")
        .contains("at /Envelope/Body/bytes/bytes, byte ");
    assertThat(answer(include("cid:1") + include("cid:1")))
        .contains("expected xop:Include and nothing beside it, found 2 of them and text \"\"");
    assertThat(answer("QQ==" + include("cid:1")))
        .contains("expected xop:Include and nothing beside it, found 1 of them");
    assertThat(answer(include("cid:1").replace("href", "ref"))).contains("found ''");
  }

  @Test
  void includesInADocumentWithoutPartsAreTheSendersFault() throws Exception {
    String message = bytesOf(include("cid:1"));
    String document =
        message.substring(message.indexOf("<e:"), message.indexOf("\n--b\nContent-ID"));

    assertThat(new String(post(server(), "text/xml", document).body(), StandardCharsets.UTF_8))
        .contains("Client</faultcode>")
        .contains("expected no reference to an attachment in a message without attachments");
  }

  @Test
  void oneStringMayBeAPartToo() throws Exception {
    String message =
        bytesOf(include("cid:1")).replace("f:bytes", "f:text").replace("bytes>", "text>");

    assertThat(new String(post(server(), XOP, message).body(), StandardCharsets.UTF_8))
        .contains("<return>QUJD</return>");
  }

  @Test
  void partsThatAreIncludedAgainAndAgainAreBounded() throws Exception {
    AttachmentOptions options =
        AttachmentOptions.builder()
            .mtom(false)
            .thresholdBytes(0)
            .maxParts(10)
            .maxHeaderBytes(1000)
            .maxPartBytes(100_000)
            .maxTotalBytes(3 * 99)
            .build();
    LocalTransport server =
        new LocalTransport(Map.of("/files", endpoint(new FileService(), options)));
    String item = "<items>" + include("cid:1") + "</items>";
    for (int count : new int[] {99, 100}) {
      String message =
          bytesOf("")
              .replace("f:bytes", "f:folder")
              .replace("<bytes></bytes>", "<folder>" + item.repeat(count) + "</folder>");
      String answer = new String(post(server, XOP, message).body(), StandardCharsets.UTF_8);
      if (count == 99) {
        assertThat(answer).contains("<items>QUJD</items>");
      } else {
        assertThat(answer).contains("takes more than maxTotalBytes = 297 from its parts");
      }
    }
  }

  @Test
  void malformedPackagesAreTheSendersFault() throws Exception {
    Transport.Incoming answer = post(server(), XOP, "--b\n\n<a/>");

    assertThat(answer.status()).isEqualTo(500);
    assertThat(new String(answer.body(), StandardCharsets.UTF_8))
        .contains("Client</faultcode>")
        .contains("the multipart message: in part 1: ");
  }

  @Test
  void packagesOfSomethingElseAreRefused() throws Exception {
    assertThat(post(server(), "multipart/related; boundary=b; type=\"image/png\"", "").status())
        .isEqualTo(415);
    assertThat(post(server(), "multipart/mixed; boundary=b", "").status()).isEqualTo(415);
  }

  @Test
  void damagedPackagesAreAnswered() throws Exception {
    LocalTransport server = server();
    byte[] whole = bytesOf(include("cid:1")).getBytes(StandardCharsets.ISO_8859_1);
    int refused = 0;
    for (int i = 0; i < whole.length; i++) {
      for (int flip : new int[] {1, 0x80, whole[i] ^ '\n'}) {
        byte[] damaged = whole.clone();
        damaged[i] ^= (byte) flip;
        Transport.Incoming answer =
            post(server, XOP, new String(damaged, StandardCharsets.ISO_8859_1));
        assertThat(answer.status()).isIn(200, 500);
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).endsWith("Envelope>");
        refused += answer.status() == 500 ? 1 : 0;
      }
      Transport.Incoming cut =
          post(server, XOP, new String(whole, 0, i, StandardCharsets.ISO_8859_1));
      assertThat(cut.status()).isEqualTo(i == whole.length - 1 ? cut.status() : 500);
    }
    assertThat(refused).isGreaterThan(whole.length);
  }

  @Test
  void descriptionsReferToSchemasWhereTheyAre() {
    WsdlDocuments documents = new WsdlDocuments(ServiceModel.of(FilePort.class), List.of());
    StringBuilder schemas = new StringBuilder();
    for (int i = 1; documents.document("xsd=" + i, "http://here/files") != null; i++) {
      byte[] schema = documents.document("xsd=" + i, "http://here/files");
      schemas.append(new String(schema, StandardCharsets.UTF_8));
    }

    assertThat(schemas.toString().split("schemaLocation=\""))
        .hasSizeGreaterThan(2)
        .satisfies(
            pieces ->
                assertThat(List.of(pieces).subList(1, pieces.length))
                    .anyMatch(each -> each.matches("(?s)https?://www.w3.org/2005/05/xmlmime\".*"))
                    .anyMatch(each -> each.matches("(?s)http://ws-i.org/.*/swaref.xsd\".*"))
                    .allMatch(
                        each ->
                            each.matches("(?s)https?://(www.w3|ws-i).org/.*")
                                || each.matches("(?s)http://here/files\\?xsd=\\d+\".*")));
  }
}
