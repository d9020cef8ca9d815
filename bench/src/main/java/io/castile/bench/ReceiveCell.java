package io.castile.bench;

import io.castile.template.ReadOptions;
import java.util.List;

/** A cell of the suite {@code receivetime}: two messages read in turn by one row. */
record ReceiveCell(Reader reader, String message, int percent) implements Cell {
  static final String SUITE = "receivetime";

  /** Who reads: the rows. */
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

  static ReceiveCell parse(List<String> parts) {
    return new ReceiveCell(
        Reader.valueOf(parts.get(0)), parts.get(1), Integer.parseInt(parts.get(2)));
  }

  @Override
  public InTurn call(Outlet socket) throws Exception {
    Message before = ReceivedMessage.of(message, 0);
    Message after = ReceivedMessage.of(message, percent);
    Stack stack = reader.stack();
    ReferenceAnswers.check(stack, before);
    ReferenceAnswers.check(stack, after);
    ReferenceAnswers.checkInTurn(stack, List.of(before, before, after, after, before));
    Stack.Prepared prepared = stack.prepare(before);
    return new InTurn(
        prepared::read, ReferenceAnswers.document(before), ReferenceAnswers.document(after));
  }

  /** A way to read. */
  @FunctionalInterface
  interface Read {
    Object read(byte[] document) throws Exception;
  }

  /** Reads two documents in turn, for ever. */
  static final class InTurn implements Call {
    private final Read read;
    private final byte[] one;
    private final byte[] other;
    private boolean isOther;

    private Object last;

    InTurn(Read read, byte[] one, byte[] other) {
      this.read = read;
      this.one = one;
      this.other = other;
    }

    @Override
    public void run() throws Exception {
      last = read.read(isOther ? other : one);
      isOther = !isOther;
    }

    /** What was read last: it is kept, so that nothing of the reading can be left out. */
    Object last() {
      return last;
    }
  }
}
