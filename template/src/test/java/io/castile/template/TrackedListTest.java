package io.castile.template;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.template.Bay.Buoy;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.internal.Match;
import io.castile.template.internal.Template;
import io.castile.template.internal.UpdateResult;
import io.castile.template.tracked.TrackedList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a tracked list tells is all that is looked at, and tells everything. */
class TrackedListTest {
  private static final int SIZE = 1_000;
  private static final Codec<Bay> COMPILED = codec(CodecMode.COMPILED);
  private static final Codec<Bay> INTERPRETED = codec(CodecMode.INTERPRETED);

  private static Codec<Bay> codec(CodecMode mode) {
    return Codecs.builder().types(Bay.class).mode(mode).build().of(Bay.class);
  }

  private final Bay bay = new Bay();
  private final Template template = new Template(TemplateOptions.DEFAULT);

  @BeforeEach
  void save() {
    for (int i = 0; i < SIZE; i++) {
      bay.buoys.add(new Buoy("buoy " + i, i));
    }
    COMPILED.toBytes(bay); // first, as it may compile a codec
    update();
  }

  private UpdateResult update() {
    bay.buoys.forEach(buoy -> buoy.reads = 0);
    return template.update(out -> COMPILED.write(bay, out));
  }

  private int beansRead() {
    return bay.buoys.stream().mapToInt(buoy -> Math.min(1, buoy.reads)).sum();
  }

  private void assertIsCurrent() {
    assertThat(withoutSpaces(template.toByteArray())).isEqualTo(withoutSpaces(plain(bay)));
  }

  private static byte[] plain(Bay bay) {
    return COMPILED.toBytes(bay);
  }

  private static String withoutSpaces(byte[] message) {
    return new String(message, UTF_8).replaceAll("> +<", "><");
  }

  @Test
  void aListWithoutChangesIsNotLookedAt() {
    assertThat(update().match()).isEqualTo(Match.CONTENT);
    assertThat(beansRead()).isZero();

    bay.name = "another";
    bay.depth++;
    assertThat(update().written()).isEqualTo(2);
    assertThat(beansRead()).isZero();
    assertIsCurrent();
  }

  @Test
  void onlyBeansThatHaveChangedAreLookedAt() {
    bay.buoys.get(0).setHeight(-1);
    bay.buoys.get(500).setLabel("a longer label than before");
    bay.buoys.get(999).setHeight(0.5);

    assertThat(update().written()).isEqualTo(3);
    assertThat(beansRead()).isEqualTo(3);
    assertIsCurrent();
    assertThat(update().match()).isEqualTo(Match.CONTENT);
    assertThat(beansRead()).isZero();
  }

  @Test
  void anotherBeanInThePlaceOfOneIsTheOnlyOneLookedAt() {
    bay.buoys.set(30, new Buoy("other", 30.5));

    assertThat(update().written()).isEqualTo(1);
    assertThat(beansRead()).isEqualTo(1);
    assertIsCurrent();
  }

  @Test
  void beansThatComeAndGoLeaveTheOthersAsTheyAre() {
    bay.buoys.remove(400);
    bay.buoys.add(10, new Buoy("new", 3));

    UpdateResult update = update();

    assertThat(update.inserted() + update.removed() + update.written()).isLessThan(5);
    assertIsCurrent();
  }

  @Test
  void anotherListOfTheSameLengthIsCompared() {
    List<Buoy> copies = new TrackedList<>();
    bay.buoys.forEach(buoy -> copies.add(new Buoy(buoy.getLabel(), buoy.getHeight())));
    copies.get(7).setHeight(70);
    bay.buoys = copies;

    assertThat(update().written()).isEqualTo(1);
    assertIsCurrent();
  }

  @Test
  void aForkKnowsTheListAndChangesForItself() {
    Template fork = template.fork();
    bay.buoys.get(3).setHeight(33);
    update();
    assertIsCurrent();

    UpdateResult update = fork.update(out -> COMPILED.write(bay, out));

    assertThat(update.written()).isEqualTo(1);
    assertThat(fork.toByteArray()).isEqualTo(template.toByteArray());
  }

  @Test
  void aBeanIsInOneListOnly() {
    Buoy buoy = bay.buoys.get(0);
    List<Buoy> other = new TrackedList<>();

    assertThatThrownBy(() -> other.add(buoy))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("to two lists or beans");
    bay.buoys.remove(0);
    other.add(buoy);

    assertThat(other).containsExactly(buoy);
  }

  @Property(tries = 200)
  void listsAreSentAsTheyAre(@ForAll long seed, @ForAll boolean compiled) {
    Codec<Bay> codec = compiled ? COMPILED : INTERPRETED;
    Random random = new Random(seed);
    int chunk = new int[] {40, 100, 1000, 32 << 10}[random.nextInt(4)];
    TemplateOptions options =
        TemplateOptions.builder()
            .stuffing(Stuffing.NONE)
            .padding(Padding.OUTSIDE)
            .chunkBytes(chunk)
            .splitBytes(2 * chunk)
            .reserveBytes(chunk / 4)
            .build();
    List<Template> templates = new ArrayList<>();
    templates.add(new Template(options));
    Bay edited = new Bay();
    for (int i = random.nextInt(150); i > 0; i--) {
      edited.buoys.add(new Buoy("b", i));
    }
    for (int i = 0; i < 40; i++) {
      for (int n = random.nextInt(4); n > 0; n--) {
        edit(edited, random);
      }
      Template chosen = templates.get(random.nextInt(templates.size()));
      UpdateResult update = chosen.update(out -> codec.write(edited, out));
      assertThat(new String(chosen.toByteArray(), UTF_8))
          .isEqualTo(new String(codec.toBytes(edited), UTF_8));
      if (i % 15 == 7 && !update.isAbandoned()) {
        templates.add(chosen.fork());
      }
    }
  }

  private static void edit(Bay bay, Random random) {
    List<Buoy> buoys = bay.buoys;
    int size = buoys.size();
    int at = size == 0 ? 0 : random.nextInt(size);
    switch (random.nextInt(size == 0 ? 2 : 10)) {
      case 0 -> buoys.add(at, new Buoy("new", random.nextInt(9)));
      case 1 -> bay.name = "bay " + random.nextInt(99);
      case 2 -> buoys.remove(at);
      case 3 -> buoys.set(at, new Buoy("set " + random.nextInt(99), 1));
      case 4 -> {
        if (random.nextInt(5) == 0) {
          buoys.sort(Comparator.comparingDouble(Buoy::getHeight));
        }
      }
      case 5 -> {
        if (random.nextInt(5) == 0) {
          buoys.subList(at, size).clear();
        }
      }
      case 6 -> {
        if (random.nextInt(5) == 0) {
          List<Buoy> all = new ArrayList<>(buoys);
          buoys.clear();
          bay.buoys = new TrackedList<>(all);
        }
      }
      case 7 -> buoys.get(at).setLabel(random.nextBoolean() ? null : "l" + random.nextInt());
      default -> buoys.get(at).setHeight(random.nextInt(1000) / 8.0);
    }
  }
}
