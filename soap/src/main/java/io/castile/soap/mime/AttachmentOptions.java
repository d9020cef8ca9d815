package io.castile.soap.mime;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Options for attachments: how binary data is sent, and the limits for received messages with parts
 * (SOAP Message Transmission Optimization Mechanism; SOAP Messages with Attachments).
 *
 * <p>All counts are of one message. Its document is bounded as any message; parts that together
 * have more than {@code maxMemoryBytes} stand in a temporary file, one for each message, which only
 * its owner may read, and which is gone with the last part that is still in use.
 *
 * @param mtom whether binary data leaves in parts of its own
 * @param thresholdBytes data of less bytes stands in the text all the same; not negative
 * @param maxParts parts, the document itself included
 * @param maxHeaderBytes one header field of a part
 * @param maxPartBytes one part
 * @param maxTotalBytes what the document takes from its parts, as often as it refers to them
 * @param maxPackageBytes the whole package as it comes, without content coding; 0 for as many as
 *     any other message may have ({@link io.castile.xml.XmlLimits#maxBytes})
 * @param maxMemoryBytes what parts have in memory together; 0 to 1 GiB
 * @param maxStoredBytes what the files of all messages have together in this process, each counted
 *     in steps of 4 MiB, when one more is written for this client or service
 * @param directory where parts stand that have no room in memory; it must be there when one comes
 */
public record AttachmentOptions(
    boolean mtom,
    int thresholdBytes,
    int maxParts,
    int maxHeaderBytes,
    long maxPartBytes,
    long maxTotalBytes,
    long maxPackageBytes,
    int maxMemoryBytes,
    long maxStoredBytes,
    Path directory) {

  private static final int MAX_MEMORY = 1 << 30;
  private static final int DEFAULT_MEMORY = 1 << 20;
  private static final long DEFAULT_STORED = 8L << 30;

  /** The default options: no data is sent in parts. */
  public static final AttachmentOptions DEFAULT =
      new AttachmentOptions(false, 0, 1000, 16 << 10, 256 << 20, 256 << 20);

  public AttachmentOptions {
    if (thresholdBytes < 0) {
      throw new IllegalArgumentException("thresholdBytes < 0: " + thresholdBytes);
    }
    positive(maxParts, "maxParts");
    positive(maxHeaderBytes, "maxHeaderBytes");
    positive(maxPartBytes, "maxPartBytes");
    positive(maxTotalBytes, "maxTotalBytes");
    if (maxPackageBytes < 0) {
      throw new IllegalArgumentException("maxPackageBytes < 0: " + maxPackageBytes);
    }
    if (maxMemoryBytes < 0 || maxMemoryBytes > MAX_MEMORY) {
      throw new IllegalArgumentException(
          "expected maxMemoryBytes from 0 to " + MAX_MEMORY + ", found " + maxMemoryBytes);
    }
    positive(maxStoredBytes, "maxStoredBytes");
    Objects.requireNonNull(directory, "directory");
  }

  /** Constructs options whose package has the bounds of any message and the default store. */
  public AttachmentOptions(
      boolean mtom,
      int thresholdBytes,
      int maxParts,
      int maxHeaderBytes,
      long maxPartBytes,
      long maxTotalBytes) {
    this(
        mtom,
        thresholdBytes,
        maxParts,
        maxHeaderBytes,
        maxPartBytes,
        maxTotalBytes,
        0,
        DEFAULT_MEMORY,
        DEFAULT_STORED,
        Path.of(System.getProperty("java.io.tmpdir")));
  }

  private static void positive(long value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " <= 0: " + value);
    }
  }

  /** Returns a copy that sends data of at least the given size in parts. */
  public AttachmentOptions withMtom(int thresholdBytes) {
    return withMtom(true, thresholdBytes);
  }

  /** Returns a copy by which no data leaves in parts. */
  public AttachmentOptions withoutMtom() {
    return withMtom(false, thresholdBytes);
  }

  /**
   * Returns a copy that accepts packages of the given size, in one part or several: one for data
   * that is larger than a message may be.
   *
   * @param bytes positive; also of one part, and of what the document takes from its parts
   */
  public AttachmentOptions withMaxPackageBytes(long bytes) {
    positive(bytes, "maxPackageBytes");
    return new AttachmentOptions(
        mtom,
        thresholdBytes,
        maxParts,
        maxHeaderBytes,
        bytes,
        bytes,
        bytes,
        maxMemoryBytes,
        maxStoredBytes,
        directory);
  }

  /**
   * Returns a copy by which parts stand elsewhere.
   *
   * @param maxMemoryBytes what they have in memory together; 0 to 1 GiB
   * @param directory where they stand that have no room there
   */
  public AttachmentOptions withStorage(int maxMemoryBytes, Path directory) {
    return new AttachmentOptions(
        mtom,
        thresholdBytes,
        maxParts,
        maxHeaderBytes,
        maxPartBytes,
        maxTotalBytes,
        maxPackageBytes,
        maxMemoryBytes,
        maxStoredBytes,
        directory);
  }

  /** Returns a copy that limits the files of all messages together to the given size. */
  public AttachmentOptions withMaxStoredBytes(long bytes) {
    return new AttachmentOptions(
        mtom,
        thresholdBytes,
        maxParts,
        maxHeaderBytes,
        maxPartBytes,
        maxTotalBytes,
        maxPackageBytes,
        maxMemoryBytes,
        bytes,
        directory);
  }

  /**
   * Returns a copy with the settings of the annotations {@code jakarta.xml.ws.soap.MTOM} and {@code
   * BindingType} of a type.
   *
   * @param type a service's class, or the interface of a client
   */
  public AttachmentOptions annotated(Class<?> type) {
    return MtomAnnotations.of(type, this);
  }

  /** The most bytes of a package, where other messages may have {@code most}. */
  public long maxPackageBytes(long most) {
    return maxPackageBytes == 0 ? most : maxPackageBytes;
  }

  private AttachmentOptions withMtom(boolean on, int threshold) {
    return new AttachmentOptions(
        on,
        threshold,
        maxParts,
        maxHeaderBytes,
        maxPartBytes,
        maxTotalBytes,
        maxPackageBytes,
        maxMemoryBytes,
        maxStoredBytes,
        directory);
  }
}
