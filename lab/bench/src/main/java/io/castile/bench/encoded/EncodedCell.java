package io.castile.bench.encoded;

import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.bench.send.ReceiveCell;
import java.util.List;
import java.util.Locale;

/**
 * An encoded message, written or read in memory. Both stacks read the same bytes.
 *
 * @param way what is timed
 */
public record EncodedCell(Way way, EncodedReply reply, EncodedStack stack) implements Cell {
  public static final String KEY = "encoded";

  /** What is timed. */
  enum Way {
    /** Each in its own form. */
    WRITE("write"),
    /** What Castile writes: objects stand where they are referred to, if that is once. */
    READ("read"),
    /** What Axis writes: objects stand on their own. */
    READ_REFERENCES("read, multiRef");

    private final String label;

    Way(String label) {
      this.label = label;
    }

    /** What tables call it. */
    String label() {
      return label;
    }

    /** Returns the stack that writes the bytes that all read. */
    EncodedStack writer() {
      return this == READ_REFERENCES ? EncodedStack.AXIS : EncodedStack.CASTILE;
    }
  }

  @Override
  public String row() {
    return stack.label();
  }

  @Override
  public String scenario() {
    return scenario(way, reply);
  }

  static String scenario(Way way, EncodedReply reply) {
    return way.label() + ", " + reply.label();
  }

  @Override
  public String key() {
    return String.join("\t", KEY, way.name(), reply.name(), stack.name());
  }

  public static EncodedCell parse(List<String> parts) {
    return new EncodedCell(
        Way.valueOf(parts.get(0)),
        EncodedReply.valueOf(parts.get(1)),
        EncodedStack.valueOf(parts.get(2)));
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    EncodedStack.Prepared prepared = stack.prepare(reply);
    prepared.write();
    check("writes", prepared.written(), new CastileEncoded(reply));
    EncodedStack.Prepared other = way.writer().prepare(reply);
    other.write();
    byte[] document = other.written();
    check("reads", document, prepared);
    return way == Way.WRITE
        ? new Write(prepared)
        : new ReceiveCell.InTurn(prepared::read, document);
  }

  /**
   * @throws IllegalStateException if what is read is something else than the reply
   */
  private void check(String what, byte[] document, EncodedStack.Prepared reader) throws Exception {
    if (!new CastileEncoded(reply).isRight(reader.read(document))) {
      throw new IllegalStateException(
          String.format(Locale.ROOT, "%s %s '%s' wrongly", stack.label(), what, reply.label()));
    }
  }

  /** Writes again and again. */
  private static final class Write implements Call {
    private final EncodedStack.Prepared prepared;
    private long bytes; // kept, so that nothing of the writing can be left out

    Write(EncodedStack.Prepared prepared) {
      this.prepared = prepared;
    }

    @Override
    public void run() throws Exception {
      bytes += prepared.write();
    }

    @Override
    public String toString() {
      return bytes + " bytes";
    }
  }
}
