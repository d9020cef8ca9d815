package io.castile.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.Codec;
import io.castile.codec.jaxb.Codecs;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.internal.Overlay;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.xml.namespace.QName;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class OverlayTest {
  private static final Codec<Shop> CODEC =
      Codecs.builder()
          .types(Shop.class, Shop.ObjectFactory.class)
          .build()
          .element(Shop.class, new QName("urn:shop", "shop"));

  private static TemplateOptions options(int chunk, Stuffing stuffing, Padding padding) {
    return TemplateOptions.builder()
        .chunkBytes(chunk)
        .splitBytes(chunk)
        .reserveBytes(0)
        .stuffing(stuffing)
        .padding(padding)
        .build();
  }

  private static final Codec<Fleet> FLEET =
      Codecs.builder().types(Fleet.class).build().of(Fleet.class);

  private static byte[] send(TemplateOptions options, Shop shop) throws IOException {
    return send(options, CODEC, shop);
  }

  private static <T> byte[] send(TemplateOptions options, Codec<T> codec, T value)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Overlay(options, writer -> codec.write(value, writer)).writeTo(out);
    return out.toByteArray();
  }

  @Property(tries = 200)
  @net.jqwik.api.Tag("long")
  void whatIsSentIsTheMessage(@ForAll long seed) throws Exception {
    ShopEdits edits = new ShopEdits(seed);
    Shop shop = edits.shop();
    shop.samples = new double[(int) Math.floorMod(seed, 3000)];
    shop.codes = new int[(int) Math.floorMod(seed >> 12, 3000)];
    for (int i = 0; i < shop.samples.length; i++) {
      shop.samples[i] = i * 0.1;
    }
    for (int i = 0; i < shop.codes.length; i++) {
      shop.codes[i] = i * 7919 * (i % 2 - 1);
    }
    int[] chunks = {16, 100, 1000, 8 << 10, 32 << 10};
    int chunk = chunks[(int) Math.floorMod(seed >> 24, chunks.length)];
    byte[] fresh = CODEC.toBytes(shop);
    assertThat(send(options(chunk, Stuffing.NONE, Padding.OUTSIDE), shop)).isEqualTo(fresh);
    List<String> events = Events.of(fresh);
    for (Padding padding : Padding.values()) {
      byte[] sent = send(options(chunk, Stuffing.ADAPTIVE, padding), shop);
      assertThat(Events.of(sent)).isEqualTo(events);
    }
  }

  /** Lists are overlaid as arrays are, unless they have an item of another class, or none. */
  @Property(tries = 200)
  @net.jqwik.api.Tag("long")
  void listsOfNumbersThatAreSentAreTheMessage(@ForAll long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    Fleet fleet = new Fleet();
    int[] sizes = random.ints(4, 0, 3000).toArray();
    for (int i = 0; i < sizes[0]; i++) {
      fleet.prices.add(random.nextInt(100) * 0.25 - 7);
    }
    for (int i = 0; i < sizes[1]; i++) {
      fleet.counts.add(random.nextInt());
    }
    for (int i = 0; i < sizes[2]; i++) {
      fleet.numbers.add(random.nextLong());
    }
    for (int i = 0; i < sizes[3]; i++) {
      fleet.ratios.add((float) random.nextDouble());
    }
    if (sizes[1] > 0 && random.nextInt(4) == 0) {
      fleet.counts.set(random.nextInt(sizes[1]), null);
    }
    int chunk = new int[] {16, 100, 1000, 8 << 10, 32 << 10}[random.nextInt(5)];
    byte[] fresh = FLEET.toBytes(fleet);
    assertThat(send(options(chunk, Stuffing.NONE, Padding.OUTSIDE), FLEET, fleet)).isEqualTo(fresh);
    List<String> events = Events.of(fresh);
    for (Padding padding : Padding.values()) {
      byte[] sent = send(options(chunk, Stuffing.ADAPTIVE, padding), FLEET, fleet);
      assertThat(Events.of(sent)).isEqualTo(events);
    }
  }

  @Test
  void memoryIsBoundedByTheChunks() throws IOException {
    Shop shop = new Shop();
    shop.samples = new double[1_000_000];
    long[] sent = new long[1];
    OutputStream counter =
        new OutputStream() {
          @Override
          public void write(int b) {
            sent[0]++;
          }

          @Override
          public void write(byte[] b, int off, int len) {
            assertThat(len).isLessThanOrEqualTo(32 << 10);
            sent[0] += len;
          }
        };
    new Overlay(TemplateOptions.DEFAULT, writer -> CODEC.write(shop, writer)).writeTo(counter);
    assertThat(sent[0]).isGreaterThan(40_000_000);
  }

  @Test
  void aStreamThatFailsIsReportedAndEndsTheSendingThread() throws Exception {
    Shop shop = new Shop();
    shop.samples = new double[100_000];
    OutputStream broken =
        new OutputStream() {
          private int calls;

          @Override
          public void write(int b) {
            throw new AssertionError("one by one");
          }

          @Override
          public void write(byte[] b, int off, int len) throws IOException {
            if (++calls == 3) {
              throw new IOException("gone");
            }
          }
        };
    assertThatThrownBy(
            () ->
                new Overlay(TemplateOptions.DEFAULT, writer -> CODEC.write(shop, writer))
                    .writeTo(broken))
        .isInstanceOf(IOException.class)
        .hasMessage("gone");
    awaitNoSender();
  }

  @Test
  void anErrorOfTheJvmInTheStreamIsReportedAndEndsTheSendingThread() throws Exception {
    Shop shop = new Shop();
    shop.samples = new double[100_000];
    AtomicBoolean failing = new AtomicBoolean(true);
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new AssertionError("one by one");
          }

          @Override
          public void write(byte[] b, int off, int len) {
            if (failing.get()) {
              throw new OutOfMemoryError("for a test");
            }
          }
        };
    Overlay overlay = new Overlay(TemplateOptions.DEFAULT, writer -> CODEC.write(shop, writer));

    assertThatThrownBy(() -> overlay.writeTo(broken))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a chunk was not sent: java.lang.OutOfMemoryError: for a test")
        .hasCauseInstanceOf(OutOfMemoryError.class);
    awaitNoSender();
    failing.set(false);
    overlay.writeTo(broken);
    awaitNoSender();
  }

  @Test
  void contentThatFailsIsReportedAndEndsTheSendingThread() throws Exception {
    Shop shop = new Shop();
    shop.samples = new double[100_000];
    assertThatThrownBy(
            () ->
                new Overlay(
                        TemplateOptions.DEFAULT,
                        writer -> {
                          CODEC.write(shop, writer);
                          throw new IllegalStateException("half-way");
                        })
                    .writeTo(new ByteArrayOutputStream()))
        .isInstanceOf(IllegalStateException.class);
    awaitNoSender();
  }

  private static void awaitNoSender() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("castile-overlay")) {
        thread.join(10_000);
        assertThat(thread.isAlive()).isFalse();
      }
    }
  }
}
