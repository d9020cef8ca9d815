package io.castile.template;

import io.castile.template.key.Direction;
import java.util.List;
import java.util.Map;

/**
 * The counters of a template store. An immutable snapshot.
 *
 * @param templates templates that are kept or in use
 * @param bytes the memory that they hold, roughly
 * @param evicted templates that were given up for want of room or use
 * @param rows the keys that are known now, by direction and operation
 */
public record TemplateStatistics(int templates, long bytes, long evicted, List<Row> rows) {
  public TemplateStatistics {
    rows = List.copyOf(rows);
  }

  /** The reason for which a message was written without a template. */
  public enum PlainReason {
    /** The message was the first of its shape, which may never come again. */
    FIRST,
    /** A trial compared templates with it. */
    COMPARED,
    /** Templates were not faster at the last trial, or the trial came to no end. */
    SLOWER,
    /** Nearly every value outgrew its place in the last messages. */
    CHANGES,
    /** The template took more memory than one template may. */
    TOO_LARGE
  }

  /**
   * The counters for the messages of one key, since the store has known it.
   *
   * @param direction which way the messages went
   * @param operation the name of the operation
   * @param content messages that were the same as before
   * @param perfectStructural messages in which values were written over old ones
   * @param partialStructural messages in which parts were moved, came or went
   * @param firstTime messages for which a template was made
   * @param plain messages without a template, for it does not pay, or to find out whether it does
   * @param busy messages without a template, for all were in use
   * @param overlaid messages with arrays that are too long to keep, made while they were sent
   * @param abandoned messages that were written plainly from where it showed that nearly everything
   *     outgrows its place; the template was given up
   * @param failed messages that could not be written; the template was given up
   * @param dropped templates that were given up because the receiver found fault with the message
   * @param changedFields fields that were written, came or went, in messages that matched
   * @param messageBytes the size of all messages that a template has written, in bytes
   * @param savedNanos by how much these were written faster than plain messages, in nanoseconds, as
   *     trials have found it; 0 where there are no trials
   * @param templates templates that are kept or in use
   * @param bytes the memory that the kept ones hold, roughly
   * @param plainReasons the plain messages by reason; reasons with none are left out
   */
  public record Row(
      Direction direction,
      String operation,
      long content,
      long perfectStructural,
      long partialStructural,
      long firstTime,
      long plain,
      long busy,
      long overlaid,
      long abandoned,
      long failed,
      long dropped,
      long changedFields,
      long messageBytes,
      long savedNanos,
      int templates,
      long bytes,
      Map<PlainReason, Long> plainReasons) {
    public Row {
      plainReasons = Map.copyOf(plainReasons);
    }

    /** Messages in all. */
    public long calls() {
      return withTemplate() + plain + busy + overlaid + abandoned + failed;
    }

    /** Messages that a template has written. */
    public long withTemplate() {
      return content + perfectStructural + partialStructural + firstTime;
    }
  }

  /** The row of an operation; where there are several of that name, the one with most calls. */
  public Row row(Direction direction, String operation) {
    return rows.stream()
        .filter(row -> row.direction() == direction && row.operation().equals(operation))
        .max(java.util.Comparator.comparingLong(Row::calls))
        .orElse(
            new Row(direction, operation, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Map.of()));
  }
}
