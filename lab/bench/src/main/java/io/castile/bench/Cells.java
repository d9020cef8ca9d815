package io.castile.bench;

import io.castile.bench.cache.AnswerCell;
import io.castile.bench.cache.HitCell;
import io.castile.bench.cache.KeyCell;
import io.castile.bench.cache.ReferenceCell;
import io.castile.bench.cache.SerializedCell;
import io.castile.bench.cache.TodayCell;
import io.castile.bench.delta.ActivityCell;
import io.castile.bench.delta.ChangedRowsCell;
import io.castile.bench.delta.LinkCell;
import io.castile.bench.delta.ObjectCell;
import io.castile.bench.delta.PassCell;
import io.castile.bench.delta.ThresholdCell;
import io.castile.bench.delta.WholeCell;
import io.castile.bench.encoded.EncodedCell;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.CellParser;
import io.castile.bench.observability.ObservedCell;
import io.castile.bench.parameterized.CallCell;
import io.castile.bench.parameterized.ParameterizedCell;
import io.castile.bench.send.ClientCell;
import io.castile.bench.send.MessageCell;
import io.castile.bench.send.ReceiveCell;
import io.castile.bench.send.SendCell;
import io.castile.bench.send.SmallCell;
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
      case ClientCell.KEY -> ClientCell.parse(arguments);
      case SmallCell.KEY -> SmallCell.parse(arguments);
      case ReceiveCell.SUITE -> ReceiveCell.parse(arguments);
      case ParameterizedCell.SUITE -> ParameterizedCell.parse(arguments);
      case CallCell.KEY -> CallCell.parse(arguments);
      case KeyCell.KEY -> KeyCell.parse(arguments);
      case AnswerCell.KEY -> AnswerCell.parse(arguments);
      case ReferenceCell.KEY -> ReferenceCell.parse(arguments);
      case LinkCell.SUITE -> LinkCell.parse(arguments);
      case ThresholdCell.KEY -> ThresholdCell.parse(arguments);
      case PassCell.KEY -> PassCell.parse(arguments);
      case ActivityCell.KEY -> ActivityCell.parse(arguments);
      case ObjectCell.KEY -> ObjectCell.parse(arguments);
      case WholeCell.KEY -> WholeCell.parse(arguments);
      case ChangedRowsCell.KEY -> ChangedRowsCell.parse(arguments);
      case SerializedCell.KEY -> SerializedCell.parse(arguments);
      case TodayCell.KEY -> TodayCell.parse(arguments);
      case HitCell.KEY -> HitCell.parse(arguments);
      case EncodedCell.KEY -> EncodedCell.parse(arguments);
      case MessageCell.KEY -> MessageCell.parse(arguments);
      case ObservedCell.KEY -> ObservedCell.parse(arguments);
      default -> throw new IllegalArgumentException("no cell has the key '" + key + "'");
    };
  }
}
