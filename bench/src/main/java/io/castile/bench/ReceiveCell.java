package io.castile.bench;

import java.util.List;

/** A cell of the suite {@code receivetime}: two messages read in turn by one row. */
record ReceiveCell(Reader reader, String message, int percent) implements Cell {
  static final String SUITE = "receivetime";

  /** Who reads: the rows. */
  enum Reader {
    PLAIN("Castile"),
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
      return this == REFERENCE ? ReferenceStack.aalto() : CastileStack.compiled();
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
