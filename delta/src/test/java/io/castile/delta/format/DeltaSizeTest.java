package io.castile.delta.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdCompressCtx;
import io.castile.delta.Documents;
import io.castile.delta.Ratings;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many bytes deltas take, beside {@code dcz} (RFC 9842 §4) at level 3. */
class DeltaSizeTest {
  private static final int DCZ_HEAD = 40;

  @ParameterizedTest
  @CsvSource({"0, 23", "1, 45", "10, 170", "30, 400", "50, 600", "100, 950"})
  void changedRatingsTakeFewBytes(int percent, int goal) throws Exception {
    Ratings ratings = new Ratings();
    byte[] base = ratings.message();
    for (int round = 0; round < 20; round++) {
      byte[] target = ratings.changed(percent);
      assertThat(size(base, target)).isLessThanOrEqualTo(goal);
    }
  }

  @Test
  void replacedRatingsTakeLessThanWithADictionary() throws Exception {
    Ratings ratings = new Ratings();
    byte[] base = ratings.message();
    for (int round = 0; round < 20; round++) {
      byte[] target = ratings.replaced(20);
      assertThat(size(base, target)).isLessThanOrEqualTo((int) (0.8 * dcz(base, target)));
    }
  }

  @Test
  void changedDoublesTakeLessThanWithADictionary() throws Exception {
    Random random = new Random(2);
    double[] values = random.doubles(10_000).toArray();
    byte[] base = message(values);
    for (int i = 0; i < 1_000; i++) {
      values[random.nextInt(values.length)] = random.nextDouble();
    }
    byte[] target = message(values);
    assertThat(size(base, target)).isLessThanOrEqualTo((int) (0.6 * dcz(base, target)));
  }

  /** The kind of a long column is chosen by a sample. */
  @ParameterizedTest
  @CsvSource({"1", "2", "16", "100", "999"})
  void aSampleThatMisleadsCostsNoMoreThanADictionary(int texts) throws Exception {
    Random random = new Random(3);
    String[] before = new String[1000];
    String[] after = new String[1000];
    for (int i = 0; i < before.length; i++) {
      before[i] = Integer.toString(random.nextInt(1_000_000));
      after[i] = i < texts ? "text " + random.nextInt() : Integer.toString(random.nextInt());
    }
    byte[] base = message(before);
    byte[] target = message(after);
    assertThat(size(base, target)).isLessThanOrEqualTo(dcz(base, target));
    assertThat(size(target, base)).isLessThanOrEqualTo(dcz(target, base));
  }

  @Tag("long")
  @Property(tries = 500)
  void noDeltaIsLargerThanWithADictionary(@ForAll long seed) throws Exception {
    Documents documents = new Documents(seed);
    Documents.Node document = documents.document();
    byte[] base = document.bytes();
    byte[] target = documents.edited(document).bytes();
    byte[] delta = Delta.between(Instance.of(base), Instance.of(target));
    int size = delta == null ? target.length : delta.length;
    assertThat(size).isLessThanOrEqualTo(dcz(base, target));
  }

  private static byte[] message(double[] values) {
    return message(Arrays.stream(values).mapToObj(Double::toString).toArray(String[]::new));
  }

  private static byte[] message(String[] values) {
    StringBuilder message = new StringBuilder("<e><b><r>");
    for (String value : values) {
      message.append("<item>").append(value).append("</item>");
    }
    return message.append("</r></b></e>").toString().getBytes(UTF_8);
  }

  private static int size(byte[] base, byte[] target) throws DeltaException {
    byte[] delta = Delta.between(Instance.of(base), Instance.of(target));
    assertThat(Delta.apply(Instance.of(base), delta, target.length).bytes()).isEqualTo(target);
    return delta.length;
  }

  private static int dcz(byte[] base, byte[] target) {
    try (ZstdCompressCtx context = new ZstdCompressCtx()) {
      context.setLevel(3);
      context.loadDict(base);
      return DCZ_HEAD + context.compress(target).length;
    }
  }
}
