package io.castile.bench.delta;

import io.castile.bench.data.StockAnswers;
import io.castile.bench.data.WholeLoad;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.bench.report.Figure;
import java.util.ArrayList;
import java.util.List;

/**
 * A cell of the suite {@code differential}: the objects of an answer made bytes, or the bytes
 * objects.
 */
public record ObjectCell(ObjectRow coding, Act act, WholeLoad load) implements Cell {
  public static final String KEY = "objects";

  private static final List<WholeLoad> LOADS = List.of(WholeLoad.RATINGS, WholeLoad.DOUBLES);

  /** What is timed. */
  enum Act {
    WRITE("write"),
    READ("read");

    private final String label;

    Act(String label) {
      this.label = label;
    }
  }

  /** The cells of a row. */
  static List<ObjectCell> of(ObjectRow row) {
    List<ObjectCell> cells = new ArrayList<>();
    for (WholeLoad load : LOADS) {
      for (Act act : Act.values()) {
        cells.add(new ObjectCell(row, act, load));
      }
    }
    return cells;
  }

  static Figure figure() {
    List<Figure.Point> points =
        of(ObjectRow.SOAP).stream()
            .map(cell -> Figure.Point.named(cell.name(), cell.scenario()))
            .toList();
    return Figure.ofNames("From objects to bytes and back", points, ObjectRow.labels());
  }

  @Override
  public String row() {
    return coding.label();
  }

  private String name() {
    return act.label + " " + load.label();
  }

  @Override
  public String scenario() {
    return "objects: " + name();
  }

  @Override
  public String key() {
    return String.join("\t", KEY, coding.name(), act.name(), load.name());
  }

  public static ObjectCell parse(List<String> parts) {
    return new ObjectCell(
        ObjectRow.valueOf(parts.get(0)),
        Act.valueOf(parts.get(1)),
        WholeLoad.valueOf(parts.get(2)));
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    StockAnswers service = load.answers(0);
    load.ask(service);
    ObjectCoding objects = ObjectCoding.of(coding, load);
    byte[] bytes = objects.write();
    if (!service.isLast(objects.value(objects.read(bytes)))) {
      throw new IllegalStateException(row() + " does not give back '" + scenario() + "'");
    }
    return act == Act.WRITE ? new Writing(objects) : new Reading(objects, bytes);
  }

  private static final class Writing implements Call {
    private final ObjectCoding objects;
    private long sum; // kept, so that nothing of the work can be left out

    Writing(ObjectCoding objects) {
      this.objects = objects;
    }

    @Override
    public boolean isPrepared() {
      return objects.isPrepared();
    }

    @Override
    public void prepare() {
      objects.prepare();
    }

    @Override
    public void run() throws Exception {
      sum += objects.write().length;
    }

    @Override
    public String toString() {
      return sum + " bytes";
    }
  }

  private static final class Reading implements Call {
    private final ObjectCoding objects;
    private final byte[] bytes;
    private Object last; // kept, so that nothing of the work can be left out

    Reading(ObjectCoding objects, byte[] bytes) {
      this.objects = objects;
      this.bytes = bytes;
    }

    @Override
    public void run() throws Exception {
      last = objects.read(bytes);
    }

    @Override
    public String toString() {
      return last == null ? "nothing" : "read " + System.identityHashCode(last);
    }
  }
}
