package io.castile.delta.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.codec.typed.NotTypedException;
import io.castile.codec.typed.TypedPlan;
import io.castile.delta.format.DeltaException;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Classes and messages of which values come out of XML in ways that are easily overlooked. */
class TypedOddsTest {
  private static final int MAX_BYTES = 16 << 20;

  private static <T> Codec<T> codec(Class<T> type, CodecMode mode) {
    return Codecs.builder().types(type).mode(mode).build().of(type);
  }

  private static TypedCoding coding(Class<?> type) throws NotTypedException {
    return TypedCoding.of(TypedPlan.of(codec(type, CodecMode.INTERPRETED)));
  }

  // ---- setters ----

  @XmlAccessorType(XmlAccessType.PROPERTY)
  public static class Base {
    String calls = "";
    private int first;

    public int getFirst() {
      return first;
    }

    public void setFirst(int value) {
      first = value;
      calls += "first ";
    }
  }

  @XmlRootElement
  @XmlAccessorType(XmlAccessType.PROPERTY)
  public static final class Derived extends Base {
    private int second;
    private String id;

    public int getSecond() {
      return second;
    }

    public void setSecond(int value) {
      second = value;
      calls += "second ";
    }

    @XmlAttribute
    public String getId() {
      return id;
    }

    public void setId(String value) {
      id = value;
      calls += "id ";
    }
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void settersAreCalledInTheOrderOfTheMessage(CodecMode mode) throws Exception {
    Codec<Derived> codec = codec(Derived.class, mode);
    TypedCoding coding = TypedCoding.of(TypedPlan.of(codec));
    Derived sent = new Derived();
    sent.setId("1");
    TypedState state = coding.write(sent, null, true).state();
    assertThat(((Derived) coding.element(state)).calls)
        .isEqualTo(codec.fromBytes(codec.toBytes(sent)).calls)
        .isEqualTo("id first second ");
  }

  // ---- digests ----

  @Test
  void digestsTellValuesApartAndNotTheVersionsOfStates() throws Exception {
    TypedCoding coding = coding(Derived.class);
    Derived one = new Derived();
    one.setId("1");
    Derived other = new Derived();
    other.setId("2");
    long digest = coding.write(one, null, true).state().digest();
    assertThat(coding.write(one, null, true).state().digest()).isEqualTo(digest);
    assertThat(coding.write(other, null, true).state().digest()).isNotEqualTo(digest);
    other.setId("1");
    other.setSecond(1);
    assertThat(coding.write(other, null, true).state().digest()).isNotEqualTo(digest);
  }

  // ---- names and defaults ----

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Shadowed {
    String name = "inherited";
  }

  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Shadowing extends Shadowed {
    @XmlElement(name = "name")
    String own = "own";
  }

  @Test
  void aNameThatTwoPropertiesHaveIsReadAsXml() {
    assertThatThrownBy(() -> coding(Shadowing.class)).isInstanceOf(NotTypedException.class);
  }

  enum Mark {
    @XmlEnumValue("")
    NONE,
    SOME
  }

  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Marked {
    @XmlElement(defaultValue = "SOME")
    Mark mark;
  }

  @Test
  void aConstantWithoutATextIsADefaultInXml() throws Exception {
    TypedCoding coding = coding(Marked.class);
    Marked marked = new Marked();
    marked.mark = Mark.SOME;
    TypedState state = coding.write(marked, null, true).state();
    assertThat(((Marked) coding.element(state)).mark).isEqualTo(Mark.SOME);
    marked.mark = Mark.NONE;
    assertThatThrownBy(() -> coding.write(marked, null, true))
        .isInstanceOf(NotTypedException.class);
  }

  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Dated {
    XMLGregorianCalendar date;
  }

  @Test
  void aCalendarWithoutFieldsIsNotNull() throws Exception {
    TypedCoding coding = coding(Dated.class);
    Dated dated = new Dated();
    dated.date = DatatypeFactory.newDefaultInstance().newXMLGregorianCalendar();
    assertThatThrownBy(() -> coding.write(dated, null, true)).isInstanceOf(NotTypedException.class);
  }

