package io.castile.bench.cache;

import io.castile.bench.data.GoogleOperation;
import io.castile.bench.data.Message;
import io.castile.bench.data.RecordedEvents;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.bench.report.Unit;
import io.castile.bench.send.ReceiveCell;
import io.castile.bench.stack.ReferenceAnswers;
import io.castile.bench.stack.ReferenceStack;
import io.castile.cache.representation.EventSequence;
import java.util.List;

/**
 * A cell of the suite {@code representations}: an answer that is kept as its message, or as the
 * events of that, and read again by the binding that other stacks have.
 */
public record ReferenceCell(GoogleOperation operation, Form form) implements Cell {
  public static final String KEY = "cachereference";

  /** How the answer is kept and read. */
  enum Form {
    MESSAGE("XML message, reference", PaperRow.NONE),
    /** The paper's XML message: read by a parser of SAX and a binding that takes events. */
    MESSAGE_BY_SAX("XML message, reference, SAX", AnswerRow.XML_MESSAGE.paperMillis()),
    /** The paper's SAX events sequence: played to the binding without a parser. */
    EVENTS("SAX events, reference", new PaperRow(0.094, 0.458, 1.986)),
    /** What a client of CXF keeps by {@code events}: as the paper's, by StAX. */
    STAX_EVENTS("StAX events, reference", PaperRow.NONE);

    private final String label;
    private final PaperRow paperMillis;

    Form(String label, PaperRow paperMillis) {
      this.label = label;
      this.paperMillis = paperMillis;
    }

    /** The paper's times, in milliseconds. */
    PaperRow paperMillis() {
      return paperMillis;
    }

    /** What tables call it. */
    String label() {
      return label;
    }
  }

  @Override
  public String row() {
    return form.label;
  }

  @Override
  public String scenario() {
    return AnswerCell.scenario(operation, false);
  }

  @Override
  public String key() {
    return String.join("\t", KEY, operation.name(), form.name());
  }

  public static ReferenceCell parse(List<String> parts) {
    return new ReferenceCell(GoogleOperation.valueOf(parts.get(0)), Form.valueOf(parts.get(1)));
  }

  @Override
  public Unit unit() {
    return Unit.NANOS;
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    Message message = message(operation);
    byte[] document = ReferenceAnswers.document(message);
    ReceiveCell.Read read = read(ReferenceStack.aalto().prepare(message), document);
    ReferenceStack.PreparedReference writer = ReferenceStack.writer().prepare(message);
    writer.adopt(read.read(document));
    writer.write();
    ReferenceAnswers.same(row(), message, "reads", document, writer.written());
    return new ReceiveCell.InTurn(read, document);
  }

  private static Message message(GoogleOperation operation) {
    return Message.named(
        switch (operation) {
          case SPELLING -> "spelling suggestion";
          case PAGE -> "cached page";
          case SEARCH -> "search reply";
        });
  }

  /** The events of an answer, as {@link Form#STAX_EVENTS} keeps them. */
  static EventSequence events(GoogleOperation operation) {
    try {
      return ReferenceStack.events(ReferenceAnswers.document(message(operation)));
    } catch (Exception e) {
      throw new IllegalStateException("the events of an answer are not recorded", e);
    }
  }

  private ReceiveCell.Read read(ReferenceStack.PreparedReference prepared, byte[] document)
      throws Exception {
    return switch (form) {
      case MESSAGE -> prepared::read;
      case MESSAGE_BY_SAX -> prepared::readBySax;
      case EVENTS -> {
        RecordedEvents recorded = RecordedEvents.of(document);
        yield unused -> prepared.read(recorded);
      }
      case STAX_EVENTS -> {
        EventSequence recorded = ReferenceStack.events(document);
        yield unused -> prepared.read(recorded);
      }
    };
  }
}
