package io.castile.cache.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.representation.KeptMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Messages outside of the heap, beside the arrays that they were. */
class PagedMemoryTest {
  private static final int SLAB_BYTES = 4 << 20;

  private static byte[] message(Random random, int most) {
    byte[] message = new byte[random.nextInt(most)];
    random.nextBytes(message);
    return message;
  }

  /** Whatever comes and goes, each message is what it was, and no page is lost. */
  @Property(tries = 100)
  @net.jqwik.api.Tag("long")
  void messagesAreWhatTheyWere(@ForAll long seed) {
    Random random = new Random(seed);
    PagedMemory memory = new PagedMemory(2L * SLAB_BYTES);
    List<byte[]> expected = new ArrayList<>();
    List<KeptMessage> kept = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      byte[] message = message(random, 1 << (1 + random.nextInt(20)));
      KeptMessage added = memory.keep(message);
      if (added != null) {
        expected.add(message);
        kept.add(added);
      }
      while (kept.size() > 40 || (added == null && !kept.isEmpty())) {
        int gone = random.nextInt(kept.size());
        assertThat(kept.get(gone).copy()).isEqualTo(expected.remove(gone));
        KeptMessage leaving = kept.remove(gone);
        leaving.release();
        assertThat(leaving.copy()).isNull();
        assertThat(leaving.retain()).isFalse();
        added = leaving;
      }
    }

    for (int i = 0; i < kept.size(); i++) {
      assertThat(kept.get(i).copy()).isEqualTo(expected.get(i));
      kept.get(i).release();
    }
    assertThat(memory.usedPages()).isZero();
  }

  @Test
  void aMessageFitsAsLongAsEnoughPagesAreFree() {
    PagedMemory memory = new PagedMemory(SLAB_BYTES);
    List<KeptMessage> small = new ArrayList<>();
    KeptMessage one = memory.keep(new byte[1]);
    while (one != null) {
      small.add(one);
      one = memory.keep(new byte[1]);
    }
    assertThat(small).hasSize(SLAB_BYTES / PagedMemory.PAGE_BYTES);

    for (int i = 0; i < small.size(); i += 2) {
      small.get(i).release();
    }

    byte[] large = message(new Random(1), SLAB_BYTES / 2);
    KeptMessage kept = memory.keep(large);
    assertThat(kept).isNotNull();
    assertThat(kept.copy()).isEqualTo(large);
    assertThat(memory.keep(new byte[SLAB_BYTES / 2])).isNull();
  }

  @Test
  void aMessageStaysUntilItsLastOwnerReleasesIt() {
    PagedMemory memory = new PagedMemory(SLAB_BYTES);
    KeptMessage kept = memory.keep(new byte[] {1, 2, 3});
    assertThat(kept.retain()).isTrue();
    kept.release();

    assertThat(kept.copy()).containsExactly(1, 2, 3);
    kept.release();
    assertThat(kept.copy()).isNull();
    assertThat(memory.usedPages()).isZero();
    assertThatThrownBy(kept::release).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void noBytesTakeNoPage() {
    PagedMemory memory = new PagedMemory(SLAB_BYTES);
    KeptMessage kept = memory.keep(new byte[0]);

    assertThat(kept.copy()).isEmpty();
    assertThat(memory.usedPages()).isZero();
  }

  @Test
  void sizesThatAreNoneAreRefused() {
    assertThatThrownBy(() -> new PagedMemory(0)).hasMessageContaining("found 0");
  }

  /** A reader never sees a page of another message, though its own leaves while it reads. */
  @Test
  void readersSeeWholeMessagesOrNone() throws Exception {
    PagedMemory memory = new PagedMemory(SLAB_BYTES);
    AtomicReferenceArray<KeptMessage> places = new AtomicReferenceArray<>(16);
    List<CompletableFuture<Integer>> readers = new ArrayList<>();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
    for (int i = 0; i < 3; i++) {
      int seed = i;
      readers.add(CompletableFuture.supplyAsync(() -> read(places, new Random(seed), end)));
    }
    Random random = new Random(7);
    byte value = 0;
    while (!readers.stream().allMatch(CompletableFuture::isDone)) {
      byte[] message = new byte[1 + random.nextInt(20_000)];
      Arrays.fill(message, ++value);
      KeptMessage before = places.getAndSet(random.nextInt(places.length()), memory.keep(message));
      if (before != null) {
        before.release();
      }
    }

    int read = 0;
    for (CompletableFuture<Integer> reader : readers) {
      read += reader.get(30, TimeUnit.SECONDS);
    }
    assertThat(read).isPositive();
    for (int i = 0; i < places.length(); i++) {
      KeptMessage left = places.get(i);
      if (left != null) {
        left.release();
      }
    }
    assertThat(memory.usedPages()).isZero();
  }

  /** Reads until the end, and at least once. */
  private static int read(AtomicReferenceArray<KeptMessage> places, Random random, long end) {
    int read = 0;
    while (System.nanoTime() < end || read == 0) {
      KeptMessage kept = places.get(random.nextInt(places.length()));
      byte[] message = kept == null ? null : kept.copy();
      if (message != null) {
        for (byte each : message) {
          if (each != message[0]) {
            throw new AssertionError("a message has bytes of another one");
          }
        }
        read++;
      }
    }
    return read;
  }
}
