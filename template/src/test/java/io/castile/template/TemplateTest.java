package io.castile.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.internal.Content;
import io.castile.template.internal.LongArrayException;
import io.castile.template.internal.Match;
import io.castile.template.internal.Template;
import io.castile.template.internal.UpdateResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TemplateTest {
  private static final Codec<Shop> CODEC =
      Codecs.builder()
          .types(Shop.class, Shop.ObjectFactory.class)
          .mode(CodecMode.COMPILED)
          .build()
          .element(Shop.class, new QName("urn:shop", "shop"));

  private static final Codec<Fleet> FLEETS =
      Codecs.builder()
          .types(Fleet.class)
          .mode(CodecMode.COMPILED)
          .build()
          .element(Fleet.class, new QName("urn:fleet", "fleet"));

  private static final TemplateOptions EXACT =
      TemplateOptions.builder().stuffing(Stuffing.NONE).padding(Padding.OUTSIDE).build();

  private final Shop shop = new Shop();
  private final Content<RuntimeException> content = out -> CODEC.write(shop, out);

  @BeforeEach
  void fill() {
    shop.name = "first";
    shop.count = 7;
    shop.samples = IntStream.range(0, 100).mapToDouble(i -> i + 0.5).toArray();
    CODEC.toBytes(shop); // compiles
  }

  private static String text(Template template) {
    return new String(template.toByteArray(), StandardCharsets.UTF_8);
  }

  @Test
  void theSameMessageIsAContentMatch() {
    Template template = new Template(EXACT);
    assertThat(template.update(content).match()).isEqualTo(Match.FIRST_TIME);
    assertThat(template.update(content).match()).isEqualTo(Match.CONTENT);
    assertThat(text(template)).isEqualTo(new String(CODEC.toBytes(shop), StandardCharsets.UTF_8));
  }

  @Test
  void valuesOfTheSameSizeAreAPerfectStructuralMatch() {
    Template template = new Template(EXACT);
    template.update(content);
    shop.count = 8;
    shop.name = "other";
    shop.samples[50] = 77.5;
    UpdateResult update = template.update(content);
    assertThat(update.match()).isEqualTo(Match.PERFECT_STRUCTURAL);
    assertThat(update.written()).isEqualTo(3);
    assertThat(update.inserted() + update.removed() + update.shifted()).isZero();
  }

  @Test
  void aValueThatGrowsIsAPartialStructuralMatch() {
    Template template = new Template(EXACT);
    template.update(content);
    shop.count = 12345;
    UpdateResult update = template.update(content);
    assertThat(update.match()).isEqualTo(Match.PARTIAL_STRUCTURAL);
    assertThat(update.written()).isEqualTo(1);
    assertThat(update.shifted()).isEqualTo(1);
  }

  @Test
  void widthsStayAtTheirHighWaterMark() {
    Template template = new Template(TemplateOptions.DEFAULT);
    template.update(content);
    shop.count = 12345;
    assertThat(template.update(content).match()).isEqualTo(Match.PARTIAL_STRUCTURAL);
    int size = template.size();
    shop.count = 1;
    assertThat(template.update(content).match()).isEqualTo(Match.PERFECT_STRUCTURAL);
    assertThat(text(template)).contains("<count>1</count>    <price>");
    shop.count = 54321;
    assertThat(template.update(content).match()).isEqualTo(Match.PERFECT_STRUCTURAL);
    assertThat(template.size()).isEqualTo(size);
  }

  @Test
  void aFieldStealsFromItsNeighbour() {
    shop.count = 100000;
    shop.price = 1;
    Template template = new Template(TemplateOptions.DEFAULT);
    template.update(content);
    shop.price = 1.25;
    template.update(content);
    shop.price = 1; // leaves one space
    template.update(content);
    shop.count = 1000000;
    UpdateResult update = template.update(content);
    assertThat(update.stolen()).isEqualTo(1);
    assertThat(update.shifted()).isZero();
    assertThat(text(template)).contains("<count>1000000</count><price>1.0</price><weight>");
  }

  @Test
  void stuffingToTheGreatestWidthStandsWhereItIsToldTo() {
    shop.samples = null;
    Template outside =
        new Template(
            TemplateOptions.builder().stuffing(Stuffing.MAXIMUM).padding(Padding.OUTSIDE).build());
    outside.update(content);
    assertThat(text(outside)).contains("<count>7</count>          <price>");
    Template inside =
        new Template(
            TemplateOptions.builder().stuffing(Stuffing.MAXIMUM).padding(Padding.INSIDE).build());
    inside.update(content);
    assertThat(text(inside)).contains("<count>7          </count><price>").contains(">first<");
  }

  @ParameterizedTest
  @EnumSource(Padding.class)
  void beansOfALongListThatShrinkLeaveTheirSpacesWhereTheyAreTold(Padding padding) {
    Fleet fleet = new Fleet();
    for (int i = 0; i < 100; i++) {
      Fleet.Car car = new Fleet.Car();
      car.kilometres = 123_456;
      fleet.cars.add(car);
    }
    FLEETS.toBytes(fleet); // compiles
    Template template =
        new Template(
            TemplateOptions.builder().stuffing(Stuffing.ADAPTIVE).padding(padding).build());
    template.update(out -> FLEETS.write(fleet, out));
    fleet.cars.forEach(car -> car.kilometres = 7);
    template.update(out -> FLEETS.write(fleet, out));

    int outside = text(template).split("> +<", -1).length - 1;
    int inside = text(template).split("<kilometres>7 {5}</kilometres>", -1).length - 1;
    assertThat(outside).isEqualTo(padding == Padding.OUTSIDE ? 99 : 0); // the last row has none
    assertThat(inside).isEqualTo(padding == Padding.INSIDE ? 100 : 0);
  }

  @Test
  void aBeanThatFailsHalfWayBreaksTheTemplate() {
    Template template = new Template(EXACT);
    template.update(content);
    assertThatThrownBy(
            () ->
                template.update(
                    out -> {
                      CODEC.write(shop, out);
                      throw new IllegalStateException("half-way");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(template.isBroken()).isTrue();
    assertThatThrownBy(() -> template.update(content)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anArrayThatIsTooLongIsRefused() {
    Template template = new Template(EXACT.toBuilder().maxArrayItems(99).build());
    assertThatThrownBy(() -> template.update(content))
        .isInstanceOf(LongArrayException.class)
        .hasMessage("an array or a list of 100 items, maxArrayItems is 99");
  }

  @Test
  void thePiecesAreTheMessage() throws IOException {
    Template template =
        new Template(EXACT.toBuilder().chunkBytes(64).splitBytes(64).reserveBytes(0).build());
    template.update(content);
    for (int round = 0; round < 2; round++) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (ByteBuffer piece : template.pieces()) {
        byte[] bytes = new byte[piece.remaining()];
        piece.get(bytes);
        all.write(bytes);
      }
      assertThat(all.toByteArray()).isEqualTo(CODEC.toBytes(shop)).hasSize(template.size());
    }
  }
}
