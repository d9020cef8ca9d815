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
import java.util.Random;
import javax.xml.namespace.QName;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What objects tell of their changes is all that is looked at. */
class TrackedTest {
  private static final int SIZE = 100;
  private static final TemplateOptions UNSTUFFED =
      TemplateOptions.builder().stuffing(Stuffing.NONE).padding(Padding.OUTSIDE).build();

  private static final Codec<Depot> INTERPRETED = codec(CodecMode.INTERPRETED);
  private static final Codec<Depot> COMPILED = codec(CodecMode.COMPILED);

  private static Codec<Depot> codec(CodecMode mode) {
    return Codecs.builder()
        .types(Depot.class)
        .mode(mode)
        .build()
        .element(Depot.class, new QName("depot"));
  }

  /** A saved depot. */
  private static final class Kept {
    final Codec<Depot> codec;
    final Depot depot = new Depot();
    final Template template = new Template(UNSTUFFED);

    Kept(CodecMode mode) {
      codec = mode == CodecMode.COMPILED ? COMPILED : INTERPRETED;
      depot.setName("a depot");
      for (int i = 0; i < SIZE; i++) {
        depot.getParts().add(new Depot.Part("part " + i, 100 + i));
      }
      depot.setLevels(new double[SIZE]);
      codec.toBytes(depot); // first, as it may compile a codec
      update();
    }

    UpdateResult update() {
      depot.getParts().forEach(part -> part.reads = 0);
      return template.update(out -> codec.write(depot, out));
    }

    /** How often parts were asked for what they hold by the last update. */
    int reads() {
      return depot.getParts().stream().mapToInt(part -> part.reads).sum();
    }

    void assertIsCurrent() {
      assertThat(text(template)).isEqualTo(fresh(codec, depot));
    }
  }

  private static String text(Template template) {
    return new String(template.toByteArray(), UTF_8);
  }

  private static String fresh(Codec<Depot> codec, Depot depot) {
    return new String(codec.toBytes(depot), UTF_8);
  }

  private static int touched(UpdateResult update) {
    return update.written() + update.inserted() + update.removed();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void unchangedObjectsAreNotAsked(CodecMode mode) {
    Kept kept = new Kept(mode);
    assertThat(kept.reads()).isGreaterThanOrEqualTo(SIZE);

    assertThat(kept.update().match()).isEqualTo(Match.CONTENT);
    assertThat(kept.reads()).isZero();

    kept.depot.setName("b depot");
    assertThat(kept.update().written()).isEqualTo(1);
    assertThat(kept.reads()).isZero();
    kept.assertIsCurrent();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void aChangedObjectIsTheOnlyOneThatIsAsked(CodecMode mode) {
    Kept kept = new Kept(mode);

    kept.depot.getParts().get(50).setStock(777);

    assertThat(touched(kept.update())).isEqualTo(1);
    assertThat(kept.reads()).isEqualTo(1);
    kept.assertIsCurrent();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void aChangeThatIsNotToldIsNotSent(CodecMode mode) {
    Kept kept = new Kept(mode);
    String before = text(kept.template);

    kept.depot.getParts().get(50).smuggle(777);
    kept.depot.getLevels()[50] = 0.5;
    kept.depot.setLevel(3, 0.25); // else the depot is not even asked for its levels

    assertThat(kept.update().written()).isEqualTo(1);
    assertThat(text(kept.template)).isNotEqualTo(before).doesNotContain("777", "0.5<");
    kept.depot.getParts().get(50).setStock(777);
    kept.depot.setLevel(50, 0.5);
    assertThat(kept.update().written()).isEqualTo(2);
    kept.assertIsCurrent();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void aCopyInThePlaceOfAnObjectIsComparedOnce(CodecMode mode) {
    Kept kept = new Kept(mode);
    List<Depot.Part> parts = kept.depot.getParts();

    parts.set(50, parts.get(50).copy());
    kept.depot.touch();

    assertThat(kept.update().match()).isEqualTo(Match.CONTENT);
    assertThat(kept.reads()).isLessThanOrEqualTo(1); // it may have the stamp of the object
    assertThat(kept.update().match()).isEqualTo(Match.CONTENT);
    assertThat(kept.reads()).isZero();
    kept.assertIsCurrent();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void objectsThatComeAndGoLeaveTheOthersUnasked(CodecMode mode) {
    Kept kept = new Kept(mode);
    List<Depot.Part> parts = kept.depot.getParts();

    parts.remove(50);
    kept.depot.touch();
    assertThat(touched(kept.update())).isLessThan(15);
    assertThat(kept.reads()).isLessThan(3);
    kept.assertIsCurrent();

    parts.add(20, new Depot.Part("a new one", 1));
    kept.depot.touch();
    assertThat(touched(kept.update())).isLessThan(30);
    assertThat(kept.reads()).isLessThan(5);
    kept.assertIsCurrent();
  }

  @Property(tries = 300)
  void trackedObjectsAreSentAsTheyAre(@ForAll long seed, @ForAll boolean compiled) {
    Codec<Depot> codec = compiled ? COMPILED : INTERPRETED;
    Random random = new Random(seed);
    int chunk = new int[] {16, 40, 100, 1000, 32 << 10}[random.nextInt(5)];
    List<Template> templates = new ArrayList<>();
    templates.add(
        new Template(
            UNSTUFFED.toBuilder()
                .chunkBytes(chunk)
                .splitBytes(2 * chunk)
                .reserveBytes(chunk / 4)
                .build()));
    Depot depot = new Depot();
    for (int i = 0; i < 60; i++) {
      for (int n = random.nextInt(4); n >= 0; n--) {
        edit(depot, random);
      }
      String fresh = fresh(codec, depot);
      Template template = templates.get(random.nextInt(templates.size()));
      UpdateResult update = template.update(out -> codec.write(depot, out));
      assertThat(text(template)).isEqualTo(fresh);
      if (i % 20 == 7 && !update.isAbandoned()) {
        templates.add(template.fork());
      }
    }
  }

  private static void edit(Depot depot, Random random) {
    List<Depot.Part> parts = depot.getParts();
    int size = parts.size();
    switch (random.nextInt(9)) {
      case 0 -> depot.setName(random.nextBoolean() ? null : "name " + random.nextInt());
      case 1, 2 -> {
        parts.add(random.nextInt(size + 1), new Depot.Part("p" + random.nextInt(50), 7));
        depot.touch();
      }
      case 3 -> {
        double[] levels = depot.getLevels();
        if (levels.length == 0 || random.nextInt(5) == 0) {
          depot.setLevels(random.doubles(random.nextInt(80)).toArray());
        } else {
          depot.setLevel(random.nextInt(levels.length), random.nextDouble());
        }
      }
      default -> {
        if (size > 0) {
          editOne(depot, random.nextInt(size), random);
        }
      }
    }
  }

  private static void editOne(Depot depot, int at, Random random) {
    List<Depot.Part> parts = depot.getParts();
    switch (random.nextInt(6)) {
      case 0 -> parts.get(at).setStock(random.nextInt());
      case 1 -> parts.get(at).setLabel(random.nextBoolean() ? null : "label " + random.nextInt());
      case 2 -> {
        parts.remove(at);
        depot.touch();
      }
      case 3 -> {
        parts.add(random.nextInt(parts.size()), parts.remove(at));
        depot.touch();
      }
      case 4 -> {
        parts.set(at, parts.get(at).copy());
        depot.touch();
      }
      default -> {
        parts.add(parts.get(at)); // the same object twice
        depot.touch();
      }
    }
  }
}
