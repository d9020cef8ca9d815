package io.castile.bench.send;

import static io.castile.bench.data.NumberKind.DOUBLE;
import static io.castile.bench.data.NumberKind.INT;
import static io.castile.bench.data.NumberKind.MIO;
import static io.castile.bench.data.NumberWidth.HALF;
import static io.castile.bench.data.NumberWidth.INTERMEDIATE;
import static io.castile.bench.data.NumberWidth.LARGEST;
import static io.castile.bench.data.NumberWidth.SMALLEST;

import io.castile.bench.data.Envelope;
import io.castile.bench.data.Message;
import io.castile.bench.data.NumberArrays;
import io.castile.bench.data.NumberKind;
import io.castile.bench.data.NumberWidth;
import io.castile.bench.data.Way;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Figure;
import io.castile.bench.stack.CellSuite;
import io.castile.bench.stack.GsoapCell;
import io.castile.bench.stack.GsoapPeer;
import io.castile.demo.portal.Portal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/**
 * The suite {@code sendtime}: Figures 1 to 12 of Abu-Ghazaleh, Lewis, Govindaraju: Differential
 * Serialization for Optimized SOAP Performance (HPDC 2004), each with the socket and before it;
 * then small messages, and what content matches and overlaid arrays allocate.
 */
public final class SendTime {
  private static final Figure.Axis AXIS = new Figure.Axis("items in the array", true);

  private static final List<String> NOTES =
      List.of(
          "Send time: until the last write to a socket of this machine has returned; a process of"
              + " its own drains it. Serialize: the same without the socket.",
          "Numbers take 18 characters (double), 9 (int) and 36 (MIO), largest ones 24, 11 and 46,"
              + " smallest ones 3, 1 and 5: the paper's 1 and 3 leave out the .0 of a double.",
          "Stealing: every second value grows from the smallest to the intermediate width; the places"
              + " of the others have held the largest values, or are as narrow as the values are.",
          "Two services in turn: their messages have the same names and types, and their clients one"
              + " store of templates; the message to one of them is timed.",
          "Where nearly all of a large message grows, Castile gives the update up and writes it plainly;"
              + " rows 'shifted all the way' have that switched off, as the paper knows no such thing.",
          "TCP_NODELAY is set; the send buffer is the system's own. gSOAP sends without HTTP head.");

  private static final List<String> SMALL =
      List.of("simple", "tuple", "array", "complex", "search reply");

  private static final int ALLOCATION_SIZE = 10_000;

  private static final int OVERLAID_SIZE = 10_000_000;

  /** One drawn figure: rows over sizes, for each way. */
  private record Plan(
      String title, NumberKind kind, NumberWidth width, List<Integer> sizes, List<SendRow> rows) {}

  private static final List<SendRow> MATCH =
      List.of(SendRow.PLAIN, SendRow.CONTENT_MATCH, SendRow.REFERENCE);

  private static final List<SendRow> CHANGED =
      List.of(
          SendRow.PLAIN,
          SendRow.CONTENT_MATCH,
          SendRow.CHANGED_25,
          SendRow.CHANGED_50,
          SendRow.CHANGED_75,
          SendRow.CHANGED_100,
          SendRow.REFERENCE);

  private static final List<SendRow> WORST_SHIFT =
      List.of(
          SendRow.PLAIN,
          SendRow.MAXIMUM_WIDTH,
          SendRow.GROWN_8K,
          SendRow.GROWN_32K,
          SendRow.SHIFTED_8K,
          SendRow.SHIFTED_32K,
          SendRow.REFERENCE);

  private static final List<SendRow> PARTIAL_SHIFT =
      List.of(
          SendRow.PLAIN,
          SendRow.MAXIMUM_WIDTH,
          SendRow.GROWN_25,
          SendRow.GROWN_50,
          SendRow.GROWN_75,
          SendRow.GROWN_100,
          SendRow.SHIFTED_100,
          SendRow.REFERENCE);

  private static final List<SendRow> STUFFING =
      List.of(
          SendRow.PLAIN,
          SendRow.MINIMUM_WIDTH,
          SendRow.INTERMEDIATE_WIDTH,
          SendRow.MAXIMUM_WIDTH,
          SendRow.TAG_SHIFT,
          SendRow.INSIDE,
          SendRow.REFERENCE);

  /** Objects in a list are rows, which have no room to steal where spaces are outside. */
  private static final List<SendRow> STEALING_OF_OBJECTS =
      List.of(SendRow.PLAIN, SendRow.HALF_SHIFTED, SendRow.STOLEN_INSIDE, SendRow.REFERENCE);

