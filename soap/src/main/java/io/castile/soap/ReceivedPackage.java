package io.castile.soap;

/** A message with parts as it came, unpacked when it is first asked for. Thread-safe. */
final class ReceivedPackage {
  private byte[] content; // null once it is open. Guarded by this.
  private final PackageType type;
  private final AttachmentOptions options;
  private volatile MimePackage opened;

  /**
   * @param content without content coding; not changed by anybody from here on
   */
  ReceivedPackage(byte[] content, PackageType type, AttachmentOptions options) {
    this.content = content;
    this.type = type;
    this.options = options;
  }

  /** A message that has been made here, with parts, as if it had come. */
  static ReceivedPackage of(MimePackage made, PackageType type, AttachmentOptions options) {
    ReceivedPackage received = new ReceivedPackage(null, type, options);
    received.opened = made;
    return received;
  }

  /**
   * The package, opened.
   *
   * @throws SoapMessageException if it is malformed or exceeds a limit
   */
  MimePackage open() throws SoapMessageException {
    MimePackage known = opened;
    if (known == null) {
      synchronized (this) {
        known = opened;
        if (known == null) {
          known = MimePackage.read(content, type, options);
          opened = known;
          content = null;
        }
      }
    }
    return known;
  }

  /** The encoding of the document; null where it is not said or the package is malformed. */
  String charset() {
    try {
      return open().charset();
    } catch (SoapMessageException e) {
      return null; // Whoever asks for the message will be told.
    }
  }
}
