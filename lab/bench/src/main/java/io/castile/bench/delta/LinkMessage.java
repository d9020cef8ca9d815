package io.castile.bench.delta;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.bench.data.NumberArrays;
import io.castile.bench.data.Ratings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What the suite {@code differential} sends: messages that differ from the one before them.
 *
 * @param kind of what
 * @param changed how many per cent have changed; of {@link Kind#REPLACED}, how many ratings have
 *     gone, and as many come
 */
public record LinkMessage(Kind kind, int changed) {
  /** What a message holds. */
  public enum Kind {
    /** The ratings of 195 stocks, as in the mSOAP paper. */
    RATINGS("ratings"),
    /** Those, of which some have gone and others have come. */
    REPLACED("ratings"),
    /** Random doubles. */
    DOUBLES("10 000 doubles");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** What tables call it. */
    String label() {
      return label;
    }
  }

  private static final int DOUBLES = 10_000;

  /** What tables call it. */
  String label() {
    return kind == Kind.REPLACED
        ? kind.label + ", " + changed + " replaced"
        : kind.label + ", " + changed + " % changed";
  }

  /** The first message, then so many others that differ from it as much; the same every time. */
  List<byte[]> messages(int others) {
    return kind == Kind.DOUBLES ? doubles(others) : ratings(others);
  }

  private List<byte[]> ratings(int others) {
    Ratings ratings = new Ratings();
    List<byte[]> messages = new ArrayList<>(List.of(ratings.message()));
    for (int i = 0; i < others; i++) {
      messages.add(kind == Kind.REPLACED ? ratings.replaced(changed) : ratings.changed(changed));
    }
    return messages;
  }

  private List<byte[]> doubles(int others) {
    Random random = new Random(2);
    double[] values = random.doubles(DOUBLES).toArray();
    List<byte[]> messages = new ArrayList<>(List.of(message(values)));
    for (int i = 0; i < others; i++) {
      double[] next = values.clone();
      for (int index = 0; index < DOUBLES; index++) {
        if (NumberArrays.isChanged((index + i) % DOUBLES, changed)) {
          next[index] = random.nextDouble();
        }
      }
      messages.add(message(next));
    }
    return messages;
  }

  private static byte[] message(double[] values) {
    StringBuilder message =
        new StringBuilder(
            "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>"
                + "<d:getDoublesResponse xmlns:d=\"urn:doubles\">");
    for (double value : values) {
      message.append("<item>").append(value).append("</item>");
    }
    return message
        .append("</d:getDoublesResponse></soap:Body></soap:Envelope>")
        .toString()
        .getBytes(UTF_8);
  }
}