  private static final List<SendRow> STEALING =
      List.of(
          SendRow.PLAIN,
          SendRow.HALF_SHIFTED,
          SendRow.STOLEN,
          SendRow.STOLEN_INSIDE,
          SendRow.REFERENCE);

  private static final List<SendRow> OVERLAY =
      List.of(SendRow.PLAIN, SendRow.CHANGED_100, SendRow.OVERLAY, SendRow.REFERENCE);

  private SendTime() {}

  /** The suite; a quick one has fewer sizes, and mesh objects in one figure only. */
  public static CellSuite suite(boolean quick) {
    return quick
        ? suite(List.of(100, 10_000), List.of(100, 10_000), List.of(DOUBLE), List.of(10_000))
        : suite(
            List.of(1, 100, 500, 1_000, 10_000, 50_000, 100_000),
            List.of(1, 100, 1_000, 10_000, 100_000),
            List.of(MIO, DOUBLE),
            List.of(100, 10_000, 100_000));
  }

  /**
   * The suite in these sizes.
   *
   * @param sizes of the arrays of Figures 1 to 3
   * @param fewer of those of all others
   * @param kinds which arrays are in the others
   * @param clients of what clients send
   */
  static CellSuite suite(
      List<Integer> sizes, List<Integer> fewer, List<NumberKind> kinds, List<Integer> clients) {
    List<Plan> plans = new ArrayList<>();
    plans.add(new Plan("Figure 1: MIOs", MIO, INTERMEDIATE, sizes, MATCH));
    plans.add(new Plan("Figure 2: doubles", DOUBLE, INTERMEDIATE, sizes, MATCH));
    plans.add(new Plan("Figure 3: ints", INT, INTERMEDIATE, sizes, MATCH));
    for (NumberKind kind : kinds) {
      int first = kind == MIO ? 4 : 5;
      String of = ": " + kind + "s, ";
      plans.add(
          new Plan("Figure " + first + of + "partly changed", kind, INTERMEDIATE, fewer, CHANGED));
      plans.add(
          new Plan(
              "Figure " + (first + 2) + of + "worst-case shifting",
              kind,
              LARGEST,
              fewer,
              WORST_SHIFT));
      plans.add(
          new Plan(
              "Figure " + (first + 4) + of + "partial shifting",
              kind,
              LARGEST,
              fewer,
              PARTIAL_SHIFT));
      plans.add(
          new Plan("Figure " + (first + 6) + of + "stuffing", kind, SMALLEST, fewer, STUFFING));
      plans.add(
          new Plan(
              "Stealing" + of + "section 3.2",
              kind,
              HALF,
              fewer,
              kind == MIO ? STEALING_OF_OBJECTS : STEALING));
      plans.add(
          new Plan("Figure 12" + of + "chunk overlaying", kind, INTERMEDIATE, fewer, OVERLAY));
    }
    List<List<? extends Cell>> groups = new ArrayList<>(groups(plans));
    groups.addAll(smallGroups());
    groups.addAll(clientGroups(clients));
    List<GsoapCell> gsoap = new ArrayList<>(gsoap(plans));
    List<Figure> figures = new ArrayList<>();
    for (Way way : Way.values()) {
      plans.forEach(plan -> figures.add(figure(plan, way)));
      figures.add(smallFigure(way));
      for (ClientKind kind : ClientKind.values()) {
        figures.add(clientFigure(way, kind, clients));
      }
      for (String message : SMALL) {
        String scenario = SmallCell.scenario(way, message);
        gsoap.add(new GsoapCell(scenario, gsoapWay(way), () -> Message.named(message)));
      }
    }
    return new CellSuite(groups, gsoap, figures, NOTES);
  }

  /** What is allocated, in a JVM for each array. */
  public static List<BenchRow> allocation(boolean quick, Timing timing, Consumer<String> progress) {
    List<BenchRow> rows = new ArrayList<>();
    for (NumberKind kind : quick ? List.of(DOUBLE) : List.of(NumberKind.values())) {
      progress.accept("allocate " + kind);
      rows.add(Allocation.ofContentMatch(kind, ALLOCATION_SIZE, timing));
    }
    progress.accept("allocate " + OVERLAID_SIZE + " doubles");
    rows.add(Allocation.ofOverlay(OVERLAID_SIZE, timing));
    return rows;
  }

