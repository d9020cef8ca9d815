package io.castile.bench.send;

import io.castile.bench.data.Message;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.bench.stack.CastileStack;
import io.castile.bench.stack.ReferenceAnswers;
import io.castile.bench.stack.ReferenceStack;
import io.castile.bench.stack.Stack;
import io.castile.template.read.ReadOptions;
import java.util.Collections;
import java.util.List;

/** A cell of the suite {@code receivetime}: messages read in turn by one row. */
public record ReceiveCell(Reader reader, String message, int percent) implements Cell {
  public static final String SUITE = "receivetime";

  /** The stacks that read: the rows. */
  enum Reader {
    PLAIN("Castile"),
    COPIED("Castile, by difference"),
    SHARED("Castile, by difference, read-only"),
    REFERENCE("reference, Aalto");

    private final String label;

    Reader(String label) {
      this.label = label;
    }

    /** What tables call it. */
    String label() {
      return label;
    }

    private Stack stack() {
      return switch (this) {
        case PLAIN -> CastileStack.compiled();
        case COPIED -> CastileStack.byDifference(ReadOptions.DEFAULT);
        case SHARED -> CastileStack.byDifference(ReadOptions.DEFAULT.withShared(true));
        case REFERENCE -> ReferenceStack.aalto();
      };
    }
  }

  @Override
  public String row() {
    return reader.label;
  }

  @Override
  public String scenario() {
    return scenario(message, percent);
  }

  static String scenario(String message, int percent) {
    return "read " + message + ", " + percent + " % changed";
  }

  @Override
  public String key() {
    return String.join("\t", SUITE, reader.name(), message, Integer.toString(percent));
  }

  public static ReceiveCell parse(List<String> parts) {
    return new ReceiveCell(
        Reader.valueOf(parts.get(0)), parts.get(1), Integer.parseInt(parts.get(2)));
  }

  @Override
  public InTurn call(Outlet socket) throws Exception {
    List<Message> messages =
        List.of(
            ReceivedMessage.of(message, 0),
            ReceivedMessage.of(message, percent, 1),
            ReceivedMessage.of(message, percent, 2));
    Stack stack = reader.stack();
    byte[][] documents = new byte[messages.size()][];
    for (int i = 0; i < documents.length; i++) {
      ReferenceAnswers.check(stack, messages.get(i));
      documents[i] = ReferenceAnswers.document(messages.get(i));
    }
    ReferenceAnswers.checkInTurn(stack, messages);
    ReferenceAnswers.checkInTurn(stack, Collections.nCopies(3, messages.get(1)));
    return new InTurn(stack.prepare(messages.get(0))::read, documents);
  }

  /** A way to read. */
  @FunctionalInterface
  public interface Read {
    Object read(byte[] document) throws Exception;
  }

  /** Reads documents in turn, for ever. */
  public static final class InTurn implements Call {
    private final Read read;
    private final byte[][] documents;
    private int next;
    private Object last;

    public InTurn(Read read, byte[]... documents) {
      this.read = read;
      this.documents = documents;
    }

    @Override
    public void run() throws Exception {
      last = read.read(documents[next]);
      next = (next + 1) % documents.length;
    }

    /** What was read last: it is kept, so that nothing of the reading can be left out. */
    Object last() {
      return last;
    }
  }
}
