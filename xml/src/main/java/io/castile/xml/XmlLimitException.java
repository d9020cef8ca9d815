package io.castile.xml;

/** The document exceeds one of the {@link XmlLimits}. */
public final class XmlLimitException extends XmlException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what was wrong, expected and found, without the place
   * @param path the path of the element concerned
   * @param offset the byte offset, or -1
   */
  public XmlLimitException(String message, String path, long offset) {
    super(message, path, offset, null);
  }

  /** Constructs an exception with its cause. */
  public XmlLimitException(String message, String path, long offset, Throwable cause) {
    super(message, path, offset, cause);
  }
}
