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
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What comes or goes in a list touches only its own part of the message. */
@Tag("long")
class ListAlignmentTest {
  private static final int SIZE = 1000;

  /** The bytes are then those of a fresh message. */
  private static final TemplateOptions UNSTUFFED =
      TemplateOptions.builder().stuffing(Stuffing.NONE).padding(Padding.OUTSIDE).build();

  /** A change of a list and how many items it may cost to write, to add or to remove. */
  record Edit(String name, int items, Consumer<List<Object>> change) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Items of no other list. */
  private static Object fresh(List<?> list, int seed) {
    return list.get(0) instanceof String ? "new " + seed : item(1_000_000 + seed);
  }

  private static Shop.Item item(int i) {
    Shop.Item item = new Shop.Item();
    item.sku = "sku-" + i;
    item.quantity = i % 7;
    item.title = i % 3 == 0 ? "a title" : "title " + i;
    item.price = i % 5 == 0 ? null : i / 4.0;
    return item;
  }

  private static Edit insert(int at) {
    return new Edit("insert at " + at, 4, list -> list.add(at, fresh(list, at)));
  }

  private static Edit remove(int at) {
    return new Edit("remove at " + at, 3, list -> list.remove(at));
  }

  private static Edit move(int from, int to) {
    return new Edit("move from " + from + " to " + to, 7, list -> list.add(to, list.remove(from)));
  }

  static Stream<Edit> edits() {
    return Stream.of(
        insert(0),
        insert(1),
        insert(500),
        insert(998),
        insert(999),
        insert(1000),
        remove(0),
        remove(1),
        remove(500),
        remove(998),
        remove(999),
        move(0, 999),
        move(999, 0),
        move(0, 1),
        move(300, 700),
        move(700, 300),
        move(998, 999),
        new Edit("swap", 3, list -> Collections.swap(list, 10, 900)),
        new Edit("remove 100", 102, list -> list.subList(400, 500).clear()),
        new Edit("remove 900", 902, list -> list.subList(50, 950).clear()),
        new Edit(
            "insert 100",
            202,
            list -> {
              for (int i = 0; i < 100; i++) {
                list.add(200 + i, fresh(list, i));
              }
            }),
        new Edit(
            "insert 3 here and there",
            12,
            list -> {
              list.add(900, fresh(list, 0));
              list.add(500, fresh(list, 1));
              list.add(20, fresh(list, 2));
            }),
        new Edit(
            "insert one, remove another",
            7,
            list -> {
              list.remove(800);
              list.add(100, fresh(list, 0));
            }),
        new Edit(
            "replace the first, append one",
            4,
            list -> {
              list.set(0, fresh(list, 0));
              list.add(fresh(list, 1));
            }),
        new Edit(
            "replace one, insert one beside",
            6,
            list -> {
              list.set(300, fresh(list, 0));
              list.add(300, fresh(list, 1));
            }),
        new Edit(
            "replace one, remove the one before",
            6,
            list -> {
              list.set(301, fresh(list, 0));
              list.remove(300);
            }));
  }

  private abstract static class Cases {
    abstract CodecMode mode();

    abstract List<Object> list(Shop shop);

    abstract int entriesOfAnItem();

    @ParameterizedTest
    @MethodSource("io.castile.template.ListAlignmentTest#edits")
    void changesTouchTheirPart(Edit edit) {
      Codec<Shop> codec = codec(mode());
      Shop shop = shop();
      Template template = templateOf(codec, shop);

      edit.change.accept(list(shop));
      UpdateResult update = template.update(out -> codec.write(shop, out));

      assertHolds(template, codec, shop);
      assertThat(touched(update)).as("%s", update).isPositive();
      assertThat(touched(update))
          .as("%s", update)
          .isLessThanOrEqualTo(edit.items * entriesOfAnItem());
    }
  }

  @Nested
  class CompiledBeans extends Cases {
    @Override
    CodecMode mode() {
      return CodecMode.COMPILED;
    }

    @Override
    @SuppressWarnings("unchecked")
    List<Object> list(Shop shop) {
      return (List<Object>) (List<?>) shop.items;
    }

    @Override
    int entriesOfAnItem() {
      return 14;
    }
  }

