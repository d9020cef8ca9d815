package io.castile.bench.delta;

import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * A cell of the suite {@code differential}: two messages in turn, each encoded or decoded with the
 * other one known; or a first message again and again.
 */
public record LinkCell(LinkRow coding, Act act, LinkMessage message) implements Cell {
  public static final String SUITE = "differential";

  /** What is timed. */
  enum Act {
    ENCODE("encode"),
    DECODE("decode"),
    FIRST_ENCODE("encode first"),
    FIRST_DECODE("decode first");

    private final String label;

    Act(String label) {
      this.label = label;
    }

    /** Whether nothing is known before. */
    boolean isFirst() {
      return this == FIRST_ENCODE || this == FIRST_DECODE;
    }
  }

  @Override
  public String row() {
    return coding.label();
  }

  @Override
  public String scenario() {
    return scenario(act, message);
  }

  static String scenario(Act act, LinkMessage message) {
    return act.label + " " + (act.isFirst() ? message.kind().label() : message.label());
  }

  @Override
  public String key() {
    return String.join(
        "\t", SUITE, coding.name(), act.name(), message.kind().name(), message.changed() + "");
  }

  public static LinkCell parse(List<String> parts) {
    return new LinkCell(
        LinkRow.valueOf(parts.get(0)),
        Act.valueOf(parts.get(1)),
        new LinkMessage(LinkMessage.Kind.valueOf(parts.get(2)), Integer.parseInt(parts.get(3))));
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    return call(row() + " in '" + scenario() + "'", coding::open, act, message);
  }

  /**
   * The work of two ends.
   *
   * @param who what is said where a message does not come out as it went in
   */
  static Call call(String who, Supplier<LinkEnd> ends, Act act, LinkMessage message)
      throws IOException {
    byte[][] messages = message.messages(1).toArray(byte[][]::new);
    LinkEnd sender = ends.get();
    LinkEnd receiver = ends.get();
    try {
      byte[][] bodies = check(who, sender, receiver, messages);
      return switch (act) {
        case ENCODE -> new InTurn(sender, sender::encode, receiver, messages);
        case DECODE -> new InTurn(receiver, receiver::decode, sender, bodies);
        case FIRST_ENCODE ->
            new InTurn(sender, first(sender, sender::encode), receiver, messages[0]);
        case FIRST_DECODE ->
            new InTurn(
                receiver, first(receiver, receiver::decode), sender, firstBody(ends, messages[0]));
      };
    } catch (IOException | RuntimeException e) {
      sender.close();
      receiver.close();
      throw e;
    }
  }

  /**
   * Sends both messages from one end to the other, twice; the first one is then the next.
   *
   * @return what was sent for each of them the second time
   */
  private static byte[][] check(String who, LinkEnd sender, LinkEnd receiver, byte[][] messages)
      throws IOException {
    byte[][] bodies = new byte[messages.length][];
    for (int i = 0; i < 2 * messages.length; i++) {
      byte[] sent = messages[i % messages.length];
      byte[] body = sender.encode(sent);
      if (!Arrays.equals(receiver.decode(body), sent)) {
        throw new IllegalStateException(who + " does not give back the message");
      }
      bodies[i % messages.length] = body;
    }
    return bodies;
  }

  private static byte[] firstBody(Supplier<LinkEnd> ends, byte[] message) throws IOException {
    try (LinkEnd sender = ends.get()) {
      return sender.encode(message);
    }
  }

  private static Step first(LinkEnd end, Step step) {
    return bytes -> {
      end.forget();
      return step.apply(bytes);
    };
  }

  /** Encodes or decodes. */
  @FunctionalInterface
  private interface Step {
    byte[] apply(byte[] bytes) throws IOException;
  }

  /** Does the same with each in turn, for ever. */
  private static final class InTurn implements Call {
    private final LinkEnd end;
    private final Step step;
    private final LinkEnd other;
    private final byte[][] inputs;
    private int next;
    private byte[] last; // kept, so that nothing of the work can be left out

    InTurn(LinkEnd end, Step step, LinkEnd other, byte[]... inputs) {
      this.end = end;
      this.step = step;
      this.other = other;
      this.inputs = inputs;
    }

    @Override
    public void run() throws IOException {
      last = step.apply(inputs[next]);
      next = next + 1 == inputs.length ? 0 : next + 1;
    }

    @Override
    public void close() {
      end.close();
      other.close();
    }

    @Override
    public String toString() {
      return last == null ? "nothing" : last.length + " bytes";
    }
  }
}
