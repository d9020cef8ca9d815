package io.castile.delta.format;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdException;
import io.castile.delta.Documents;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class DeltaPropertyTest {
  private static final int MAX_BYTES = 1 << 20;
  private static final long SECRET = 0x5ec4e7;

  @Property(tries = 3000)
  void deltasOfEditedDocumentsGiveTheirTargets(@ForAll long seed) throws Exception {
    Documents documents = new Documents(seed);
    Documents.Node document = documents.document();
    checkExact(document.bytes(), documents.edited(document).bytes());
  }

  @Property(tries = 1000)
  void deltasOfAnyTwoDocumentsGiveTheirTargets(@ForAll long seed) throws Exception {
    checkExact(new Documents(seed).document().bytes(), new Documents(~seed).document().bytes());
  }

  @Property(tries = 1000)
  void deltasOfAnyBytesGiveTheirTargets(@ForAll byte[] base, @ForAll byte[] target)
      throws Exception {
    checkExact(base, target);
  }

  @Property(tries = 2000)
  void deltasOfDamagedDocumentsGiveTheirTargets(@ForAll long seed) throws Exception {
    Documents documents = new Documents(seed);
    SplittableRandom random = new SplittableRandom(seed);
    Documents.Node document = documents.document();
    byte[] base = damaged(document.bytes(), random);
    checkExact(base, damaged(documents.edited(document).bytes(), random));
    checkExact(base, damaged(base.clone(), random));
  }

  /** The delta in both forms, whichever is sent; and the documents that the ends derive. */
  private static void checkExact(byte[] base, byte[] target) throws DeltaException {
    byte[] written = new DeltaWriter(Instance.of(base), Instance.of(target)).write();
    if (written != target) {
      Instance applied = Delta.apply(Instance.of(base), written, MAX_BYTES);
      assertThat(applied.bytes()).isEqualTo(target);
      assertThat(applied.document()).isEqualTo(RowDocument.of(target));
    }
    Instance instance = Instance.of(target);
    byte[] delta = Delta.between(Instance.of(base), instance);
    assertThat(delta == null || delta.length < target.length).isTrue();
    assertThat(instance.document()).isEqualTo(RowDocument.of(target));
    checkNames(base, target);
  }

  /** The name that is carried on from the base is the one that the target has by itself. */
  private static void checkNames(byte[] base, byte[] target) {
    Instance before = Instance.named(base, SECRET);
    Instance carried = Instance.named(target, SECRET);
    new DeltaWriter(before, carried).write();
    assertThat(carried.version()).isEqualTo(Instance.named(target, SECRET).version());
    assertThat(carried.version() == before.version()).isEqualTo(Arrays.equals(base, target));
  }

  private static byte[] damaged(byte[] document, SplittableRandom random) {
    byte[] damaged = Arrays.copyOf(document, random.nextInt(document.length + 1));
    for (int i = random.nextInt(4); i > 0 && damaged.length > 0; i--) {
      damaged[random.nextInt(damaged.length)] =
          (byte) "<>/=\"'!? -[]&aé".charAt(random.nextInt(15));
    }
    return damaged;
  }

  @Property(tries = 300)
  void damagedDeltasFail(@ForAll long seed) {
    Documents documents = new Documents(seed);
    SplittableRandom random = new SplittableRandom(seed);
    Documents.Node document = documents.document();
    byte[] target = documents.edited(document).bytes();
    Instance base = Instance.of(document.bytes());
    byte[] delta = new DeltaWriter(base, Instance.of(target)).write();
    if (delta == target) {
      return;
    }
    for (int i = 0; i < 100; i++) {
      byte[] damaged = delta.clone();
      int flips = random.nextInt(1, 4);
      for (int flip = 0; flip < flips; flip++) {
        damaged[random.nextInt(delta.length)] ^= (byte) (1 << random.nextInt(8));
      }
      checkFails(base, damaged, target);
      checkFails(base, sealed(damaged), target);
      checkFails(base, sealed(Arrays.copyOf(delta, random.nextInt(delta.length))), target);
      checkFails(base, Arrays.copyOf(delta, random.nextInt(delta.length)), target);
      checkFails(base, Arrays.copyOf(delta, delta.length + 1), target);
      checkFails(base, sealed(misread(delta, random)), target);
    }
    byte[] other = new Documents(~seed).document().bytes();
    if (!Arrays.equals(other, base.bytes())) {
      checkFails(Instance.of(other), delta, target);
    }
  }

  /** With other content behind the right head, so that it is read however it goes on. */
  private static byte[] misread(byte[] delta, SplittableRandom random) {
    byte[] other = Arrays.copyOf(delta, delta.length + random.nextInt(3));
    int from = random.nextInt(DeltaFormat.HEAD_BYTES, other.length + 1);
    int to = random.nextInt(from, other.length + 1);
    switch (random.nextInt(4)) {
      case 0 -> Arrays.fill(other, from, to, (byte) 0); // least numbers, as codes are made
      case 1 -> Arrays.fill(other, from, to, (byte) -1); // and greatest
      case 2 -> {
        for (int i = from; i < to; i++) {
          other[i] = (byte) random.nextInt(256);
        }
      }
      default -> // the same bytes in other places
          System.arraycopy(
              other, from, other, Math.max(DeltaFormat.HEAD_BYTES, from - 1), to - from);
    }
    // In each form, whichever the delta had.
    other[0] = (byte) (DeltaFormat.VERSION << 4 | random.nextInt(4));
    return other;
  }

  private static boolean isForeseen(Throwable cause) {
    return cause == null || cause instanceof ZstdException;
  }

  /** With the right checksum, so that what is damaged is read. */
  private static byte[] sealed(byte[] delta) {
    if (delta.length < DeltaFormat.HEAD_BYTES) {
      return delta;
    }
    byte[] sealed = delta.clone();
    ByteBuffer.wrap(sealed).putInt(DeltaFormat.OWN_CHECKSUM, DeltaFormat.checksum(delta));
    return sealed;
  }

  /** Fails, or gives the target nevertheless: never anything else. */
  private static void checkFails(Instance base, byte[] delta, byte[] target) {
    try {
      assertThat(Delta.apply(base, delta, MAX_BYTES).bytes()).isEqualTo(target);
    } catch (DeltaException e) {
      assertThat(e).hasMessageContaining("expected");
      assertThat(e.getCause()).as("an error in the reader").matches(DeltaPropertyTest::isForeseen);
    }
  }

  /** With fields that are not those of the base, as if the reader had an error. */
  @Test
  void anErrorInTheReaderIsADeltaThatCannotBeApplied() throws Exception {
    byte[] base = "<r><i>1</i><i>2</i><i>3</i></r>".getBytes(US_ASCII);
    byte[] target = "<r><i>1</i><i>2</i><i>4</i></r>".getBytes(US_ASCII);
    byte[] delta = new DeltaWriter(Instance.of(base), Instance.of(target)).write();
    assertThat(Delta.apply(Instance.of(base), delta, MAX_BYTES).bytes()).isEqualTo(target);
    RowDocument longer = RowDocument.of(new String(base, US_ASCII).repeat(9).getBytes(US_ASCII));
    Instance damaged = Instance.of(longer.edited(base, new Edits()), Instance.NO_VERSION);
    assertThatThrownBy(() -> Delta.apply(damaged, delta, MAX_BYTES))
        .isInstanceOf(DeltaException.class)
        .hasMessageContaining("expected a delta that can be read")
        .hasCauseInstanceOf(IndexOutOfBoundsException.class);
  }

  @Property(tries = 200)
  void targetsAboveTheLimitFail(@ForAll long seed) {
    Documents documents = new Documents(seed);
    Documents.Node document = documents.document();
    Instance base = Instance.of(document.bytes());
    byte[] target = documents.edited(document).bytes();
    byte[] delta = new DeltaWriter(base, Instance.of(target)).write();
    if (delta != target) {
      assertThatThrownBy(() -> Delta.apply(base, delta, target.length - 1))
          .isInstanceOf(DeltaException.class)
          .hasMessageContaining("expected");
    }
  }
}
