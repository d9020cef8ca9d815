package io.castile.bench.parameterized;

import io.castile.bench.data.Way;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.bench.message.PutTexts;
import io.castile.bench.send.SendAnswers;
import io.castile.bench.send.SendCall;
import io.castile.bench.send.Sender;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A cell of the suite {@code parameterized}: a request with so many bytes of parameters, which are
 * texts of about {@link #TEXT_LENGTH} characters.
 */
public record ParameterizedCell(Sender sender, Way way, int bytes) implements Cell {
  public static final String SUITE = "parameterized";

  private static final int TEXT_LENGTH = 100;

  /** By how much lengths of texts differ where they do. */
  private static final int OTHER_LENGTHS = 5;

  @Override
  public String row() {
    return sender.label();
  }

  @Override
  public String scenario() {
    return scenario(way, bytes);
  }

  static String scenario(Way way, int bytes) {
    return way + " request with " + bytes + " bytes";
  }

  @Override
  public String key() {
    return String.join("\t", SUITE, sender.name(), way.name(), Integer.toString(bytes));
  }

  public static ParameterizedCell parse(List<String> parts) {
    return new ParameterizedCell(
        Sender.valueOf(parts.get(0)), Way.valueOf(parts.get(1)), Integer.parseInt(parts.get(2)));
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    SendCall call =
        sender.call(request(bytes, 0, 0), request(bytes, 1, 0), request(bytes, 1, OTHER_LENGTHS));
    if (sender != Sender.REFERENCE) { // Which is what the others are compared with.
      SendAnswers.check(row(), scenario(), call);
    }
    call.to(way.outlet(socket));
    return call;
  }

  /**
   * A request with parameters of so many bytes.
   *
   * @param version another one for other texts
   * @param spread by how many characters lengths go up and down, by turns; what is left over at the
   *     end makes the last text shorter, or one more
   */
  public static PutTexts request(int bytes, int version, int spread) {
    SplittableRandom random = new SplittableRandom(version);
    List<String> texts = new ArrayList<>();
    int left = bytes;
    while (left > 0) {
      int length = TEXT_LENGTH + (texts.size() % 2 == 0 ? -spread : spread);
      texts.add(text(random, Math.min(length, left)));
      left -= length;
    }
    return new PutTexts(texts);
  }

  /** Letters and spaces, none of which needs an escape. */
  private static String text(SplittableRandom random, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(i % 8 == 7 ? ' ' : (char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }
}
