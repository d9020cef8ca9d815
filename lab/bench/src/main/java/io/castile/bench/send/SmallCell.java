package io.castile.bench.send;

import io.castile.bench.data.Message;
import io.castile.bench.data.Way;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.demo.portal.PortalData;
import java.util.List;

/** A cell of the suite {@code sendtime}: a small message sent by one row. */
public record SmallCell(Sender sender, Way way, String message) implements Cell {
  public static final String KEY = "small";

  private static final PortalData OTHER = new PortalData(2005);

  /** The senders. The values of these messages are as long as they happen to be. */
  static final List<Sender> SENDERS =
      List.of(Sender.PLAIN, Sender.SAME, Sender.OTHER_LENGTHS, Sender.REFERENCE);

  @Override
  public String row() {
    return sender.label();
  }

  @Override
  public String scenario() {
    return scenario(way, message);
  }

  static String scenario(Way way, String message) {
    return way + " " + message;
  }

  @Override
  public String key() {
    return String.join("\t", KEY, sender.name(), way.name(), message);
  }

  public static SmallCell parse(List<String> parts) {
    return new SmallCell(Sender.valueOf(parts.get(0)), Way.valueOf(parts.get(1)), parts.get(2));
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    Object other = Message.named(message, OTHER).value();
    SendCall call = sender.call(Message.named(message).value(), other, other);
    if (sender != Sender.REFERENCE) { // Which is what the others are compared with.
      SendAnswers.check(row(), message, call);
    }
    call.to(way.outlet(socket));
    return call;
  }
}
