package io.castile.cache.observe;

import io.castile.cache.observe.Recording.CallTotals;
import io.castile.cache.observe.Recording.RecordedOperation;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes a recording as lines in UTF-8, each a word and its values with tabs between:
 *
 * <pre>
 *   castile-recording  1
 *   others     calls of operations that are not here
 *   unread     messages that were not read
 *   operation  service or -, operation, endpoint
 *   totals     calls, faults, bytes of requests, of responses, nanoseconds
 *   identity   name                                       each; its number is its place
 *   request    path                                       each
 *   answer     path                                       each
 *   call       microseconds since 1970, question, answer or -, bytes of the request, of the
 *              response, nanoseconds, fault or -, identities, parts of the request, of the answer
 *   end        number of calls in the file
 * </pre>
 *
 * <p>Digests are hexadecimal. Identities and parts are digests with commas between, empty for what
 * there is not; {@code -} for none at all. In names {@code \t}, {@code \n}, {@code \r} and {@code
 * \\} stand for what they stand for in Java.
 */
final class RecordingWriter {
  static final String MAGIC = "castile-recording";
  static final int VERSION = 1;
  static final String NONE = "-";

  private final Writer out;
  private long calls;

  private RecordingWriter(Writer out) {
    this.out = out;
  }

  static void write(Recording recording, OutputStream to) throws IOException {
    Writer out = new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8));
    RecordingWriter writer = new RecordingWriter(out);
    writer.line(MAGIC, VERSION);
    writer.line("others", recording.others());
    writer.line("unread", recording.unread());
    for (RecordedOperation each : recording.operations()) {
      writer.operation(each);
    }
    writer.line("end", writer.calls);
    out.flush();
  }

  private void operation(RecordedOperation operation) throws IOException {
    line(
        "operation",
        operation.service().map(service -> escaped(service.toString())).orElse(NONE),
        escaped(operation.operation().toString()),
        escaped(operation.endpoint()));
    CallTotals totals = operation.totals();
    line(
        "totals",
        totals.calls(),
        totals.faults(),
        totals.requestBytes(),
        totals.responseBytes(),
        totals.originNanos());
    for (String name : operation.identities()) {
      line("identity", escaped(name));
    }
    for (String path : operation.requestPaths()) {
      line("request", escaped(path));
    }
    for (String path : operation.answerPaths()) {
      line("answer", escaped(path));
    }
    for (CallRow row : operation.rows()) {
      calls++;
      line(
          "call",
          row.arrivalMicros,
          row.question,
          row.answer == null ? NONE : row.answer,
          row.requestBytes,
          row.responseBytes,
          row.originNanos,
          row.fault ? "fault" : NONE,
          digests(row.identities.length == 0 ? null : row.identities),
          digests(row.requestParts),
          digests(row.answerParts));
    }
  }

  private void line(String word, Object... values) throws IOException {
    out.write(word);
    for (Object value : values) {
      out.write('\t');
      out.write(value.toString());
    }
    out.write('\n');
  }

  private static String digests(long @Nullable [] values) {
    if (values == null) {
      return NONE;
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      text.append(i == 0 ? "" : ",").append(values[i] == 0 ? "" : Long.toHexString(values[i]));
    }
    return text.toString();
  }

  private static String escaped(String name) {
    return name.replace("\\", "\\\\")
        .replace("\t", "\\t")
        .replace("\n", "\\n")
        .replace("\r", "\\r");
  }
}
