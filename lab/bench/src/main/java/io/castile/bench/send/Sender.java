package io.castile.bench.send;

import io.castile.bench.data.Envelope;
import io.castile.bench.stack.GsoapPeer;
import io.castile.template.TemplateOptions;
import java.util.List;

/** A way to send messages that are no arrays of numbers; {@link GsoapPeer} besides. */
public enum Sender {
  PLAIN("Castile"),
  /** The same message each time: total caching. */
  SAME("Castile, content match"),
  /** Two messages in turn whose values are as long: parameterized caching. */
  OTHER("Castile, other values"),
  /** Two messages in turn. */
  OTHER_LENGTHS("Castile, other values and lengths"),
  REFERENCE("reference");

  private final String label;

  Sender(String label) {
    this.label = label;
  }

  /** What tables call it. */
  public String label() {
    return label;
  }

  /**
   * The way to send a message.
   *
   * @param other the message with other values as long
   * @param longer the message with other values of other lengths
   */
  public SendCall call(Object message, Object other, Object longer) throws Exception {
    Envelope<?> first = Envelope.of(message);
    return switch (this) {
      case PLAIN -> SendCall.plain(first);
      case SAME -> inTurn(List.of(first));
      case OTHER -> inTurn(List.of(first, Envelope.of(other)));
      case OTHER_LENGTHS -> inTurn(List.of(first, Envelope.of(longer)));
      case REFERENCE -> SendCall.reference(message);
    };
  }

  private static SendCall inTurn(List<Envelope<?>> turn) {
    return SendCall.inTurn(TemplateOptions.DEFAULT, List.of(), turn);
  }
}