  @Nested
  class InterpretedBeans extends CompiledBeans {
    @Override
    CodecMode mode() {
      return CodecMode.INTERPRETED;
    }

    @Override
    int entriesOfAnItem() {
      return 20;
    }
  }

  @Nested
  class CompiledStrings extends Cases {
    @Override
    CodecMode mode() {
      return CodecMode.COMPILED;
    }

    @Override
    @SuppressWarnings("unchecked")
    List<Object> list(Shop shop) {
      return (List<Object>) (List<?>) shop.notes;
    }

    @Override
    int entriesOfAnItem() {
      return 2;
    }
  }

  @Nested
  class InterpretedStrings extends CompiledStrings {
    @Override
    CodecMode mode() {
      return CodecMode.INTERPRETED;
    }

    @Override
    int entriesOfAnItem() {
      return 4;
    }
  }

  private static int touched(UpdateResult update) {
    return update.written() + update.inserted() + update.removed();
  }

  private static Template templateOf(Codec<Shop> codec, Shop shop) {
    codec.toBytes(shop); // first, as it may compile a codec
    Template template = new Template(UNSTUFFED);
    template.update(out -> codec.write(shop, out));
    return template;
  }

  private static void assertHolds(Template template, Codec<Shop> codec, Shop shop) {
    if (!Arrays.equals(template.toByteArray(), codec.toBytes(shop))) { // else it is long to tell
      assertThat(new String(template.toByteArray(), UTF_8))
          .isEqualTo(new String(codec.toBytes(shop), UTF_8));
    }
  }

  private static Codec<Shop> codec(CodecMode mode) {
    return Codecs.builder()
        .types(Shop.class, Shop.ObjectFactory.class)
        .mode(mode)
        .build()
        .element(Shop.class, new QName("urn:shop", "shop"));
  }

