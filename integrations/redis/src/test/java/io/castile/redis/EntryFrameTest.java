package io.castile.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class EntryFrameTest {
  private static final byte[] GENERATION = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final EntryFrame.Format FORMAT = new EntryFrame.Format(32, 100_000, null);

  private static final String NAME = "a name in Redis";

  private static byte[] frame(byte[] entry) {
    return new EntryFrame(GENERATION, 42, entry).bytes(FORMAT, NAME);
  }

  @Property
  void whatIsWrittenIsRead(@ForAll byte[] some, @ForAll @IntRange(max = 50) int times) {
    byte[] entry = new byte[some.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(some, 0, entry, i * some.length, some.length);
    }
    EntryFrame read = EntryFrame.parse(frame(entry), FORMAT, NAME);

    assertThat(read.entry()).isEqualTo(entry);
    assertThat(read.generation()).isEqualTo(GENERATION);
    assertThat(read.freshUntilMillis()).isEqualTo(42);
  }

  @Property
  void foreignBytesAreNoFrame(@ForAll byte[] bytes) {
    assertThat(EntryFrame.parse(bytes, FORMAT, NAME)).isNull();
  }

  /** Whatever comes out has no more bytes than are kept; nothing is thrown. */
  @Property
  void damagedFramesDoNoHarm(
      @ForAll @Size(min = 1, max = 300) byte[] some,
      @ForAll @IntRange(max = 400) int at,
      @ForAll byte by) {
    byte[] frame = frame(Arrays.copyOf(some, 400));
    frame[at % frame.length] ^= by;
    EntryFrame read = EntryFrame.parse(frame, FORMAT, NAME);
    EntryFrame cut = EntryFrame.parse(Arrays.copyOf(frame, at % frame.length), FORMAT, NAME);

    assertThat(read == null || read.entry().length <= FORMAT.maxBytes()).isTrue();
    assertThat(cut == null || cut.entry().length <= FORMAT.maxBytes()).isTrue();
  }

  @Test
  void theLargestIsWrittenAndReadAndNoLargerOne() {
    assertThat(EntryFrame.parse(frame(new byte[FORMAT.maxBytes()]), FORMAT, NAME).entry())
        .hasSize(FORMAT.maxBytes());
    assertThat(frame(new byte[FORMAT.maxBytes() + 1])).isNull();

    byte[] large =
        new EntryFrame(GENERATION, 42, new byte[FORMAT.maxBytes() + 1])
            .bytes(new EntryFrame.Format(32, 200_000, null), NAME);
    assertThat(EntryFrame.parse(large, FORMAT, NAME)).isNull();
  }

  @Test
  void whatCompressionDoesNotMakeSmallerStaysAsItIs() {
    byte[] small = "small".getBytes(StandardCharsets.US_ASCII);
    String frame = new String(frame(small), StandardCharsets.ISO_8859_1);

    assertThat(frame).endsWith("small");
    assertThat(frame(new byte[1000])).hasSizeLessThan(100);
  }

  // ---- encrypted ----

  private static FleetKeys keys(int name) {
    return FleetKeys.of(name, key(name));
  }

  private static byte[] key(int name) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) name);
    return key;
  }

  private static EntryFrame.Format format(FleetKeys keys) {
    return new EntryFrame.Format(32, 100_000, keys);
  }

  @Property
  void whatIsEncryptedIsRead(@ForAll byte[] some, @ForAll @IntRange(max = 1) int times) {
    byte[] entry = Arrays.copyOf(some, some.length + times * 500);
    EntryFrame.Format format = format(keys(1));
    byte[] frame = new EntryFrame(GENERATION, 42, entry).bytes(format, NAME);

    assertThat(EntryFrame.parse(frame, format, NAME).entry()).isEqualTo(entry);
    assertThat(EntryFrame.parse(frame, format(keys(2)), NAME)).isNull();
    assertThat(EntryFrame.parse(frame, format(FleetKeys.of(1, key(3))), NAME)).isNull();
    assertThat(EntryFrame.parse(frame, FORMAT, NAME)).isNull();
    assertThat(EntryFrame.parse(frame(entry), format, NAME)).isNull();
  }

  /** Whoever has Redis and no key can neither change an entry nor put it elsewhere. */
  @Test
  void nothingOfAnEncryptedEntryCanBeChanged() {
    EntryFrame.Format format = format(keys(1));
    byte[] entry = "a secret".getBytes(StandardCharsets.US_ASCII);
    byte[] frame = new EntryFrame(GENERATION, 42, entry).bytes(format, NAME);

    assertThat(new String(frame, StandardCharsets.ISO_8859_1)).doesNotContain("secret");
    assertThat(EntryFrame.parse(frame, format, "another name")).isNull();
    for (int at = 0; at < frame.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] changed = frame.clone();
        changed[at] ^= (byte) (1 << bit);
        assertThat(EntryFrame.parse(changed, format, NAME)).as("byte %s", at).isNull();
      }
      assertThat(EntryFrame.parse(Arrays.copyOf(frame, at), format, NAME)).isNull();
    }
  }

  @Test
  void aKeyIsReplacedWithoutLosingEntries() {
    byte[] old = new EntryFrame(GENERATION, 42, new byte[9]).bytes(format(keys(1)), NAME);
    FleetKeys both = keys(2).or(1, key(1));

    assertThat(EntryFrame.parse(old, format(both), NAME)).isNotNull();
    byte[] young = new EntryFrame(GENERATION, 42, new byte[9]).bytes(format(both), NAME);
    assertThat(EntryFrame.parse(young, format(keys(2)), NAME)).isNotNull();
    assertThat(EntryFrame.parse(young, format(keys(1)), NAME)).isNull();
  }

  @Test
  void keysOfOtherLengthsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FleetKeys.of(1, new byte[16]))
        .withMessage("expected a key of 32 bytes, found 16");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> keys(1).or(1, key(2)))
        .withMessage("Cannot use the name 1 for two keys. Use another name.");
    assertThat(keys(7).toString()).isEqualTo("FleetKeys 7 of [7]");
  }
}
