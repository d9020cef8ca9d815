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
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;

class FieldDigestTest {
  private static final BigInteger PRIME = BigInteger.valueOf(PrimeField.PRIME);

  @Tag("long")
  @Property
  void theDigestIsTheSumOfProducts(@ForAll long seed) {
    byte[] document = new Documents(seed).document().bytes();
    assertThat(digest(document, seed)).isEqualTo(slow(document, seed));
  }

  @Property(tries = 200)
  void theDigestOfAnyBytesIsTheSumOfProducts(@ForAll byte[] bytes, @ForAll long seed) {
    assertThat(digest(bytes, seed)).isEqualTo(slow(bytes, seed));
    Arrays.fill(bytes, (byte) 0xff);
    assertThat(digest(bytes, seed)).isEqualTo(slow(bytes, seed));
  }

  private static long digest(byte[] bytes, long seed) {
    return new FieldDigest(seed).of(RowDocument.of(bytes));
  }

  /** The same by numbers of any size. */
  private static long slow(byte[] bytes, long seed) {
    RowDocument document = RowDocument.of(bytes);
    BigInteger sum = BigInteger.ZERO;
    int pos = 0;
    for (int field = 0; field <= document.fields(); field++) {
      int start = field < document.fields() ? document.start(field) : bytes.length;
      sum = sum.add(terms(bytes, pos, start, seed + ~field * 0xd1342543de82ef95L));
      if (field < document.fields()) {
        pos = document.end(field);
        sum = sum.add(terms(bytes, start, pos, seed + field * 0xd1342543de82ef95L));
      }
    }
    return sum.mod(PRIME).longValueExact();
  }

  private static BigInteger terms(byte[] bytes, int start, int end, long keys) {
    BigInteger sum = BigInteger.valueOf(end - start + 1L).multiply(key(keys, 0));
    for (int at = start; at < end; at += 7) {
      byte[] piece = new byte[8]; // the highest byte first, and none for the sign
      for (int i = at; i < Math.min(end, at + 7); i++) {
        piece[7 - (i - at)] = bytes[i];
      }
      sum = sum.add(new BigInteger(piece).multiply(key(keys, 1 + (at - start) / 7)));
    }
    return sum;
  }

  private static BigInteger key(long keys, int index) {
    return BigInteger.valueOf(SplitMix.word(keys, index) >>> 3);
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
