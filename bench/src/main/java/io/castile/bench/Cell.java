package io.castile.bench;

import java.util.Arrays;
import java.util.List;

/** One place in a table: who does what, and how it is done. */
interface Cell {
  /** Who: the {@link BenchRow#row} of the result. */
  String row();

  /** What: the {@link BenchRow#scenario} of the result. */
  String scenario();

  /** Names this cell to another JVM: {@link #parse} makes it again. One line. */
  String key();

  /** What its time is told in. */
  default Unit unit() {
    return Unit.MICROS;
  }

  /** What its time is: that of the clock, or of the processors. */
  default Meter meter() {
    return Meter.CLOCK;
  }

  /**
   * Makes what is timed, after one look at its answers.
   *
   * @param socket where messages that are sent go
   * @throws IllegalStateException if an answer is wrong
   */
  Call call(Outlet socket) throws Exception;

  /** The cell of a key. */
  static Cell parse(String key) {
    List<String> parts = Arrays.asList(key.split("\t"));
    List<String> arguments = parts.subList(1, parts.size());
    return switch (parts.get(0)) {
      case SendCell.SUITE -> SendCell.parse(arguments);
      case SmallCell.KEY -> SmallCell.parse(arguments);
      case ReceiveCell.SUITE -> ReceiveCell.parse(arguments);
      case ParameterizedCell.SUITE -> ParameterizedCell.parse(arguments);
      case CallCell.KEY -> CallCell.parse(arguments);
      case KeyCell.KEY -> KeyCell.parse(arguments);
      case AnswerCell.KEY -> AnswerCell.parse(arguments);
      case ReferenceCell.KEY -> ReferenceCell.parse(arguments);
      case LinkCell.SUITE -> LinkCell.parse(arguments);
      case PassCell.KEY -> PassCell.parse(arguments);
      case ActivityCell.KEY -> ActivityCell.parse(arguments);
      case ObjectCell.KEY -> ObjectCell.parse(arguments);
      case WholeCell.KEY -> WholeCell.parse(arguments);
      case TodayCell.KEY -> TodayCell.parse(arguments);
      case HitCell.KEY -> HitCell.parse(arguments);
      case MessageCell.KEY -> MessageCell.parse(arguments);
      default -> throw new IllegalArgumentException("no cell has the key '" + key + "'");
    };
  }
}
