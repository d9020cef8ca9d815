package io.castile.cache.observe;

import io.castile.cache.observe.ObservedCall.SeenIdentity;
import io.castile.cache.observe.Recording.CallTotals;
import io.castile.cache.observe.Recording.RecordedOperation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongPredicate;

/** The last calls of an operation, and the sums of all. Thread-safe. */
final class OperationLog {
  /** More than the log takes without names and rows. */
  static final long EMPTY_BYTES = 1024;

  static final int MAX_IDENTITIES = 40;

  /** The greatest number of identities that are header fields which do not identify the caller. */
  private static final int MAX_FIELDS = 16;

  static final int MAX_PATHS = 64;

  /** The number of the name of what cannot be told apart, and of names beyond the limit. */
  private static final int HIDDEN = 0;

  final OperationKey key;

  private final NameIndex identityNames;
  private final NameIndex requestPaths;
  private final NameIndex answerPaths;

  // All guarded by this.
  private ArrayDeque<CallRow> rows = new ArrayDeque<>();
  private long rowBytes;
  private CallTotals totals = CallTotals.NONE;
  private int fields; // how many names of identities are fields

  /**
   * @param reserve takes bytes of what all names may have, if there are so many
   */
  OperationLog(OperationKey key, LongPredicate reserve) {
    this.key = key;
    identityNames = new NameIndex(MAX_IDENTITIES, reserve, SeenIdentity.HIDDEN);
    requestPaths = new NameIndex(MAX_PATHS, reserve);
    answerPaths = new NameIndex(MAX_PATHS, reserve);
  }

  /** Counts a call, and makes its row, which is not kept yet. */
  synchronized CallRow count(ObservedCall call) {
    totals = totals.plus(call);
    return new CallRow(
        Math.addExact(
            Math.multiplyExact(call.arrival().getEpochSecond(), 1_000_000L),
            call.arrival().getNano() / 1000),
        call.question(),
        call.answer(),
        (int) Math.min(Integer.MAX_VALUE, call.requestBytes()),
        (int) Math.min(Integer.MAX_VALUE, call.responseBytes()),
        call.originNanos(),
        call.fault(),
        identities(call.identities()),
        null,
        null);
  }

  private long[] identities(List<SeenIdentity> seen) {
    long[] digests = CallRow.NOTHING;
    for (SeenIdentity each : seen) {
      int number = each.isField() ? fieldNumber(each.name()) : callerNumber(each.name());
      if (number == NameIndex.NONE) {
        continue; // a field more than are looked at
      }
      digests = number < digests.length ? digests : Arrays.copyOf(digests, number + 1);
      digests[number] = nonZero(31 * digests[number] + each.value().high());
    }
    return digests;
  }

  /** The number of a field's name; {@link NameIndex#NONE} where there are too many. */
  private int fieldNumber(String name) {
    int known = identityNames.known(name);
    if (known != NameIndex.NONE || fields == MAX_FIELDS) {
      return known;
    }
    int added = identityNames.number(name);
    fields += added == NameIndex.NONE ? 0 : 1;
    return added;
  }

  /** The number of a name of what tells callers apart, however many fields there are. */
  private int callerNumber(String name) {
    int known = identityNames.known(name);
    if (known != NameIndex.NONE) {
      return known;
    }
    boolean isFull = identityNames.names().size() - fields >= MAX_IDENTITIES - MAX_FIELDS;
    int added = isFull ? NameIndex.NONE : identityNames.number(name);
    return added == NameIndex.NONE ? HIDDEN : added;
  }

  /** Returns a value other than 0, which stands for none. */
  static long nonZero(long digest) {
    return digest == 0 ? 1 : digest;
  }

  /** Reads the parts of a call's messages, and returns the row with them. */
  CallRow withParts(CallRow row, ObservedCall.Messages messages, PartDigests reader) {
    byte[] answer = row.answer == null ? null : messages.answer();
    return row.withParts(
        reader.read(messages.place(), messages.request(), messages.requestCharset(), requestPaths),
        answer == null ? null : reader.read("", answer, messages.answerCharset(), answerPaths));
  }

  /** Keeps a row, and returns how many bytes more are kept. */
  synchronized long add(CallRow row) {
    rows.add(row);
    long size = row.size();
    rowBytes += size;
    return size;
  }

  synchronized long rowBytes() {
    return rowBytes;
  }

  /** Drops the oldest quarter of the rows, at least one, and returns how many bytes that were. */
  synchronized long dropOldest() {
    long before = rowBytes;
    for (int count = rows.size() / 4 + 1; count > 0 && !rows.isEmpty(); count--) {
      rowBytes -= rows.remove().size();
    }
    rows = new ArrayDeque<>(rows); // a queue does not shrink
    return before - rowBytes;
  }

  synchronized RecordedOperation snapshot() {
    List<CallRow> sorted = new ArrayList<>(rows);
    sorted.sort(Comparator.comparingLong((CallRow row) -> row.arrivalMicros));
    return new RecordedOperation(
        key.service(),
        key.operation(),
        key.endpoint(),
        totals,
        identityNames.names(),
        requestPaths.names(),
        answerPaths.names(),
        sorted);
  }

  @Override
  public String toString() {
    return key.toString();
  }
}
