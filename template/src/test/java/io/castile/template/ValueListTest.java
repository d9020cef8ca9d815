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
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Of a list of values only those are written that came. */
class ValueListTest {
  private static final int ITEMS = 200;
  private static final DatatypeFactory TYPES = DatatypeFactory.newDefaultInstance();

  private static final Codec<Values> CODEC =
      Codecs.builder().types(Values.class).mode(CodecMode.COMPILED).build().of(Values.class);

  @XmlRootElement(name = "values")
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Values {
    List<String> texts;
    List<Side> sides;
    List<LocalDate> days;
    List<XMLGregorianCalendar> times;
    List<BigDecimal> decimals;
  }

  /** Its constants have classes of their own. */
  enum Side {
    LEFT {
      @Override
      Side other() {
        return RIGHT;
      }
    },
    RIGHT {
      @Override
      Side other() {
        return LEFT;
      }
    };

    abstract Side other();
  }

  private static <T> Arguments list(
      String name, BiConsumer<Values, List<T>> property, IntFunction<T> item) {
    return Arguments.of(name, property, item);
  }

  static Stream<Arguments> lists() {
    return Stream.of(
        list("texts", (values, items) -> values.texts = items, i -> "<" + i),
        list("sides", (values, items) -> values.sides = items, i -> Side.values()[i % 7 % 2]),
        list("days", (values, items) -> values.days = items, LocalDate::ofEpochDay),
        list(
            "times",
            (values, items) -> values.times = items,
            i -> TYPES.newXMLGregorianCalendar(LocalDate.ofEpochDay(i) + "T00:00:00Z")),
        list(
            "decimals",
            (values, items) -> values.decimals = items,
            i -> new BigDecimal(i + "0e-1")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lists")
  <T> void onlyWhatCameIsWritten(
      String name, BiConsumer<Values, List<T>> property, IntFunction<T> item) {
    Template template =
        new Template(
            TemplateOptions.builder().stuffing(Stuffing.NONE).padding(Padding.OUTSIDE).build());
    CODEC.toBytes(values(property, item, -1)); // which compiles the codec
    template.update(out -> CODEC.write(values(property, item, -1), out));

    UpdateResult same = template.update(out -> CODEC.write(values(property, item, -1), out));

    assertThat(same.match()).isEqualTo(Match.CONTENT);
    Values more = values(property, item, 10);
    UpdateResult inserted = template.update(out -> CODEC.write(more, out));
    assertThat(inserted.inserted() + inserted.written()).isBetween(1, 8);
    assertThat(template.toByteArray()).isEqualTo(CODEC.toBytes(more));
  }

  /** New objects each time, but for enums; one more at an index. */
  private static <T> Values values(
      BiConsumer<Values, List<T>> property, IntFunction<T> item, int another) {
    List<T> items = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      items.add(item.apply(i));
    }
    if (another >= 0) {
      items.add(another, item.apply(ITEMS));
    }
    Values values = new Values();
    property.accept(values, items);
    return values;
  }
}
