package io.castile.delta.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.delta.Documents;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class FieldDigestTest {
  private static final BigInteger PRIME = BigInteger.valueOf(PrimeField.PRIME);

  @Property
  void theDigestIsTheSumOfPolynomials(@ForAll long seed) {
    byte[] document = new Documents(seed).document().bytes();
    assertThat(digest(document, seed)).isEqualTo(slow(document, seed));
  }

  @Property(tries = 200)
  void theDigestOfAnyBytesIsTheSumOfPolynomials(@ForAll byte[] bytes, @ForAll long seed) {
    assertThat(digest(bytes, seed)).isEqualTo(slow(bytes, seed));
    Arrays.fill(bytes, (byte) 0xff);
    assertThat(digest(bytes, seed)).isEqualTo(slow(bytes, seed));
  }

  private static long digest(byte[] bytes, long seed) {
    return new FieldDigest(seed).of(bytes, FieldTable.of(bytes));
  }

  /** The same by numbers of any size. */
  private static long slow(byte[] bytes, long seed) {
    FieldTable table = FieldTable.of(bytes);
    BigInteger point = BigInteger.valueOf(SplitMix.point(seed));
    BigInteger markup = BigInteger.ZERO;
    BigInteger texts = BigInteger.ZERO;
    int pos = 0;
    for (int field = 0; field < table.fields(); field++) {
      markup = polynomial(bytes, pos, table.start(field), point, markup);
      BigInteger text =
          polynomial(bytes, table.start(field), table.end(field), point, BigInteger.ZERO);
      long key = SplitMix.word(SplitMix.word(seed, 2), field) >>> 3;
      texts = texts.add(text.multiply(BigInteger.valueOf(key)));
      pos = table.end(field);
    }
    markup = polynomial(bytes, pos, bytes.length, point, markup);
    return markup.add(texts).mod(PRIME).longValueExact();
  }

  private static BigInteger polynomial(
      byte[] bytes, int start, int end, BigInteger point, BigInteger before) {
    BigInteger hash = before.multiply(point).add(BigInteger.valueOf(end - start + 1L));
    for (int at = start; at < end; at += 7) {
      BigInteger piece = BigInteger.ZERO;
      for (int i = Math.min(end, at + 7) - 1; i >= at; i--) {
        piece = piece.shiftLeft(8).add(BigInteger.valueOf(bytes[i] & 0xff));
      }
      hash = hash.multiply(point).add(piece);
    }
    return hash.mod(PRIME);
  }

  /** What a sum of texts alone would not tell. */
  @Test
  void textsThatChangePlacesGiveAnotherDigest() {
    Set<Long> digests = new HashSet<>();
    for (String message :
        new String[] {
          "<r><a>1</a><a>2</a></r>",
          "<r><a>2</a><a>1</a></r>",
          "<r><a>12</a><a></a></r>",
          "<r><a></a><a>12</a></r>",
          "<r><a>1</a><b>2</b></r>",
          "<r><a>1</a><a>2</a> </r>",
          "<r><a>1</a><a>2\0</a></r>",
          "<r><a x='1'>2</a></r>",
          "<r>1<a>2</a></r>",
        }) {
      digests.add(digest(message.getBytes(UTF_8), 1));
    }
    assertThat(digests).hasSize(9);
  }
}
