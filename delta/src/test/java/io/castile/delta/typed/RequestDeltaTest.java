package io.castile.delta.typed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.delta.format.Delta;
import io.castile.delta.format.Instance;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contents whose random versions begin as documents do. */
class RequestDeltaTest {
  /** The first bytes of {@code <a:b />}. */
  private static final long LIKE_A_TAG = 0x3c613a62202fL;

  private static Instance message(String changing, long version) {
    String text = "<a><b>" + changing + "</b>" + "<c>same</c>".repeat(20) + "</a>";
    return Instance.of(text.getBytes(UTF_8), version);
  }

  private static byte[] delta() {
    return Delta.between(message("1", 1), message("2", 2));
  }

  private static byte[] values(int form, long base) {
    byte[] values = new byte[TypedFormat.HEAD_BYTES + 9];
    values[0] = TypedFormat.firstByte(form);
    long version = form == TypedFormat.WHOLE ? TypedState.NO_VERSION : base;
    ByteBuffer.wrap(values).putInt(TypedFormat.CHECKSUM, TypedFormat.checksum(values, version));
    return values;
  }

  private static void isTold(byte[] content) {
    assertThat(RequestDelta.isUndamaged(content)).isTrue();
    for (int at = 12; at < content.length; at++) {
      content[at] ^= 4;
      assertThat(RequestDelta.isUndamaged(content)).as("damaged at %d", at).isFalse();
      content[at] ^= 4;
    }
    byte[] cut = Arrays.copyOf(content, content.length - 1);
    assertThat(RequestDelta.isUndamaged(cut)).isFalse();
  }

  @Test
  void deltasAreTold() {
    isTold(new RequestDelta(LIKE_A_TAG, 7, delta()).content());
    isTold(new RequestDelta(LIKE_A_TAG, Instance.NO_VERSION, delta()).content());
  }

  @ParameterizedTest
  @ValueSource(ints = {TypedFormat.SAME, TypedFormat.WHOLE, TypedFormat.CHANGES})
  void valuesAreTold(int form) {
    isTold(new RequestDelta(LIKE_A_TAG, 7, values(form, 7)).content());
  }

  /** The thirteenth byte of some is that of values. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<",
        "<a:Envelope>",
        "<ns:Envelope xmlns:ns='urn:a'><ns:Body/>",
        "<abcdefghijk!"
      })
  void documentsAreNone(String document) {
    assertThat(RequestDelta.isUndamaged(document.getBytes(UTF_8))).isFalse();
  }
}
