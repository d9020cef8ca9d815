package io.castile.bench;

import java.util.Arrays;
import java.util.List;

/** The cells of all suites, by the first part of their keys. */
public final class Cells implements CellParser {
  @Override
  public Cell parse(String key) {
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
