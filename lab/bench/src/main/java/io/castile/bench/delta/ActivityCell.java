package io.castile.bench.delta;

import io.castile.bench.data.FixedAnswer;
import io.castile.bench.data.WholeLoad;
import io.castile.bench.delta.LinkMessage.Kind;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Meter;
import io.castile.bench.harness.Outlet;
import io.castile.bench.report.Figure;
import io.castile.delta.format.Delta;
import io.castile.delta.format.Instance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A cell of the suite {@code differential}: one activity of one end of the link (the paper's
 * overhead, §VII.C), by itself, for ratings of which a tenth have changed.
 */
public record ActivityCell(LinkRow scheme, Activity activity) implements Cell {
  public static final String KEY = "activity";

  private static final int CHANGED = 10;
  private static final int MAX_BYTES = 64 << 20;
  private static final long SECRET = 0x5ec4e7;
  private static final LinkMessage MESSAGE = new LinkMessage(Kind.RATINGS, CHANGED);

  /** What an end does. */
  enum Activity {
    WRITE("server: write"),
    NAME("server: name"),
    ENCODE("server: compare and encode"),
    TRANSMIT("both: transmit"),
    CLIENT_NAME("client: name"),
    REBUILD("client: decode and rebuild"),
    READ("client: read");

    private final String label;

    Activity(String label) {
      this.label = label;
    }
  }

  /** What each scheme does; the message itself is written and read the same by all. */
  private static final Map<LinkRow, List<Activity>> ACTIVITIES =
      Map.of(
          LinkRow.SOAP, List.of(Activity.WRITE, Activity.READ),
          LinkRow.MSOAP, List.of(Activity.ENCODE, Activity.REBUILD),
          LinkRow.DCZ_3,
              List.of(Activity.NAME, Activity.ENCODE, Activity.CLIENT_NAME, Activity.REBUILD),
          LinkRow.DELTA, List.of(Activity.ENCODE, Activity.REBUILD));

  private static final List<LinkRow> SCHEMES =
      List.of(LinkRow.SOAP, LinkRow.MSOAP, LinkRow.DCZ_3, LinkRow.DELTA);

  /** What is said of them. */
  static final String NOTE =
      "Activities, with "
          + CHANGED
          + " % of the ratings changed: each is timed by itself, in one thread, with what it needs"
          + " made before: writing and reading by compiled codecs (which all schemes have as SOAP"
          + " has), names as SHA-256, comparing together with encoding (of Castile's delta with the"
          + " name too), and decoding with rebuilding, as no scheme does one without the other. Transmitting is the"
          + " processor time of both ends for a small request and an answer of the scheme's size by"
          + " HTTP over loopback.";

  /** The cells, those of a scheme together, as they share a JVM. */
  static List<List<? extends Cell>> groups() {
    List<List<? extends Cell>> groups = new ArrayList<>();
    for (LinkRow scheme : SCHEMES) {
      groups.add(
          ACTIVITIES.get(scheme).stream()
              .map(activity -> new ActivityCell(scheme, activity))
              .toList());
    }
    groups.add(
        SCHEMES.stream().map(scheme -> new ActivityCell(scheme, Activity.TRANSMIT)).toList());
    return groups;
  }

  static Figure figure() {
    return Figure.ofNames(
        "Activities of both ends, " + CHANGED + " % changed",
        Arrays.stream(Activity.values())
            .map(activity -> Figure.Point.named(activity.label, activity.label))
            .toList(),
        SCHEMES.stream().map(LinkRow::label).toList());
  }

  @Override
  public String row() {
    return scheme.label();
  }

  @Override
  public String scenario() {
    return activity.label;
  }

  @Override
  public String key() {
    return String.join("\t", KEY, scheme.name(), activity.name());
  }

  public static ActivityCell parse(List<String> parts) {
    return new ActivityCell(LinkRow.valueOf(parts.get(0)), Activity.valueOf(parts.get(1)));
  }

