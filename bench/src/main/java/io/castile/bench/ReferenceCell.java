package io.castile.bench;

import java.util.List;

/**
 * A cell of the suite {@code representations}: an answer that is kept as its message, or as the
 * events of that, and read again by the binding that other stacks have.
 */
record ReferenceCell(GoogleOperation operation, boolean events) implements Cell {
  static final String KEY = "cachereference";

  /** The row of a message, or of its events. */
  static String row(boolean events) {
    return events ? "SAX events, reference" : "XML message, reference";
  }

  @Override
  public String row() {
    return row(events);
  }

  @Override
  public String scenario() {
    return AnswerCell.scenario(operation, false);
  }

  @Override
  public String key() {
    return String.join("\t", KEY, operation.name(), Boolean.toString(events));
  }

  static ReferenceCell parse(List<String> parts) {
    return new ReferenceCell(
        GoogleOperation.valueOf(parts.get(0)), Boolean.parseBoolean(parts.get(1)));
  }

  @Override
  public Unit unit() {
    return Unit.NANOS;
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    Message message =
        Message.named(
            switch (operation) {
              case SPELLING -> "spelling suggestion";
              case PAGE -> "cached page";
              case SEARCH -> "search reply";
            });
    ReferenceStack stack = ReferenceStack.aalto();
    ReferenceAnswers.check(stack, message);
    byte[] document = ReferenceAnswers.document(message);
    ReferenceStack.PreparedReference prepared = stack.prepare(message);
    if (!events) {
      return new ReceiveCell.InTurn(prepared::read, document);
    }
    RecordedEvents recorded = RecordedEvents.of(document);
    ReferenceStack.PreparedReference writer = ReferenceStack.writer().prepare(message);
    writer.adopt(prepared.read(recorded));
    writer.write();
    ReferenceAnswers.same(row(), message, "reads", document, writer.written());
    return new ReceiveCell.InTurn(unused -> prepared.read(recorded), document);
  }
}