  private static List<List<? extends Cell>> smallGroups() {
    List<List<? extends Cell>> groups = new ArrayList<>();
    for (Sender sender : SmallCell.SENDERS) {
      groups.add(
          Stream.of(Way.values())
              .flatMap(way -> SMALL.stream().map(name -> new SmallCell(sender, way, name)))
              .toList());
    }
    return groups;
  }

  private static Figure smallFigure(Way way) {
    List<Figure.Point> points = new ArrayList<>();
    for (String message : SMALL) {
      int bytes = Envelope.of(Message.named(message).value()).toByteArray().length;
      points.add(new Figure.Point(bytes, message, SmallCell.scenario(way, message)));
    }
    List<String> rows = new ArrayList<>();
    SmallCell.SENDERS.forEach(sender -> rows.add(sender.label()));
    rows.add(GsoapPeer.NAME);
    Figure.Axis axis = new Figure.Axis("bytes of the message", true);
    return new Figure("Small messages, " + title(way), axis, points, rows);
  }

  /** A JVM for each kind and row: in an application a client sends one kind of thing most often. */
  private static List<List<? extends Cell>> clientGroups(List<Integer> sizes) {
    List<List<? extends Cell>> groups = new ArrayList<>();
    for (ClientKind kind : ClientKind.values()) {
      for (ClientRow row : ClientRow.values()) {
        groups.add(
            Stream.of(Way.values())
                .flatMap(way -> sizes.stream().map(size -> new ClientCell(row, way, kind, size)))
                .toList());
      }
    }
    return groups;
  }

  private static Figure clientFigure(Way way, ClientKind kind, List<Integer> sizes) {
    List<Figure.Point> points =
        sizes.stream()
            .map(size -> new Figure.Point(size, ClientCell.scenario(way, kind, size)))
            .toList();
    return new Figure(
        kind.label() + " by a client, " + title(way),
        AXIS,
        points,
        Stream.of(ClientRow.values()).map(ClientRow::label).toList());
  }

  private static String gsoapWay(Way way) {
    return way == Way.SEND ? "send" : "write";
  }

  private static String title(Way way) {
    return way == Way.SEND ? "send time" : "before the socket";
  }

  /** Every cell of a figure once, those of a kind and a family of rows together. */
  private static List<List<? extends Cell>> groups(List<Plan> plans) {
    Map<String, Set<SendCell>> groups = new LinkedHashMap<>();
    for (Plan plan : plans) {
      for (SendRow row : plan.rows) {
        Collection<SendCell> group =
            groups.computeIfAbsent(plan.kind + " " + row.family(), family -> new LinkedHashSet<>());
        for (Way way : Way.values()) {
          plan.sizes.forEach(
              size -> group.add(new SendCell(row, way, plan.kind, plan.width, size)));
        }
      }
    }
    List<List<? extends Cell>> lists = new ArrayList<>();
    groups.values().forEach(group -> lists.add(List.copyOf(group)));
    return lists;
  }

  private static List<GsoapCell> gsoap(List<Plan> plans) {
    Map<String, GsoapCell> cells = new LinkedHashMap<>();
    for (Plan plan : plans) {
      for (Way way : Way.values()) {
        for (int size : plan.sizes) {
          String scenario = SendCell.scenario(way, plan.kind, plan.width, size);
          cells.putIfAbsent(
              scenario,
              new GsoapCell(scenario, gsoapWay(way), () -> message(plan.kind, plan.width, size)));
        }
      }
    }
    return List.copyOf(cells.values());
  }

  private static Message message(NumberKind kind, NumberWidth width, int size) {
    String element =
        switch (kind) {
          case DOUBLE -> "getDoublesResponse";
          case INT -> "getIntsResponse";
          case MIO -> "getMiosResponse";
        };
    Object bean = NumberArrays.message(kind, size, NumberArrays.all(width, 0));
    QName name = new QName(Portal.NAMESPACE, element);
    return new Message(SendCell.message(kind, width, size), "", name, bean);
  }

  private static Figure figure(Plan plan, Way way) {
    List<Figure.Point> points = new ArrayList<>();
    for (int size : plan.sizes) {
      points.add(new Figure.Point(size, SendCell.scenario(way, plan.kind, plan.width, size)));
    }
    List<String> rows = new ArrayList<>();
    plan.rows.forEach(row -> rows.add(row.label()));
    rows.add(GsoapPeer.NAME);
    return new Figure(plan.title + ", " + title(way), AXIS, points, rows);
  }
}
