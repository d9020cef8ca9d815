package io.castile.delta.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageNamesTest {
  /** The vector of the reference implementation for 16 bytes. */
  @Test
  void theMacIsSipHash() {
    assertThat(
            MessageNames.sipHash(
                0x0706050403020100L, 0x0f0e0d0c0b0a0908L, 0x0706050403020100L, 0x0f0e0d0c0b0a0908L))
        .isEqualTo(0x3f2acc7f57c29bdbL);
  }

  @Test
  void aNameIsTheSameForTheSameMessageAndSecretOnly() {
    byte[] secret = new byte[MessageNames.SECRET_BYTES];
    MessageNames names = new MessageNames(secret);
    byte[] other = secret.clone();
    other[31] = 1;
    Set<Long> found = new HashSet<>();
    for (int length = 0; length < 3000; length += 7) {
      byte[] zeros = new byte[length];
      long name = Instance.named(zeros, names).version();
      assertThat(name).isBetween(0L, (1L << 48) - 1);
      assertThat(Instance.named(zeros, new MessageNames(secret)).version()).isEqualTo(name);
      assertThat(Instance.named(zeros, new MessageNames(other)).version()).isNotEqualTo(name);
      assertThat(found.add(name)).isTrue();
    }
  }

  /** What is no digest itself: else its keys could be found by who sees enough names. */
  @Test
  void aNameIsNotTheDigest() {
    byte[] message = "message".getBytes(UTF_8);
    assertThat(Instance.named(message, 7).version())
        .isNotEqualTo(MessageNames.of(7).digest().of(RowDocument.of(message)) & ((1L << 48) - 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 8, 13, 25, 100})
  void zerosAreNoMessage(int length) {
    for (int first : new int[] {0, 0x10, 0x11, 0x12, 0x13, 0x20, 0x21, 0x22, 0x23}) {
      byte[] zeros = new byte[length];
      if (length > 0) {
        zeros[0] = (byte) first;
      }
      for (byte[] base : new byte[][] {{}, new byte[10], "<a/>".getBytes(UTF_8)}) {
        assertThatThrownBy(() -> Delta.apply(Instance.of(base), zeros, 1000))
            .isInstanceOf(DeltaException.class);
      }
    }
  }
}
