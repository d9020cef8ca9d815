package io.castile.bench;

import java.util.List;

/**
 * A cell of the suite {@code representations}: an answer that is kept as its message, and read
 * again by the binding that other stacks have.
 */
record ReferenceCell(GoogleOperation operation) implements Cell {
  static final String KEY = "cachereference";
  static final String ROW = "XML message, reference";

  @Override
  public String row() {
    return ROW;
  }

  @Override
  public String scenario() {
    return AnswerCell.scenario(operation, false);
  }

  @Override
  public String key() {
    return String.join("\t", KEY, operation.name());
  }

  static ReferenceCell parse(List<String> parts) {
    return new ReferenceCell(GoogleOperation.valueOf(parts.get(0)));
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
    Stack stack = ReferenceStack.aalto();
    ReferenceAnswers.check(stack, message);
    return new ReceiveCell.InTurn(stack.prepare(message)::read, ReferenceAnswers.document(message));
  }
}
