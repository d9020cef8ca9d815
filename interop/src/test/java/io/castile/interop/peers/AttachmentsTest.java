package io.castile.interop.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.interop.peers.ArchiveService.Optimized;
import io.castile.interop.peers.ArchiveService.Optimized12;
import io.castile.soap.SoapVersion;
import jakarta.activation.DataHandler;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages with attachments between this stack and others, in both directions. */
@Tag("long")
final class AttachmentsTest {
  private static final int[] SIZES = {0, 1, 1000, 300_000, 1_300_000};

  static Stream<Arguments> pairs() {
    return Stream.of(ArchivePeer.values())
        .flatMap(
            client -> Stream.of(ArchivePeer.values()).map(server -> Arguments.of(client, server)))
        .filter(pair -> List.of(pair.get()).contains(ArchivePeer.CASTILE));
  }

  /** CXF looks on the Internet for the schema of references. */
  static Stream<Arguments> pairsWithoutCxf() {
    return pairs().filter(pair -> !List.of(pair.get()).contains(ArchivePeer.CXF));
  }

  private static boolean isPackage(HttpMessage message) {
    return message.head().contains("multipart/related");
  }

  private static boolean isXop(HttpMessage message) {
    return isPackage(message) && message.head().contains("application/xop+xml");
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static DataHandler handler(byte[] bytes, String contentType) {
    return new DataHandler(new BytesSource(bytes, contentType));
  }

  private static ArchiveItem item(int size) {
    ArchiveItem item = new ArchiveItem();
    item.name = "n";
    item.plain = bytes(size);
    item.picture = bytes(size + 1);
    item.inline = bytes(size + 2);
    item.handler = handler(bytes(size + 3), "text/plain");
    item.pages = new ArrayList<>(List.of(bytes(size + 4), bytes(size + 5)));
    item.mark = bytes(6);
    return item;
  }

  private static void assertSame(ArchiveItem found, int size) throws IOException {
    ArchiveItem expected = item(size);
    assertThat(found.name).isEqualTo(expected.name);
    assertThat(found.plain).isEqualTo(expected.plain);
    assertThat(found.picture).isEqualTo(expected.picture);
    assertThat(found.inline).isEqualTo(expected.inline);
    assertThat(found.handler.getInputStream().readAllBytes()).isEqualTo(bytes(size + 3));
    assertThat(found.pages).hasSize(2);
    assertThat(found.pages.get(0)).isEqualTo(expected.pages.get(0));
    assertThat(found.pages.get(1)).isEqualTo(expected.pages.get(1));
    assertThat(found.mark).isEqualTo(expected.mark);
  }

  private static void callAll(Archive archive) throws IOException {
    for (int size : SIZES) {
      assertSame(archive.item(item(size)), size);
      assertThat(archive.bytes(bytes(size))).isEqualTo(bytes(size));
      DataHandler data = archive.data(handler(bytes(size), "application/octet-stream"));
      assertThat(data.getInputStream().readAllBytes()).isEqualTo(bytes(size));
      assertThat(archive.text("t" + size)).isEqualTo("t" + size);
    }
  }

  /** Makes all calls between two stacks; returns the closed tap, which tells what has passed. */
  private static Tap callAll(
      ArchivePeer client, ArchivePeer server, Object service, SoapVersion version, boolean mtom)
      throws Exception {
    try (LabServer.Running running = server.serve(service);
        Tap tap = Tap.open(running.url());
        ArchivePeer.Calling<Archive> calling =
            client.client(Archive.class, tap.url(), version, mtom)) {
      callAll(calling.port());
      return tap;
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void optimizedMessages(ArchivePeer client, ArchivePeer server) throws Exception {
    Tap tap = callAll(client, server, new Optimized(), SoapVersion.SOAP_1_1, true);

    assertThat(tap.requests()).allMatch(AttachmentsTest::isXop);
    assertThat(tap.responses()).allMatch(AttachmentsTest::isXop);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void optimizedMessagesOfSoap12(ArchivePeer client, ArchivePeer server) throws Exception {
    Tap tap = callAll(client, server, new Optimized12(), SoapVersion.SOAP_1_2, true);

    assertThat(tap.requests()).allMatch(AttachmentsTest::isXop);
    assertThat(tap.responses()).allMatch(AttachmentsTest::isXop);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void optimizedResponsesToOtherRequests(ArchivePeer client, ArchivePeer server) throws Exception {
    Tap tap = callAll(client, server, new Optimized(), SoapVersion.SOAP_1_1, false);

    assertThat(tap.requests()).noneMatch(AttachmentsTest::isXop);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void optimizedRequestsWithOtherResponses(ArchivePeer client, ArchivePeer server)
      throws Exception {
    Tap tap = callAll(client, server, new ArchiveService(), SoapVersion.SOAP_1_1, true);

    assertThat(tap.requests()).allMatch(AttachmentsTest::isXop);
    if (server == ArchivePeer.CASTILE) {
      assertThat(tap.responses()).noneMatch(AttachmentsTest::isXop);
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void faultsOfOptimizedCalls(ArchivePeer client, ArchivePeer server) throws Exception {
    try (LabServer.Running running = server.serve(new Optimized());
        ArchivePeer.Calling<Archive> calling =
            client.client(Archive.class, running.url(), SoapVersion.SOAP_1_1, true)) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> calling.port().text(""))
            .isInstanceOf(SOAPFaultException.class)
            .hasMessageContaining("expected a text");
      }
      assertThat(calling.port().text("t")).isEqualTo("t");
    }
  }

  @ParameterizedTest
  @MethodSource("pairsWithoutCxf")
  void references(ArchivePeer client, ArchivePeer server) throws Exception {
    try (LabServer.Running running = server.serve(new PostService());
        Tap tap = Tap.open(running.url());
        ArchivePeer.Calling<Post> calling =
            client.client(Post.class, tap.url(), SoapVersion.SOAP_1_1, false)) {
      for (int size : SIZES) {
        ArchiveLetter letter = new ArchiveLetter();
        letter.text = "t";
        letter.enclosure = handler(bytes(size), "image/gif");

        ArchiveLetter found = calling.port().letter(letter);

        assertThat(found.text).isEqualTo("t");
        assertThat(found.enclosure.getInputStream().readAllBytes()).isEqualTo(bytes(size));
        assertThat(found.enclosure.getContentType()).isEqualTo("image/gif");
      }
      assertThat(tap.requests())
          .allMatch(AttachmentsTest::isPackage)
          .noneMatch(AttachmentsTest::isXop);
      assertThat(tap.responses())
          .allMatch(AttachmentsTest::isPackage)
          .noneMatch(AttachmentsTest::isXop);
    }
  }

  /** Ports of Metro do not send what their request context has. */
  static Stream<Arguments> pairsWithoutMetrosClient() {
    return pairs().filter(pair -> pair.get()[0] != ArchivePeer.METRO);
  }

  @ParameterizedTest
  @MethodSource("pairsWithoutMetrosClient")
  void attachmentsOfContexts(ArchivePeer client, ArchivePeer server) throws Exception {
    try (LabServer.Running running = server.serve(new MailService());
        ArchivePeer.Calling<Mail> calling =
            client.client(Mail.class, running.url(), SoapVersion.SOAP_1_1, false)) {
      BindingProvider port = (BindingProvider) calling.port();
      for (int size : SIZES) {
        Map<String, DataHandler> given =
            Map.of(
                "a@x", handler(bytes(size), "image/gif"), "b@x", handler(bytes(3), "text/plain"));
        port.getRequestContext().put(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS, given);

        assertThat(calling.port().turn("t")).contains("a@x=" + size, "b@x=3");

        if (server == ArchivePeer.CASTILE) { // what services of the others put there is not sent
          assertTurned(port.getResponseContext(), size);
        }
      }
    }
  }

  private static void assertTurned(Map<String, Object> context, int size) throws IOException {
    Map<?, ?> found = (Map<?, ?>) context.get(MessageContext.INBOUND_MESSAGE_ATTACHMENTS);
    assertThat(found).hasSize(2);
    DataHandler first = (DataHandler) found.get("re-a@x");
    assertThat(first.getInputStream().readAllBytes()).isEqualTo(bytes(size));
    assertThat(first.getContentType()).isEqualTo("image/gif");
    DataHandler second = (DataHandler) found.get("re-b@x");
    assertThat(second.getInputStream().readAllBytes()).isEqualTo(bytes(3));
  }

  /** Zeep reads parts and sends none. */
  @Test
  void zeepReadsOptimizedResponses() throws Exception {
    Path python = Programs.module().resolve("target/zeep/bin/python");
    assumeTrue(
        Files.isExecutable(python),
        "zeep is absent (in interop: python3 -m venv target/zeep && "
            + "target/zeep/bin/pip install -r src/test/python/requirements.txt)");
    Path script = Programs.module().resolve("src/test/python/pages.py");
    try (LabServer.Running running = ArchivePeer.CASTILE.serve(new PagesService());
        Tap tap = Tap.open(running.url())) {

      String read =
          Programs.run(
              script.getParent(), python.toString(), script.toString(), tap.url(), "1", "1000");

      assertThat(read.lines()).hasSize(2);
      assertThat(tap.responses()).hasSize(4).allMatch(AttachmentsTest::isXop);
    }
  }
}
