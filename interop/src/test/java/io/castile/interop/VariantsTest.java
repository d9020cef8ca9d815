package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.interop.Variants.Change;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Variants must be other documents that say the same. */
final class VariantsTest {
  private static final String DOCUMENT =
      "<a:order xmlns:a='urn:a' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
          + " xsi:type='a:big' a:q='&lt;&quot;'><a:item kind='x'>one &amp; two ]]&gt;</a:item>"
          + "<plain>3\r\n<b:in xmlns:b='urn:b'/></plain><a:item>four</a:item></a:order>";

  @ParameterizedTest
  @EnumSource(
      value = Change.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"WHITE_SPACE", "UNKNOWN_ELEMENTS", "SHUFFLED"})
  void changesThatKeepTheInfosetKeepIt(Change change) {
    byte[] original = DOCUMENT.getBytes(StandardCharsets.UTF_8);

    for (int seed = 0; seed < 50; seed++) {
      byte[] variant = Variants.write(original, EnumSet.of(change), new Random(seed));

      assertThat(variant).isNotEqualTo(original);
      assertThat(Infoset.difference(original, variant)).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Change.class,
      names = {"WHITE_SPACE", "UNKNOWN_ELEMENTS", "SHUFFLED"})
  void changesOfContentShowInSomeVariant(Change change) {
    byte[] original = DOCUMENT.getBytes(StandardCharsets.UTF_8);
    int different = 0;

    for (int seed = 0; seed < 50; seed++) {
      byte[] variant = Variants.write(original, Set.of(change), new Random(seed));
      different += Infoset.difference(original, variant) == null ? 0 : 1;
    }

    assertThat(different).isGreaterThan(20);
  }
}
