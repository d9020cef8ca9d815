package io.castile.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.internal.Match;
import io.castile.template.internal.Template;
import io.castile.template.internal.UpdateResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** After any sequence of changes a template holds what a fresh message would. */
@Tag("long")
class TemplateEquivalenceTest {
  private static final Codec<Shop> INTERPRETED = codec(CodecMode.INTERPRETED);
  private static final Codec<Shop> COMPILED = codec(CodecMode.COMPILED);

  private static Codec<Shop> codec(CodecMode mode) {
    return Codecs.builder()
        .types(Shop.class, Shop.ObjectFactory.class)
        .mode(mode)
        .build()
        .element(Shop.class, new javax.xml.namespace.QName("urn:shop", "shop"));
  }

  private static final int[] CHUNKS = {16, 17, 40, 100, 1000, 8 << 10, 32 << 10};

  private static TemplateOptions options(long seed, Stuffing stuffing) {
    int chunk = CHUNKS[(int) Math.floorMod(seed, CHUNKS.length)];
    int reserve = (int) Math.floorMod(seed >> 8, Math.min(chunk, 2048));
    Padding padding = (seed & 1 << 20) == 0 ? Padding.INSIDE : Padding.OUTSIDE;
    int split = chunk * (1 + (int) Math.floorMod(seed >> 4, 3));
    return TemplateOptions.builder()
        .chunkBytes(chunk)
        .splitBytes(split)
        .reserveBytes(reserve)
        .stuffing(stuffing)
        .padding(padding)
        .build();
  }

  @Property(tries = 300)
  void unstuffedTemplatesHaveTheBytesOfAFreshMessage(@ForAll long seed, @ForAll boolean compiled) {
    Codec<Shop> codec = compiled ? COMPILED : INTERPRETED;
    Template template = new Template(options(seed, Stuffing.NONE));
    ShopEdits edits = new ShopEdits(seed);
    Shop shop = edits.shop();
    for (int i = 0; i < 40; i++) {
      String fresh = utf8(codec.toBytes(shop)); // first, as it may compile a codec
      UpdateResult update = template.update(out -> codec.write(shop, out));
      assertThat(text(template)).isEqualTo(fresh);
      assertThat(update.match() == Match.FIRST_TIME).isEqualTo(i == 0);
      UpdateResult again = template.update(out -> codec.write(shop, out));
      assertThat(again.match()).as(again + " " + text(template)).isEqualTo(Match.CONTENT);
      assertThat(text(template)).isEqualTo(fresh);
      edits.edit(shop);
      if (i % 3 == 0) {
        edits.edit(shop);
        edits.edit(shop);
      }
    }
  }

  @Property(tries = 300)
  void stuffedTemplatesHaveTheInfosetOfAFreshMessage(@ForAll long seed, @ForAll boolean compiled)
      throws XMLStreamException {
    Codec<Shop> codec = compiled ? COMPILED : INTERPRETED;
    Stuffing stuffing = (seed & 1 << 21) == 0 ? Stuffing.ADAPTIVE : Stuffing.MAXIMUM;
    Template template = new Template(options(seed, stuffing));
    ShopEdits edits = new ShopEdits(seed);
    Shop shop = edits.shop();
    for (int i = 0; i < 40; i++) {
      template.update(out -> codec.write(shop, out));
      byte[] fresh = codec.toBytes(shop);
      byte[] stuffed = template.toByteArray();
      assertThat(stuffed).hasSize(template.size());
      assertThat(Events.of(stuffed)).isEqualTo(Events.of(fresh));
      assertThat(codec.equal(codec.fromBytes(stuffed), codec.fromBytes(fresh))).isTrue();
      edits.edit(shop);
    }
  }

  @Property(tries = 100)
  void forksGoTheirOwnWays(@ForAll long seed) {
    List<Template> templates = new ArrayList<>();
    List<Shop> shops = new ArrayList<>();
    templates.add(new Template(options(seed, Stuffing.NONE)));
    ShopEdits edits = new ShopEdits(seed);
    shops.add(edits.shop());
    templates.get(0).update(out -> COMPILED.write(shops.get(0), out));
    for (int i = 0; i < 40; i++) {
      int which = (int) Math.floorMod(seed * 31 + i * 7L, templates.size());
      Shop shop = shops.get(which);
      edits.edit(shop);
      UpdateResult update = templates.get(which).update(out -> COMPILED.write(shop, out));
      if (i % 10 == 3 && !update.isAbandoned()) {
        templates.add(templates.get(which).fork());
        shops.add(COMPILED.copy(shop));
      }
      for (int t = 0; t < templates.size(); t++) {
        assertThat(text(templates.get(t))).isEqualTo(utf8(COMPILED.toBytes(shops.get(t))));
      }
    }
  }

  private static String text(Template template) {
    return utf8(template.toByteArray());
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
