package io.castile.delta.typed;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.typed.XmlCharacters;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class XmlTextsTest {
  private static final int[] ODD = {
    0, 8, '\t', '\n', '\r', 0x1f, ' ', '?', 0x7f, 0x80, 0xd800, 0xdc00, 0xfffe, 0xffff, 'é', '日'
  };

  /** Eight bytes at a time, wherever among plain ones an odd character stands. */
  @Property
  void charactersAreAllowedAsOneByOne(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder("plain text, which is long enough".repeat(2));
    text.setLength(random.nextInt(text.length()));
    for (int odd = random.nextInt(3); odd > 0; odd--) {
      text.insert(random.nextInt(text.length() + 1), (char) ODD[random.nextInt(ODD.length)]);
    }
    String all = text.toString();

    assertThat(XmlTexts.areAllowed(all, all.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(XmlCharacters.areAllowed(all));
  }
}
