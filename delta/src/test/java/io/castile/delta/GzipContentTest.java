package io.castile.delta;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.delta.format.DeltaException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.CRC32;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Members of gzip as RFC 1952 has them, however they arrive. */
class GzipContentTest {
  private static final byte[] MESSAGE = "<message>of a few bytes</message>".getBytes(UTF_8);

  /** The head that the JDK writes. */
  private static final int PLAIN_HEAD_BYTES = 10;

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] decoded(byte[] content) throws IOException {
    try (InputStream in = GzipCoding.open(new ByteArrayInputStream(content))) {
      return in.readAllBytes();
    }
  }

  /** A stream that gives as many bytes at a time as it is told. */
  private static InputStream inPieces(byte[] content, int most) {
    return new ByteArrayInputStream(content) {
      @Override
      public int read(byte[] bytes, int offset, int length) {
        return super.read(bytes, offset, Math.min(most, length));
      }
    };
  }

  @Property(tries = 200)
  void membersAreReadHoweverTheyArrive(
      @ForAll @Size(max = 4) byte[][] messages,
      @ForAll @IntRange(min = 1, max = 40) int piece,
      @ForAll @IntRange(min = 1, max = 40) int read)
      throws IOException {
    byte[] content = GzipCoding.encode(MESSAGE);
    byte[] expected = MESSAGE;
    for (byte[] message : messages) {
      content = joined(content, GzipCoding.encode(message));
      expected = joined(expected, message);
    }
    ByteArrayOutputStream found = new ByteArrayOutputStream();
    try (InputStream in = GzipCoding.open(inPieces(content, piece))) {
      byte[] bytes = new byte[read];
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        found.write(bytes, 0, count);
      }
      assertThat(in.read(bytes)).isEqualTo(-1);
    }
    assertThat(found.toByteArray()).isEqualTo(expected);
  }

  // ---- heads ----

  /** A member with a head of one's own. */
  private static byte[] member(int flags, byte[] fields) {
    byte[] plain = GzipCoding.encode(MESSAGE);
    byte[] head = Arrays.copyOf(plain, PLAIN_HEAD_BYTES);
    head[3] = (byte) flags;
    return joined(head, fields, Arrays.copyOfRange(plain, PLAIN_HEAD_BYTES, plain.length));
  }

  @ParameterizedTest
  @CsvSource({
    "0x00, ''",
    "0x01, ''",
    "0x04, '\u0003\u0000abc'",
    "0x08, 'name\u0000'",
    "0x10, 'comment\u0000'",
    "0x1C, '\u0000\u0000n\u0000\u0000'",
    "0x08, '\u0000'"
  })
  void fieldsOfHeadsArePassedOver(String flags, String fields) throws IOException {
    assertThat(decoded(member(Integer.decode(flags), fields.getBytes(UTF_8)))).isEqualTo(MESSAGE);
  }

  @Test
  void theCheckOfAHeadIsLookedAt() throws IOException {
    CRC32 made = new CRC32();
    made.update(member(0x0A, new byte[0]), 0, PLAIN_HEAD_BYTES);
    made.update(new byte[] {'n', 0});
    byte low = (byte) made.getValue();
    byte high = (byte) (made.getValue() >> 8);

    assertThat(decoded(member(0x0A, new byte[] {'n', 0, low, high}))).isEqualTo(MESSAGE);
    assertThatThrownBy(() -> decoded(member(0x0A, new byte[] {'n', 0, low, (byte) ~high})))
        .isInstanceOf(DeltaException.class)
        .hasMessageContaining("the check of a head");
  }

  @Test
  void otherFlagsAndMethodsAreRefused() {
    assertThatThrownBy(() -> decoded(member(0x20, new byte[0])))
        .isInstanceOf(DeltaException.class)
        .hasMessage("expected gzip: flags of RFC 1952, found 0x20");
    byte[] stored = GzipCoding.encode(MESSAGE);
    stored[2] = 0;
    assertThatThrownBy(() -> decoded(stored))
        .isInstanceOf(DeltaException.class)
        .hasMessage("expected gzip: method 8, deflate, found 0");
  }

  // ---- ends ----

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void whatIsDamagedBehindDataIsNamed(int fromEnd) {
    byte[] content = GzipCoding.encode(MESSAGE);
    content[content.length - fromEnd] ^= 1;
    assertThatThrownBy(() -> decoded(content))
        .isInstanceOf(DeltaException.class)
        .hasMessageContaining(fromEnd > 4 ? "data whose CRC-32 is 0x" : "expected gzip: data of ");
  }

  @Test
  void theEndOfNoMemberIsNamed() {
    byte[] content = GzipCoding.encode(MESSAGE);
    assertThatThrownBy(() -> decoded(new byte[0]))
        .hasMessage("expected gzip: a member, 0x1F 0x8B, at byte 0, found the end");
    assertThatThrownBy(() -> decoded("<x/>".getBytes(UTF_8)))
        .hasMessage("expected gzip: a member, 0x1F 0x8B, at byte 0, found 0x3C 0x78");
    assertThatThrownBy(() -> decoded(Arrays.copyOf(content, content.length - 1)))
        .hasMessage(
            "expected gzip: check and size of a member, found the end at byte "
                + (content.length - 1));
    assertThatThrownBy(() -> decoded(Arrays.copyOf(content, 20)))
        .hasMessage("expected gzip: more data, found the end at byte 20");
    assertThatThrownBy(() -> decoded(Arrays.copyOf(content, content.length + 3)))
        .hasMessage(
            "expected gzip: the end or another member at byte "
                + content.length
                + ", found 0x00 0x00");
  }

  @Test
  void whatIsNoDataIsNamed() {
    byte[] content = GzipCoding.encode(MESSAGE);
    content[PLAIN_HEAD_BYTES] = 7; // the type of block that there is not
    assertThatThrownBy(() -> decoded(content))
        .isInstanceOf(DeltaException.class)
        .hasMessageStartingWith("expected gzip: data in the format deflate, found other at about");
  }
}
