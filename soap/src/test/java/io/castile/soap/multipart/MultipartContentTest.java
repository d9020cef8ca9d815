package io.castile.soap.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.internal.MultipartWriter;
import io.castile.soap.mime.AttachmentMode;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.xml.Attachment;
import io.castile.xml.Payload;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlLimitException;
import io.castile.xml.XmlReader;
import io.castile.xml.internal.BytesAttachment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartContentTest {
  private static final AttachmentOptions OPTIONS = AttachmentOptions.DEFAULT;

  private static final String TWO_PARTS =
      """
      --b
      Content-Type: text/xml; charset=utf-8
      Content-ID: <root>

      <a/>
      --b
      Content-Type: image/png
      Content-ID: <one@x>

      12
      3
      --b--
      """;

  private static MultipartType type(String more) {
    return MultipartType.of("multipart/related; type=\"text/xml\"; boundary=\"b\"" + more);
  }

  private static MultipartContent read(String content) throws SoapMessageException {
    return read(content, type(""), OPTIONS);
  }

  private static MultipartContent read(
      String content, MultipartType type, AttachmentOptions options) throws SoapMessageException {
    return read(content.getBytes(StandardCharsets.ISO_8859_1), type, options);
  }

  private static MultipartContent read(
      byte[] content, MultipartType type, AttachmentOptions options) throws SoapMessageException {
    try {
      return MultipartContent.read(new ByteArrayInputStream(content), type, options, 1 << 20);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static XmlReader reader() {
    XmlReader in = new XmlReader();
    in.reset("<a/>".getBytes(StandardCharsets.UTF_8), 0, 4);
    in.next();
    return in;
  }

  private static String part(MultipartContent message, String reference) throws IOException {
    return new String(
        message.source().take(reference, reader()).toByteArray(), StandardCharsets.ISO_8859_1);
  }

  private static String root(MultipartContent message) {
    return new String(message.root(), StandardCharsets.ISO_8859_1);
  }

  // ---- what is borne with ----

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void linesEndEitherWay(String end) throws Exception {
    MultipartContent message = read(TWO_PARTS.replace("\n", end));

    assertThat(root(message)).isEqualTo("<a/>");
    assertThat(message.charset()).isEqualTo("utf-8");
    assertThat(part(message, "cid:one@x")).isEqualTo("12" + end + "3");
    assertThat(message.source().take("cid:one@x", reader()).contentType()).isEqualTo("image/png");
  }

  @Test
  void preambleAndEpilogueArePassedOver() throws Exception {
    MultipartContent message = read("\r\nwhat\n--c\n" + TWO_PARTS + "more\n--b\nof it");

    assertThat(root(message)).isEqualTo("<a/>");
    assertThat(part(message, "cid:one@x")).isEqualTo("12\n3");
  }

  @Test
  void startNamesTheRoot() throws Exception {
    MultipartContent message = read(TWO_PARTS, type("; start=\"<one@x>\""), OPTIONS);

    assertThat(root(message)).isEqualTo("12\n3");
    assertThat(part(message, "cid:root")).isEqualTo("<a/>");
  }

  @Test
  void namesOfFieldsAreInAnyCase() throws Exception {
    MultipartContent message =
        read("--b\r\nCONTENT-type: text/xml\r\ncontent-id:<x>\r\n\r\n<a/>\r\n--b--");

    assertThat(root(message)).isEqualTo("<a/>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"boundary=b", "boundary=\"b\"", "Boundary = b ", "boundary=b; x=\"a;b\""})
  void boundariesAreQuotedOrNot(String parameter) throws Exception {
    MultipartType type = MultipartType.of("Multipart/Related;" + parameter);

    assertThat(root(read(TWO_PARTS, type, OPTIONS))).isEqualTo("<a/>");
  }

  @ParameterizedTest
  @CsvSource({
    "7bit, a=b, a=b",
    "8BIT, a=b, a=b",
    "Binary, a=b, a=b",
    "base64, QUJD, ABC",
    "Quoted-Printable, a=3Db, a=b"
  })
  void transferEncodingsAreDecoded(String encoding, String content, String expected)
      throws Exception {
    MultipartContent message =
        read(
            "--b\r\n\r\n<a/>\r\n--b\r\nContent-Transfer-Encoding: "
                + encoding
                + "\r\nContent-ID: <x>\r\n\r\n"
                + content
                + "\r\n--b--");

    assertThat(part(message, "cid:x")).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"a@b, cid:a@b", "a b/c, cid:a%20b%2Fc", "a%20b, cid:a%20b", "a+b, CID:a+b"})
  void referencesAreEscapedOrNot(String id, String reference) throws Exception {
    String content = TWO_PARTS.replace("one@x", id);

    assertThat(part(read(content), reference)).isEqualTo("12\n3");
  }

  @Test
  void partsWithoutContentIdHaveTheirLocationOrPlaceAsName() throws Exception {
    MultipartContent placed = read(TWO_PARTS.replace("Content-ID: <one@x>\n", ""));
    assertThat(root(placed)).isEqualTo("<a/>");
    assertThat(placed.parts()).containsOnlyKeys("part-2");

    String located = TWO_PARTS.replace("Content-ID: <one@x>", "Content-Location: a/one.txt");
    assertThat(read(located).parts()).containsOnlyKeys("a/one.txt");
  }

  @Property
  void anyBytesComeBack(@ForAll long seed, @ForAll @IntRange(max = 4) int count) throws Exception {
    Random random = new Random(seed);
    MultipartWriter sent =
        new MultipartWriter(
            AttachmentMode.MTOM, OPTIONS.toBuilder().mtom(true).thresholdBytes(0).build());
    byte[][] parts = new byte[count][];
    String[] references = new String[count];
    for (int i = 0; i < count; i++) {
      parts[i] = likeBoundaries(random);
      references[i] = sent.offer(new BytesAttachment(parts[i], "x/y"));
    }
    byte[] document = likeBoundaries(random);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Payload payload = sent.payload(SoapVersion.SOAP_1_2, Payload.of(document, document.length));
    payload.writeTo(out);

    MultipartType type = MultipartType.of(sent.contentType(SoapVersion.SOAP_1_2, "urn:a;\"b\""));
    MultipartContent message = read(out.toByteArray(), type, OPTIONS);

    assertThat(payload.size()).isEqualTo(out.size());
    assertThat(type.version()).isEqualTo(SoapVersion.SOAP_1_2);
    assertThat(type.action()).isEqualTo("urn:a;\"b\"");
    assertThat(message.root()).isEqualTo(document);
    for (int i = 0; i < count; i++) {
      Attachment part = message.source().take(references[i], reader());
      assertThat(part.toByteArray()).isEqualTo(parts[i]);
      assertThat(part.contentType()).isEqualTo("x/y");
    }
  }

  /** Bytes with much in them that begins as a boundary does. */
  private static byte[] likeBoundaries(Random random) {
    String[] pieces = {"\r\n", "\n", "\r", "--", "-", "castile-", "--castile-", "a", "\0", "=\r\n"};
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(200);
    for (int i = 0; i < length; i++) {
      text.append(
          random.nextInt(4) == 0
              ? String.valueOf((char) random.nextInt(256))
              : pieces[random.nextInt(pieces.length)]);
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  // ---- what is refused ----

  private static void assertRefused(
      String content, MultipartType type, AttachmentOptions options, String why) {
    assertThatThrownBy(() -> read(content, type, options))
        .isInstanceOf(SoapMessageException.class)
        .hasMessageContaining(why)
        .extracting(e -> ((SoapMessageException) e).fault().is(SoapFault.Code.SENDER))
        .isEqualTo(true);
  }

  private static AttachmentOptions limited(int parts, int header, int part, long total) {
    return AttachmentOptions.builder()
        .mtom(false)
        .thresholdBytes(0)
        .maxParts(parts)
        .maxHeaderBytes(header)
        .maxPartBytes(part)
        .maxTotalBytes(total)
        .build();
  }

  @Test
  void limitsHold() throws Exception {
    assertThat(root(read(TWO_PARTS, type(""), limited(2, 100, 4, 4)))).isEqualTo("<a/>");
    assertRefused(TWO_PARTS, type(""), limited(1, 100, 4, 4), "maxParts = 1");
    assertRefused(TWO_PARTS, type(""), limited(2, 20, 4, 4), "in part 1: ");
    assertRefused(TWO_PARTS, type(""), limited(2, 100, 3, 4), "part 1: more than maxPartBytes = 3");
  }

  @Test
  void whatIsTakenTwiceCountsTwice() throws Exception {
    MultipartContent message = read(TWO_PARTS, type(""), limited(2, 100, 4, 8));
    var source = message.source();
    byte[] first = source.take("cid:one@x", reader()).toByteArray();
    byte[] second = source.take("cid:one@x", reader()).toByteArray();

    assertThat(first).isEqualTo(second).isNotSameAs(second);
    assertThatThrownBy(() -> source.take("cid:one@x", reader()))
        .isInstanceOf(XmlLimitException.class)
        .hasMessageContaining("maxTotalBytes = 8")
        .hasMessageContaining("at /a");
  }

  @Test
  void unknownReferencesAreErrors() throws Exception {
    MultipartContent message = read(TWO_PARTS);

    for (String reference : new String[] {"cid:two@x", "one@x", "", "cid:%zz", "http://one@x"}) {
      assertThatThrownBy(() -> message.source().take(reference, reader()))
          .isInstanceOf(XmlDataException.class)
          .hasMessageContaining("one of 1 attachments, found '" + reference + "' at /a, byte 0");
    }
  }

  /** The boundaries of packages within one: others, longer ones, none, and no content at all. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "multipart/mixed; boundary=c | --c\\n\\n1\\n--c\\nContent-Type: text/plain\\n\\n2\\n--c--\\n",
        "multipart/related; boundary=\"bb\" | before\\n--bb\\n\\n1\\n--bb--\\nbehind\\n",
        "multipart/related; boundary=b2 | --b2\\n\\n1\\n--b2--",
        "multipart/mixed; boundary=c | --c\\nContent-Type: multipart/mixed; boundary=d\\n\\n--d--\\n--c--",
        "multipart/mixed; boundary=c | --c\\n\\nno end",
        "multipart/mixed; boundary=c | not even a start",
        "multipart/mixed | --c\\n\\n1\\n--c--",
        "multipart/mixed; boundary=c | ''"
      })
  void aPackageWithinAPackageIsContentWithItsType(String media, String inner) throws Exception {
    String content = inner.replace("\\n", "\r\n");
    String message =
        TWO_PARTS
            .replace("\n", "\r\n")
            .replace("image/png", media)
            .replace("12\r\n3\r\n", content + "\r\n--b\r\nContent-ID: <two@x>\r\n\r\n4\r\n");

    MultipartContent read = read(message);

    assertThat(root(read)).isEqualTo("<a/>");
    assertThat(read.parts().keySet()).containsExactly("one@x", "two@x");
    assertThat(read.parts().get("one@x").contentType()).isEqualTo(media);
    assertThat(part(read, "cid:one@x")).isEqualTo(content);
    assertThat(part(read, "cid:two@x")).isEqualTo("4");
  }

  @Test
  void aPackageWithinAPackageIsFreedOfItsTransferEncoding() throws Exception {
    String message =
        TWO_PARTS
            .replace("image/png", "multipart/mixed; boundary=c\nContent-Transfer-Encoding: base64")
            .replace("12\n3\n", "LS1jLS0=\n");

    assertThat(part(read(message), "cid:one@x")).isEqualTo("--c--");
  }

  @Test
  void aPackageIsNoDocument() {
    assertRefused(
        TWO_PARTS.replace("text/xml; charset=utf-8", "multipart/mixed; boundary=c"),
        type(""),
        OPTIONS,
        "in part 1: expected a document, found multipart");
  }

  @Test
  void othersAreRefusedToo() {
    assertRefused(TWO_PARTS, MultipartType.of("multipart/related"), OPTIONS, "expected a boundary");
    assertRefused(
        TWO_PARTS,
        MultipartType.of("multipart/related; boundary=" + "b".repeat(251)),
        OPTIONS,
        "found one of 251");
    assertRefused(
        TWO_PARTS, type("; start=\"<two>\""), OPTIONS, "Content-ID 'two', found none among 2");
    assertRefused(TWO_PARTS.replace("one@x", "root"), type("; start=none"), OPTIONS, "twice");
    assertRefused("", type(""), OPTIONS, "multipart");
    assertRefused("<a/>", type(""), OPTIONS, "multipart");
    assertRefused("--b--\r\n", type(""), OPTIONS, "expected a part, found none");
    assertRefused(
        TWO_PARTS.replace("Content-ID: <one@x>", "Content-Transfer-Encoding: zip"),
        type(""),
        OPTIONS,
        "in part 2: expected Content-Transfer-Encoding 7bit, 8bit");
    assertRefused(
        TWO_PARTS.replace("Content-ID: <one@x>", "Content-Transfer-Encoding: base64"),
        type(""),
        OPTIONS,
        "in part 2: ");
  }

  @Test
  void whatIsCutShortIsRefused() {
    String content = TWO_PARTS.replace("\n", "\r\n");
    int whole = content.lastIndexOf("--b--") + "--b--".length();
    for (int length = 0; length < whole; length++) {
      assertRefused(content.substring(0, length), type(""), OPTIONS, "multipart message: ");
    }
  }

  @Test
  void damageIsNoticedOrHarmless() {
    byte[] content = TWO_PARTS.getBytes(StandardCharsets.ISO_8859_1);
    int read = 0;
    for (int i = 0; i < content.length; i++) {
      for (int flip : new int[] {1, 0x20, 0x80, 0xFF, content[i] ^ '\n', content[i] ^ '-'}) {
        byte[] damaged = content.clone();
        damaged[i] ^= (byte) flip;
        try {
          assertThat(read(damaged, type(""), OPTIONS).root()).isNotNull();
          read++;
        } catch (SoapMessageException e) {
          assertThat(e).hasMessageStartingWith("the multipart message: ");
        }
      }
    }
    assertThat(read).isPositive();
  }
}
