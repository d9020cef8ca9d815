package io.castile.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.delta.format.DeltaException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes out of a content is bound to all of it, in whatever pieces it arrives. */
class ExpansionTest {
  private static final int MIB = 1 << 20;

  /** Content that comes to much at first and to little then. */
  private static byte[] coded(int zeros, int random) throws IOException {
    byte[] rest = new byte[random];
    new Random(1).nextBytes(rest);
    ByteArrayOutputStream inner = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(inner, 512, true)) {
      out.write(new byte[zeros]);
      out.flush();
      out.write(rest);
    }
    return GzipCoding.encode(inner.toByteArray());
  }

  private static long decoded(byte[] content, int piece) throws IOException {
    InputStream arriving =
        new ByteArrayInputStream(content) {
          @Override
          public int read(byte[] bytes, int offset, int length) {
            return super.read(bytes, offset, Math.min(piece, length));
          }
        };
    long size = 0;
    try (InputStream in =
        AppliedCodings.of("gzip, gzip").open(arriving, null, Long.MAX_VALUE, Long.MAX_VALUE)) {
      byte[] bytes = new byte[64 << 10];
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        size += count;
      }
    }
    return size;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, MIB})
  void whatIsInProportionToTheWholeIsRead(int piece) throws IOException {
    byte[] content = coded(20 * MIB, 30_000);
    assertThat(content.length).isBetween(30_000, 32_000);

    assertThat(decoded(content, piece)).isEqualTo(20L * MIB + 30_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, MIB})
  void whatIsNotIsRefused(int piece) throws IOException {
    byte[] content = coded(20 * MIB, 15_000);

    assertThatThrownBy(() -> decoded(content, piece))
        .isInstanceOf(DeltaException.class)
        .hasMessage("expected a message of at most " + (MIB + 1000L * content.length) + " bytes");
  }
}
