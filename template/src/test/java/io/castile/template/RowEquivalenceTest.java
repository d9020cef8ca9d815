package io.castile.template;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.internal.Match;
import io.castile.template.internal.Template;
import io.castile.template.internal.UpdateResult;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/** After any sequence of changes of lists that are kept as rows, a template is a fresh message. */
@Tag("long")
class RowEquivalenceTest {
  private static final Codec<Fleet> CODEC =
      Codecs.builder()
          .types(Fleet.class)
          .mode(CodecMode.COMPILED)
          .build()
          .element(Fleet.class, new javax.xml.namespace.QName("urn:fleet", "fleet"));

  private static final int[] CHUNKS = {16, 17, 40, 100, 1000, 8 << 10, 32 << 10};

  private static TemplateOptions options(long seed, Stuffing stuffing) {
    int chunk = CHUNKS[(int) Math.floorMod(seed, CHUNKS.length)];
    int reserve = (int) Math.floorMod(seed >> 8, Math.min(chunk, 2048));
    Padding padding = (seed >> 19 & 3) == 0 ? Padding.INSIDE : Padding.OUTSIDE;
    int split = chunk * (1 + (int) Math.floorMod(seed >> 4, 3));
    return TemplateOptions.builder()
        .chunkBytes(chunk)
        .splitBytes(split)
        .reserveBytes(reserve)
        .stuffing(stuffing)
        .padding(padding)
        .build();
  }

  @Property(tries = 200)
  void unstuffedTemplatesHaveTheBytesOfAFreshMessage(@ForAll long seed) {
    Template template = new Template(options(seed, Stuffing.NONE));
    FleetEdits edits = new FleetEdits(seed);
    Fleet fleet = edits.fleet();
    for (int i = 0; i < 40; i++) {
      String fresh = utf8(CODEC.toBytes(fleet)); // first, as it may compile a codec
      boolean isAbandoned = template.update(out -> CODEC.write(fleet, out)).isAbandoned();
      assertThat(text(template)).isEqualTo(fresh);
      UpdateResult again = template.update(out -> CODEC.write(fleet, out));
      assertThat(again.match())
          .as(again.toString())
          .isEqualTo(isAbandoned ? Match.FIRST_TIME : Match.CONTENT);
      assertThat(text(template)).isEqualTo(fresh);
      for (int n = 0; n <= i % 3; n++) {
        edits.edit(fleet);
      }
    }
  }

  @Property(tries = 200)
  void stuffedTemplatesHaveTheInfosetOfAFreshMessage(@ForAll long seed) throws XMLStreamException {
    Stuffing stuffing = (seed >> 21 & 3) == 0 ? Stuffing.MAXIMUM : Stuffing.ADAPTIVE;
    Template template = new Template(options(seed, stuffing));
    FleetEdits edits = new FleetEdits(seed);
    Fleet fleet = edits.fleet();
    for (int i = 0; i < 40; i++) {
      template.update(out -> CODEC.write(fleet, out));
      byte[] fresh = CODEC.toBytes(fleet);
      byte[] stuffed = template.toByteArray();
      assertThat(stuffed).hasSize(template.size());
      assertThat(Events.of(stuffed)).isEqualTo(Events.of(fresh));
      assertThat(CODEC.equal(CODEC.fromBytes(stuffed), CODEC.fromBytes(fresh))).isTrue();
      edits.edit(fleet);
    }
  }

  @Property(tries = 100)
  void forksGoTheirOwnWays(@ForAll long seed) {
    List<Template> templates = new ArrayList<>();
    List<Fleet> fleets = new ArrayList<>();
    templates.add(new Template(options(seed, Stuffing.NONE)));
    FleetEdits edits = new FleetEdits(seed);
    fleets.add(edits.fleet());
    templates.get(0).update(out -> CODEC.write(fleets.get(0), out));
    for (int i = 0; i < 40; i++) {
      int which = (int) Math.floorMod(seed * 31 + i * 7L, templates.size());
      Fleet fleet = fleets.get(which);
      edits.edit(fleet);
      UpdateResult update = templates.get(which).update(out -> CODEC.write(fleet, out));
      if (i % 10 == 3 && !update.isAbandoned()) {
        templates.add(templates.get(which).fork());
        fleets.add(CODEC.copy(fleet));
      }
      for (int t = 0; t < templates.size(); t++) {
        assertThat(text(templates.get(t))).isEqualTo(utf8(CODEC.toBytes(fleets.get(t))));
      }
    }
  }

  private static String text(Template template) {
    return utf8(template.toByteArray());
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, UTF_8);
  }
}
