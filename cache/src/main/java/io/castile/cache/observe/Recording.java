package io.castile.cache.observe;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The content of a {@link CallRecorder} at a moment: digests and sizes, no payload. Immutable and
 * thread-safe.
 *
 * @param others calls of operations beyond those that are recorded
 * @param unread sampled messages that were dropped as there was no time to read them, or that could
 *     not be read
 * @param operations each with its last calls
 */
public record Recording(long others, long unread, List<RecordedOperation> operations) {
  public Recording {
    operations = List.copyOf(operations);
  }

  /**
   * Writes the recording as lines of text, which {@link #read} reads.
   *
   * @param out not closed
   */
  public void write(OutputStream out) throws IOException {
    RecordingWriter.write(this, out);
  }

  /**
   * Reads a recording.
   *
   * @param in not closed
   * @throws RecordingFormatException if it is none, with line and column
   * @throws IOException if it cannot be read
   */
  public static Recording read(InputStream in) throws IOException {
    return RecordingReader.read(in);
  }

  /** The recorded data of an operation. Immutable and thread-safe. */
  public static final class RecordedOperation {
    private final @Nullable QName service;
    private final QName operation;
    private final String endpoint;
    private final CallTotals totals;
    private final List<String> identities;
    private final List<String> requestPaths;
    private final List<String> answerPaths;
    private final List<CallRow> rows;

    /**
     * @param rows in the order of their arrival
     */
    RecordedOperation(
        @Nullable QName service,
        QName operation,
        String endpoint,
        CallTotals totals,
        List<String> identities,
        List<String> requestPaths,
        List<String> answerPaths,
        List<CallRow> rows) {
      this.service = service;
      this.operation = operation;
      this.endpoint = endpoint;
      this.totals = totals;
      this.identities = List.copyOf(identities);
      this.requestPaths = List.copyOf(requestPaths);
      this.answerPaths = List.copyOf(answerPaths);
      this.rows = List.copyOf(rows);
    }

    /** Returns the service; empty if not known. */
    public Optional<QName> service() {
      return Optional.ofNullable(service);
    }

    /** Returns the operation. */
    public QName operation() {
      return operation;
    }

    /** Returns the address of the origin; empty if not known. */
    public String endpoint() {
      return endpoint;
    }

    /** Returns the sums over all calls. */
    public CallTotals totals() {
      return totals;
    }

    /** Returns how many calls are kept. */
    public int kept() {
      return rows.size();
    }

    List<String> identities() {
      return identities;
    }

    List<String> requestPaths() {
      return requestPaths;
    }

    List<String> answerPaths() {
      return answerPaths;
    }

    List<CallRow> rows() {
      return rows;
    }
  }

  /**
   * Sums over all calls of an operation since its first call, including those that are no longer
   * kept. Immutable.
   *
   * @param calls how many
   * @param faults how many had a fault, or no response
   * @param requestBytes of all requests
   * @param responseBytes of all responses
   * @param originNanos of all calls
   */
  public record CallTotals(
      long calls, long faults, long requestBytes, long responseBytes, long originNanos) {
    static final CallTotals NONE = new CallTotals(0, 0, 0, 0, 0);

    CallTotals plus(ObservedCall call) {
      return new CallTotals(
          calls + 1,
          faults + (call.fault() ? 1 : 0),
          requestBytes + call.requestBytes(),
          responseBytes + call.responseBytes(),
          originNanos + call.originNanos());
    }
  }
}
