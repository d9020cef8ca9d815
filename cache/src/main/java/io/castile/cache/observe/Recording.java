package io.castile.cache.observe;

import java.util.List;

/**
 * What a {@link CallRecorder} has at a moment: digests and sizes, no payload. Immutable and
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
}
