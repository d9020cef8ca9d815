package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.xml.XmlLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests in content codings: how senders name them, what of them is whole, and how large. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CodedRequestsTest {
  private static final int MOST = 100_000;

  private static SoapServer server;

  @BeforeAll
  static void start() {
    XmlLimits limits = XmlLimits.DEFAULT;
    server =
        Castile.server()
            .host("localhost")
            .limits(limits.toBuilder().maxBytes(MOST).build())
            .attachments(AttachmentOptions.builder().maxPackageBytes(10 * MOST).build())
            .publish("/shop", new WrappedShopService())
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static byte[] add(int blanks) {
    String message =
        "<e:Envelope xmlns:e='"
            + SoapVersion.SOAP_1_1.namespace()
            + "'>"
            + " ".repeat(blanks)
            + "<e:Body><m:add xmlns:m='http://shop.castile.io/'><a>20</a><b>22</b></m:add></e:Body>"
            + "</e:Envelope>";
    return message.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] gzip(byte[] message) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(content)) {
      out.write(message);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return content.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static RawHttp.Answer post(byte[] content, String... codings) throws IOException {
    StringBuilder fields = new StringBuilder();
    for (String coding : codings) {
      fields.append("Content-Encoding: ").append(coding).append("\r\n");
    }
    return RawHttp.post(server.port(), "text/xml; charset=utf-8", content, fields.toString());
  }

  // ---- names ----

  /** Field lines in their order, with a bar between them; RFC 9110 §5.3, §5.6.1, §8.4.1. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "gzip",
        "GZip",
        "x-gzip",
        "X-GZIP",
        "identity, gzip",
        "gzip , ,",
        ", gzip",
        "identity|gzip",
        "|gzip",
        "gzip|",
        "gzip|identity"
      })
  void codingsAreFoundHoweverTheyAreNamed(String lines) throws IOException {
    RawHttp.Answer answer = post(gzip(add(0)), lines.split("\\|", -1));

    assertThat(answer.body()).contains("<return>42</return>");
    assertThat(answer.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zstd, gzip", "zstd|gzip", "ZSTD|identity|x-gzip, "})
  void severalAreTakenOffInTheirOrder(String lines) throws IOException {
    RawHttp.Answer answer = post(gzip(Zstd.compress(add(0))), lines.split("\\|", -1));

    assertThat(answer.body()).contains("<return>42</return>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "identity", "Identity , identity", "identity|identity", ",|,"})
  void noneIsNone(String lines) throws IOException {
    assertThat(post(add(0), lines.split("\\|", -1)).body()).contains("<return>42</return>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "gzip|br", "br, gzip", "gzip, gzip, gzip, gzip, gzip", "dcz"})
  void whatIsNotKnownIsRefusedByName(String lines) throws IOException {
    RawHttp.Answer answer = post(gzip(add(0)), lines.split("\\|", -1));

    assertThat(answer.status()).isEqualTo(415);
    assertThat(answer.head()).contains("\r\nAccept-Encoding: gzip, zstd, deflate\r\n");
    assertThat(answer.body())
        .startsWith("expected content codings of gzip, zstd, deflate, at most 4, found '")
        .contains(lines.replace("|", ", "));
  }

  // ---- what is whole ----

  /** RFC 1952 §2.2; as {@code cat a.gz b.gz} makes it. */
  @Test
  void membersOfGzipAreReadOneAfterAnother() throws IOException {
    byte[] message = add(0);
    byte[] content =
        joined(
            gzip(Arrays.copyOf(message, 10)),
            gzip(new byte[0]),
            gzip(Arrays.copyOfRange(message, 10, message.length)));

    assertThat(post(content, "gzip").body()).contains("<return>42</return>");
  }

  @ParameterizedTest
  @CsvSource({"gzip, 1", "gzip, 10", "gzip, 200", "zstd, 1", "zstd, 10", "zstd, 200"})
  void whatIsBehindTheLastMemberIsRefused(String coding, int length) throws IOException {
    byte[] whole = coding.equals("gzip") ? gzip(add(0)) : Zstd.compress(add(0));
    byte[] garbage = new byte[length];
    Arrays.fill(garbage, (byte) 'x');
    RawHttp.Answer answer = post(joined(whole, garbage), coding);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).startsWith("the content coding of the request: expected ");
    if (coding.equals("gzip")) {
      assertThat(answer.body())
          .contains("expected gzip: the end or another member at byte " + whole.length)
          .contains("found 0x78");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void whatIsCutOffIsRefused(String coding) throws IOException {
    byte[] whole = coding.equals("gzip") ? gzip(add(0)) : Zstd.compress(add(0));
    for (int length : new int[] {0, 1, 5, 12, whole.length - 9, whole.length - 1}) {
      RawHttp.Answer answer = post(Arrays.copyOf(whole, length), coding);

      assertThat(answer.status()).as("%s bytes", length).isEqualTo(400);
      assertThat(answer.body()).startsWith("the content coding of the request: expected ");
    }
  }

  // ---- deflate ----

  private static byte[] deflate(byte[] message, boolean raw) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, raw);
    try (DeflaterOutputStream out = new DeflaterOutputStream(content, deflater)) {
      out.write(message);
    } catch (IOException e) {
      throw new AssertionError(e);
    } finally {
      deflater.end();
    }
    return content.toByteArray();
  }

  /** In zlib as RFC 9110 §8.4.1.2 has it, and without, as some send it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void deflateIsTakenOff(boolean raw) throws IOException {
    byte[] whole = deflate(add(0), raw);
    assertThat(post(whole, "deflate").body()).contains("<return>42</return>");
    assertThat(post(gzip(whole), "Deflate, gzip").body()).contains("<return>42</return>");

    for (int length : new int[] {0, 1, 2, whole.length / 2, whole.length - 1}) {
      RawHttp.Answer answer = post(Arrays.copyOf(whole, length), "deflate");
      assertThat(answer.status()).as("%s bytes", length).isEqualTo(400);
      assertThat(answer.body())
          .startsWith("the content coding of the request: expected deflate: ")
          .contains("found the end at byte " + length);
    }
    RawHttp.Answer more = post(joined(whole, new byte[] {'x'}), "deflate");
    assertThat(more.status()).isEqualTo(400);
    assertThat(more.body()).contains("the end at byte " + whole.length + ", found 0x78");
    RawHttp.Answer large = post(deflate(add(MOST), raw), "deflate");
    assertThat(large.status()).isEqualTo(413);
  }

  @Test
  void damagedDeflateIsRefused() throws IOException {
    byte[] whole = deflate(add(0), false);
    byte[] check = whole.clone();
    check[whole.length - 1] ^= 1;
    assertThat(post(check, "deflate").body()).contains("data whose Adler-32 is 0x");
    byte[] head = whole.clone();
    head[1] ^= 1;
    assertThat(post(head, "deflate").body()).contains("a head of zlib whose check is right");
    byte[] dictionary = whole.clone();
    dictionary[0] = 0x78;
    dictionary[1] = 0x20; // 0x7820 is a multiple of 31
    assertThat(post(dictionary, "deflate").body()).contains("data without a dictionary");
    assertThat(post(add(0), "deflate").body()).contains("data in the format deflate");
  }

  // ---- size ----

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd", "gzip, gzip", "zstd, gzip"})
  void whatIsTooLargeOnceDecodedIsTooLarge(String codings) throws IOException {
    byte[] content = add(MOST);
    for (String coding : codings.split(", ")) {
      content = coding.equals("gzip") ? gzip(content) : Zstd.compress(content);
    }
    RawHttp.Answer answer = post(content, codings);

    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.body())
        .isEqualTo(
            "the content coding of the request: expected a message of at most "
                + MOST
                + " bytes\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void whatIsAsLargeAsItMayBeIsTaken(String coding) throws IOException {
    byte[] message = add(MOST - add(0).length);
    assertThat(message).hasSize(MOST);
    byte[] content = coding.equals("gzip") ? gzip(message) : Zstd.compress(message);

    assertThat(post(content, coding).body()).contains("<return>42</return>");
  }

  // ---- while they arrive ----

  /** What has come says that too much will come out of it: no more is waited for. */
  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void whatIsTooLargeIsRefusedBeforeAllHasArrived(String coding) throws IOException {
    byte[] message = new byte[50 * MOST];
    byte[] content = coding.equals("gzip") ? gzip(message) : Zstd.compress(message);
    String head =
        "POST /shop HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Encoding: "
            + coding
            + "\r\nContent-Length: 90000\r\n\r\n";
    RawHttp.Answer answer = RawHttp.exchange(server.port(), head, content);

    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.body()).startsWith("the content coding of the request: expected a message");
  }

  @Test
  void whatIsDamagedIsRefusedBeforeAllHasArrived() throws IOException {
    String head =
        "POST /shop HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n"
            + "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n";
    RawHttp.Answer answer = RawHttp.exchange(server.port(), head, new byte[0]);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body())
        .isEqualTo(
            "the content coding of the request: expected gzip: a member, 0x1F 0x8B, at byte 0,"
                + " found 0x68 0x65\n");
  }

  /** The content is not what it says itself, so that nothing is said of its coding. */
  @Test
  void whatDoesNotArriveIsNoDamage() throws IOException {
    byte[] content = gzip(add(0));
    String head =
        "POST /shop HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n"
            + "Content-Encoding: gzip\r\nContent-Length: "
            + content.length
            + "\r\n\r\n";
    try (Socket socket = new Socket("localhost", server.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(content, 0, content.length - 1);
      socket.shutdownOutput();
      RawHttp.Answer answer = RawHttp.parse(socket.getInputStream().readAllBytes());

      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.body()).startsWith("expected the whole request, found the end of the conn");
    }
  }

  /** The bounds of packages are those of packages that come without a coding. */
  @ParameterizedTest
  @ValueSource(strings = {"identity", "gzip", "zstd", "zstd, gzip"})
  void partsAreReadWhileTheyAreDecoded(String codings) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.writeBytes("--b\r\nContent-Type: text/xml\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    content.writeBytes(add(0));
    content.writeBytes("\r\n--b\r\nContent-ID: <p>\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    byte[] part = new byte[3 * MOST];
    new Random(1).nextBytes(part);
    content.writeBytes(part);
    content.writeBytes("\r\n--b--\r\n".getBytes(StandardCharsets.US_ASCII));
    byte[] coded = content.toByteArray();
    for (String coding : codings.split(", ")) {
      coded =
          switch (coding) {
            case "gzip" -> gzip(coded);
            case "zstd" -> Zstd.compress(coded);
            default -> coded;
          };
    }
    String type = "multipart/related; boundary=b; type=\"text/xml\"";
    RawHttp.Answer answer =
        RawHttp.post(server.port(), type, coded, "Content-Encoding: " + codings + "\r\n");

    assertThat(answer.body()).contains("<return>42</return>");
  }
}
