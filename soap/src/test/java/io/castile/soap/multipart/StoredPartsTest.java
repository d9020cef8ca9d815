package io.castile.soap.multipart;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.soap.OpenFiles;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.internal.MultipartWriter;
import io.castile.soap.mime.AttachmentMode;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.xml.Attachment;
import io.castile.xml.Payload;
import io.castile.xml.internal.BytesAttachment;
import jakarta.activation.DataSource;
import jakarta.xml.soap.AttachmentPart;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.MimeHeaders;
import jakarta.xml.soap.SOAPMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of messages that stand in files. */
class StoredPartsTest {
  private static final AttachmentOptions IN_MEMORY =
      AttachmentOptions.builder()
          .maxMemoryBytes(1 << 30)
          .directory(Path.of("no such directory"))
          .build();

  private static final byte[] DOCUMENT =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body/></e:Envelope>"
          .getBytes(StandardCharsets.UTF_8);

  @TempDir Path directory;

  @AfterEach
  @AfterProperty
  void nothingIsLeft() throws IOException {
    if (directory != null) {
      try (var entries = Files.list(directory)) {
        assertThat(entries).isEmpty();
      }
      assertThat(OpenFiles.in(directory)).isZero();
    }
  }

  private AttachmentOptions stored(int maxMemoryBytes) {
    return AttachmentOptions.builder().maxMemoryBytes(maxMemoryBytes).directory(directory).build();
  }

  /** A package, and its type. */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  private record Made(byte[] content, MultipartType type) {
    ReceivedMultipart read(AttachmentOptions options) throws IOException {
      return read(options, new ByteArrayInputStream(content));
    }

    ReceivedMultipart read(AttachmentOptions options, InputStream in) throws IOException {
      return ReceivedMultipart.read(in, type, options, 1 << 20);
    }
  }

  private static Made made(List<byte[]> parts) throws IOException {
    MultipartWriter sent =
        new MultipartWriter(AttachmentMode.REFERENCES, AttachmentOptions.DEFAULT);
    for (int i = 0; i < parts.size(); i++) {
      sent.add("part" + i, new BytesAttachment(parts.get(i), "x/y" + i));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    sent.payload(SoapVersion.SOAP_1_1, Payload.of(DOCUMENT, DOCUMENT.length)).writeTo(out);
    return new Made(
        out.toByteArray(), MultipartType.of(sent.contentType(SoapVersion.SOAP_1_1, "")));
  }

  private static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** Hands out what it has in pieces of random length. */
  private static final class Pieces extends FilterInputStream {
    private final Random random;

    Pieces(byte[] bytes, Random random) {
      super(new ByteArrayInputStream(bytes));
      this.random = random;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return super.read(bytes, offset, Math.min(length, 1 + random.nextInt(700)));
    }
  }

  private static Map<String, byte[]> readBySaaj(Made made) throws Exception {
    MimeHeaders headers = new MimeHeaders();
    headers.addHeader("Content-Type", made.type().contentType());
    SOAPMessage message =
        MessageFactory.newInstance()
            .createMessage(headers, new ByteArrayInputStream(made.content()));
    Map<String, byte[]> parts = new HashMap<>();
    Iterator<AttachmentPart> all = message.getAttachments();
    while (all.hasNext()) {
      AttachmentPart part = all.next();
      try (InputStream in = part.getDataHandler().getInputStream()) {
        parts.put(MultipartContent.contentId(part.getContentId()), in.readAllBytes());
      }
    }
    return parts;
  }

  // ---- what is read ----

  @Property(tries = 300)
  void partsAreTheSameWhereverTheyStand(
      @ForAll long seed,
      @ForAll @IntRange(max = 5) int count,
      @ForAll @IntRange(max = 8000) int maxMemoryBytes)
      throws Exception {
    Random random = new Random(seed);
    List<byte[]> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(bytes(random.nextInt(4) == 0 ? 0 : random.nextInt(5000), random.nextLong()));
    }
    Made made = made(parts);
    Path temp = Files.createTempDirectory("parts");
    AttachmentOptions options =
        AttachmentOptions.builder().maxMemoryBytes(maxMemoryBytes).directory(temp).build();

    ReceivedMultipart stored = made.read(options, new Pieces(made.content(), random));

    Map<String, Attachment> held = made.read(IN_MEMORY).open().parts();
    Map<String, byte[]> bySaaj = readBySaaj(made);
    int inMemory = 0;
    assertThat(stored.open().root()).isEqualTo(DOCUMENT);
    assertThat(stored.open().parts()).hasSameSizeAs(parts);
    for (int i = 0; i < count; i++) {
      Attachment part = stored.open().parts().get("part" + i);
      inMemory += part instanceof StoredPart ? 0 : (int) part.size();
      assertThat(part.size()).isEqualTo(parts.get(i).length);
      assertThat(part.contentType()).isEqualTo("x/y" + i);
      try (InputStream in = part.open()) {
        assertThat(in.readAllBytes()).isEqualTo(parts.get(i));
      }
      assertThat(part.toByteArray())
          .isEqualTo(parts.get(i))
          .isEqualTo(held.get("part" + i).toByteArray())
          .isEqualTo(bySaaj.get("part" + i));
    }
    assertThat(inMemory).isLessThanOrEqualTo(maxMemoryBytes);
    stored.close(true);
    assertThat(OpenFiles.in(temp)).isZero();
    Files.delete(temp); // which fails if anything is in it
  }