  // ---- lists ----

  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Lists {
    List<Integer> numbers;
    List<Item> items;
    byte[] bytes;
    List<byte[]> all;
    String text;
    List<String> texts;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static final class Item {
    int number;
  }

  private static Lists read(TypedCoding coding, TypedCoding.Written written) throws Exception {
    return (Lists) coding.element(coding.read(written.content(), null, MAX_BYTES, false));
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"}) // as the list comes from code without generics
  void aNumberOfAnotherClassIsNotTaken() throws Exception {
    TypedCoding coding = coding(Lists.class);
    Lists lists = new Lists();
    lists.numbers = (List) List.of(1.5);
    assertThatThrownBy(() -> coding.write(lists, null, true)).isInstanceOf(NotTypedException.class);
  }

  /** As another thread may do it: the size that is told is not that of the list any more. */
  private static <T> List<T> shrinking(List<T> items) {
    return new AbstractList<>() {
      private int asked;

      @Override
      public T get(int index) {
        return items.get(index);
      }

      @Override
      public int size() {
        return ++asked == 1 ? items.size() + 2 : items.size();
      }
    };
  }

  @Test
  void aListThatChangesIsWrittenAsItIsGoneThrough() throws Exception {
    TypedCoding coding = coding(Lists.class);
    Lists lists = new Lists();
    lists.numbers = shrinking(List.of(1, 2));
    lists.items = shrinking(List.of(new Item(), new Item()));
    Lists read = read(coding, coding.write(lists, null, true));
    assertThat(read.numbers).containsExactly(1, 2);
    assertThat(read.items).hasSize(2);
  }

  @Test
  void aListThatAnotherThreadChangesIsWholeEachTime() throws Exception {
    TypedCoding coding = coding(Lists.class);
    Lists lists = new Lists();
    lists.numbers = new CopyOnWriteArrayList<>();
    lists.items = new CopyOnWriteArrayList<>();
    Thread thread =
        new Thread(
            () -> {
              for (int i = 0; !Thread.interrupted(); i++) {
                if (i % 40 < 20) {
                  lists.numbers.add(i);
                  lists.items.add(new Item());
                } else {
                  lists.numbers.remove(0);
                  lists.items.remove(0);
                }
              }
            });
    thread.start();
    try {
      for (int i = 0; i < 20_000; i++) {
        Lists read = read(coding, coding.write(lists, null, true));
        if (read.numbers != null) {
          assertThat(read.numbers).doesNotContainNull();
        }
      }
    } finally {
      thread.interrupt();
      thread.join();
    }
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.SECONDS)
  void aLinkedListIsGoneThroughOnce() throws Exception {
    TypedCoding coding = coding(Lists.class);
    Lists lists = new Lists();
    lists.items = new LinkedList<>();
    for (int i = 0; i < 300_000; i++) {
      lists.items.add(new Item());
    }
    assertThat(read(coding, coding.write(lists, null, true)).items).hasSize(300_000);
  }

  // ---- bounds ----

  @Test
  void textsAreAPartOfWhatIsKept() throws Exception {
    TypedCoding coding = coding(Lists.class);
    Lists lists = new Lists();
    lists.text = "x".repeat(1_000_000);
    TypedCoding.Written written = coding.write(lists, null, true);
    TypedState read = coding.read(written.content(), null, MAX_BYTES, false);
    for (TypedState state : List.of(written.state(), read)) {
      assertThat(state.size()).isBetween(1_000_000, 1_001_000);
      assertThat(state.weight()).isBetween(1_000_000L, 1_001_000L);
    }
  }

  /** Told once, it would be made of again for each of many rows. */
  @Test
  void aLongTextOfManyRowsIsBounded() throws Exception {
    TypedCoding coding = coding(Lists.class);
    Lists lists = new Lists();
    lists.all = new ArrayList<>();
    lists.texts = new ArrayList<>();
    byte[] bytes = new byte[10_000];
    for (int i = 0; i < 1_000; i++) {
      lists.all.add(bytes);
    }
    TypedCoding.Written written = coding.write(lists, null, true);
    assertThat(written.content().length).isLessThan(100_000);
    assertThatThrownBy(() -> coding.read(written.content(), null, 1 << 20, false))
        .isInstanceOf(DeltaException.class);
    assertThat(read(coding, written).all).hasSize(1_000);
  }

  /** Each difference is small, and each text a new one. */
  @Test
  void copiesOfALongTextAreBounded() throws Exception {
    TypedCoding coding = coding(Lists.class);
    Lists lists = new Lists();
    lists.texts = new ArrayList<>();
    String text = "x".repeat(10_000);
    for (int i = 0; i < 100; i++) {
      lists.texts.add(text);
    }
    TypedCoding.Written first = coding.write(lists, null, true);
    TypedState base = coding.read(first.content(), null, MAX_BYTES, false);
    lists.texts.replaceAll(each -> each + "y");
    TypedCoding.Written second = coding.write(lists, first.state(), true);
    assertThatThrownBy(() -> coding.read(second.content(), base, 1 << 19, false))
        .isInstanceOf(DeltaException.class)
        .satisfies(e -> assertThat(((DeltaException) e).isTooLarge()).isTrue());
    assertThat(coding.read(second.content(), base, MAX_BYTES, false)).isNotNull();
  }
}
