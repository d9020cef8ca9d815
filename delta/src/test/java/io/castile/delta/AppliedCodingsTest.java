package io.castile.delta;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Instance;
import io.castile.delta.format.Sha256;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The codings that others know: exact, bounded, and never silently damaged. */
class AppliedCodingsTest {
  private static final Instance DICTIONARY = Instance.of(text(1));
  private static final byte[] MESSAGE = text(2);

  private enum Coding {
    GZIP {
      @Override
      byte[] encode(byte[] message) {
        return GzipCoding.encode(message);
      }

      @Override
      byte[] decode(byte[] content, int maxBytes) throws DeltaException {
        return GzipCoding.decode(content, maxBytes);
      }
    },
    ZSTD {
      @Override
      byte[] encode(byte[] message) {
        return ZstdCoding.encode(message);
      }

      @Override
      byte[] decode(byte[] content, int maxBytes) throws DeltaException {
        return ZstdCoding.decode(content, maxBytes);
      }
    },
    DCZ {
      @Override
      byte[] encode(byte[] message) {
        return ZstdCoding.encode(DICTIONARY, message);
      }

      @Override
      byte[] decode(byte[] content, int maxBytes) throws DeltaException {
        return ZstdCoding.decode(DICTIONARY, content, maxBytes);
      }
    };

    abstract byte[] encode(byte[] message);

    abstract byte[] decode(byte[] content, int maxBytes) throws DeltaException;
  }

  private static byte[] text(int seed) {
    StringBuilder text = new StringBuilder("<r>");
    for (int i = 0; i < 400; i++) {
      text.append("<item>").append(Integer.toHexString(i * 7919 % (1000 + seed))).append("</item>");
    }
    return text.append("</r>").toString().getBytes(UTF_8);
  }

  @ParameterizedTest
  @EnumSource(Coding.class)
  void isExactAndShort(Coding coding) throws Exception {
    byte[] content = coding.encode(MESSAGE);
    assertThat(content.length).isLessThan(MESSAGE.length / 2);
    assertThat(coding.decode(content, MESSAGE.length)).isEqualTo(MESSAGE);
    assertThat(coding.decode(coding.encode(new byte[0]), 0)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Coding.class)
  void isBounded(Coding coding) {
    byte[] bomb = coding.encode(new byte[50 << 20]);
    assertThat(bomb.length).isLessThan(100_000);
    assertThatThrownBy(() -> coding.decode(bomb, 1 << 20)).isInstanceOf(DeltaException.class);
    byte[] content = coding.encode(MESSAGE);
    assertThatThrownBy(() -> coding.decode(content, MESSAGE.length - 1))
        .isInstanceOf(DeltaException.class);
  }

  @ParameterizedTest
  @EnumSource(Coding.class)
  void whatIsCutOffIsNotRead(Coding coding) {
    byte[] content = coding.encode(MESSAGE);
    for (int length = 0; length < content.length; length += length < 60 ? 1 : 37) {
      byte[] part = Arrays.copyOf(content, length);
      assertThatThrownBy(() -> coding.decode(part, MESSAGE.length))
          .as("%s bytes", length)
          .isInstanceOf(DeltaException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Coding.class)
  void whatIsDamagedIsNotReadAsAnotherMessage(Coding coding) {
    byte[] content = coding.encode(MESSAGE);
    int found = 0;
    for (int at = 0; at < content.length; at++) {
      byte[] damaged = content.clone();
      damaged[at] ^= 0x10;
      try {
        // A few bits say nothing of the message, as the time in the head of gzip.
        assertThat(coding.decode(damaged, MESSAGE.length)).isEqualTo(MESSAGE);
      } catch (DeltaException e) {
        found++;
      }
    }
    assertThat(found).isGreaterThan(content.length - 12);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                       | ''",
        "identity                 | ''",
        "gzip                     | ''",
        "csd, gzip                | csd",
        "CSD ,, Identity , GZip   | csd",
        "msoap,zstd,x-gzip        | msoap",
        "dcz, gzip                | ''",
        "br, gzip                 | br",
        "gzip, br                 | gzip, br",
        "zstd, zstd, zstd, zstd   | ''",
      })
  void whatIsKnownIsTakenOffFromTheEnd(String field, String left) throws Exception {
    assertThat(AppliedCodings.of(field).left()).hasToString(left);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gzip, gzip, gzip, gzip, gzip",
        "csd, br",
        "gzip, csd",
        "csd, msoap, gzip",
        "br,csd"
      })
  void whatCannotBeTakenOffFails(String field) {
    assertThatThrownBy(() -> AppliedCodings.of(field).left())
        .isInstanceOf(DeltaException.class)
        .hasMessageContaining("expected");
  }

  @Test
  void theLastOneIsTakenOffFirst() throws Exception {
    byte[] content = Coding.ZSTD.encode(Coding.GZIP.encode(Coding.DCZ.encode(MESSAGE)));
    AppliedCodings codings = AppliedCodings.of("csd, dcz, gzip, zstd");
    assertThat(codings.decode(content, DICTIONARY, MESSAGE.length)).isEqualTo(MESSAGE);
    assertThatThrownBy(() -> codings.decode(content, null, MESSAGE.length))
        .isInstanceOf(DeltaException.class)
        .hasMessageContaining("no dictionary was named");
  }

  @Test
  void eachIsBounded() {
    int bound = 1 << 20;
    byte[] bomb = new byte[2 * bound];
    byte[] twice = Coding.GZIP.encode(Coding.GZIP.encode(bomb));
    assertThatThrownBy(() -> AppliedCodings.of("gzip, gzip").decode(twice, null, bound))
        .isInstanceOf(DeltaException.class);
    // The outer one expands to too much, although what is in it is small: a frame to be skipped
    // (RFC 8878 §3.1.2) is behind it.
    byte[] inner = Coding.ZSTD.encode(MESSAGE);
    byte[] padded = Arrays.copyOf(inner, inner.length + 8 + bomb.length);
    ByteBuffer.wrap(padded, inner.length, 8)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0x184D2A50)
        .putInt(bomb.length);
    byte[] outer = Coding.GZIP.encode(padded);
    assertThatThrownBy(() -> AppliedCodings.of("zstd, gzip").decode(outer, null, bound))
        .isInstanceOf(DeltaException.class)
        .hasMessageContaining("at most " + bound);
  }

  @ParameterizedTest
  @EnumSource(value = Coding.class, names = "DCZ")
  void theHeadIsThatOfTheRfc(Coding coding) {
    byte[] content = coding.encode(MESSAGE);
    assertThat(Arrays.copyOf(content, 8)).containsExactly(0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0);
    assertThat(Arrays.copyOfRange(content, 8, 40))
        .isEqualTo(Sha256.digest().digest(DICTIONARY.bytes()));
    byte[] frame = Arrays.copyOfRange(content, 40, content.length);
    assertThat(Zstd.getFrameContentSize(frame)).isEqualTo(MESSAGE.length);
    assertThatThrownBy(() -> ZstdCoding.decode(Instance.of(text(3)), content, MESSAGE.length))
        .isInstanceOf(DeltaException.class)
        .hasMessageContaining("hash");
  }
}
