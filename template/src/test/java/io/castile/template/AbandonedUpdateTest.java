package io.castile.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.internal.Content;
import io.castile.template.internal.Match;
import io.castile.template.internal.Template;
import io.castile.template.internal.UpdateResult;
import io.castile.xml.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that outgrow their places nearly everywhere. */
@Tag("long")
class AbandonedUpdateTest {
  private static final Codec<Shop> CODEC =
      Codecs.builder()
          .types(Shop.class, Shop.ObjectFactory.class)
          .mode(CodecMode.COMPILED)
          .build()
          .element(Shop.class, new QName("urn:shop", "shop"));

  private static final TemplateOptions EXACT =
      TemplateOptions.builder()
          .chunkBytes(1024)
          .splitBytes(2048)
          .reserveBytes(32)
          .stuffing(Stuffing.NONE)
          .padding(Padding.OUTSIDE)
          .build();

  private static final int MANY = 3000;

  private static Shop.Item item(String title, int quantity, double price) {
    Shop.Item item = new Shop.Item();
    item.title = title;
    item.quantity = quantity;
    item.price = price;
    return item;
  }

  private static Shop.Item small(int i) {
    return item("a", i % 10, i % 10);
  }

  private static Shop.Item large(int i) {
    return item("a longer title", 1_000_000 + i, i + 0.0625);
  }

  @BeforeAll
  static void compileTheCodecs() {
    CODEC.toBytes(shop(MANY));
  }

  private static Shop shop(int items) {
    Shop shop = new Shop();
    shop.name = "corner";
    IntStream.range(0, items).forEach(i -> shop.items.add(small(i)));
    return shop;
  }

  private static UpdateResult update(Template template, Shop shop) {
    return template.update(out -> CODEC.write(shop, out));
  }

  private static String plain(Shop shop) {
    return new String(CODEC.toBytes(shop), StandardCharsets.UTF_8);
  }

  /** The message, of which all ways to get at it agree. */
  private static String text(Payload payload) {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    ByteArrayOutputStream pieces = new ByteArrayOutputStream();
    try {
      payload.writeTo(stream);
    } catch (IOException e) {
      throw new AssertionError("no I/O writing to an array", e);
    }
    for (ByteBuffer piece : payload.pieces()) {
      pieces.write(piece.array(), piece.position(), piece.remaining());
    }
    assertThat(pieces.toByteArray()).isEqualTo(stream.toByteArray()).hasSize(payload.size());
    return stream.toString(StandardCharsets.UTF_8);
  }

  private static void assertAbandoned(Template template, Shop after) {
    UpdateResult update = update(template, after);

    assertThat(update.isAbandoned()).as("%s", update).isTrue();
    assertThat(text(template)).isEqualTo(plain(after));
    assertThat(update(template, after).match()).isEqualTo(Match.FIRST_TIME);
    assertThat(text(template)).isEqualTo(plain(after));
    assertThat(update(template, after).match()).isEqualTo(Match.CONTENT);
    assertThat(text(template)).isEqualTo(plain(after));
  }

  private static void assertFinished(Template template, Shop after) {
    UpdateResult update = update(template, after);

    assertThat(update.isAbandoned()).as("%s", update).isFalse();
    assertThat(text(template)).isEqualTo(plain(after));
    assertThat(update(template, after).match()).isEqualTo(Match.CONTENT);
  }

  // ---- when ----

  @ParameterizedTest
  @ValueSource(ints = {256, 1024, 8192, 16_384})
  void itemsThatAllGrowAreWrittenPlainly(int chunkBytes) {
    Shop shop = shop(MANY);
    Template template =
        new Template(
            EXACT.toBuilder()
                .chunkBytes(chunkBytes)
                .splitBytes(2 * chunkBytes)
                .reserveBytes(16)
                .build());
    update(template, shop);
    shop.items.replaceAll(item -> large(7));

    assertAbandoned(template, shop);
  }

  @Test
  void littleIsDoneBeforeItShows() {
    Shop shop = shop(MANY);
    Template template = new Template(EXACT);
    update(template, shop);
    shop.items.replaceAll(item -> large(7));

    assertThat(update(template, shop).written()).isBetween(1, 3 * MANY / 16);
  }

  @Test
  void arraysThatAllGrowAreWrittenPlainly() {
    List<Runnable> changes = new ArrayList<>();
    Shop shop = new Shop();
    changes.add(() -> shop.samples = fill(new double[20_000], shop.samples == null ? 1 : 1.0 / 3));
    changes.add(() -> shop.codes = fill(new int[20_000], shop.codes == null ? 1 : 1_234_567));
    changes.add(() -> shop.times = fill(new long[20_000], shop.times == null ? 1 : 1L << 60));
    changes.add(() -> shop.ratios = fill(new float[20_000], shop.ratios == null ? 1 : 1.0f / 3));
    for (Runnable change : changes) {
      shop.samples = null;
      shop.codes = null;
      shop.times = null;
      shop.ratios = null;
      Template template = new Template(EXACT);
      change.run();
      update(template, shop);
      change.run();
      assertAbandoned(template, shop);
    }
  }

