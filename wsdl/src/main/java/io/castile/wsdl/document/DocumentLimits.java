package io.castile.wsdl.document;

import java.time.Duration;
import java.util.Objects;

/**
 * The bounds within which a description is read.
 *
 * @param documentBytes of one document, at least 1
 * @param totalBytes of all documents together, at least 1
 * @param documents how many there may be, at least 1
 * @param elements of all documents together, at least 1
 * @param depth of elements in each other, at least 1
 * @param timeout how long one document from the network may take, more than zero
 */
public record DocumentLimits(
    int documentBytes, long totalBytes, int documents, int elements, int depth, Duration timeout) {
  /** The default bounds, which docs/reference/wsdl.md lists. */
  public static final DocumentLimits DEFAULT =
      new DocumentLimits(16 << 20, 64 << 20, 1000, 1_000_000, 200, Duration.ofSeconds(30));

  /**
   * @throws IllegalArgumentException if a bound is not positive
   */
  public DocumentLimits {
    Objects.requireNonNull(timeout, "timeout");
    if (documentBytes < 1
        || documentBytes == Integer.MAX_VALUE
        || totalBytes < 1
        || documents < 1
        || elements < 1
        || depth < 1
        || timeout.isZero()
        || timeout.isNegative()) {
      throw new IllegalArgumentException(
          "expected positive bounds, and less than 2 GiB for a document");
    }
  }

  /** Returns these with another time for a document. */
  public DocumentLimits withTimeout(Duration other) {
    return new DocumentLimits(documentBytes, totalBytes, documents, elements, depth, other);
  }
}
