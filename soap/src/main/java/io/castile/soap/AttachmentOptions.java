package io.castile.soap;

/**
 * How binary data leaves, and what is borne with in messages that come with parts (SOAP Message
 * Transmission Optimization Mechanism; SOAP Messages with Attachments).
 *
 * <p>All counts are of one message. Its whole size is bounded as that of any message, so that the
 * parts of a message take no more memory than that.
 *
 * @param mtom whether binary data leaves in parts of its own
 * @param thresholdBytes data of less bytes stands in the text all the same; not negative
 * @param maxParts parts, the document itself included
 * @param maxHeaderBytes one header field of a part
 * @param maxPartBytes one part
 * @param maxTotalBytes what the document takes from its parts, as often as it refers to them
 */
public record AttachmentOptions(
    boolean mtom,
    int thresholdBytes,
    int maxParts,
    int maxHeaderBytes,
    int maxPartBytes,
    long maxTotalBytes) {

  /** Nothing leaves in parts; 1000 parts and 256 MiB may come. */
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
  }

  private static void positive(long value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " <= 0: " + value);
    }
  }

  /** Returns a copy by which data of at least so many bytes leaves in parts. */
  public AttachmentOptions withMtom(int thresholdBytes) {
    return withMtom(true, thresholdBytes);
  }

  /** Returns a copy by which no data leaves in parts. */
  public AttachmentOptions withoutMtom() {
    return withMtom(false, thresholdBytes);
  }

  /**
   * Returns a copy with what annotations {@code jakarta.xml.ws.soap.MTOM} and {@code BindingType}
   * of a type say.
   *
   * @param type a service's class, or the interface of a client
   */
  public AttachmentOptions annotated(Class<?> type) {
    return MtomAnnotations.of(type, this);
  }

  private AttachmentOptions withMtom(boolean on, int threshold) {
    return new AttachmentOptions(
        on, threshold, maxParts, maxHeaderBytes, maxPartBytes, maxTotalBytes);
  }
}