  @Override
  public Meter meter() {
    return activity == Activity.TRANSMIT ? Meter.PROCESSOR : Meter.CLOCK;
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    return switch (activity) {
      case WRITE -> objects(ObjectCell.Act.WRITE).call(socket);
      case READ -> objects(ObjectCell.Act.READ).call(socket);
      case NAME, CLIENT_NAME -> name().call(socket);
      case TRANSMIT -> new FixedAnswer(body());
      case ENCODE ->
          switch (scheme) {
            case DCZ_3 -> checked(new Compressing());
            case DELTA -> checked(new Differing());
            default -> new LinkCell(scheme, LinkCell.Act.ENCODE, MESSAGE).call(socket);
          };
      case REBUILD ->
          scheme == LinkRow.DCZ_3
              ? checked(new Expanding())
              : new LinkCell(scheme, LinkCell.Act.DECODE, MESSAGE).call(socket);
    };
  }

  /** Both messages must come out as they went in. */
  private InTurn checked(InTurn call) throws IOException {
    for (int i = 0; i < 2; i++) {
      call.prepare();
      if (!Arrays.equals(call.message(call.step()), call.messages[call.next])) {
        call.close();
        throw new IllegalStateException(row() + " does not give back a message: " + scenario());
      }
    }
    return call;
  }

  private static Cell objects(ObjectCell.Act act) {
    return new ObjectCell(ObjectRow.SOAP, act, WholeLoad.RATINGS);
  }

  private Cell name() {
    return new PassCell(PassCell.Pass.SHA_256, Kind.RATINGS);
  }

  /** What the scheme sends after the first message. */
  private byte[] body() throws IOException {
    try (LinkEnd sender = scheme.open()) {
      byte[] body = null;
      for (byte[] message : MESSAGE.messages(1)) {
        body = sender.encode(message);
      }
      return body;
    }
  }

  /** Two messages in turn; what is done before is not timed. */
  private abstract static class InTurn implements Call {
    private final byte[][] messages = MESSAGE.messages(1).toArray(byte[][]::new);
    private int next;
    private long bytes; // kept, so that nothing of the work can be left out

    /** Makes known what was before, which is another message than the next. */
    abstract void know(byte[] before, byte[] next) throws IOException;

    abstract byte[] step() throws IOException;

    /** The next message, of what the step has made. */
    abstract byte[] message(byte[] made) throws IOException;

    @Override
    public void close() {}

    @Override
    public final boolean isPrepared() {
      return true;
    }

    @Override
    public final void prepare() throws IOException {
      next = 1 - next;
      know(messages[1 - next], messages[next]);
    }

    @Override
    public final void run() throws IOException {
      bytes += step().length;
    }

    @Override
    public final String toString() {
      return bytes + " bytes";
    }
  }

  /** Loads the dictionary, and compresses. */
  private static final class Compressing extends InTurn {
    private final DczEnd end = new DczEnd(3);
    private byte[] message;

    @Override
    void know(byte[] before, byte[] next) {
      end.remember(before);
      message = next;
    }

    @Override
    byte[] step() {
      return end.compressed(message);
    }

    @Override
    byte[] message(byte[] made) throws IOException {
      return end.expanded(made);
    }

    @Override
    public void close() {
      end.close();
    }
  }

  /** Loads the dictionary, and expands. */
  private static final class Expanding extends InTurn {
    private final DczEnd end = new DczEnd(3);
    private byte[] body;

    @Override
    void know(byte[] before, byte[] next) {
      end.remember(before);
      body = end.compressed(next);
    }

    @Override
    byte[] step() throws IOException {
      return end.expanded(body);
    }

    @Override
    byte[] message(byte[] made) {
      return made;
    }

    @Override
    public void close() {
      end.close();
    }
  }

  /** Names a message and makes its delta. */
  private static final class Differing extends InTurn {
    private Instance base;
    private Instance target;

    @Override
    void know(byte[] before, byte[] next) {
      // The base was a target before, and has what was found then.
      base = target == null ? Instance.named(before, SECRET) : target;
      target = Instance.named(next, SECRET);
    }

    @Override
    byte[] step() {
      return Delta.between(base, target);
    }

    @Override
    byte[] message(byte[] made) throws IOException {
      return Delta.apply(base, made, MAX_BYTES).bytes();
    }
  }
}
