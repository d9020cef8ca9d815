package io.castile.cache.observe;

import io.castile.cache.observe.ObservedCall.CallDigest;
import io.castile.cache.observe.ObservedCall.SeenIdentity;
import io.castile.cache.observe.Recording.CallTotals;
import io.castile.cache.observe.Recording.RecordedOperation;
import io.castile.cache.policy.internal.ElementPath;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Reads a recording that {@link RecordingWriter}, or any other program, has written. */
final class RecordingReader {
  private static final int MAX_OPERATIONS = CallRecorder.MAX_OPERATIONS;
  private static final int MAX_CALLS = 500_000;

  /** Sums and differences of which are no problem. */
  private static final long MAX_TIME = Long.MAX_VALUE / 4;

  private static final int MAX_NAME_LENGTH = 2 * OperationKey.MAX_NAME_LENGTH;

  private final RecordingLines lines;
  private final List<RecordedOperation> operations = new ArrayList<>();
  private int calls;
  private @Nullable Draft draft; // null before the first operation

  private RecordingReader(InputStream from) {
    lines = new RecordingLines(from);
  }

  /** An operation of which not all has been read. */
  private static final class Draft {
    final @Nullable QName service;
    final QName operation;
    final String endpoint;
    CallTotals totals = CallTotals.NONE;
    final List<String> identities = new ArrayList<>();
    final List<String> requestPaths = new ArrayList<>();
    final List<String> answerPaths = new ArrayList<>();
    final List<CallRow> rows = new ArrayList<>();

    Draft(@Nullable QName service, QName operation, String endpoint) {
      this.service = service;
      this.operation = operation;
      this.endpoint = endpoint;
    }

    RecordedOperation finished() {
      return new RecordedOperation(
          service, operation, endpoint, totals, identities, requestPaths, answerPaths, rows);
    }
  }

  static Recording read(InputStream from) throws IOException {
    return new RecordingReader(from).read();
  }

  private Recording read() throws IOException {
    expect(RecordingWriter.MAGIC);
    long version = lines.number(Integer.MAX_VALUE);
    if (version != RecordingWriter.VERSION) {
      throw lines.refused("version " + RecordingWriter.VERSION, Long.toString(version));
    }
    lines.endOfLine();
    expect("others");
    long others = lines.number(Long.MAX_VALUE);
    lines.endOfLine();
    expect("unread");
    long unread = lines.number(Long.MAX_VALUE);
    lines.endOfLine();
    String word = lines.next();
    while (!word.equals("end")) {
      line(word);
      lines.endOfLine();
      word = lines.next();
    }
    long stated = lines.number(Long.MAX_VALUE);
    if (stated != calls) {
      throw lines.refused(calls + ", the number of calls before", Long.toString(stated));
    }
    lines.expectEndOfFile();
    finish();
    return new Recording(others, unread, operations);
  }

  private void expect(String word) throws IOException {
    String found = lines.next();
    if (!found.equals(word)) {
      throw lines.refused("the line '" + word + "'", found);
    }
  }

  private void line(String word) throws IOException {
    if (word.equals("operation")) {
      operation();
      return;
    }
    Draft of = draft;
    if (of == null) {
      throw lines.refused("the line 'operation'", word);
    }
    switch (word) {
      case "totals" -> of.totals = totals();
      case "identity" -> add(of, of.identities, OperationLog.MAX_IDENTITIES);
      case "request" -> add(of, of.requestPaths, OperationLog.MAX_PATHS);
      case "answer" -> add(of, of.answerPaths, OperationLog.MAX_PATHS);
      case "call" -> of.rows.add(call(of));
      default ->
          throw lines.refused("operation, totals, identity, request, answer, call or end", word);
    }
  }

  private void finish() {
    if (draft != null) {
      operations.add(draft.finished());
    }
  }

  private void operation() throws IOException {
    finish();
    if (operations.size() == MAX_OPERATIONS) {
      throw lines.refused("at most " + MAX_OPERATIONS + " operations", "one more");
    }
    String service = lines.name(MAX_NAME_LENGTH);
    QName serviceName = service.equals(RecordingWriter.NONE) ? null : qualified(service);
    QName operation = qualified(lines.name(MAX_NAME_LENGTH));
    draft = new Draft(serviceName, operation, lines.name(OperationKey.MAX_ENDPOINT_LENGTH));
  }

  private QName qualified(String name) throws RecordingFormatException {
    try {
      QName read = QName.valueOf(name);
      if (!read.getLocalPart().isEmpty()) {
        return read;
      }
    } catch (IllegalArgumentException e) {
      // As for no name.
    }
    throw lines.refused("{namespace}local or local", name);
  }

  private CallTotals totals() throws IOException {
    return new CallTotals(
        lines.number(Long.MAX_VALUE),
        lines.number(Long.MAX_VALUE),
        lines.number(Long.MAX_VALUE),
        lines.number(Long.MAX_VALUE),
        lines.number(Long.MAX_VALUE));
  }

  private void add(Draft of, List<String> names, int most) throws IOException {
    String name = lines.name(MAX_NAME_LENGTH);
    if (!of.rows.isEmpty() || names.size() == most || names.contains(name)) {
      throw lines.refused("at most " + most + " different names, before the first call", name);
    }
    try {
      names.add(
          names == of.identities ? SeenIdentity.checkedName(name) : new ElementPath(name).text());
    } catch (IllegalArgumentException e) {
      throw lines.refused("a name that a policy can have (" + e.getMessage() + ")", name);
    }
  }

  private CallRow call(Draft of) throws IOException {
    if (calls == MAX_CALLS) {
      throw lines.refused("at most " + MAX_CALLS + " calls", "one more");
    }
    calls++;
    long earliest = of.rows.isEmpty() ? -MAX_TIME : of.rows.get(of.rows.size() - 1).arrivalMicros;
    long arrivalMicros = lines.number(earliest, MAX_TIME);
    CallDigest question = Objects.requireNonNull(lines.digest(false));
    CallDigest answer = lines.digest(true);
    int requestBytes = (int) lines.number(Integer.MAX_VALUE);
    int responseBytes = (int) lines.number(Integer.MAX_VALUE);
    long originNanos = lines.number(MAX_TIME);
    boolean fault = lines.isFault();
    if (fault && answer != null) {
      throw lines.refused("- where there is an answer", "fault");
    }
    long[] identities = lines.digests(of.identities.size());
    return new CallRow(
        arrivalMicros,
        question,
        answer,
        requestBytes,
        responseBytes,
        originNanos,
        fault,
        identities == null ? CallRow.NOTHING : identities,
        lines.digests(of.requestPaths.size() + 1),
        lines.digests(of.answerPaths.size() + 1));
  }
}
