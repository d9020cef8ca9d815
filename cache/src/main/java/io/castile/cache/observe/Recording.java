package io.castile.cache.observe;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

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
}
