package io.castile.bench.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.message.DoubleArrayResponse;
import io.castile.bench.message.GetMiosResponse;
import io.castile.bench.message.IntArrayResponse;
import io.castile.demo.portal.Mio;
import io.castile.xml.XmlWriter;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers have the widths of the paper, and change as they are told to. */
final class NumberArraysTest {
  private static final int SIZE = 200;

  @ParameterizedTest
  @CsvSource({"SMALLEST, 3, 1", "INTERMEDIATE, 18, 9", "LARGEST, 24, 11"})
  void everyItemHasTheWidthOfThePaper(NumberWidth width, int ofDouble, int ofInt) {
    NumberArrays.Items items = NumberArrays.all(width, 1);

    assertThat(DoubleStream.of(doubles(items))).allMatch(value -> widthOf(value) == ofDouble);
    assertThat(IntStream.of(ints(items)))
        .allMatch(value -> Integer.toString(value).length() == ofInt);
    for (Mio mio : mios(items, items).value()) {
      assertThat(Integer.toString(mio.getX())).hasSize(ofInt);
      assertThat(Integer.toString(mio.getY())).hasSize(ofInt);
      assertThat(widthOf(mio.getValue())).isEqualTo(ofDouble);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 2", "25, 50", "50, 100", "75, 150", "100, 200"})
  void soManyPerCentAreChanged(int percent, int expected) {
    for (NumberWidth width : NumberWidth.values()) {
      double[] before = doubles(NumberArrays.all(width, 0));
      double[] after = doubles(NumberArrays.items(width, 0, width, 1, percent));

      assertThat(IntStream.range(0, SIZE).filter(i -> before[i] != after[i])).hasSize(expected);
    }
  }

  @Test
  void oneItemIsChangedByTheSmallestShare() {
    assertThat(NumberArrays.isChanged(0, 1)).isTrue();
    assertThat(NumberArrays.isChanged(0, 0)).isFalse();
  }

  @Test
  void coordinatesMayStayWhereValuesChange() {
    NumberArrays.Items before = NumberArrays.all(NumberWidth.INTERMEDIATE, 0);
    NumberArrays.Items after = NumberArrays.all(NumberWidth.INTERMEDIATE, 1);

    Mio one = mios(before, before).value().get(7);
    Mio other = mios(before, after).value().get(7);

    assertThat(other.getX()).isEqualTo(one.getX());
    assertThat(other.getY()).isEqualTo(one.getY());
    assertThat(other.getValue()).isNotEqualTo(one.getValue());
  }

  private static double[] doubles(NumberArrays.Items items) {
    return ((DoubleArrayResponse) NumberArrays.message(NumberKind.DOUBLE, SIZE, items)).value();
  }

  private static int[] ints(NumberArrays.Items items) {
    return ((IntArrayResponse) NumberArrays.message(NumberKind.INT, SIZE, items)).value();
  }

  private static GetMiosResponse mios(NumberArrays.Items coordinates, NumberArrays.Items values) {
    return (GetMiosResponse) NumberArrays.message(NumberKind.MIO, SIZE, coordinates, values);
  }

  private static int widthOf(double value) {
    XmlWriter writer = new XmlWriter();
    writer.text(value);
    return writer.size();
  }
}
