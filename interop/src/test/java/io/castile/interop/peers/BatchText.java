package io.castile.interop.peers;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is in a batch, to the bit, in a form that programs in any language can print: one line for
 * each field, floating-point numbers as their bits and texts as their UTF-8 bytes, in hexadecimal
 * digits.
 *
 * <pre>
 * number 7
 * doubles 40b1d28000000000 4094ca0000000000
 * ints 4711 -3
 * level nil
 * floats 3dcccccd
 * longs 9007199254740992
 * mios 0/4/-4/3fe0000000000000
 * names x706c61696e x
 * flags true false
 * gaps 12 nil
 * ratio nil
 * remark x
 * </pre>
 */
final class BatchText {
  private BatchText() {}

  /** The lines of a batch, the last without a line break. */
  static String of(Batch batch) {
    double[] doubles = batch.doubles == null ? new double[0] : batch.doubles;
    int[] ints = batch.ints == null ? new int[0] : batch.ints;
    float[] floats = batch.floats == null ? new float[0] : batch.floats;
    long[] longs = batch.longs == null ? new long[0] : batch.longs;
    return String.join(
        "\n",
        "number " + batch.number,
        line("doubles", Arrays.stream(doubles).mapToObj(BatchText::bits)),
        line("ints", Arrays.stream(ints).mapToObj(Integer::toString)),
        line("level", Stream.of(orNil(batch.level, Object::toString))),
        line("floats", IntStream.range(0, floats.length).mapToObj(i -> bits(floats[i]))),
        line("longs", Arrays.stream(longs).mapToObj(Long::toString)),
        line("mios", batch.mios, BatchText::mio),
        line("names", batch.names, BatchText::hex),
        line("flags", batch.flags, Object::toString),
        line("gaps", batch.gaps, Object::toString),
        line("ratio", Stream.of(orNil(batch.ratio, BatchText::bits))),
        line("remark", Stream.of(orNil(batch.remark, BatchText::hex))));
  }

  private static String line(String name, Stream<String> items) {
    return Stream.concat(Stream.of(name), items).collect(Collectors.joining(" "));
  }

  private static <T> String line(String name, List<T> items, Function<T, String> text) {
    return line(name, items.stream().map(item -> orNil(item, text)));
  }

  private static <T> String orNil(T value, Function<T, String> text) {
    return value == null ? "nil" : text.apply(value);
  }

  private static String mio(Mio mio) {
    return mio.number + "/" + mio.x + "/" + mio.y + "/" + bits(mio.value);
  }

  static String bits(double value) {
    return HexFormat.of().toHexDigits(Double.doubleToLongBits(value));
  }

  private static String bits(float value) {
    return HexFormat.of().toHexDigits(Float.floatToIntBits(value));
  }

  private static String hex(String text) {
    return "x" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }
}