  private static Shop shop() {
    Shop shop = new Shop();
    shop.notes = new ArrayList<>();
    shop.marks = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      shop.items.add(item(i));
      shop.notes.add("note " + i);
      shop.marks.add(i / 8.0);
    }
    return shop;
  }

  // ---- other changes ----

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void anEditedFieldIsOneField(CodecMode mode) {
    assertThat(touched(mode, shop -> shop.items.get(500).title = "another")).isEqualTo(1);
    assertThat(touched(mode, shop -> shop.marks.set(500, -1.0))).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void editedItemsDoNotHideThatOneWasAppended(CodecMode mode) {
    assertThat(
            touched(
                mode,
                shop -> {
                  for (Shop.Item item : shop.items) {
                    item.title += "!";
                  }
                  shop.items.add(item(2000));
                }))
        .isLessThan(SIZE + 20);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void anOptionalElementBeforeAListComesAndGoesAlone(CodecMode mode) {
    assertThat(touched(mode, shop -> shop.total = 5L)).isLessThan(10);
    assertThat(touched(mode, shop -> shop.name = "a name")).isLessThan(10);
    assertThat(touched(mode, shop -> shop.priority = 5)).isLessThan(10);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void anOptionalFieldOfAnItemComesAndGoesAlone(CodecMode mode) {
    assertThat(touched(mode, shop -> shop.items.get(501).price = null)).isLessThan(6);
    assertThat(touched(mode, shop -> shop.items.get(500).price = 7.0)).isLessThan(6);
    assertThat(touched(mode, shop -> shop.items.get(500).sku = null)).isLessThan(6);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void anotherTypeOfAnItemTouchesTheItem(CodecMode mode) {
    assertThat(
            touched(
                mode,
                shop -> {
                  Shop.Book book = new Shop.Book();
                  book.author = "an author";
                  shop.items.set(500, book);
                }))
        .isLessThan(60);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void itemsOfSeveralTypesAreFoundAgain(CodecMode mode) {
    Consumer<Shop> varied =
        shop -> {
          for (int i = 0; i < SIZE; i += 3) {
            Shop.Book book = new Shop.Book();
            book.author = "author " + i;
            book.pages = List.of(i, 2 * i);
            shop.items.set(i, book);
          }
        };
    assertThat(touched(mode, varied, shop -> shop.items.remove(300))).isLessThan(150);
    assertThat(touched(mode, varied, shop -> shop.items.add(300, item(2000)))).isLessThan(250);
    assertThat(touched(mode, varied, shop -> shop.items.add(301, new Shop.Book()))).isLessThan(250);
  }

  /** Once a list of numbers has a nil item it is no block, whose items all stand alike. */
  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void aNilItemTouchesTheItem(CodecMode mode) {
    Consumer<Shop> withNils =
        shop -> {
          shop.marks.set(500, null);
          shop.marks.set(700, null);
        };
    assertThat(touched(mode, withNils, shop -> shop.marks.set(600, null))).isLessThan(25);
    assertThat(touched(mode, withNils, shop -> shop.marks.set(0, null))).isLessThan(25);
    assertThat(touched(mode, withNils, shop -> shop.marks.set(999, null))).isLessThan(25);
    assertThat(touched(mode, withNils, shop -> shop.marks.set(500, 3.0))).isLessThan(25);
    assertThat(touched(mode, withNils, shop -> shop.marks.remove(500))).isLessThan(25);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void aListThatComesOrGoesLeavesItsNeighbours(CodecMode mode) {
    Consumer<Shop> without = shop -> shop.notes = null;
    Consumer<Shop> few = shop -> shop.notes = new ArrayList<>(List.of("a", "b"));
    assertThat(touched(mode, without, few)).isLessThan(20);
    assertThat(touched(mode, few, without)).isLessThan(20);
    assertThat(touched(mode, few, shop -> shop.notes.clear())).isLessThan(20);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void anotherSetOfCodecsFindsTheListsOfTheFirst(CodecMode mode) {
    Shop shop = shop();
    Template template = templateOf(codec(mode), shop);
    Codec<Shop> other = codec(mode);
    other.toBytes(shop); // as it may compile a codec

    UpdateResult update = template.update(out -> other.write(shop, out));

    assertThat(update.match()).isEqualTo(Match.CONTENT);
    shop.items.remove(500);
    assertThat(touched(template.update(out -> other.write(shop, out)))).isBetween(1, 60);
    assertHolds(template, other, shop);
  }

  /** Lists in items of lists: 30 shops in one another, each with items. */
  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void listsAreAlignedInAnyDepth(CodecMode mode) {
    Consumer<Shop> nested =
        shop -> {
          Shop inner = shop;
          for (int i = 0; i < 30; i++) {
            inner.branch = new Shop();
            inner = inner.branch;
            for (int j = 0; j < 30; j++) {
              inner.items.add(item(100 * i + j));
            }
          }
        };
    assertThat(touched(mode, nested, shop -> shop.branch.branch.items.remove(7))).isLessThan(60);
    assertThat(touched(mode, nested, shop -> shop.branch.items.add(7, item(5000)))).isLessThan(80);
  }

  private static int touched(CodecMode mode, Consumer<Shop> change) {
    return touched(mode, shop -> {}, change);
  }

  private static int touched(CodecMode mode, Consumer<Shop> before, Consumer<Shop> change) {
    Codec<Shop> codec = codec(mode);
    Shop shop = shop();
    before.accept(shop);
    Template template = templateOf(codec, shop);
    change.accept(shop);
    UpdateResult update = template.update(out -> codec.write(shop, out));
    assertHolds(template, codec, shop);
    assertThat(touched(update)).isPositive();
    return touched(update);
  }

  /** Shuffled lists, and lists of few different values, in which guesses go wrong. */
  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void guessesThatGoWrongCostNoMoreThanTheMessage(CodecMode mode) {
    Codec<Shop> codec = codec(mode);
    Shop shop = shop();
    Template template = templateOf(codec, shop);
    int whole = touched(template.update(out -> codec.write(new Shop(), out)));
    template.update(out -> codec.write(shop, out));
    Random random = new Random(7);
    for (int i = 0; i < 20; i++) {
      Collections.shuffle(shop.items, random);
      shop.marks.replaceAll(mark -> (double) random.nextInt(2));
      shop.notes.replaceAll(note -> "note " + random.nextInt(10));
      UpdateResult update = template.update(out -> codec.write(shop, out));
      assertHolds(template, codec, shop);
      assertThat(touched(update)).as("%s", update).isLessThan(2 * whole);
    }
  }
}
