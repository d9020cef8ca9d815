package io.castile.template.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.xml.XmlReader;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Arrays of numbers, short and long, are read by difference as they are read plainly. */
class NumberRowTest {
  @XmlRootElement
  static class Series {
    public double[] item;
  }

  @Property(tries = 200)
  void aRowIsReadAsByAPlainRead(@ForAll long seed, @ForAll boolean compiled) {
    CodecMode mode = compiled ? CodecMode.COMPILED : CodecMode.INTERPRETED;
    Codecs codecs = Codecs.builder().types(Series.class).mode(mode).build();
    Codec<Series> codec = codecs.of(Series.class);
    ReadTemplate template = ReadTemplate.persistent(ReadOptions.DEFAULT);
    XmlReader reader = codecs.newReader();
    Random random = new Random(seed);
    Series series = new Series();
    series.item = values(random, random.nextInt(300));
    for (int i = 0; i < 20; i++) {
      byte[] message = codec.toBytes(series);
      assertThat(read(codec, reader, template, message).item)
          .isEqualTo(codec.fromBytes(message).item);
      series.item = edited(series.item, random);
    }
  }

  private static Series read(
      Codec<Series> codec, XmlReader reader, ReadTemplate template, byte[] message) {
    reader.reset(message, 0, message.length);
    reader.nextChild(null);
    boolean read = false;
    template.begin(reader);
    try {
      Series series = codec.read(reader);
      read = true;
      return series;
    } finally {
      template.end(reader, read);
    }
  }

  /** Some values of others, some gone, some come, some at the other end; or all others. */
  private static double[] edited(double[] before, Random random) {
    double[] after = before.clone();
    int at = random.nextInt(after.length + 1);
    int count = random.nextInt(after.length - at + 1);
    switch (random.nextInt(5)) {
      case 0 -> {
        for (int i = at; i < at + count; i += 1 + random.nextInt(5)) {
          after[i] = value(random);
        }
      }
      case 1 ->
          after =
              join(Arrays.copyOf(after, at), Arrays.copyOfRange(after, at + count, after.length));
      case 2 ->
          after =
              join(
                  join(Arrays.copyOf(after, at), values(random, random.nextInt(100))),
                  Arrays.copyOfRange(after, at, after.length));
      case 3 -> after = join(Arrays.copyOfRange(after, at, after.length), Arrays.copyOf(after, at));
      default -> after = values(random, random.nextInt(300));
    }
    return after;
  }

  private static double[] join(double[] one, double[] other) {
    double[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  private static double[] values(Random random, int count) {
    double[] values = new double[count];
    Arrays.setAll(values, i -> value(random));
    return values;
  }

  /** One of few, so that some come again. */
  private static double value(Random random) {
    return random.nextBoolean() ? random.nextInt(10) : random.nextInt(100_000) / 8.0;
  }
}
