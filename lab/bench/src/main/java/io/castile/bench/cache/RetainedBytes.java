package io.castile.bench.cache;

import io.castile.bench.data.GoogleOperation;
import io.castile.bench.harness.ChildJvm;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import io.castile.bench.stack.ReferenceStack;
import io.castile.cache.key.CacheKey;
import io.castile.cache.representation.EventSequence;
import io.castile.cache.representation.Representation;
import io.castile.cache.representation.Stored;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.xml.stream.XMLStreamException;
import org.openjdk.jol.info.GraphLayout;
import org.springframework.cache.interceptor.SimpleKey;

/**
 * Tables 8 and 9 of the response caching paper: the bytes that keys and answers in the cache take,
 * with all that they alone hold, as JOL finds them, beside what they say of themselves. What
 * another key or answer of the same operation holds as well does not count: it stays when one goes.
 */
final class RetainedBytes {
  private static final String MEASURED = "bytes of ";
  private static final String WEIGHT = "weight of ";
  private static final String OFF = "error of weight of ";
  private static final String SPRING_KEY = "Spring SimpleKey";
  private static final String ROW = "row ";

  private RetainedBytes() {}

  /** The program: says a line for each row. */
  public static void main(String[] arguments) {
    for (BenchRow row : rows(List.of(GoogleOperation.values()))) {
      System.out.println(
          String.join("\t", ROW, row.row(), row.scenario(), row.value() + "", row.unit()));
    }
  }

  /** Measures in a JVM whose objects JOL can look into. */
  static List<BenchRow> inChild(Consumer<String> progress) throws IOException {
    progress.accept("bytes retained");
    List<String> options = new ArrayList<>(List.of("-Xmx1g", "-Djol.magicFieldOffset=true"));
    if (Runtime.version().feature() >= 24) {
      options.add("--sun-misc-unsafe-memory-access=allow");
    }
    List<BenchRow> rows = new ArrayList<>();
    StringBuilder said = new StringBuilder();
    try (ChildJvm jvm = ChildJvm.start(RetainedBytes.class, options, List.of())) {
      for (String line = jvm.hear(); line != null; line = jvm.hear()) {
        String[] parts = line.split("\t");
        if (parts[0].equals(ROW)) {
          double value = Double.parseDouble(parts[3]);
          rows.add(new BenchRow(parts[1], parts[2], value, parts[4], Double.NaN));
        } else {
          said.append(line).append('\n');
        }
      }
    }
    if (rows.isEmpty()) {
      throw new IllegalStateException("cannot measure the bytes retained: " + said);
    }
    return rows;
  }

  static List<BenchRow> rows(List<GoogleOperation> operations) {
    List<BenchRow> rows = new ArrayList<>();
    for (GoogleOperation operation : operations) {
      for (KeyRow key : KeyRow.values()) {
        if (key.sizeLabel() != null) {
          KeyRow.Maker maker = key.maker(operation);
          CacheKey one = maker.of(operation.arguments(0)).get().toStored();
          CacheKey other = maker.of(operation.arguments(1)).get().toStored();
          String what = "key of " + operation.label();
          addBoth(rows, key.sizeLabel(), what, retained(one, other), one.weight());
          addPaper(rows, key.sizeLabel(), what, key.paperBytes().of(operation));
        }
      }
      long bytes =
          retained(new SimpleKey(operation.arguments(0)), new SimpleKey(operation.arguments(1)));
      rows.add(row(SPRING_KEY, MEASURED + "key of " + operation.label(), bytes, "B"));
      for (AnswerRow answer : AnswerRow.values()) {
        if (answer.fits(operation)) {
          Representation<Object> representation = answer.representation(operation);
          Stored<Object> one = answer.store(representation, operation.answer(0));
          Stored<Object> other = answer.store(representation, operation.answer(1));
          String what = "answer to " + operation.label();
          addBoth(rows, answer.sizeLabel(), what, retained(one, other), one.weight());
          addPaper(rows, answer.sizeLabel(), what, answer.paperBytes().of(operation));
        }
      }
      EventSequence events = ReferenceCell.events(operation);
      addBoth(
          rows,
          ReferenceCell.Form.STAX_EVENTS.label(),
          "answer to " + operation.label(),
          retained(events, otherEvents()),
          events.weight());
    }
    return rows;
  }

  /** The events of another message, which share what all sequences do. */
  private static EventSequence otherEvents() {
    try {
      return ReferenceStack.events(new byte[] {'<', 'a', '/', '>'});
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a document of one element is well-formed", e);
    }
  }

  /**
   * The bytes of all objects that can be reached from one and not from the other. Both reach plans,
   * which change while codecs are compiled, and hold more for a moment: what is not the same twice
   * is measured again.
   */
  private static long retained(Object one, Object other) {
    long bytes = difference(one, other);
    long before;
    do {
      before = bytes;
      bytes = difference(one, other);
    } while (before != bytes);
    return bytes;
  }

  private static long difference(Object one, Object other) {
    long both = GraphLayout.parseInstance(one, other).totalSize();
    return both - GraphLayout.parseInstance(other).totalSize();
  }

  private static void addBoth(
      List<BenchRow> rows, String row, String what, long bytes, long weight) {
    rows.add(row(row, MEASURED + what, bytes, "B"));
    rows.add(row(row, WEIGHT + what, weight, "B"));
    rows.add(row(row, OFF + what, 100.0 * (weight - bytes) / bytes, "%"));
  }

  private static void addPaper(List<BenchRow> rows, String row, String what, double bytes) {
    if (!Double.isNaN(bytes)) {
      rows.add(row(row, Representations.inPaper(MEASURED + what), bytes, "B"));
    }
  }

  private static BenchRow row(String row, String scenario, double value, String unit) {
    return new BenchRow(row, scenario, value, unit, Double.NaN);
  }

  /** Both tables. */
  static List<Figure> figures(List<GoogleOperation> operations) {
    List<String> keys = new ArrayList<>();
    for (KeyRow key : KeyRow.values()) {
      if (key.sizeLabel() != null) {
        keys.add(key.sizeLabel());
      }
    }
    keys.add(SPRING_KEY);
    List<String> answers = new ArrayList<>();
    answers.add(ReferenceCell.Form.STAX_EVENTS.label());
    for (AnswerRow answer : AnswerRow.values()) {
      answers.add(answer.sizeLabel());
    }
    return List.of(
        figure("Table 8: memory size of cache keys", "key of ", operations, keys),
        figure("Table 9: memory size of cached objects", "answer to ", operations, answers));
  }

  private static Figure figure(
      String title, String what, List<GoogleOperation> operations, List<String> rows) {
    List<Figure.Point> points = new ArrayList<>();
    for (GoogleOperation operation : operations) {
      String whose = what + operation.label();
      points.add(Figure.Point.named(operation.label(), MEASURED + whose));
      points.add(Figure.Point.named("weight()", WEIGHT + whose));
      points.add(Figure.Point.named("off by %", OFF + whose));
      points.add(Figure.Point.named("the paper's", Representations.inPaper(MEASURED + whose)));
    }
    return Figure.ofNames(title, points, rows);
  }
}