  private static double[] fill(double[] array, double value) {
    Arrays.fill(array, value);
    return array;
  }

  private static float[] fill(float[] array, float value) {
    Arrays.fill(array, value);
    return array;
  }

  private static int[] fill(int[] array, int value) {
    Arrays.fill(array, value);
    return array;
  }

  private static long[] fill(long[] array, long value) {
    Arrays.fill(array, value);
    return array;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 15_000, 19_999, 20_001, 40_000})
  void anArrayOfAnotherLengthIsRight(int length) {
    Shop shop = new Shop();
    shop.samples = fill(new double[20_000], 1);
    Template template = new Template(EXACT);
    update(template, shop);
    shop.samples = fill(new double[length], 1.0 / 3);

    UpdateResult update = update(template, shop);

    assertThat(update.isAbandoned()).isEqualTo(length > 1);
    assertThat(text(template)).isEqualTo(plain(shop));
  }

  @Test
  void stuffedMessagesAreAbandonedToo() {
    for (Padding padding : Padding.values()) {
      Shop shop = shop(MANY);
      Template template =
          new Template(EXACT.toBuilder().stuffing(Stuffing.ADAPTIVE).padding(padding).build());
      update(template, shop);
      shop.items.replaceAll(item -> large(7));

      UpdateResult update = update(template, shop);
      assertThat(update.isAbandoned()).as("%s, %s", padding, update).isTrue();
      assertThat(text(template)).as("there are no spaces in it").isEqualTo(plain(shop));
    }
  }

  @Test
  void otherPartsMayHaveChangedInAnyWay() {
    Shop shop = shop(MANY);
    ShopEdits edits = new ShopEdits(5);
    shop.branch = edits.shop();
    shop.branch.items.addAll(shop(50).items);
    Template template = new Template(EXACT);
    update(template, shop);
    shop.items.replaceAll(item -> large(7));
    for (int i = 0; i < 100; i++) {
      edits.edit(shop.branch);
    }

    assertAbandoned(template, shop);
  }

  // ---- when not ----

  @Test
  void anUpdateIsFinishedWhereTheOptionsSayIt() {
    Shop shop = shop(MANY);
    Template template = new Template(EXACT.toBuilder().abandons(false).build());
    update(template, shop);
    shop.items.replaceAll(item -> large(7));

    assertFinished(template, shop);
  }

  @Test
  void smallMessagesAreFinished() {
    Shop shop = shop(200);
    shop.samples = fill(new double[1000], 1);
    Template template = new Template(EXACT);
    update(template, shop);
    shop.items.replaceAll(item -> large(7));
    shop.samples = fill(new double[1000], 1.0 / 3);

    assertFinished(template, shop);
  }

  @Test
  void messagesOfWhichAPartGrowsAreFinished() {
    Shop shop = shop(MANY);
    shop.samples = fill(new double[10_000], 1);
    Template template = new Template(EXACT);
    update(template, shop);
    for (int i = 0; i < MANY; i += 2) {
      shop.items.set(i, large(i));
    }
    for (int i = 0; i < 10_000; i += 2) {
      shop.samples[i] = 1.0 / 3;
    }

    assertFinished(template, shop);
  }

  @Test
  void anArrayThatGrowsAtItsBeginningOnlyIsFinished() {
    Shop shop = new Shop();
    shop.samples = fill(new double[20_000], 1);
    Template template = new Template(EXACT);
    update(template, shop);
    Arrays.fill(shop.samples, 0, 4000, 1.0 / 3);

    assertFinished(template, shop);
  }

  @Test
  void aSmallPartThatGrowsBeforeALargeOneThatStaysIsFinished() {
    Shop items = shop(400);
    items.notes = new ArrayList<>(Collections.nCopies(5000, "the same"));
    Shop array = shop(400);
    array.samples = fill(new double[10_000], 1);
    for (Shop shop : List.of(items, array)) {
      Template template = new Template(EXACT);
      update(template, shop);
      shop.items.replaceAll(item -> large(7));

      assertFinished(template, shop);
    }
  }

  @Test
  void whatGrowsBehindTheMiddleIsFinished() {
    Shop shop = shop(MANY);
    Template template = new Template(EXACT);
    update(template, shop);
    for (int i = MANY * 6 / 10; i < MANY; i++) {
      shop.items.set(i, large(i));
    }

    assertFinished(template, shop);
  }

  // ---- what it leaves ----

  @Test
  void anAbandonedTemplateIsNotForked() {
    Shop shop = shop(MANY);
    Template template = new Template(EXACT);
    update(template, shop);
    shop.items.replaceAll(item -> large(7));
    update(template, shop);

    assertThatThrownBy(template::fork)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Cannot fork this template, because its last update was abandoned.");
    update(template, shop);
    Template fork = template.fork();
    assertThat(update(fork, shop).match()).isEqualTo(Match.CONTENT);
  }

  @Test
  void whatIsSharedWithAForkStaysAsItIs() {
    Shop shop = shop(MANY);
    shop.samples = fill(new double[20_000], 1);
    Shop before = CODEC.copy(shop);
    Template template = new Template(EXACT);
    update(template, shop);
    Template fork = template.fork();
    shop.items.replaceAll(item -> large(7));
    shop.samples = fill(new double[20_000], 1.0 / 3);

    assertAbandoned(template, shop);
    assertThat(text(fork)).isEqualTo(plain(before));
    assertThat(update(fork, before).match()).isEqualTo(Match.CONTENT);
    assertAbandoned(fork, shop);
  }

  @Test
  void contentThatFailsAfterwardsBreaksTheTemplate() {
    Shop shop = shop(MANY);
    Template template = new Template(EXACT);
    update(template, shop);
    shop.items.replaceAll(item -> large(7));

    assertThatThrownBy(
            () ->
                template.update(
                    out -> {
                      CODEC.write(shop, out);
                      throw new IllegalStateException("behind");
                    }))
        .hasMessage("behind");
    assertThat(template.isBroken()).isTrue();
  }

  @Test
  void contentMayWrapOrCatchWhateverItIsThrown() throws Exception {
    Shop shop = shop(MANY);
    Content<Exception> wrapping =
        out -> {
          try {
            CODEC.write(shop, out);
          } catch (RuntimeException e) {
            throw new IOException("wrapped", e);
          }
        };
    Content<Exception> catching =
        out -> {
          try {
            CODEC.write(shop, out);
          } catch (RuntimeException e) {
            out.text("not for anyone to see");
          }
        };
    for (Content<Exception> content : List.of(wrapping, catching)) {
      shop.items.replaceAll(item -> small(7));
      Template template = new Template(EXACT);
      template.update(content);
      shop.items.replaceAll(item -> large(7));

      assertThat(template.update(content).isAbandoned()).isTrue();
      assertThat(text(template)).isEqualTo(plain(shop));
      assertThat(template.update(content).match()).isEqualTo(Match.FIRST_TIME);
    }
  }

  @Property(tries = 150)
  void whateverGrowsTheMessageIsRight(@ForAll long seed) throws XMLStreamException {
    Random random = new Random(seed);
    int chunk = new int[] {64, 300, 1000, 8 << 10}[random.nextInt(4)];
    Stuffing stuffing = random.nextInt(3) == 0 ? Stuffing.ADAPTIVE : Stuffing.NONE;
    Padding padding = Padding.values()[random.nextInt(2)];
    Template template =
        new Template(
            TemplateOptions.builder()
                .chunkBytes(chunk)
                .splitBytes(chunk * (1 + random.nextInt(3)))
                .reserveBytes(random.nextInt(40))
                .stuffing(stuffing)
                .padding(padding)
                .build());
    ShopEdits edits = new ShopEdits(seed);
    Shop shop = edits.shop();
    for (int i = random.nextInt(3000); i >= 0; i--) {
      shop.items.add(small(i));
    }
    shop.samples = new double[random.nextInt(9000)];
    shop.codes = new int[random.nextInt(9000)];
    boolean abandoned = false;
    boolean any = false;
    for (int round = 0; round < 5; round++) {
      byte[] fresh = CODEC.toBytes(shop);
      UpdateResult update = update(template, shop);
      assertThat(update.match() == Match.FIRST_TIME).isEqualTo(round == 0 || abandoned);
      abandoned = update.isAbandoned();
      any |= abandoned;
      if (stuffing == Stuffing.NONE || abandoned) {
        assertThat(text(template)).isEqualTo(new String(fresh, StandardCharsets.UTF_8));
      } else {
        assertThat(Events.of(template.toByteArray())).isEqualTo(Events.of(fresh));
      }
      edits.edit(shop);
      grow(shop, random);
    }
    Statistics.label("abandoned")
        .collect(any)
        .coverage(coverage -> coverage.check(true).percentage(share -> share > 10));
  }

  /** Makes a random share of items and numbers longer, or shorter, from a random one on. */
  private static void grow(Shop shop, Random random) {
    double share = new double[] {0.3, 0.9, 0.99, 1}[random.nextInt(4)];
    boolean longer = random.nextInt(4) > 0;
    int first = random.nextBoolean() ? 0 : random.nextInt(2000);
    for (int i = first; i < shop.items.size(); i++) {
      if (random.nextDouble() < share) {
        shop.items.set(i, longer ? large(random.nextInt(5000)) : small(random.nextInt(5000)));
      }
    }
    double sample = longer ? random.nextDouble() : random.nextInt(10);
    for (int i = first; shop.samples != null && i < shop.samples.length; i++) {
      shop.samples[i] = random.nextDouble() < share ? sample : shop.samples[i];
    }
    int code = longer ? random.nextInt() : random.nextInt(10);
    for (int i = first; shop.codes != null && i < shop.codes.length; i++) {
      shop.codes[i] = random.nextDouble() < share ? code : shop.codes[i];
    }
  }
}
