package io.castile.delta.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class CheckHashTest {
  private static final BigInteger PRIME = BigInteger.ONE.shiftLeft(61).subtract(BigInteger.ONE);

  @Property
  void theDigestIsThePolynomial(@ForAll byte[] bytes, @ForAll long seed) {
    assertThat(CheckHash.of(bytes, seed)).isEqualTo(slow(bytes, seed));
  }

  @Property(tries = 100)
  void theDigestOfHighBytesIsThePolynomial(@ForAll long seed) {
    byte[] bytes = new byte[(int) (seed & 0xfff)];
    Arrays.fill(bytes, (byte) 0xff);
    assertThat(CheckHash.of(bytes, seed)).isEqualTo(slow(bytes, seed));
  }

  @Property(tries = 100)
  void digestsOfOneSeedDoNotDependOnOthersBefore(
      @ForAll byte[] one, @ForAll byte[] other, @ForAll long seed) {
    CheckHash prepared = new CheckHash(seed);
    prepared.of(one);

    assertThat(prepared.of(other)).isEqualTo(slow(other, seed));
  }

  /** The same by numbers of any size. */
  private static long slow(byte[] bytes, long seed) {
    BigInteger x = BigInteger.valueOf(SplitMix.point(seed));
    long[] keys = CheckHash.keys(seed);
    int blockBytes = 8 * CheckHash.BLOCK_WORDS;
    byte[] padded = Arrays.copyOf(bytes, (bytes.length + blockBytes - 1) / blockBytes * blockBytes);
    ByteBuffer words = ByteBuffer.wrap(padded).order(ByteOrder.LITTLE_ENDIAN);
    BigInteger hash = BigInteger.ZERO;
    while (words.hasRemaining()) {
      BigInteger sum = BigInteger.ZERO;
      for (int i = 0; i < CheckHash.BLOCK_WORDS; i += 2) {
        BigInteger a = BigInteger.valueOf(words.getLong() + keys[i]);
        sum = sum.add(a.multiply(BigInteger.valueOf(words.getLong() + keys[i + 1])));
      }
      sum = sum.mod(BigInteger.ONE.shiftLeft(128));
      for (int i = 0; i < 3; i++) {
        BigInteger part = sum.shiftRight(60 * i).mod(BigInteger.ONE.shiftLeft(60));
        hash = hash.multiply(x).add(part).mod(PRIME);
      }
    }
    return hash.multiply(x).add(BigInteger.valueOf(bytes.length)).mod(PRIME).longValueExact();
  }
}
