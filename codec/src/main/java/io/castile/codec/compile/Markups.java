package io.castile.codec.compile;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Emits the writing of neighbouring properties, so that the end of one and the beginning of the
 * next are one run of constant bytes.
 */
final class Markups {
  private final Constants constants;
  private final StringBuilder text = new StringBuilder();

  /** A piece, and the property that it belongs to. */
  private record Owned(PropertyCode owner, PropertyCode.Piece piece) {}

  /** The markup whose end is still to be written; null for none. */
  private @Nullable Owned before;

  private boolean beforeIsFirst; // then its beginning is still to be written, too

  private Markups(Constants constants) {
    this.constants = constants;
  }

  /** The statements that write these properties in this order. */
  static String write(List<PropertyCode> properties, Constants constants) {
    Markups markups = new Markups(constants);
    for (PropertyCode property : properties) {
      PropertyCode.Piece piece = property.piece();
      if (piece == null) {
        markups.flush();
        markups.text.append(property.write());
      } else {
        markups.add(property, piece);
      }
    }
    markups.flush();
    return markups.text.toString();
  }

  private void add(PropertyCode property, PropertyCode.Piece piece) {
    if (before != null && beforeIsFirst) {
      declare(before.piece);
      emit(before.piece.condition(), start(before) + before.piece.body(), "");
    }
    if (before != null) {
      declare(piece);
      emit(
          piece.condition(),
          between(before, property, piece) + piece.body(),
          piece.condition() == null ? "" : conditional(before.piece.condition(), end(before)));
    }
    beforeIsFirst = before == null;
    before = new Owned(property, piece);
  }

  /**
   * From the value before to that of {@code piece}, both of which are written if they are there.
   */
  private String between(Owned before, PropertyCode property, PropertyCode.Piece piece) {
    if (before.piece.close().isEmpty() && piece.open().isEmpty()) {
      return "";
    }
    String both =
        constants.markup(
            before.owner.property.javaName + "To" + property.suffix,
            before.piece.close() + piece.open());
    return before.piece.condition() == null
        ? "out.raw(" + both + ");\n"
        : "out.raw("
            + before.piece.condition()
            + " ? "
            + both
            + " : "
            + constants.markup(property.property.javaName + "Start", piece.open())
            + ");\n";
  }

  /** Writes what is left of the last piece. */
  private void flush() {
    if (before == null) {
      return;
    }
    if (beforeIsFirst) {
      declare(before.piece);
      emit(before.piece.condition(), start(before) + before.piece.body() + "\n" + end(before), "");
    } else {
      emit(before.piece.condition(), end(before), "");
    }
    before = null;
  }

  private void declare(PropertyCode.Piece piece) {
    if (!piece.declaration().isEmpty()) {
      text.append(piece.declaration()).append('\n');
    }
  }

  private String start(Owned one) {
    return raw(one.owner.property.javaName + "Start", one.piece.open());
  }

  private String end(Owned one) {
    return raw(one.owner.property.javaName + "End", one.piece.close());
  }

  private String raw(String name, String markup) {
    return markup.isEmpty() ? "" : "out.raw(" + constants.markup(name, markup) + ");\n";
  }

  private static String conditional(@Nullable String condition, String statement) {
    return condition == null || statement.isEmpty()
        ? statement
        : "if (" + condition + ") {\n  " + statement + "}\n";
  }

  private void emit(@Nullable String condition, String then, String otherwise) {
    if (then.isEmpty()) {
      return;
    }
    if (condition == null) {
      text.append(SourceTemplate.fill("$then\n", "then", then));
      return;
    }
    text.append(
        SourceTemplate.fill(
            """
            if ($condition) {
              $then
            }$otherwise
            """,
            "condition",
            condition,
            "then",
            then,
            "otherwise",
            otherwise.isEmpty()
                ? ""
                : otherwise.startsWith("if ")
                    ? " else " + otherwise
                    : " else {\n  " + otherwise.stripTrailing() + "\n}"));
  }
}