  /** The reader's buffer has 4096 bytes. */
  @Test
  void boundariesAreFoundWhereverTheyStandInTheBuffer() throws Exception {
    byte[] second = bytes(10, 2);
    for (int length = 3000; length < 3000 + 2 * 4096; length++) {
      byte[] first = bytes(length, 1);

      ReceivedMultipart received = made(List.of(first, second)).read(IN_MEMORY);

      assertThat(received.open().parts().get("part0").toByteArray()).isEqualTo(first);
      assertThat(received.open().parts().get("part1").toByteArray()).isEqualTo(second);
    }
  }

  /** The reader's buffer has 4096 bytes, and may end between the last two hyphens. */
  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"b", "b-", "b--"})
  void theLastBoundaryIsFoundWhereverItStandsInTheBuffer(String boundary) throws Exception {
    MultipartType type =
        MultipartType.of("multipart/related; type=\"text/xml\"; boundary=\"" + boundary + "\"");
    for (int length = 3000; length < 3000 + 2 * 4096; length++) {
      byte[] part = bytes(length, length);
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      content.write(("--" + boundary + "\r\n\r\n<a/>\r\n--" + boundary).getBytes(US_ASCII));
      content.write("\r\nContent-ID: <p>\r\n\r\n".getBytes(US_ASCII));
      content.write(part);
      content.write(("\r\n--" + boundary + "--\r\n").getBytes(US_ASCII));

      ReceivedMultipart received = new Made(content.toByteArray(), type).read(IN_MEMORY);

      assertThat(received.open().parts().get("p").toByteArray()).isEqualTo(part);
    }
  }

  @Test
  void allPartsOfAMessageShareOneFile() throws Exception {
    Made made = made(List.of(bytes(100, 1), bytes(100, 2), bytes(100, 3), bytes(100, 4)));

    ReceivedMultipart received = made.read(stored(100));

    assertThat(received.open().parts().values())
        .extracting(part -> part instanceof StoredPart)
        .containsExactly(false, true, true, true);
    assertThat(OpenFiles.in(directory)).isOne();
    received.close(true);
  }

  @Test
  void onlyTheOwnerMayReadTheFileAndItHasNoName() throws Exception {
    ReceivedMultipart received = made(List.of(bytes(100, 1))).read(stored(0));

    try (var entries = Files.list(directory)) {
      assertThat(entries).isEmpty();
    }
    assertThat(OpenFiles.permissions(directory)).containsExactly("rw-------");
    received.close(true);
  }

  @Test
  void manyThreadsReadAtOnce() throws Exception {
    List<byte[]> parts = List.of(bytes(300_000, 1), bytes(200_000, 2));
    ReceivedMultipart received = made(parts).read(stored(0));
    List<Attachment> all = List.copyOf(received.open().parts().values());
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<Boolean>> done = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      int part = i % 2;
      Callable<Boolean> reading =
          () -> {
            try (InputStream in = all.get(part).open()) {
              return Arrays.equals(in.readAllBytes(), parts.get(part));
            }
          };
      done.add(threads.submit(reading));
    }
    for (Future<Boolean> each : done) {
      assertThat(each.get()).isTrue();
    }
    threads.shutdown();
    received.close(true);
  }

  @Test
  void anInterruptedReaderDisturbsNobody() throws Exception {
    byte[] bytes = bytes(10_000, 1);
    ReceivedMultipart received = made(List.of(bytes)).read(stored(0));
    Attachment part = received.open().parts().get("part0");

    Thread.currentThread().interrupt();
    try {
      assertThat(part.toByteArray()).isEqualTo(bytes);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(part.toByteArray()).isEqualTo(bytes);
    received.close(true);
  }

  @Test
  void streamsSkipAndTellWhatIsLeft() throws Exception {
    ReceivedMultipart received = made(List.of(bytes(1000, 1))).read(stored(0));

    try (InputStream in = received.open().parts().get("part0").open()) {
      assertThat(in.available()).isEqualTo(1000);
      assertThat(in.skip(-1)).isZero();
      assertThat(in.skip(990)).isEqualTo(990);
      assertThat(in.read()).isEqualTo(bytes(1000, 1)[990] & 0xFF);
      assertThat(in.skip(100)).isEqualTo(9);
      assertThat(in.read()).isEqualTo(-1);
      assertThat(in.read(new byte[0], 0, 0)).isZero();
    }
    received.close(true);
  }

  // ---- how long it stands ----

  @Test
  void aClosedPartIsGoneAndTheOthersAreNot() throws Exception {
    ReceivedMultipart received = made(List.of(bytes(100, 1), bytes(100, 2))).read(stored(0));
    StoredPart first = (StoredPart) received.open().parts().get("part0");
    StoredPart second = (StoredPart) received.open().parts().get("part1");
    InputStream open = first.open();

    first.close();
    first.close();

    assertThatThrownBy(first::open).isInstanceOf(IOException.class).hasMessageContaining("closed");
    assertThatThrownBy(open::read).isInstanceOf(IOException.class).hasMessageContaining("closed");
    assertThat(second.toByteArray()).isEqualTo(bytes(100, 2));
    assertThat(OpenFiles.in(directory)).isOne();
    second.close();
    assertThat(OpenFiles.in(directory)).isZero();
  }

  @Test
  void whatNobodyKeepsEndsWithTheExchange() throws Exception {
    ReceivedMultipart received = made(List.of(bytes(100, 1), bytes(100, 2))).read(stored(0));
    StoredPart kept = (StoredPart) received.open().parts().get("part0").retained();
    StoredPart other = (StoredPart) received.open().parts().get("part1");

    received.close(false);

    assertThat(kept.toByteArray()).isEqualTo(bytes(100, 1));
    assertThatThrownBy(other::toByteArray).hasMessageContaining("closed");
    kept.close();
  }

  @Test
  void whatNobodyHasIsCollected() throws Exception {
    DataSource source =
        (DataSource) made(List.of(bytes(100, 1))).read(stored(0)).open().parts().get("part0");
    InputStream in = source.getInputStream();
    source = null;
    System.gc();
    assertThat(in.readAllBytes()).isEqualTo(bytes(100, 1));
    assertThat(OpenFiles.in(directory)).isOne(); // as the stream has it
    in = null;

    OpenFiles.awaitNone(directory);
  }

  // ---- what fails ----

  @Test
  void whatIsCutOffLeavesNothing() throws Exception {
    Made made = made(List.of(bytes(300, 1), bytes(300, 2)));
    int whole = made.content().length - 2;
    for (int length = 0; length < whole; length++) {
      byte[] cut = Arrays.copyOf(made.content(), length);
      ReceivedMultipart received = made.read(stored(100), new ByteArrayInputStream(cut));

      assertThatThrownBy(received::open).isInstanceOf(SoapMessageException.class);
      assertThat(OpenFiles.in(directory)).isZero();
    }
  }

  @Test
  void aConnectionThatBreaksFailsAsItself() throws Exception {
    Made made = made(List.of(bytes(300, 1), bytes(300, 2)));
    for (int length = 0; length <= made.content().length; length++) {
      byte[] cut = Arrays.copyOf(made.content(), length);
      InputStream broken =
          new FilterInputStream(new ByteArrayInputStream(cut)) {
            @Override
            public int read() throws IOException {
              return checked(super.read());
            }

            @Override
            public int read(byte[] bytes, int offset, int count) throws IOException {
              return checked(super.read(bytes, offset, count));
            }

            private int checked(int read) throws IOException {
              if (read < 0) {
                throw new IOException("the wire");
              }
              return read;
            }
          };

      assertThatThrownBy(() -> made.read(stored(100), broken))
          .isInstanceOf(IOException.class)
          .hasMessage("the wire");
      assertThat(OpenFiles.in(directory)).isZero();
    }
  }

  @Test
  void refusedPackagesAreReadToTheirEnd() throws Exception {
    Made made = made(List.of(bytes(300, 1), bytes(300, 2), bytes(70_000, 3)));
    AttachmentOptions few =
        AttachmentOptions.builder()
            .mtom(false)
            .thresholdBytes(0)
            .maxParts(2)
            .maxHeaderBytes(1000)
            .maxPartBytes(1000)
            .maxTotalBytes(1000)
            .build();
    InputStream in = new ByteArrayInputStream(made.content());

    ReceivedMultipart received =
        made.read(few.toBuilder().maxMemoryBytes(0).directory(directory).build(), in);

    assertThatThrownBy(received::open).hasMessageContaining("maxParts = 2");
    assertThat(in.read()).isEqualTo(-1);
  }

  @Test
  void largePartsAndDocumentsAreRefused() throws Exception {
    Made made = made(List.of(bytes(300, 1)));
    AttachmentOptions small =
        AttachmentOptions.builder()
            .mtom(false)
            .thresholdBytes(0)
            .maxParts(2)
            .maxHeaderBytes(1000)
            .maxPartBytes(299)
            .maxTotalBytes(1000)
            .build()
            .toBuilder()
            .maxMemoryBytes(100)
            .directory(directory)
            .build();

    assertThatThrownBy(made.read(small)::open).hasMessageContaining("maxPartBytes = 299");
    assertThatThrownBy(
            ReceivedMultipart.read(
                    new ByteArrayInputStream(made.content()), made.type(), stored(0), 10)
                ::open)
        .hasMessageContaining("in part 1: a document of more than maxBytes = 10");
  }

  @Test
  void aDirectoryThatCannotBeWrittenToIsTheReceiversFault() throws Exception {
    Made made = made(List.of(bytes(300, 1)));
    AttachmentOptions nowhere =
        AttachmentOptions.builder()
            .maxMemoryBytes(100)
            .directory(directory.resolve("absent"))
            .build();

    assertThatThrownBy(made.read(nowhere)::open)
        .isInstanceOf(SoapMessageException.class)
        .hasMessageContaining("cannot be stored")
        .hasMessageNotContaining(directory.toString())
        .hasCauseInstanceOf(IOException.class)
        .extracting(e -> ((SoapMessageException) e).fault().is(SoapFault.Code.RECEIVER))
        .isEqualTo(true);
  }

  @Test
  void whatFilesHaveTogetherIsBounded() throws Exception {
    Made made = made(List.of(bytes(300, 1)));
    OpenFiles.awaitNone(Path.of(System.getProperty("java.io.tmpdir")));
    AttachmentOptions two =
        stored(0).toBuilder().maxStoredBytes(2 * PartFile.DiskBudget.STEP).build();
    ReceivedMultipart first = made.read(two);
    ReceivedMultipart second = made.read(two);

    assertThatThrownBy(made.read(two)::open)
        .hasMessageContaining("cannot be stored")
        .hasRootCauseMessage(
            "the parts of messages in files have 8388608 bytes together; the limit is"
                + " maxStoredBytes = 8388608");
    first.close(true);
    ReceivedMultipart third = made.read(two);

    assertThat(third.open().parts().get("part0").toByteArray()).isEqualTo(bytes(300, 1));
    third.close(true);
    second.close(true);
  }
}
