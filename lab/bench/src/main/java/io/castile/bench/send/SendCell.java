package io.castile.bench.send;

import io.castile.bench.data.NumberKind;
import io.castile.bench.data.NumberWidth;
import io.castile.bench.data.Way;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import java.util.List;

/** A cell of the suite {@code sendtime}: an array of numbers sent by one row. */
public record SendCell(SendRow sender, Way way, NumberKind kind, NumberWidth width, int size)
    implements Cell {
  public static final String SUITE = "sendtime";

  @Override
  public String row() {
    return sender.label();
  }

  @Override
  public String scenario() {
    return scenario(way, kind, width, size);
  }

  /** What is sent: the same words for every sender. */
  static String scenario(Way way, NumberKind kind, NumberWidth width, int size) {
    return way + " " + message(kind, width, size);
  }

  /** What tables call the message. */
  static String message(NumberKind kind, NumberWidth width, int size) {
    return width.prefix() + kind + "[" + size + "]";
  }

  @Override
  public String key() {
    return String.join(
        "\t", SUITE, sender.name(), way.name(), kind.name(), width.name(), Integer.toString(size));
  }

  public static SendCell parse(List<String> parts) {
    return new SendCell(
        SendRow.valueOf(parts.get(0)),
        Way.valueOf(parts.get(1)),
        NumberKind.valueOf(parts.get(2)),
        NumberWidth.valueOf(parts.get(3)),
        Integer.parseInt(parts.get(4)));
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    SendCall call = sender.call(kind, width, size);
    if (sender != SendRow.REFERENCE) { // Which is what the others are compared with.
      SendAnswers.check(row(), message(kind, width, size), call);
    }
    call.to(way.outlet(socket));
    return call;
  }
}
