package io.castile.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class DeltaPropertyTest {
  private static final int MAX_BYTES = 1 << 20;

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

  /** The delta in both forms, whichever is sent; and the tables that the ends derive. */
  private static void checkExact(byte[] base, byte[] target) throws DeltaException {
    byte[] written = new DeltaWriter(Instance.of(base), Instance.of(target)).write();
    if (written != target) {
      Instance applied = Delta.apply(Instance.of(base), written, MAX_BYTES);
      assertThat(applied.bytes()).isEqualTo(target);
      assertThat(applied.table()).isEqualTo(FieldTable.of(target));
    }
    Instance instance = Instance.of(target);
    byte[] delta = Delta.between(Instance.of(base), instance);
    assertThat(delta == null || delta.length < target.length).isTrue();
    assertThat(instance.table()).isEqualTo(FieldTable.of(target));
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
    }
    byte[] other = new Documents(~seed).document().bytes();
    if (!Arrays.equals(other, base.bytes())) {
      checkFails(Instance.of(other), delta, target);
    }
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
    }
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
